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

// arbiter runs the games between two players, one at a time.
type arbiter struct {
	rules   rules.Rules
	players [2]player.Player // a and b
	limits  [2]player.Limit  // limits of a and b
	margin  time.Duration
	// patience is the timeout for replies that no clock limits.
	patience     time.Duration
	adjudication adjudication.Policy
	host         *host // nil means none
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

// round is a running game.
type round struct {
	game    *Game
	line    *rules.Line
	players [2]player.Player // by colour
	clocks  [2]*sideClock
	judge   adjudication.Judge
}

// play plays a game to its end. It returns an error if the context ended or the match cannot continue.
func (a *arbiter) play(ctx context.Context, number int, o Opening) (*Game, error) {
	p := &round{game: &Game{Number: number, Opening: o, date: time.Now()}, line: rules.NewLine(a.rules, o.Start),
		judge: adjudication.Judge{Policy: a.adjudication}}
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
		if err := p.players[side].Ready(ctx,
			&player.Setup{Number: number, Start: o.Start, Side: side, Limit: limit}); err != nil {
			return p.forfeit(ctx, side, err)
		}
	}
	for !a.ended(p) {
		side := p.line.Position().Side
		began := time.Now()
		if err := a.turn(ctx, p, side); err != nil {
			var f *player.Fault
			if errors.As(err, &f) {
				err = a.host.excuse(f, began)
			}
			return p.forfeit(ctx, side, err)
		}
	}
	p.finish()
	return p.game, nil
}

// turn requests a move from a player and plays it. If the error is a *player.Fault, the player forfeits the
// game.
func (a *arbiter) turn(ctx context.Context, p *round, side board.Colour) error {
	own, other := p.clocks[side], p.clocks[side.Other()]
	q := &player.Turn{Line: p.line, Side: side, Limit: own.limit, MovesToGo: own.movesToGo()}
	q.Left[side], q.Left[side.Other()] = own.left(), other.left()
	if other.limit.Control.None() {
		q.Left[side.Other()] = own.left() // protocols need a number even if the opponent has no clock
	}
	allowed, timed := own.allowance()
	q.Wait = allowed + a.margin
	if !timed {
		q.Wait = a.patience
	}
	move, err := p.players[side].Move(ctx, q)
	switch {
	case ctx.Err() != nil:
		// The match was interrupted: our engine returns immediately, and programs are killed. This context
		// does not end when a clock runs out.
		return ctx.Err()
	case err != nil:
		return err
	case timed && move.Took > q.Wait:
		return player.Faultf(player.TimeLoss, "took %v, had %v", move.Took.Round(time.Millisecond),
			allowed.Round(time.Millisecond))
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
	e := PlayedMove{Score: move.Score, Depth: move.Depth, Scored: move.Scored}
	if timed {
		e.Took = move.Took
	}
	if !own.limit.Control.None() {
		e.Left, e.Timed = own.left(), true
	}
	p.game.evals = append(p.game.evals, e)
	return nil
}

// ended reports whether the game has ended, and records the reason. The arbiter claims every draw that can be
// claimed, because not all programs do.
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
		g.Why = winner.Name() + " wins: both players have scored it as won for a long time"
	case adjudication.Drawn:
		g.Why = "a draw: both players have scored it as equal for a long time"
	default:
		return
	}
	g.Result, g.Ending = result, Ending(how)
}

// forfeit ends a game with a loss for the player that failed, and returns the game. It returns an error if
// the context ended or err is not a fault.
func (p *round) forfeit(ctx context.Context, side board.Colour, err error) (*Game, error) {
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	var f *player.Fault
	if !errors.As(err, &f) {
		return nil, err
	}
	p.players[side].Stop() // it is started again for the next game
	p.game.Fault = f
	p.game.Result, p.game.Ending = rules.Wins(side.Other()), Ending(f.Kind)
	p.game.Why = side.Name() + " forfeits: " + f.Error()
	p.finish()
	return p.game, nil
}

// finish records the moves and reports the result to the players.
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

// sideClock is the clock for one side. The two sides may have different limits, so each has a separate clock.
// Moves by either side press it, but only the time of its own side counts.
type sideClock struct {
	limit player.Limit
	side  board.Colour
	clock *clock.Clock
}

// newSideClock returns a side's clock for a game in which the side given by first moves first.
func newSideClock(l player.Limit, side, first board.Colour) *sideClock {
	return &sideClock{l, side, clock.New(l.Control, first)}
}

// left returns the remaining time at the start of a turn.
func (c *sideClock) left() time.Duration { return c.clock.Left(c.side, time.Time{}) }

// movesToGo returns the number of moves until the next time control, or 0 if there is none.
func (c *sideClock) movesToGo() int { return c.clock.MovesToGo(c.side) }

// allowance returns the time available for the next move and true, or false if it is unlimited.
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

// press ends a turn, by either side, that took the given time. The time between turns does not count. A move
// that is late but within the margin leaves only the time that the move adds.
func (c *sideClock) press(took time.Duration) {
	var began time.Time
	c.clock.Start(began)
	c.clock.Press(began.Add(took))
}
