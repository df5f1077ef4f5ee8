package game

import (
	"fmt"
	"time"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/internal/play/clock"
	"github.com/tainchess/tain/notation/pgn"
	"github.com/tainchess/tain/rules"
)

// Fold returns the game that events lead to. An error means that they are not
// those of a game.
func Fold(find pgn.Finder, events []Event) (*Game, error) {
	if len(events) == 0 || events[0].Type != Created || events[0].Start == nil {
		return nil, fmt.Errorf("game: a list of %d events that does not begin with the start of a game", len(events))
	}
	s := *events[0].Start
	r, ok := find(s.Variant)
	if !ok {
		return nil, fmt.Errorf("game: %s is played by %q, which is no known rule set", s.ID, s.Variant)
	}
	// At one screen a position may also be studied.
	p, err := r.Guide().ParsePosition(s.Position, rules.ParseOptions{AllowNoKing: s.Local})
	if err != nil {
		return nil, fmt.Errorf("game: %s starts where no game can: %w", s.ID, err)
	}
	control := clock.Control{}
	if s.Control != nil {
		control = *s.Control
	}
	control.Free = FreePlies
	g := &Game{
		rules: r, start: s, seats: [2]Seat{s.White, s.Black},
		line: rules.NewLine(r, p), clock: clock.New(control, p.Side),
		created: events[0].At, updated: events[0].At, events: 1,
		settled: map[settled]ending{}, quota: [2]int64{lagQuota, lagQuota},
	}
	g.clock.Start(moment(g.created))
	g.judge(events[0].At)
	for i, e := range events[1:] {
		if err := g.Apply(e); err != nil {
			return nil, fmt.Errorf("game: event %d of %s: %w", i+2, s.ID, err)
		}
	}
	return g, nil
}

// Apply adds an event. It checks no more than it must to stay a game: what may
// happen is for [Game.Decide]. After an error the game is not to be used.
func (g *Game) Apply(e Event) error {
	if !g.fits(e) {
		return fmt.Errorf("%s does not happen at this stage", e.Type)
	}
	switch e.Type {
	case Joined, Seated:
		if e.Player == nil || e.Side != White && e.Side != Black || e.Type == Joined && !g.seats[e.Side.Colour()].Free() {
			return fmt.Errorf("nobody can join as %q", e.Side)
		}
		g.seats[e.Side.Colour()] = *e.Player
		if e.Type == Joined {
			g.clock.Start(moment(e.At))
		}
	case Moved:
		if err := g.move(e); err != nil {
			return err
		}
	case Offered:
		if offer := g.offer(e.What); offer != nil {
			*offer = e.Side
		}
	case Declined, Withdrawn:
		if offer := g.offer(e.What); offer != nil {
			g.settled[settled{e.What, *offer}] = ending{g.Ply(), e.Side}
			*offer = Nobody
		}
	case TakenBack:
		if e.Ply < 0 || e.Ply > g.Ply() || e.Ply == g.Ply() && (!g.Over() || g.result.OfPosition()) {
			return fmt.Errorf("of %d moves all but %d cannot be taken back", g.Ply(), e.Ply)
		}
		g.takeBack(e)
	case Resigned, Flagged, Agreed, Claimed, Aborted, Noted, Lengthy, Gone:
		if err := g.end(e); err != nil {
			return err
		}
	case Rematched:
		g.next = e.Next
		g.offers.Rematch = Nobody
	case Returned:
		g.clock.Forgive(time.Duration(e.Given) * time.Millisecond)
		total := e
		if g.returned != nil {
			total.Given += g.returned.Given
		}
		g.returned = &total
	case Paused:
		g.clock.Stop(moment(e.At))
		if e.Clocks != nil {
			g.clock.Set(clock.Times{time.Duration(e.Clocks.White) * time.Millisecond, time.Duration(e.Clocks.Black) * time.Millisecond})
		}
	case Resumed:
		g.clock.Start(moment(e.At))
	default:
		return fmt.Errorf("there is no event called %q", e.Type)
	}
	if e.Side == White || e.Side == Black {
		g.acted[e.Side.Colour()] = e.At
	}
	g.events++
	g.updated = e.At
	return nil
}

// fits reports whether an event may happen before or after the end, whichever
// it is, and in a game of this sort.
func (g *Game) fits(e Event) bool {
	switch e.Type {
	case Seated, Paused, Resumed, Noted:
		return g.start.Local && (e.Type == Seated || !g.Over())
	case TakenBack:
		return !g.Over() || g.start.Local
	case Moved:
		// The record of a game may go on past a draw.
		return !g.Over() || g.start.Local && g.result.OfPosition()
	case Rematched:
		return g.Over()
	case Returned:
		return !g.Over() && e.Given >= 0
	}
	return g.Over() == (e.What == OfRematch)
}

