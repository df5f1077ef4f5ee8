package game

import (
	"fmt"
	"time"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/internal/play/clock"
	"github.com/tainchess/tain/notation/pgn"
	"github.com/tainchess/tain/rules"
)

// Fold returns the game that results from a list of events. It returns an error if the list is not a valid
// game.
func Fold(find pgn.Finder, events []Event) (*Game, error) {
	if len(events) == 0 || events[0].Type != Created || events[0].Start == nil {
		return nil, fmt.Errorf("game: the first of %d events is not the start of a game", len(events))
	}
	s := *events[0].Start
	r, ok := find(s.Variant)
	if !ok {
		return nil, fmt.Errorf("game: %s: unknown rule set %q", s.ID, s.Variant)
	}
	// A local game may start from a position without kings.
	p, err := r.Guide().ParsePosition(s.Position, rules.ParseOptions{AllowNoKing: s.Local})
	if err != nil {
		return nil, fmt.Errorf("game: %s: invalid starting position: %w", s.ID, err)
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
	g.clock.Start(time.UnixMilli(g.created))
	g.judge(events[0].At)
	for i, e := range events[1:] {
		if err := g.apply(e); err != nil {
			return nil, fmt.Errorf("game: event %d of %s: %w", i+2, s.ID, err)
		}
	}
	return g, nil
}

// Apply adds events. It only checks that moves are legal and that the game stays consistent; [Game.Decide]
// checks whether a player may act. After an error the game must not be used.
func (g *Game) Apply(events ...Event) error {
	for _, e := range events {
		if err := g.apply(e); err != nil {
			return err
		}
	}
	return nil
}

func (g *Game) apply(e Event) error {
	if !g.fits(e) {
		return fmt.Errorf("event %q is not possible now", e.Type)
	}
	switch e.Type {
	case Joined, Seated:
		if e.Player == nil || e.Side != White && e.Side != Black || e.Type == Joined && !g.seats[e.Side.Colour()].Free() {
			return fmt.Errorf("nobody can take the seat %q", e.Side)
		}
		g.seats[e.Side.Colour()] = *e.Player
		if e.Type == Joined {
			g.clock.Start(time.UnixMilli(e.At))
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
			return fmt.Errorf("cannot take back from %d moves to %d", g.Ply(), e.Ply)
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
		g.clock.Forgive(millis(e.Given))
		total := Refund{Side: e.Side, Time: e.Given}
		if g.refund != nil {
			total.Time += g.refund.Time
		}
		g.refund = &total
	case Paused:
		g.clock.Stop(time.UnixMilli(e.At))
		if e.Clocks != nil {
			g.clock.Set(clock.Times{millis(e.Clocks.White), millis(e.Clocks.Black)})
		}
	case Resumed:
		g.clock.Start(time.UnixMilli(e.At))
	default:
		return fmt.Errorf("unknown event type %q", e.Type)
	}
	if e.Side == White || e.Side == Black {
		g.acted[e.Side.Colour()] = e.At
	}
	g.events++
	g.updated = e.At
	return nil
}

// fits reports whether an event is possible in the current state of the game.
func (g *Game) fits(e Event) bool {
	switch e.Type {
	case Seated, Paused, Resumed, Noted:
		return g.start.Local && (e.Type == Seated || !g.Over())
	case TakenBack:
		return !g.Over() || g.start.Local
	case Moved:
		// A game record may continue after a draw.
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
		return fmt.Errorf("move %q: %w", e.Move, err)
	}
	m := PlayedMove{Move: played.Move, UCI: uci, SAN: g.rules.Guide().FormatSAN(&before, played.Move), Hash: played.Next.Hash, At: e.At}
	at := time.UnixMilli(e.At)
	g.forgive(mover, e.Given)
	if e.Clock != nil {
		g.clock.PressWith(millis(*e.Clock), at)
	} else {
		g.clock.Press(at)
	}
	if g.start.Control != nil {
		left := g.clock.Left(mover, at).Milliseconds()
		m.Clock = &left
	}
	g.acted[mover] = e.At
	g.moves, g.result, g.refund = append(g.moves, m), nil, nil
	g.redone(uci)
	g.offers.Takeback = Nobody
	if g.offers.Draw == SideOf(mover.Other()) {
		g.offers.Draw = Nobody
	}
	g.judge(e.At)
	return nil
}

// play adds an event's move to the line, and returns it with its UCI notation. It parses the move unless
// [Game.Decide] has parsed it.
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

// redone updates the list of moves that can be redone, now that move has been played. If it is the next move
// on the list, redone removes it from the list; otherwise it empties the list.
func (g *Game) redone(move string) {
	if n := len(g.undone); n > 0 && g.undone[n-1] == move {
		g.undone = g.undone[:n-1]
	} else {
		g.undone = nil
	}
}

// takeBack returns to an earlier position, or from the end of the game to its last position. Offers lapse,
// because they were made in another position.
func (g *Game) takeBack(e Event) {
	flagged := g.result != nil && g.result.Reason == rules.Time
	for n := g.Ply(); n > e.Ply; n-- {
		g.line.Undo()
		if g.start.Local {
			g.undone = append(g.undone, g.moves[n-1].UCI)
		}
	}
	g.clock.Back(e.Ply, time.UnixMilli(e.At))
	if flagged && e.Ply == g.Ply() {
		g.clock.Halt() // otherwise the flag would fall again immediately
	}
	g.moves, g.result, g.refund = g.moves[:e.Ply:e.Ply], nil, nil
	g.takebacks++
	g.offers = Offers{}
	clear(g.settled)
	g.judge(e.At)
}

// end applies an event that ends the game.
func (g *Game) end(e Event) error {
	why := rules.Reason(e.Reason)
	switch {
	case e.Type == Noted:
		result := rules.Result(e.Reason)
		if result != rules.WhiteWins && result != rules.BlackWins && result != rules.Draw {
			return fmt.Errorf("invalid result %q of a recorded game", e.Reason)
		}
		g.finish(Result{Result: result, Reason: recorded}, e.At)
		return nil
	case e.Type == Gone:
		g.abandon(e)
		return nil
	case e.Type == Aborted && why == Stopped:
		g.finish(Result{Result: rules.Ongoing, Reason: Stopped}, e.At)
		return nil
	case e.Type != Claimed:
		why = reasons[e.Type]
	}
	p := g.line.Position()
	o, ok := rules.Ending(g.rules, &p, why, e.Side.Colour())
	if !ok {
		return fmt.Errorf("invalid reason %q for the end of a game", e.Reason)
	}
	g.finish(Result{Result: o.Result, Reason: o.Reason, Side: e.Side}, e.At)
	return nil
}

// abandon ends a game that a player has left. It is a draw if a draw was claimed, or if the opponent
// cannot mate.
func (g *Game) abandon(e Event) {
	p, result := g.line.Position(), rules.Draw
	if other := e.Side.Other().Colour(); e.Reason != drawn && rules.MayMate(g.rules, &p, other) {
		result = rules.Wins(other)
	}
	g.finish(Result{Result: result, Reason: Abandoned, Side: e.Side}, e.At)
}

// judge ends the game if the rules end it in the current position, and records which draws may be
// claimed.
func (g *Game) judge(at int64) {
	o := g.line.Outcome()
	g.claim = o.Claim
	if o.Over() {
		g.finish(resultOf(o, g.Turn()), at)
	}
}

// finish ends the game. The last turn's time is counted, and offers lapse.
func (g *Game) finish(r Result, at int64) {
	clear(g.settled)
	g.clock.Stop(time.UnixMilli(at))
	g.result, g.ended, g.claim, g.offers, g.refund = &r, at, nil, Offers{}, nil
}
