package room

import (
	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/internal/play/game"
)

// notifyTurn notifies the player to move in a correspondence game, unless they are
// present. Ply is the number of moves before.
func (r *Room) notifyTurn(ply int) {
	if r.game == nil || r.game.Over() || r.game.Waiting() || r.game.Ply() <= ply {
		return
	}
	if c := r.game.Control(); c != nil && c.Days > 0 {
		r.notify(YourTurn, r.game.Turn())
	}
}

// notifyJoined notifies the player who was waiting for an opponent.
func (r *Room) notifyJoined(by game.Hash) {
	if side := r.game.Seat(by); side == game.White || side == game.Black {
		r.notify(Accepted, side.Other().Colour())
	}
}

// notify notifies the player of a side, if they are a person who is not present.
func (r *Room) notify(kind NotificationKind, side board.Colour) {
	seats := r.game.Seats()
	if r.core.Options.Notify == nil || seats[side].Session == (game.Hash{}) || r.audience.present().seats[side] {
		return
	}
	n := Notification{To: seats[side].Session, Kind: kind, Game: r.id, Variant: r.game.Rules().Info().Name, Title: r.game.Rules().Info().Title}
	if info := seats[side.Other()].Player(false); info != nil {
		n.Opponent = info.Name
	}
	if c := r.game.Control(); c != nil {
		n.Days = c.Days
	}
	r.core.Options.Notify(n)
}
