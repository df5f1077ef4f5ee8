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

// Tag returns a tag of the game's record, such as White, Black, Date or Result.
// The tags of the Seven Tag Roster always have a value, "?" if it is unknown; any
// other tag that is missing is "".
func (g *Game) Tag(name string) string { return g.finished().Tag(name) }

// SetTag sets a tag of the game's record; an empty value removes it. The tags
// that describe the rule set and the start cannot be set. Result can, for a
// game that ends by resignation or agreement; the next move or undo resets it.
func (g *Game) SetTag(name, value string) error {
	if err := g.record.SetTag(name, value); err != nil {
		return fmt.Errorf("tain: %w", err)
	}
	return nil
}

// finished returns the record with the result of the position reached, if that
// ends the game.
func (g *Game) finished() *pgn.Game {
	record := *g.record
	if o := g.line.Outcome(); o.Over() {
		record.Result = string(o.Result)
	}
	return &record
}

// PGN returns the game as PGN: its tags, moves and result. It fails only for a
// game longer than [pgn.MaxGameBytes].
func (g *Game) PGN() (string, error) {
	record := g.finished()
	record.Line = pgn.NewGame(g.rules, g.line.Start(), g.line.Moves()...).Line
	var text strings.Builder
	if err := pgn.Write(&text, record); err != nil {
		return "", fmt.Errorf("tain: %w", err)
	}
	return text.String(), nil
}

// ReadPGN reads the games of a PGN text one after the other, each with its tags
// and its main line; comments and variations are left out, and package notation
// reads those. The Variant tag chooses the rule set, orthodox chess if there is
// none.
//
// A game that cannot be read comes as an error that wraps a [*pgn.Error],
// and reading goes on with the next game. Any other error is the reader's own and
// is the last.
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

// SVG draws the position reached as an SVG picture, with the last move marked.
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
