package room

import (
	"github.com/tainchess/tain/internal/play/clock"
	"github.com/tainchess/tain/internal/play/fair"
	"github.com/tainchess/tain/internal/play/game"
	"github.com/tainchess/tain/rules"
)

// Update is a message to watchers. All receivers share the data that it points to and must not modify
// it.
type Update interface{ update() }

type (
	// GameUpdate is the whole game. It is the first update, and is also sent for all changes except a move that
	// changes neither the offers nor the result.
	GameUpdate struct{ Game *Snapshot }
	// MoveUpdate is a move.
	MoveUpdate struct{ *game.Step }
	// PresenceUpdate reports who is watching.
	PresenceUpdate struct {
		Here       [2]bool // whether each player is present
		Spectators int
		// Claims are the times from which the opponent may claim each player's absence, in
		// milliseconds, or 0 if the opponent may not.
		Claims [2]int64
	}
	// PhraseUpdate is a phrase sent by a player.
	PhraseUpdate struct {
		By     game.Side
		Phrase game.Phrase
	}
	// ThinkingUpdate is a change of the computer's place in the queue.
	ThinkingUpdate struct{ Thinking }
	// ClosingUpdate announces that the server is shutting down. It is the last
	// update.
	ClosingUpdate struct{}
	// NoticeUpdate is a notice from the operator. An empty text withdraws the previous one.
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
	At    int64 // time of writing, in milliseconds
	Until int64 // expiry time; 0 for never
}

// Snapshot is a game as a watcher sees it.
type Snapshot struct {
	game.Snapshot
	From       int // number of moves omitted at the start
	Spectators int
	Invite     string    // invitation token, only for the player who may share it and while a seat is free
	Thinking   *Thinking // nil unless the computer is choosing a move
}

// Thinking is the game's place in the computer's queue: 1 is next, and 0 means that the computer is searching
// or about to.
type Thinking struct{ Place int }

// At identifies a state of a game by how many moves and takebacks led to it.
type At struct{ Ply, Takebacks int }

// Challenge is a game that anybody may join.
type Challenge struct {
	ID   string
	Info *rules.Info
	// StartNumber is the number of the shuffled starting position, or nil for any other position.
	StartNumber *uint64
	Colour      game.Side // the free colour
	Control     *clock.Control
	Rated       bool
	Name        string       // of the creator
	Bot         bool         // whether a program plays the creator's account
	Rating      *game.Rating // of the creator, if the game is rated
	Created     int64
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

// Seek is a game that a player wants: a rule set and a time control.
type Seek struct {
	Variant string // name of a built-in rule set
	Control *clock.Control
	Name    string
	Rated   bool
}

// SeekCount is the number of people waiting for a rule set and a time control.
type SeekCount struct {
	Variant string
	Control *clock.Control
	Rated   bool
	Count   int
}

// OnBoard is an entry in the list of games in progress.
type OnBoard struct {
	ID         string
	Players    game.Players
	Control    *clock.Control
	Clocks     *game.Clocks
	Ply        int
	Spectators int
	// Line contains the last move and the positions before and after it.
	Line *rules.Line
	// Updated is when the game last changed, in milliseconds. Who is the party to which the game is
	// attributed; the list alternates between parties.
	Updated int64
	Who     fair.Party
}

// Notification is a message to a person who is not watching the game.
type Notification struct {
	To       game.Hash
	Kind     NotificationKind
	Game     string
	Variant  string // name of the rule set
	Title    string // display name of the rule set
	Opponent string // display name
	Days     int    // per move
}

// NotificationKind is the kind of event that a notification reports.
type NotificationKind string

// The kinds of notifications.
const (
	YourTurn NotificationKind = "turn"   // it is the player's turn in a correspondence game
	Accepted NotificationKind = "joined" // somebody has taken the free seat
)
