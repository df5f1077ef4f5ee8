package room

import (
	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/internal/play/game"
)

// Notification is something that concerns a person who does not look at the game.
type Notification struct {
	To       game.Hash
	Kind     NotificationKind
	Game     string
	Variant  string // the name of the rule set
	Title    string // and what it is called
	Opponent string // by the name that is shown
	Days     int    // how many they have for the move
}

// NotificationKind is what has happened.
type NotificationKind string

// The kinds.
const (
	YourTurn NotificationKind = "turn"   // in a game of days
	Accepted NotificationKind = "joined" // somebody has taken the free seat
)

// notifyTurn tells whoever is to move in a game of days, unless they are here.
// Ply is how many moves there were before.
func (r *Room) notifyTurn(ply int) {
	if r.game == nil || r.game.Over() || r.game.Waiting() || r.game.Ply() <= ply {
		return
	}
	if c := r.game.Control(); c != nil && c.Days > 0 {
		r.notify(YourTurn, r.game.Turn())
	}
}

// notifyJoined tells who has waited for somebody that there is one.
func (r *Room) notifyJoined(by game.Hash) {
	if side := r.game.Seat(by); side == game.White || side == game.Black {
		r.notify(Accepted, side.Other().Colour())
	}
}

// notify tells the one at a seat something, if they are a person who is not here.
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
