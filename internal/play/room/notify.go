package room

import (
	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/internal/play/game"
)

// notifyTurn tells whoever is to move in a game of days, unless they are here.
// Ply is how many moves there were before.
func (r *room) notifyTurn(ply int) {
	if r.game == nil || r.game.Over() || r.game.Waiting() || r.game.Ply() <= ply {
		return
	}
	if c := r.game.Control(); c != nil && c.Days > 0 {
		r.notify(YourTurn, r.game.Turn())
	}
}

// notifyJoined tells who has waited for somebody that there is one.
func (r *room) notifyJoined(by game.Hash) {
	if side := r.game.Seat(by); side == game.White || side == game.Black {
		r.notify(Accepted, side.Other().Colour())
	}
}

// notify tells the one at a seat something, if they are a person who is not here.
func (r *room) notify(kind NotificationKind, side board.Colour) {
	seats := r.game.Seats()
	if r.core.o.Notify == nil || seats[side].Session == (game.Hash{}) || r.audience.present().seats[side] {
		return
	}
	n := Notification{To: seats[side].Session, Kind: kind, Game: r.id, Variant: r.game.Rules().Info().Name, Title: r.game.Rules().Info().Title}
	if info := seats[side.Other()].Player(false); info != nil {
		n.Opponent = info.Name
	}
	if c := r.game.Control(); c != nil {
		n.Days = c.Days
	}
	r.core.o.Notify(n)
}
