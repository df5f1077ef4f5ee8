package match

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/internal/lab/adjudication"
	"github.com/tainchess/tain/internal/lab/player"
	"github.com/tainchess/tain/internal/play/clock"
	"github.com/tainchess/tain/rules"
)

// arbiter lets two players play one game at a time.
type arbiter struct {
	rules   rules.Rules
	players [2]player.Player // a and b
	limits  [2]player.Limit  // of a and b
	margin  time.Duration
	// patience is how long to wait for what no clock bounds.
	patience     time.Duration
	adjudication adjudication.Policy
	host         *host // nil if nobody watches
}

func newArbiter(t arbiter, players [2]player.Spec, seed uint64) (*arbiter, error) {
	for i, s := range players {
		p, err := player.New(s, t.rules, seed+uint64(i), t.patience)
		if err != nil {
			return nil, err
		}
		t.players[i], t.limits[i] = p, s.Limit
	}
	return &t, nil
}

// round is a game that an arbiter has in play.
type round struct {
	game    *Game
	line    *rules.Line
	players [2]player.Player // by colour
	clocks  [2]*sideClock
	judge   adjudication.Judge
}

// play plays a game to its end. Its error means that there is no game: the
// context ended, or the match cannot go on.
func (a *arbiter) play(ctx context.Context, number int, o Opening) (*Game, error) {
	p := &round{game: &Game{Number: number, Opening: o, date: time.Now()}, line: rules.NewLine(a.rules, o.Start), judge: adjudication.Judge{Policy: a.adjudication}}
	first := colourOfA(number)
	p.players[first], p.players[first.Other()] = a.players[0], a.players[1]
	p.game.limits[first], p.game.limits[first.Other()] = a.limits[0], a.limits[1]
	for _, m := range o.Moves {
		if _, err := p.line.Play(m); err != nil {
			return nil, fmt.Errorf("match: the opening of game %d: %w", number, err)
		}
	}
	for _, side := range []board.Colour{board.White, board.Black} {
		limit := p.game.limits[side]
		p.clocks[side] = newSideClock(limit, side, p.line.Position().Side)
		if err := p.players[side].Ready(ctx, &player.Setup{Number: number, Start: o.Start, Side: side, Limit: limit}); err != nil {
			return p.forfeit(ctx, side, err)
		}
	}
	for !a.ended(p) {
		side := p.line.Position().Side
		asked := time.Now()
		if err := a.turn(ctx, p, side); err != nil {
			var f *player.Fault
			if errors.As(err, &f) {
				err = a.host.excuse(f, asked)
			}
			return p.forfeit(ctx, side, err)
		}
	}
	p.finish()
	return p.game, nil
}

// turn asks a player for its move and plays it. A *player.Fault is the player's own.
func (a *arbiter) turn(ctx context.Context, p *round, side board.Colour) error {
	own, other := p.clocks[side], p.clocks[side.Other()]
	q := &player.Turn{Line: p.line, Side: side, Limit: own.limit, MovesToGo: own.movesToGo()}
	q.Left[side], q.Left[side.Other()] = own.left(), other.left()
	if other.limit.Control.None() {
		q.Left[side.Other()] = own.left() // the opponent has no clock; it has to be given a number
	}
	allowed, timed := own.allowance()
	q.Wait = allowed + a.margin
	if !timed {
		q.Wait = a.patience
	}
	move, err := p.players[side].Move(ctx, q)
	switch {
	case ctx.Err() != nil:
		// The match was broken off: our engine then answers at once, without
		// thought, and programs die. Clocks have no part in this context.
		return ctx.Err()
	case err != nil:
		return err
	case timed && move.Took > q.Wait:
		return player.Faultf(player.TimeLoss, "took %v, had %v", move.Took.Round(time.Millisecond), allowed.Round(time.Millisecond))
	case move.Resigns:
		p.game.Result, p.game.Ending = rules.Wins(side.Other()), Resignation
		p.game.Why = side.Name() + " resigns"
		return nil
	case len(move.Text) > 20:
		return player.Faultf(player.IllegalMove, "plays %.80q, which is not a move", move.Text)
	}
	if _, err := p.line.PlayText(move.Text); err != nil {
		at := p.line.Position()
		return player.Faultf(player.IllegalMove, "plays %q: %v, in %v", move.Text, err, a.rules.Guide().FormatPosition(&at))
	}
	for _, c := range p.clocks {
		c.press(move.Took)
	}
	if move.Scored {
		p.judge.Score(side, move.Score)
	} else {
		p.judge.NoScore()
	}
	e := evaluation{score: move.Score, depth: move.Depth, scored: move.Scored}
	if timed {
		e.took = move.Took
	}
	if !own.limit.Control.None() {
		e.left, e.timed = own.left(), true
	}
	p.game.evals = append(p.game.evals, e)
	return nil
}

