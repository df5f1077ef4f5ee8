package game

import (
	"slices"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/internal/protocol/wire"
	"github.com/tainchess/tain/rules"
)

// Snapshot returns the game as the one at a seat sees it at a moment. Who
// watches, and to whom else a seat may be given, is for those who know it.
func (g *Game) Snapshot(seat Side, now int64) wire.Snapshot {
	p := g.line.Position()
	info, guide := g.rules.Info(), g.rules.Guide()
	first := g.line.Start()
	s := wire.Snapshot{
		ID: g.start.ID, Variant: info.Name, OwnRules: OwnRules(info), Start: guide.FormatPosition(&first), LastMove: g.start.LastMove,
		Moves: g.sharedMoves(), Position: guide.FormatPosition(&p), Key: keyText(&p),
		Ply: g.Ply(), Takebacks: g.takebacks, Turn: wire.SideOf(p.Side), Players: PlayersOf(g.seats, [2]bool{}),
		Control: g.start.Control, Clocks: g.Clocks(now), Offers: g.offers, Ended: g.endedOffers(), Undo: g.undo(), Result: g.result.Wire(),
		Claim: g.claims(), Open: g.start.Open, Keep: g.start.Keep, Next: g.next, Created: g.created, Returned: g.Returned(),
	}
	g.Address(&s, seat)
	return s
}

// sharedMoves returns the moves without copying them. They never change: moves
// are only added, and after a takeback they are written elsewhere.
func (g *Game) sharedMoves() []wire.PlayedMove {
	if len(g.moves) == 0 {
		return []wire.PlayedMove{}
	}
	return slices.Clip(g.moves)
}

// Known returns how many of the moves somebody has who has seen so many, and so
// many takebacks: none where moves were taken back since.
func (g *Game) Known(ply, takebacks int) int {
	if takebacks != g.takebacks || ply < 0 || ply > g.Ply() {
		return 0
	}
	return ply
}

// OwnRules returns what is told of a rule set that somebody has written, nothing
// of one that comes with the program.
func OwnRules(info *rules.Info) wire.OwnRules {
	if info.Definition == "" {
		return wire.OwnRules{}
	}
	return wire.OwnRules{Definition: info.Definition, Hash: info.Hash, Title: info.Title, Differences: info.Differences, DifferencesSaid: info.DifferenceMessages}
}

// Address makes a snapshot that of the one at a seat: who it is, and what may
// not be offered.
func (g *Game) Address(s *wire.Snapshot, seat Side) {
	s.Seat, s.Barred = seat, nil
	for _, what := range subjects {
		if g.bars(what, seat) {
			s.Barred = append(s.Barred, what)
		}
	}
}

// endedOffers returns the offers that were declined or withdrawn, for as long
// as they may not be made anew.
func (g *Game) endedOffers() []wire.EndedOffer {
	var list []wire.EndedOffer
	for _, what := range subjects {
		for _, side := range []Side{White, Black} {
			if g.bars(what, side) {
				list = append(list, wire.EndedOffer{What: what, Of: side, By: g.settled[settled{what, side}].by})
			}
		}
	}
	return list
}

// undo returns to how many moves a takeback by each side would lead.
func (g *Game) undo() wire.Undo {
	var u wire.Undo
	for side, at := range map[Side]**int{White: &u.White, Black: &u.Black} {
		if ply, ok := g.undoneBy(side); ok {
			*at = &ply
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

// claims returns the reasons for which the side to move may claim a draw.
func (g *Game) claims() []string {
	var claims []string
	for _, reason := range g.claim {
		claims = append(claims, string(reason))
	}
	return claims
}

// PlayersOf returns the seats as others see them, and who of them is here.
func PlayersOf(seats [2]Seat, here [2]bool) wire.Players {
	return wire.Players{White: seats[board.White].Info(here[board.White]), Black: seats[board.Black].Info(here[board.Black])}
}

// LastMoveMessage returns the message about the last move.
func (g *Game) LastMoveMessage(now int64) wire.MoveMessage {
	p := g.line.Position()
	return wire.MoveMessage{
		Type: "move", Game: g.start.ID, Ply: g.Ply(), Move: g.moves[len(g.moves)-1],
		Position: g.rules.Guide().FormatPosition(&p), Clocks: g.Clocks(now), Undo: g.undo(), Claim: slices.Clip(g.claims()),
	}
}