func (g *Game) move(e Event) error {
	before, mover := g.line.Position(), g.Turn()
	played, uci, err := g.play(&before, e)
	if err != nil {
		return fmt.Errorf("the move %q: %w", e.Move, err)
	}
	m := PlayedMove{Move: played.Move, UCI: uci, SAN: g.rules.Guide().FormatSAN(&before, played.Move), Hash: played.Next.Hash, At: e.At}
	at := moment(e.At)
	g.forgive(mover, e.Given)
	if e.Clock != nil {
		g.clock.PressWith(time.Duration(*e.Clock)*time.Millisecond, at)
	} else {
		g.clock.Press(at)
	}
	if g.start.Control != nil {
		left := g.clock.Left(mover, at).Milliseconds()
		m.Clock = &left
	}
	g.acted[mover] = e.At
	g.moves, g.result, g.returned = append(g.moves, m), nil, nil
	g.redone(uci)
	g.offers.Takeback = Nobody
	if g.offers.Draw == SideOf(mover.Other()) {
		g.offers.Draw = Nobody
	}
	g.judge(e.At)
	return nil
}

// play adds the move of an event to the line, and returns it with its UCI
// notation. Only a move that was read from where it is stored has to be parsed.
func (g *Game) play(before *board.Position, e Event) (played rules.Played, uci string, err error) {
	if e.parsed != board.NoMove {
		played, err = g.line.Play(e.parsed)
		return played, e.Move, err
	}
	played, err = g.line.PlayText(e.Move)
	if err != nil {
		return played, "", err
	}
	return played, g.rules.Guide().FormatUCI(before, played.Move), nil
}

// redone forgets what was taken back, but for what is played again.
func (g *Game) redone(move string) {
	if n := len(g.undone); n > 0 && g.undone[n-1] == move {
		g.undone = g.undone[:n-1]
	} else {
		g.undone = nil
	}
}

// takeBack returns to an earlier position, or from the end of the game to its
// last one. An offer of a draw was made in another one, and lapses.
func (g *Game) takeBack(e Event) {
	flagged := g.result != nil && g.result.Reason == rules.Time
	for n := g.Ply(); n > e.Ply; n-- {
		g.line.Undo()
		if g.start.Local {
			g.undone = append(g.undone, g.moves[n-1].UCI)
		}
	}
	g.clock.Back(e.Ply, moment(e.At))
	if flagged && e.Ply == g.Ply() {
		g.clock.Halt() // the flag might fall again before anybody can do anything about it
	}
	g.moves, g.result, g.returned = g.moves[:e.Ply:e.Ply], nil, nil
	g.takebacks++
	g.offers = Offers{}
	clear(g.settled)
	g.judge(e.At)
}

// end applies an event that ends the game.
func (g *Game) end(e Event) error {
	if e.Type == Noted {
		switch result := rules.Result(e.Reason); result {
		case rules.WhiteWins, rules.BlackWins, rules.Draw:
			g.finish(Result{Result: result, Reason: Recorded}, e.At)
			return nil
		}
		return fmt.Errorf("no game ends with %q", e.Reason)
	}
	if e.Type == Gone {
		g.abandon(e)
		return nil
	}
	why := rules.Reason(e.Reason)
	if e.Type == Aborted && why == Stopped {
		g.finish(Result{Result: rules.Ongoing, Reason: Stopped}, e.At)
		return nil
	}
	if e.Type != Claimed {
		why = reasons[e.Type]
	}
	p := g.line.Position()
	o, ok := rules.Ending(g.rules, &p, why, e.Side.Colour())
	if !ok {
		return fmt.Errorf("no game ends by %q", e.Reason)
	}
	g.finish(Result{Result: o.Result, Reason: o.Reason, Side: e.Side}, e.At)
	return nil
}

// abandon ends a game whose player is gone. It is a draw if that was claimed, or
// if the other cannot mate.
func (g *Game) abandon(e Event) {
	p, result := g.line.Position(), rules.Draw
	if other := e.Side.Other().Colour(); e.Reason != drawn && rules.MayMate(g.rules, &p, other) {
		result = rules.Wins(other)
	}
	g.finish(Result{Result: result, Reason: Abandoned, Side: e.Side}, e.At)
}

// judge asks the rules how the position reached stands.
func (g *Game) judge(at int64) {
	o := g.line.Outcome()
	g.claim = o.Claim
	if o.Over() {
		g.finish(resultOf(o, g.Turn()), at)
	}
}

// finish ends the game. The time of the turn it ends in counts, and offers have
// no more meaning.
func (g *Game) finish(r Result, at int64) {
	clear(g.settled)
	g.clock.Stop(moment(at))
	g.result, g.ended, g.claim, g.offers, g.returned = &r, at, nil, Offers{}, nil
}
