package game

import (
	"slices"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/internal/play/clock"
	"github.com/tainchess/tain/rules"
)

// Snapshot is a whole game as one viewer sees it at a time.
type Snapshot struct {
	ID        string
	Rules     rules.Rules
	Start     board.Position
	LastMove  string       // the move that led to the start, in UCI notation, if it is known
	Moves     []PlayedMove // shared, so it must not be changed
	Position  board.Position
	Key       string // of the position
	Ply       int
	Takebacks int
	Turn      Side
	Players   Players
	Seat      Side // of the viewer
	Control   *clock.Control
	Clocks    *Clocks // nil without a clock
	Offers    Offers
	Barred    []Subject    // offers that the viewer may not make before moving again
	Ended     []EndedOffer // declined or withdrawn offers that may not be repeated yet
	Undo      Undo
	Result    *Result
	Claim     []rules.Reason // for which the side to move may claim a draw
	Open      bool
	Keep      int    // for how many days it stays open while its maker is away
	Next      string // id of the rematch
	Created   int64
	Refund    *Refund // until the next move
}

// EndedOffer is an offer of one side that was withdrawn by it or declined by the
// other.
type EndedOffer struct {
	What   Subject
	Of, By Side
}

// Undo is the number of moves left after a takeback by each colour, -1 if there is
// nothing to take back.
type Undo [2]int

// Step is the last move of a game with the positions before and after it.
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

// Snapshot returns the game as the viewer at a seat sees it at a time. The caller
// adds who is present and any invitation.
func (g *Game) Snapshot(seat Side, now int64) Snapshot {
	p := g.line.Position()
	s := Snapshot{
		ID: g.start.ID, Rules: g.rules, Start: g.line.Start(), LastMove: g.start.LastMove,
		Moves: slices.Clip(g.moves), Position: p, Key: KeyText(p.Hash), Ply: g.Ply(), Takebacks: g.takebacks, Turn: SideOf(p.Side),
		Players: PlayersOf(g.seats, [2]bool{}), Control: g.start.Control, Clocks: g.Clocks(now), Offers: g.offers,
		Ended: g.endedOffers(), Undo: g.undo(), Result: g.result, Claim: g.Claim(), Open: g.start.Open, Keep: g.start.Keep,
		Next: g.next, Created: g.created, Refund: g.refund,
	}
	g.Address(&s, seat)
	return s
}

// Known returns how many of the current moves a client has that has seen a number of
// moves and takebacks: none if moves were taken back since.
func (g *Game) Known(ply, takebacks int) int {
	if takebacks != g.takebacks || ply < 0 || ply > g.Ply() {
		return 0
	}
	return ply
}

// Address fills in the parts of a snapshot that depend on the viewer: the seat, and
// the offers that are barred.
func (g *Game) Address(s *Snapshot, seat Side) {
	s.Seat, s.Barred = seat, nil
	for _, what := range subjects {
		if g.bars(what, seat) {
			s.Barred = append(s.Barred, what)
		}
	}
}

// endedOffers returns the offers that were declined or withdrawn and may not be
// repeated yet.
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

func (g *Game) undo() Undo {
	u := Undo{-1, -1}
	for c := range u {
		if ply, ok := g.undoneBy(SideOf(board.Colour(c))); ok {
			u[c] = ply
		}
	}
	return u
}

// undoneBy returns the number of moves left after a takeback by a side.
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

// LastStep returns the last move. There must be one.
func (g *Game) LastStep(now int64) *Step {
	before, _ := g.line.At(g.Ply() - 1)
	return &Step{
		Game: g.start.ID, Rules: g.rules, Before: before, After: g.line.Position(), Ply: g.Ply(), Move: g.moves[len(g.moves)-1],
		Clocks: g.Clocks(now), Undo: g.undo(), Claim: g.Claim(),
	}
}
