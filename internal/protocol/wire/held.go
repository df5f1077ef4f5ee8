package wire

import (
	"encoding/json"

	"github.com/tainchess/tain/internal/play/clock"
	"github.com/tainchess/tain/internal/play/game"
)

// Requests from a page to its WebAssembly. The WebAssembly keeps lines and games open between calls, and
// identifies each by a number, its handle.

// HandleRequest is a request about an open line or game.
type HandleRequest struct {
	Handle int `json:"handle"`
}

// HeldLine is an open line.
type HeldLine struct {
	Handle int `json:"handle"`
	LineAnswer
}

// PushRequest adds moves to a line.
type PushRequest struct {
	Handle int      `json:"handle"`
	Moves  []string `json:"moves"`
	Last   bool     `json:"last,omitempty"` // whether to return only the last step
}

// PopRequest removes moves from a line until Ply moves remain.
type PopRequest struct {
	Handle int  `json:"handle"`
	Ply    int  `json:"ply"`
	Last   bool `json:"last,omitempty"` // whether to return the step that led to the new position
}

// LineChange is the result of a change to a line: the added steps, or the last step if Last is set, and the
// new state.
type LineChange struct {
	Steps []Step `json:"steps"`
	State State  `json:"state"`
}

// LocalSeat is a player in a game on one device. The player is the computer if Computer is set, or else a
// person.
type LocalSeat struct {
	Name     string `json:"name,omitempty"`
	Computer int    `json:"computer,omitempty"` // level of the computer
}

// LocalGame is a request to create a game on one device.
type LocalGame struct {
	ID       string         `json:"id"`
	Variant  string         `json:"variant"`
	Position string         `json:"position,omitempty"` // position, or position in link format; empty means the starting position
	Control  *clock.Control `json:"control,omitempty"`
	White    LocalSeat      `json:"white"`
	Black    LocalSeat      `json:"black"`
	Now      int64          `json:"now"`
}

// OpenGameRequest is a request to reopen a saved game on one device. The clock was paused in between.
type OpenGameRequest struct {
	// Events are the events from all previous responses, in order.
	Events []json.RawMessage `json:"events,omitempty"`
	Now    int64             `json:"now"`
}

// LocalCommand is a command in a game on one device.
type LocalCommand struct {
	Handle int    `json:"handle"`
	Now    int64  `json:"now"`
	Type   string `json:"type" ts:"'move' | 'resign' | 'draw' | 'claim' | 'takeback' | 'abort' | 'redo' | 'pause' | 'resume'"`
	At
	Key  string           `json:"key,omitempty"`  // key of the position in which the move is played
	Move string           `json:"move,omitempty"` // for a move
	Do   game.OfferAction `json:"do,omitempty"`   // for a draw offer or a takeback
}

// GameAtRequest requests the state of a game at the given time.
type GameAtRequest struct {
	Handle int   `json:"handle"`
	Now    int64 `json:"now"`
}

// AgainRequest is a request to create a rematch with colours reversed.
type AgainRequest struct {
	Handle int    `json:"handle"`
	ID     string `json:"id"` // ID of the new game
	Now    int64  `json:"now"`
}

// Task is a task for the engine: choosing a move, or judging a draw offer.
type Task struct {
	Judge bool `json:"judge,omitempty"` // whether to judge a draw offer
	Side  Side `json:"side" ts:"Colour"`
	Level int  `json:"level"`
	At
	Key    string       `json:"key"`
	Turn   Side         `json:"turn" ts:"Colour"`
	Limits SearchLimits `json:"limits"`
}

// TaskDone is the result of a task: a move, or a score in centipawns for the side to move.
type TaskDone struct {
	Handle int    `json:"handle"`
	Now    int64  `json:"now"`
	Task   Task   `json:"task"`
	Move   string `json:"move,omitempty"`
	Score  int    `json:"score,omitempty"`
}

// HeldGame is the state of a game on one device after a request.
type HeldGame struct {
	Handle int      `json:"handle"`
	Game   Snapshot `json:"game"`
	// Events are the new events. The page saves them, and sends all saved events to reopen the game.
	Events  []json.RawMessage `json:"events"`
	Updated int64             `json:"updated"` // time of the last event
	Task    *Task             `json:"task,omitempty"`
	// Deadline is the time at which a clock will end the game or change its state.
	Deadline int64 `json:"deadline,omitempty"`
	// Hint limits the search for a hint.
	Hint SearchLimits `json:"hint"`
	// Refused is the error for a rejected command.
	Refused *Failure `json:"refused,omitempty"`
}

// AheadRequest sets the conditional moves in a correspondence game. Each line begins with a move of the
// opponent and ends with a move of the player. Ply, Takebacks and Key identify the position, as for a move.
type AheadRequest struct {
	Ply       int        `json:"ply"`
	Takebacks int        `json:"takebacks"`
	Key       string     `json:"key"`
	Lines     [][]string `json:"lines"`
}

// Ahead holds a player's conditional moves in UCI notation. They apply after Ply half-moves of the game. Only
// that player can see them.
type Ahead struct {
	Ply       int        `json:"ply"`
	Takebacks int        `json:"takebacks"`
	Lines     [][]string `json:"lines"`
}
