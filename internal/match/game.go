package match

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/engine/search"
	"github.com/tainchess/tain/rules"
)

// Ending is why a game ended: a [rules.Reason], a [FaultKind], or one of
// these.
type Ending string

// The endings that are neither reasons of the rules nor faults.
const (
	Resignation Ending = "resignation"
	GivenWin    Ending = "adjudicated win"
	GivenDraw   Ending = "adjudicated draw"
	TooLong     Ending = "length" // the most moves have been played
)

// Game is a finished game of a match.
type Game struct {
	Number  int // from 1; a has White in odd games
	Opening Opening
	Moves   []board.Move // all, the opening's first
	Result  rules.Result
	Ending  Ending
	Why     string // a sentence
	Fault   *Fault // of the loser, if the game was forfeited

	thoughts []thought // of the moves after the opening's
	date     time.Time
	limits   [2]Limit // by colour
}

// thought is what a player told about its move.
type thought struct {
	score, depth int
	scored       bool
	took         time.Duration
}

// Points returns what player a got: 0, 1/2 or 1.
func (g *Game) Points() float64 {
	switch g.Result {
	case rules.Draw:
		return 0.5
	case rules.Wins(colourOfA(g.Number)):
		return 1
	}
	return 0
}

// colourOfA returns which side player a has.
func colourOfA(number int) board.Colour {
	if number%2 == 1 {
		return board.White
	}
	return board.Black
}

// Adjudication ends games that are decided. The zero value lets all be played
// out.
type Adjudication struct {
	// A game is lost for the side that both players have seen behind by
	// ResignScore or more for ResignPlies half moves in a row; 0 for never.
	ResignScore, ResignPlies int
	// A game is drawn that both players have seen within DrawScore of even for
	// DrawPlies half moves in a row, once DrawAfter half moves have been
	// played; DrawPlies 0 for never.
	DrawScore, DrawPlies, DrawAfter int
	// A game of MaxPlies half moves is drawn; 0 for no end.
	MaxPlies int
}

// String writes all of it in one line.
func (a Adjudication) String() string {
	return fmt.Sprintf("resign=%d,%d draw=%d,%d,%d plies=%d", a.ResignScore, a.ResignPlies, a.DrawScore, a.DrawPlies, a.DrawAfter, a.MaxPlies)
}

// table is where one game at a time is played: the arbiter with two players.
type table struct {
	rules   rules.Rules
	players [2]player // a and b
	limits  [2]Limit  // of a and b
	margin  time.Duration
	// patience is how long to wait for what no clock bounds.
	patience time.Duration
	ends     Adjudication
}

// play plays a game to its end. Its error means that there is no game: the
// context ended, or the match cannot go on.
func (t *table) play(ctx context.Context, number int, o Opening) (*Game, error) {
	g := &Game{Number: number, Opening: o, date: time.Now()}
	a := colourOfA(number)
	var sides [2]player
	var clocks [2]*playerClock
	sides[a], sides[a.Other()] = t.players[0], t.players[1]
	g.limits[a], g.limits[a.Other()] = t.limits[0], t.limits[1]
	game := rules.NewLine(t.rules, o.Start)
	for _, m := range o.Moves {
		if _, err := game.Play(m); err != nil {
			return nil, fmt.Errorf("match: the opening of game %d: %w", number, err)
		}
	}
	for _, side := range []board.Colour{board.White, board.Black} {
		clocks[side] = newClock(g.limits[side])
		if err := sides[side].ready(ctx, &setup{number, o, side, g.limits[side]}); err != nil {
			return t.failed(ctx, g, game, sides, side, err)
		}
	}
	for !t.over(g, game) {
		side := game.Position().Side
		err := t.turn(ctx, g, game, sides[side], clocks, side)
		if err != nil {
			return t.failed(ctx, g, game, sides, side, err)
		}
	}
	t.close(g, game, sides)
	return g, nil
}

