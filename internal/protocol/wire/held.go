package wire

import (
	"encoding/json"

	"github.com/tainchess/tain/internal/play/clock"
)

// Requests from a page to its WebAssembly. It keeps lines and games open
// between calls and identifies each by a number, its handle.

// HandleRequest is a request about a line or game.
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
	Last   bool     `json:"last,omitempty"` // return only the last step
}

// PopRequest removes moves from a line until Ply moves remain.
type PopRequest struct {
	Handle int  `json:"handle"`
	Ply    int  `json:"ply"`
	Last   bool `json:"last,omitempty"` // return the step that led to the new position
}

// LineChange is the result of changing a line: the added steps, and the new
// state.
type LineChange struct {
	Steps []Step `json:"steps"`
	State State  `json:"state"`
}

// LocalSeat is a player in a game on one device: the computer if it has a
// level, or else a person.
type LocalSeat struct {
	Name     string `json:"name,omitempty"`
	Computer int    `json:"computer,omitempty"` // computer's level
}

// LocalGame creates a game on one device.
type LocalGame struct {
	ID       string         `json:"id"`
	Variant  string         `json:"variant"`
	Position string         `json:"position,omitempty"` // position or link text; empty means the start
	Control  *clock.Control `json:"control,omitempty"`
	White    LocalSeat      `json:"white"`
	Black    LocalSeat      `json:"black"`
	Now      int64          `json:"now"`
}

// OpenGameRequest reopens a saved game on one device. Its clock was paused.
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
	Key  string      `json:"key,omitempty"`  // key of the position in which a move is played
	Move string      `json:"move,omitempty"` // for a move
	Do   OfferAction `json:"do,omitempty"`   // for a draw offer or a takeback
}

// GameAtRequest requests the state of a game at a given time.
type GameAtRequest struct {
	Handle int   `json:"handle"`
	Now    int64 `json:"now"`
}

// AgainRequest creates a rematch with colours swapped.
type AgainRequest struct {
	Handle int    `json:"handle"`
	ID     string `json:"id"` // id of the new game
	Now    int64  `json:"now"`
}

// Task is a task for the engine: to choose a move, or to judge a draw offer.
type Task struct {
	Judge bool `json:"judge,omitempty"` // judge a draw offer
	Side  Side `json:"side" ts:"Colour"`
	Level int  `json:"level"`
	At
	Key    string       `json:"key"`
	Turn   Side         `json:"turn" ts:"Colour"`
	Limits SearchLimits `json:"limits"`
}

// TaskDone is the result of a task: a move, or the score in centipawns for the
// side to move.
type TaskDone struct {
	Handle int    `json:"handle"`
	Now    int64  `json:"now"`
	Task   Task   `json:"task"`
	Move   string `json:"move,omitempty"`
	Score  int    `json:"score,omitempty"`
}

// HeldGame is a game on one device after a request.
type HeldGame struct {
	Handle int      `json:"handle"`
	Game   Snapshot `json:"game"`
	// Events are the new events. The page saves them, and sends them to reopen
	// the game.
	Events  []json.RawMessage `json:"events"`
	Updated int64             `json:"updated"` // time of the last event
	Task    *Task             `json:"task,omitempty"`
	// Deadline is the time at which the clock changes the game.
	Deadline int64 `json:"deadline,omitempty"`
	// Hint limits the search for a hint.
	Hint SearchLimits `json:"hint"`
	// Refused is the error for a rejected command.
	Refused *Failure `json:"refused,omitempty"`
}

// AheadRequest sets the conditional moves in a correspondence game: lines that
// begin with the opponent's move and end with the player's own. Ply, Takebacks
// and Key identify the position, as for a move.
type AheadRequest struct {
	Ply       int        `json:"ply"`
	Takebacks int        `json:"takebacks"`
	Key       string     `json:"key"`
	Lines     [][]string `json:"lines"`
}

// Ahead holds a player's conditional moves in UCI notation, after Ply
// half-moves of the game. Only that player can see them.
type Ahead struct {
	Ply       int        `json:"ply"`
	Takebacks int        `json:"takebacks"`
	Lines     [][]string `json:"lines"`
}
