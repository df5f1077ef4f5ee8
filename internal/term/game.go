package term

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/internal/message"
	"github.com/tainchess/tain/notation"
	"github.com/tainchess/tain/rules"
)

// game is a game in play: what has been played, what was taken back, the
// clocks, and what ended it if no position did.
type game struct {
	rules  rules.Rules
	line   *rules.Line
	played []playedMove
	undone []board.Move // the last taken back at the end
	ended  rules.Outcome
	clock  *clock  // nil without clocks
	read   *record // what it goes on from, if it was read
	file   string  // where it was last saved
}

// record is what a game was like when it was read.
type record struct {
	tags  []notation.Tag
	moves []board.Move
	end   rules.Outcome
}

// playedMove is a move in the words in which it is shown.
type playedMove struct {
	number   string // "3." or "3..."
	san      string
	sentence string
	changes  []rules.Change
}

func newGame(r rules.Rules, start board.Position, c *Control) *game {
	g := &game{rules: r, line: rules.NewLine(r, start)}
	if c != nil {
		g.clock = newClock(*c)
	}
	return g
}

// resume goes on with a game that was read. A result that its last position
// does not give is taken as it is written.
func resume(from *notation.Game, c *Control, now time.Time) (*game, error) {
	g := newGame(from.Rules, from.Start, c)
	for i, m := range from.Moves() { // a record may go on past a draw
		if _, err := g.add(m, now); err != nil {
			return nil, fmt.Errorf("half move %d of the game: %w", i+1, err)
		}
	}
	if g.clock != nil {
		g.clock.rewind()
	}
	if r := rules.Result(from.Result); !g.outcome().Over() && from.Result != "*" && from.Result != "" {
		g.ended = rules.Outcome{Result: r, Message: message.New("outcome.given", message.Args{"result": from.Result})}
	}
	g.read = &record{tags: slices.Clone(from.Tags), moves: from.Moves(), end: g.outcome()}
	return g, nil
}

func (g *game) position() board.Position { return g.line.Position() }

func (g *game) toMove() board.Colour {
	p := g.line.Position()
	return p.Side
}

// outcome tells how the game stands.
func (g *game) outcome() rules.Outcome {
	if g.ended.Over() {
		return g.ended
	}
	return g.line.Outcome()
}

// play plays a legal move and tells what it did.
func (g *game) play(m board.Move, now time.Time) (playedMove, error) {
	if o := g.outcome(); o.Over() {
		return playedMove{}, fmt.Errorf("the game is over: %s", o.Sentence())
	}
	return g.add(m, now)
}

// add plays a move whether or not the game is over.
func (g *game) add(m board.Move, now time.Time) (playedMove, error) {
	p := g.line.Position()
	if _, err := g.line.Play(m); err != nil {
		return playedMove{}, err
	}
	told := describe(g.rules, &p, m)
	g.played = append(g.played, told)
	if n := len(g.undone); n > 0 && g.undone[n-1] == m {
		g.undone = g.undone[:n-1]
	} else {
		g.undone = nil
	}
	if g.clock != nil {
		g.clock.press(p.Side, now)
		if g.outcome().Over() {
			g.clock.halt(p.Side.Other(), now)
		}
	}
	return told, nil
}

// playText plays a move given in any notation.
func (g *game) playText(text string, now time.Time) (playedMove, error) {
	if o := g.outcome(); o.Over() {
		return playedMove{}, fmt.Errorf("the game is over: %s", o.Sentence())
	}
	p := g.line.Position()
	m, err := g.rules.Guide().ParseMove(&p, text)
	if err != nil {
		return playedMove{}, err
	}
	return g.play(m, now)
}

// describe puts a legal move in words.
func describe(r rules.Rules, p *board.Position, m board.Move) playedMove {
	number := fmt.Sprintf("%d.", p.FullmoveNumber)
	if p.Side == board.Black {
		number += ".."
	}
	d := rules.Describe(r, p, m)
	return playedMove{number, d.SAN, d.Text, d.Changes}
}

// undo takes back what came last: what ended the game if no position did, or a
// move. It says what, and reports whether there was anything.
func (g *game) undo(now time.Time) (what string, ok bool) {
	if g.ended.Over() {
		lost := g.ended.Reason == rules.Time
		g.ended = rules.Outcome{}
		switch {
		case g.clock == nil:
		case lost:
			g.clock.rise(now)
		case g.line.Ply() > 0:
			g.clock.since = now
		}
		return "the end of the game", true
	}
	m, ok := g.line.Undo()
	if !ok {
		return "", false
	}
	g.undone = append(g.undone, m)
	last := g.played[len(g.played)-1]
	g.played = g.played[:len(g.played)-1]
	if g.clock != nil {
		g.clock.back(now)
	}
	return last.san, true
}

// redo plays the move that was taken back last.
func (g *game) redo(now time.Time) (playedMove, error) {
	n := len(g.undone)
	if n == 0 {
		return playedMove{}, errors.New("no move was taken back")
	}
	return g.play(g.undone[n-1], now)
}

// resign ends the game in favour of the other side.
func (g *game) resign(side board.Colour, now time.Time) error {
	if o := g.outcome(); o.Over() {
		return fmt.Errorf("the game is over: %s", o.Sentence())
	}
	g.end(rules.Resignation, side, now)
	return nil
}

// claim ends the game as a draw if the side to move has a claim.
func (g *game) claim(now time.Time) error {
	o := g.outcome()
	switch {
	case o.Over():
		return fmt.Errorf("the game is over: %s", o.Sentence())
	case len(o.Claim) == 0:
		return errors.New("there is no draw to claim: neither has the position come up three times nor were there fifty moves without a capture or a pawn move")
	}
	g.end(o.Claim[0], g.toMove(), now)
	return nil
}

// flag ends the game if the side to move has no time left, and reports whether
// it has.
func (g *game) flag(now time.Time) bool {
	side := g.toMove()
	if g.clock == nil || g.outcome().Over() || g.clock.since.IsZero() || g.clock.remaining(side, side, now) > 0 {
		return false
	}
	g.clock.fall(side, now)
	g.end(rules.Time, side, now)
	return true
}

// end ends the game for what a side did, or failed to do in time.
func (g *game) end(why rules.Reason, side board.Colour, now time.Time) {
	if g.clock != nil {
		g.clock.halt(g.toMove(), now)
	}
	p := g.line.Position()
	g.ended, _ = rules.Ending(g.rules, &p, why, side)
}

// copyLine returns the line for another goroutine to read.
func (g *game) copyLine() *rules.Line {
	line := rules.NewLine(g.rules, g.line.Start())
	for _, m := range g.line.Moves() {
		if _, err := line.Play(m); err != nil {
			break // every move of the line was legal when it was played
		}
	}
	return line
}

// sentence makes one that stands alone: a capital first, unless it begins with
// the name of a square, and no full stop.
func sentence(text string) string {
	r := []rune(tidy(text))
	if len(r) > 0 && (len(r) == 1 || !unicode.IsDigit(r[1])) {
		r[0] = unicode.ToUpper(r[0])
	}
	return string(r)
}

// tidy makes one line of a text, whatever input it quotes.
func tidy(text string) string {
	return strings.Map(func(r rune) rune {
		if !unicode.IsPrint(r) {
			return ' '
		}
		return r
	}, strings.ToValidUTF8(text, "?"))
}

// clip shortens a word for a message.
func clip(word string) string {
	if r := []rune(word); len(r) > 40 {
		return string(r[:40]) + "..."
	}
	return word
}