// turn asks a player for its move and plays it. A *Fault is the player's.
func (t *table) turn(ctx context.Context, g *Game, game *rules.Line, p player, clocks [2]*playerClock, side board.Colour) error {
	c := clocks[side]
	q := &turn{
		line: game, side: side, limit: c.limit, movesToGo: c.movesToGo(),
		left: [2]time.Duration{clocks[board.White].left, clocks[board.Black].left},
	}
	if other := side.Other(); clocks[other].limit.Control.Base == 0 {
		q.left[other] = q.left[side] // the opponent has no clock; it has to be told something
	}
	allowed, timed := c.allowance()
	q.wait = allowed + t.margin
	if !timed {
		q.wait = t.patience
	}
	a, err := p.move(ctx, q)
	switch {
	case ctx.Err() != nil:
		// The match was broken off: our engine then answers at once, without
		// thought, and programs die. Clocks have no part in this context.
		return ctx.Err()
	case err != nil:
		return err
	case timed && a.took > q.wait:
		return fault(TimeLoss, "it took %v and had %v", a.took.Round(time.Millisecond), allowed.Round(time.Millisecond))
	case a.resigns:
		g.Result, g.Ending = rules.Wins(side.Other()), Resignation
		g.Why = rules.SideName(side) + " resigns"
		return nil
	}
	if len(a.text) > 20 {
		return fault(IllegalMove, "it plays %q, which is no move", clip(a.text))
	}
	if _, err := game.PlayText(a.text); err != nil {
		at := game.Position()
		return fault(IllegalMove, "it plays %q: %v, in %s", a.text, err, t.rules.Guide().FormatPosition(&at))
	}
	c.punch(a.took)
	seen := thought{score: a.score, depth: a.depth, scored: a.scored}
	if timed {
		seen.took = a.took
	}
	g.thoughts = append(g.thoughts, seen)
	return nil
}

// over reports whether the game has ended, and how. Draws that may be claimed
// are: programs differ in whether they claim them.
func (t *table) over(g *Game, game *rules.Line) bool {
	if g.Result != rules.Ongoing {
		return true
	}
	o := game.Outcome()
	switch {
	case o.Over():
		g.Result, g.Ending, g.Why = o.Result, Ending(o.Reason), o.Sentence()
	case len(o.Claim) > 0:
		g.Result, g.Ending, g.Why = rules.Draw, Ending(o.Claim[0]), o.Sentence()
	case t.ends.MaxPlies > 0 && game.Ply() >= t.ends.MaxPlies:
		g.Result, g.Ending, g.Why = rules.Draw, TooLong, fmt.Sprintf("a draw: %d half moves have been played", game.Ply())
	default:
		t.adjudicate(g, game)
	}
	return g.Result != rules.Ongoing
}

// adjudicate ends the game if both players have agreed about it for long.
func (t *table) adjudicate(g *Game, game *rules.Line) {
	mover := game.Position().Side.Other() // who made the last move
	winning, losing, even := 0, 0, 0      // half moves in a row, as the last mover sees it
	for i := len(g.thoughts) - 1; i >= 0; i-- {
		seen := g.thoughts[i]
		if !seen.scored {
			break
		}
		back := len(g.thoughts) - 1 - i
		score := seen.score
		if back%2 == 1 {
			score = -score
		}
		if winning == back && score >= t.ends.ResignScore {
			winning++
		}
		if losing == back && score <= -t.ends.ResignScore {
			losing++
		}
		if even == back && max(score, -score) <= t.ends.DrawScore {
			even++
		}
		if max(winning, losing, even) <= back {
			break
		}
	}
	const agreed = "both players have seen it so for long"
	switch n := t.ends.ResignPlies; {
	case n > 0 && t.ends.ResignScore > 0 && max(winning, losing) >= n:
		winner := mover
		if losing >= n {
			winner = mover.Other()
		}
		g.Result, g.Ending, g.Why = rules.Wins(winner), GivenWin, rules.SideName(winner)+" wins: "+agreed
	case t.ends.DrawPlies > 0 && even >= t.ends.DrawPlies && game.Ply() >= t.ends.DrawAfter:
		g.Result, g.Ending, g.Why = rules.Draw, GivenDraw, "a draw: "+agreed
	}
}

// failed ends a game in which a player could not go on.
func (t *table) failed(ctx context.Context, g *Game, game *rules.Line, sides [2]player, side board.Colour, err error) (*Game, error) {
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	var f *Fault
	if !errors.As(err, &f) {
		return nil, err
	}
	sides[side].stop() // it begins the next game anew
	g.Fault = f
	g.Result, g.Ending = rules.Wins(side.Other()), Ending(f.Kind)
	g.Why = rules.SideName(side) + " forfeits: " + f.Error()
	t.close(g, game, sides)
	return g, nil
}

// close tells the players and keeps the moves.
func (t *table) close(g *Game, game *rules.Line, sides [2]player) {
	g.Moves = game.Moves()
	for _, p := range sides {
		p.over(g.Result, g.Why)
	}
}

// scoreText writes a score as people read it.
func scoreText(score int) string {
	if n, mate := search.MateIn(score); mate {
		if n >= 0 {
			return fmt.Sprintf("+M%d", n)
		}
		return fmt.Sprintf("-M%d", -n)
	}
	return fmt.Sprintf("%+.2f", float64(score)/100)
}
