package game

import (
	"slices"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/internal/play/clock"
	"github.com/tainchess/tain/rules"
)

// Snapshot is the state of a game as one viewer sees it at a given time.
type Snapshot struct {
	ID        string
	Rules     rules.Rules
	Start     board.Position
	LastMove  string       // the move that led to the starting position, in UCI notation, if known
	Moves     []PlayedMove // shared; must not be modified
	Position  board.Position
	Key       string // hash of the current position, as text
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
	Claim     []rules.Reason // reasons for which the side to move may claim a draw
	Open      bool
	Rated     bool
	Keep      int    // days for which the game stays open while its creator is away
	Next      string // ID of the rematch
	Created   int64
	Refund    *Refund // shown until the next move
}

// EndedOffer is an offer that one side made and either withdrew or saw declined.
type EndedOffer struct {
	What   Subject
	Of, By Side
}

// Undo is the number of moves that remain after a takeback by each colour, or -1 if there is nothing to take
// back.
type Undo [2]int

// Step is the last move of a game with the positions before and after it.
type Step struct {
	Game          string
	Rules         rules.Rules
	Before, After board.Position
	Ply           int // after the move
	Move          PlayedMove
	Clocks        *Clocks
	Undo          Undo
	Claim         []rules.Reason
}

// Snapshot returns the game as the viewer at a seat sees it at a given time. The caller adds the players'
// presence and any invitation.
func (g *Game) Snapshot(seat Side, now int64) Snapshot {
	p := g.line.Position()
	s := Snapshot{
		ID: g.start.ID, Rules: g.rules, Start: g.line.Start(), LastMove: g.start.LastMove,
		Moves: slices.Clip(g.moves), Position: p, Key: KeyText(p.Hash), Ply: g.Ply(), Takebacks: g.takebacks, Turn: SideOf(p.Side),
		Players: PlayersOf(g.seats, [2]bool{}), Control: g.start.Control, Clocks: g.Clocks(now), Offers: g.offers,
		Ended: g.endedOffers(), Undo: g.undo(), Result: g.result, Claim: g.Claim(), Open: g.start.Open, Keep: g.start.Keep, Rated: g.start.Rated,
		Next: g.next, Created: g.created, Refund: g.refund,
	}
	g.Personalise(&s, seat)
	return s
}

// Known returns how many of the current moves a client has, given the numbers of moves and takebacks it has
// seen: 0 if moves have been taken back since.
func (g *Game) Known(ply, takebacks int) int {
	if takebacks != g.takebacks || ply < 0 || ply > g.Ply() {
		return 0
	}
	return ply
}

// Personalise fills in the parts of a snapshot that depend on the viewer: the seat, and the barred offers.
func (g *Game) Personalise(s *Snapshot, seat Side) {
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

// undoneBy returns the number of moves that remain after a takeback by a side.
func (g *Game) undoneBy(side Side) (int, bool) {
	d := decision{Game: g, seat: side, me: side}
	if g.start.Local {
		events, err := d.undo(Takeback{Ply: g.Ply(), Takebacks: g.takebacks, Do: Offer})
		if err != nil {
			return 0, false
		}
		return events[0].Ply, true
	}
	if g.Over() || g.Waiting() || g.start.Rated {
		return 0, false
	}
	if g.seats[0].Session.Same(g.seats[1].Session) {
		d.seat = Both
	}
	ply, err := d.undoneTo(side.Colour())
	return ply, err == nil
}

// LastStep returns the last move, with the clocks at a given time. At least one move must have been
// played.
func (g *Game) LastStep(now int64) *Step {
	before, _ := g.line.At(g.Ply() - 1)
	return &Step{
		Game: g.start.ID, Rules: g.rules, Before: before, After: g.line.Position(), Ply: g.Ply(), Move: g.moves[len(g.moves)-1],
		Clocks: g.Clocks(now), Undo: g.undo(), Claim: g.Claim(),
	}
}