// ended reports whether the game has ended, and how. Draws that may be claimed
// are: programs differ in whether they claim them.
func (a *arbiter) ended(p *round) bool {
	g := p.game
	if g.Result != rules.Ongoing {
		return true
	}
	switch o := p.line.Outcome(); {
	case o.Over():
		g.Result, g.Ending, g.Why = o.Result, Ending(o.Reason), o.String()
	case len(o.Claim) > 0:
		g.Result, g.Ending, g.Why = rules.Draw, Ending(o.Claim[0]), o.String()
	default:
		p.adjudicate()
	}
	return g.Result != rules.Ongoing
}

func (p *round) adjudicate() {
	g := p.game
	how, result := p.judge.Verdict(p.line.Ply())
	switch how {
	case adjudication.TooLong:
		g.Why = fmt.Sprintf("a draw: %d half-moves have been played", p.line.Ply())
	case adjudication.Won:
		winner := board.White
		if result == rules.BlackWins {
			winner = board.Black
		}
		g.Why = winner.Name() + " wins: both players have scored it as won for long"
	case adjudication.Drawn:
		g.Why = "a draw: both players have scored it as equal for long"
	default:
		return
	}
	g.Result, g.Ending = result, Ending(how)
}

// forfeit ends a game in which a player could not go on.
func (p *round) forfeit(ctx context.Context, side board.Colour, err error) (*Game, error) {
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	var f *player.Fault
	if !errors.As(err, &f) {
		return nil, err
	}
	p.players[side].Stop() // it starts again with the next game
	p.game.Fault = f
	p.game.Result, p.game.Ending = rules.Wins(side.Other()), Ending(f.Kind)
	p.game.Why = side.Name() + " forfeits: " + f.Error()
	p.finish()
	return p.game, nil
}

// finish reports the result to the players and saves the moves.
func (p *round) finish() {
	p.game.Moves = p.line.Moves()
	for _, one := range p.players {
		one.Over(p.game.Result, p.game.Why)
	}
}

// quit ends both players.
func (a *arbiter) quit() {
	for _, p := range a.players {
		p.Quit()
	}
}

// sideClock is the clock of one side. Sides may have limits of their own, so
// each has a clock to itself, on which both press and only its own time counts.
type sideClock struct {
	limit player.Limit
	side  board.Colour
	clock *clock.Clock
}

// newSideClock returns the clock of a side in a game in which one moves first.
func newSideClock(l player.Limit, side, first board.Colour) *sideClock {
	return &sideClock{l, side, clock.New(l.Control, first)}
}

// left returns the time left at the beginning of the turn.
func (c *sideClock) left() time.Duration { return c.clock.Left(c.side, time.Time{}) }

// movesToGo returns how many moves the time left is for, 0 for all.
func (c *sideClock) movesToGo() int { return c.clock.MovesToGo(c.side) }

// allowance is how long the next move may take; false if nothing bounds it.
func (c *sideClock) allowance() (time.Duration, bool) {
	running, fixed := !c.limit.Control.None(), c.limit.MoveTime > 0
	switch {
	case running && fixed:
		return min(c.left(), c.limit.MoveTime), true
	case running:
		return c.left(), true
	}
	return c.limit.MoveTime, fixed
}

// press ends a turn of either side that took so long. Time between turns is
// nobody's. A move that was late within the margin leaves nothing, not less.
func (c *sideClock) press(took time.Duration) {
	var began time.Time
	c.clock.Start(began)
	c.clock.Press(began.Add(took))
}
