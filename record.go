package tain

import (
	"errors"
	"fmt"
	"io"
	"iter"
	"strings"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/notation/pgn"
	"github.com/tainchess/tain/render"
)

// Tag returns the value of a tag in the game's record, such as White, Black, Date or Result. Missing tags of
// the Seven Tag Roster have their PGN default, such as "?" or "*". All other missing tags are "".
func (g *Game) Tag(name string) string { return g.finished().Tag(name) }

// SetTag sets a tag in the game's record. An empty value removes the tag, except for Result, which must be
// 1-0, 0-1, 1/2-1/2 or *: set it when a game ends by resignation or agreement. The next move or undo resets
// it to *. Tags that describe the rule set or the starting position cannot be set.
func (g *Game) SetTag(name, value string) error {
	if err := g.record.SetTag(name, value); err != nil {
		return fmt.Errorf("tain: %w", err)
	}
	return nil
}

// finished returns a copy of the record, with the result if the current position ends the game.
func (g *Game) finished() *pgn.Game {
	record := *g.record
	if o := g.line.Outcome(); o.Over() {
		record.Result = string(o.Result)
	}
	return &record
}

// PGN returns the game as PGN: its tags, moves and result. It returns an error only if the text would be
// longer than [pgn.MaxGameBytes].
func (g *Game) PGN() (string, error) {
	record := g.finished()
	record.Line = pgn.NewGame(g.rules, g.line.Start(), g.line.Moves()...).Line
	var text strings.Builder
	if err := pgn.Write(&text, record); err != nil {
		return "", fmt.Errorf("tain: %w", err)
	}
	return text.String(), nil
}

// ReadPGN returns the games in a PGN text, one at a time, with their tags and main lines. It skips comments
// and variations; use package pgn to read them. The rule set is the definition in the Rules tag or, if there
// is none, the rule set that the Variant tag names. A game with neither tag is orthodox chess.
//
// If a game cannot be parsed, ReadPGN yields an error that wraps a [*pgn.Error] and continues with the next
// game. If reading from in fails, ReadPGN yields that error last.
func ReadPGN(in io.Reader) iter.Seq2[*Game, error] {
	return func(yield func(*Game, error) bool) {
		for games := pgn.NewReader(in, builtin().Find); ; {
			g, err := readGame(games)
			if errors.Is(err, io.EOF) {
				return
			}
			var unreadable *pgn.Error
			if !yield(g, err) || err != nil && !errors.As(err, &unreadable) {
				return
			}
		}
	}
}

func readGame(games *pgn.Reader) (*Game, error) {
	record, err := games.Next()
	if err != nil {
		return nil, fmt.Errorf("tain: %w", err)
	}
	g := newGame(&pgn.Game{Tags: record.Tags, Rules: record.Rules, Start: record.Start, Result: record.Result})
	for _, m := range record.Moves() {
		if err := g.line.Step(m); err != nil {
			return nil, fmt.Errorf("tain: %w", err)
		}
	}
	return g, nil
}

// SVG draws the current position as an SVG picture, with the last move marked.
func (g *Game) SVG() ([]byte, error) {
	scene := render.NewScene(g.rules, g.line.Position())
	if moves := g.line.Moves(); len(moves) > 0 && moves[len(moves)-1] != board.NullMove {
		scene.Position, _ = g.line.At(len(moves) - 1)
		scene.Play(moves[len(moves)-1])
	}
	drawing, err := render.Draw(scene)
	if err != nil {
		return nil, fmt.Errorf("tain: %w", err)
	}
	svg, err := drawing.SVG(drawing.UsualWidth())
	if err != nil {
		return nil, fmt.Errorf("tain: %w", err)
	}
	return svg, nil
}
