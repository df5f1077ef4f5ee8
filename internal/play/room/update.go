package room

import (
	"github.com/tainchess/tain/internal/play/clock"
	"github.com/tainchess/tain/internal/play/fair"
	"github.com/tainchess/tain/internal/play/game"
	"github.com/tainchess/tain/rules"
)

// Update is sent to watchers. All receivers share the data that it points to, and
// must not change it.
type Update interface{ update() }

type (
	// GameUpdate is the whole game: the first update, and later ones for anything but
	// a move.
	GameUpdate struct{ Game *Snapshot }
	// MoveUpdate is a move.
	MoveUpdate struct{ *game.Step }
	// PresenceUpdate is who watches.
	PresenceUpdate struct {
		Here       [2]bool // the players
		Spectators int
		// Claims are when each player's absence may be claimed by the other, in
		// milliseconds; 0 if it may not.
		Claims [2]int64
	}
	// PhraseUpdate is a phrase from a player.
	PhraseUpdate struct {
		By     game.Side
		Phrase game.Phrase
	}
	// ThinkingUpdate is how many games the computer serves before this one; 0 means
	// that it is thinking.
	ThinkingUpdate struct{ Place int }
	// ClosingUpdate announces that the server is shutting down. It is the last
	// update.
	ClosingUpdate struct{}
	// NoticeUpdate is a notice from the operator. Without text it withdraws the last
	// one.
	NoticeUpdate struct{ Notice }
)

func (GameUpdate) update()     {}
func (MoveUpdate) update()     {}
func (PresenceUpdate) update() {}
func (PhraseUpdate) update()   {}
func (ThinkingUpdate) update() {}
func (ClosingUpdate) update()  {}
func (NoticeUpdate) update()   {}

// Notice is a message from the operator to everybody.
type Notice struct {
	Text  string
	At    int64 // when it was written, in milliseconds
	Until int64 // when it expires; 0 is never
}

// Snapshot is a game as a watcher may see it.
type Snapshot struct {
	game.Snapshot
	From       int // how many of the first moves are left out
	Spectators int
	Invite     string    // only for the player who may pass it on, while a seat is free
	Thinking   *Thinking // nil unless the computer is to move
}

// Thinking is how many games the computer serves before this one; 0 means that it is
// thinking.
type Thinking struct{ Place int }

// At is a state of a game: its number of moves and takebacks.
type At struct{ Ply, Takebacks int }

// Challenge is a game that anybody may join.
type Challenge struct {
	ID      string
	Info    *rules.Info
	Colour  game.Side // the free one
	Control *clock.Control
	Name    string // of its maker
	Created int64
}

// Summary is a game in the list of a player's games.
type Summary struct {
	ID               string
	Info             *rules.Info
	Players          game.Players
	Seat, Turn       game.Side
	Ply              int
	Result           *game.Result
	Position         string
	Created, Updated int64
}

// Seek is a game that somebody wants to play: a rule set and a clock.
type Seek struct {
	Variant string // name of a built-in rule set
	Control *clock.Control
	Name    string
}

// SeekCount is how many people wait for a rule set and a clock.
type SeekCount struct {
	Variant string
	Control *clock.Control
	Count   int
}

// OnBoard is a game in the list of games being played.
type OnBoard struct {
	ID         string
	Players    game.Players
	Control    *clock.Control
	Clocks     *game.Clocks
	Ply        int
	Spectators int
	// Line is the last move and the positions before and after it.
	Line *rules.Line
	// Updated is when the game last changed. Who is the party whose place it takes in
	// the list.
	Updated int64
	Who     fair.Party
}

// Notification is news for a person who is not watching the game.
type Notification struct {
	To       game.Hash
	Kind     NotificationKind
	Game     string
	Variant  string // the name of the rule set
	Title    string // its display name
	Opponent string // display name
	Days     int    // per move
}

// NotificationKind is the kind of a notification.
type NotificationKind string

// The kinds of notifications.
const (
	YourTurn NotificationKind = "turn"   // in a correspondence game
	Accepted NotificationKind = "joined" // somebody has taken the free seat
)
