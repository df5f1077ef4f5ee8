package game

import (
	"slices"

	"github.com/tainchess/tain/board"
)

// present is who watches a game.
type present struct {
	seats      [2]bool
	spectators int
}

// Snapshot returns the game as a browser may see it at a moment, with nobody
// watching.
func (g *Game) Snapshot(by Browser, at int64) Snapshot { return g.snapshot(by, present{}, at) }

// snapshot returns the game as a browser may see it at a moment.
func (g *Game) snapshot(by Browser, here present, now int64) Snapshot {
	p := g.line.Position()
	guide := g.rules.Guide()
	first := g.line.Start()
	s := Snapshot{
		ID: g.start.ID, Variant: g.start.Variant, Start: guide.FormatPosition(&first),
		Moves: slices.Clone(g.moves), Position: guide.FormatPosition(&p), Key: keyText(&p),
		Ply: g.Ply(), Takebacks: g.takebacks, Turn: SideOf(p.Side), Players: players(g.seats, here.seats),
		Control: g.start.Control, Clocks: g.clocks(now), Offers: g.offers, Result: g.result,
		Claim: g.claims(), Open: g.start.Open, Next: g.next,
		Spectators: here.spectators, Created: g.created,
	}
	if s.Moves == nil {
		s.Moves = []PlayedMove{}
	}
	g.address(&s, by)
	return s
}

// address fills in what only one of those who watch may see: the seat, what it
// may not offer, and the invitation to the other one.
func (g *Game) address(s *Snapshot, by Browser) {
	s.Seat = g.seat(by.hash)
	for _, what := range []Subject{OfDraw, OfTakeback, OfRematch} {
		if g.bars(what, s.Seat) {
			s.Barred = append(s.Barred, what)
		}
	}
	if s.Seat != Nobody && g.waiting() && g.result == nil {
		if token := by.invite(g.start.ID); tokenHash(token).same(g.start.Invite) {
			s.Invite = token
		}
	}
}

// claims returns the reasons for which the side to move may claim a draw.
func (g *Game) claims() []string {
	var claims []string
	for _, reason := range g.claim {
		claims = append(claims, string(reason))
	}
	return claims
}

func players(seats [2]Seat, here [2]bool) Players {
	return Players{White: player(seats[board.White], here[board.White]), Black: player(seats[board.Black], here[board.Black])}
}

func player(s Seat, here bool) *PlayerInfo {
	if s.Free() {
		return nil
	}
	info := &PlayerInfo{Name: s.Name, Computer: s.Computer, Here: here || s.Computer > 0}
	switch {
	case info.Name != "":
	case s.Computer > 0:
		info.Name = "Tain"
	default:
		info.Name = "Anonymous"
	}
	return info
}

// lastMove returns the message about the last move.
func (g *Game) lastMove(now int64) MoveMessage {
	p := g.line.Position()
	return MoveMessage{
		Type: "move", Game: g.start.ID, Ply: g.Ply(), Move: g.moves[len(g.moves)-1],
		Position: g.rules.Guide().FormatPosition(&p), Clocks: g.clocks(now), Claim: g.claims(),
	}
}

// challenge returns an entry of an open game as others see it.
func (e *Entry) challenge() Challenge {
	c := Challenge{ID: e.ID, Variant: e.Variant, Control: e.Control, Created: e.Created}
	holder := e.White
	c.Colour = Black
	if e.White.Free() {
		holder, c.Colour = e.Black, White
	}
	if info := player(holder, false); info != nil {
		c.Name = info.Name
	}
	return c
}

// summary returns an entry as one of its players sees it.
func (e *Entry) summary(by Hash, here [2]bool) Summary {
	g := Game{seats: [2]Seat{e.White, e.Black}}
	return Summary{
		ID: e.ID, Variant: e.Variant, Players: players(g.seats, here), Seat: g.seat(by),
		Turn: e.Turn, Ply: e.Ply, Result: e.Result, Position: e.Position,
		Created: e.Created, Updated: e.Updated,
	}
}
