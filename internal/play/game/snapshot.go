package game

import (
	"slices"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/internal/play/clock"
	"github.com/tainchess/tain/rules"
)

// Snapshot is a whole game as somebody sees it at a moment.
type Snapshot struct {
	ID        string
	Rules     rules.Rules
	Start     board.Position
	LastMove  string       // what led to the start, in UCI notation, if it is known
	Moves     []PlayedMove // shared: they are not to be changed
	Position  board.Position
	Key       string // of the position
	Ply       int
	Takebacks int
	Turn      Side
	Players   Players
	Seat      Side // of the one who looks
	Control   *clock.Control
	Clocks    *Clocks // nil without a clock
	Offers    Offers
	Barred    []Subject    // what the one who looks may not offer before moving again
	Ended     []EndedOffer // offers that were ended and may not be made again yet
	Undo      Undo
	Result    *Result
	Claim     []rules.Reason // for which the side to move may claim a draw
	Open      bool
	Keep      int    // for how many days it waits while its maker is away
	Next      string // the rematch
	Created   int64
	Refund    *Refund // until the next move
}

// EndedOffer is an offer that was ended before it was accepted: withdrawn by
// the side that had made it, or declined by the other.
type EndedOffer struct {
	What   Subject
	Of, By Side
}

// Undo is to how many moves a takeback by each colour would lead, -1 if there is
// nothing to take back.
type Undo [2]int

// Step is the last move of a game and where it led.
type Step struct {
	Game          string
	Rules         rules.Rules
	Before, After board.Position
	Ply           int // after it
	Move          PlayedMove
	Clocks        *Clocks
	Undo          Undo
	Claim         []rules.Reason
}

// Snapshot returns the game as the one at a seat sees it at a moment. Who
// watches, and to whom else a seat may be given, is for those who know it.
func (g *Game) Snapshot(seat Side, now int64) Snapshot {
	p := g.line.Position()
	s := Snapshot{
		ID: g.start.ID, Rules: g.rules, Start: g.line.Start(), LastMove: g.start.LastMove,
		Moves: slices.Clip(g.moves), Position: p, Key: keyText(&p), Ply: g.Ply(), Takebacks: g.takebacks, Turn: SideOf(p.Side),
		Players: PlayersOf(g.seats, [2]bool{}), Control: g.start.Control, Clocks: g.Clocks(now), Offers: g.offers,
		Ended: g.endedOffers(), Undo: g.undo(), Result: g.result, Claim: g.Claim(), Open: g.start.Open, Keep: g.start.Keep,
		Next: g.next, Created: g.created, Refund: g.Refund(),
	}
	g.Address(&s, seat)
	return s
}

// Known returns how many of the moves somebody has who has seen so many, and so
// many takebacks: none where moves were taken back since.
func (g *Game) Known(ply, takebacks int) int {
	if takebacks != g.takebacks || ply < 0 || ply > g.Ply() {
		return 0
	}
	return ply
}

// Address makes a snapshot that of the one at a seat: who it is, and what may
// not be offered.
func (g *Game) Address(s *Snapshot, seat Side) {
	s.Seat, s.Barred = seat, nil
	for _, what := range subjects {
		if g.bars(what, seat) {
			s.Barred = append(s.Barred, what)
		}
	}
}

// endedOffers returns the offers that were declined or withdrawn, for as long
// as they may not be made anew.
func (g *Game) endedOffers() []EndedOffer {
	var list []EndedOffer
	for _, what := range subjects {
		for _, side := range []Side{White, Black} {
			if g.bars(what, side) {
				list = append(list, EndedOffer{What: what, Of: side, By: g.settled[settled{what, side}].by})
			}
		}
	}
	return list
}

// undo returns to how many moves a takeback by each side would lead.
func (g *Game) undo() Undo {
	u := Undo{-1, -1}
	for c := range u {
		if ply, ok := g.undoneBy(SideOf(board.Colour(c))); ok {
			u[c] = ply
		}
	}
	return u
}

// undoneBy returns to how many moves a takeback by a side would lead.
func (g *Game) undoneBy(side Side) (int, bool) {
	d := decision{Game: g, seat: side, me: side}
	if g.start.Local {
		events, err := d.undo(Takeback{Ply: g.Ply(), Takebacks: g.takebacks, Do: Offer})
		if err != nil {
			return 0, false
		}
		return events[0].Ply, true
	}
	if g.Over() || g.Waiting() {
		return 0, false
	}
	if g.seats[0].Session.Same(g.seats[1].Session) {
		d.seat = Both
	}
	ply, err := d.undoneTo(side.Colour())
	return ply, err == nil
}

// LastStep returns the last move, of which there must be one.
func (g *Game) LastStep(now int64) *Step {
	before, _ := g.line.At(g.Ply() - 1)
	return &Step{
		Game: g.start.ID, Rules: g.rules, Before: before, After: g.line.Position(), Ply: g.Ply(), Move: g.moves[len(g.moves)-1],
		Clocks: g.Clocks(now), Undo: g.undo(), Claim: g.Claim(),
	}
}
