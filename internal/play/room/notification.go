package room

import "github.com/tainchess/tain/internal/play/game"

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
