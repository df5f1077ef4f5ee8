package wire

import (
	"encoding/json"

	"github.com/tainchess/tain/internal/play/clock"
)

// Requests of a page to its WebAssembly, which holds lines and games between calls, each
// with a number, its handle.

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

// PopRequest removes moves from a line until Ply are left.
type PopRequest struct {
	Handle int  `json:"handle"`
	Ply    int  `json:"ply"`
	Last   bool `json:"last,omitempty"` // return the step that led there
}

// LineChange is the result of changing a line: the steps added, and the new state.
type LineChange struct {
	Steps []Step `json:"steps"`
	State State  `json:"state"`
}

// LocalSeat is a player of a game on one device: the computer, if it has a level, or a
// person.
type LocalSeat struct {
	Name     string `json:"name,omitempty"`
	Computer int    `json:"computer,omitempty"` // its level
}

// LocalGame creates a game on one device.
type LocalGame struct {
	ID       string         `json:"id"`
	Variant  string         `json:"variant"`
	Position string         `json:"position,omitempty"` // the rule set's start if empty; link text too
	Control  *clock.Control `json:"control,omitempty"`
	White    LocalSeat      `json:"white"`
	Black    LocalSeat      `json:"black"`
	Now      int64          `json:"now"`
}

// OpenGameRequest reopens a saved game on one device. Its clock was paused.
type OpenGameRequest struct {
	// Events are those of all previous responses, in order.
	Events []json.RawMessage `json:"events,omitempty"`
	Now    int64             `json:"now"`
}

// LocalCommand is a command in a game on one device.
type LocalCommand struct {
	Handle int    `json:"handle"`
	Now    int64  `json:"now"`
	Type   string `json:"type" ts:"'move' | 'resign' | 'draw' | 'claim' | 'takeback' | 'abort' | 'redo' | 'pause' | 'resume'"`
	At
	Key  string      `json:"key,omitempty"`  // of the position a move is played in
	Move string      `json:"move,omitempty"` // of a move
	Do   OfferAction `json:"do,omitempty"`   // of a draw or a takeback
}

// GameAtRequest asks for a game at a time.
type GameAtRequest struct {
	Handle int   `json:"handle"`
	Now    int64 `json:"now"`
}

// AgainRequest creates a rematch with colours swapped.
type AgainRequest struct {
	Handle int    `json:"handle"`
	ID     string `json:"id"` // of the new game
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

// TaskDone is the result of a task: a move, or the score for the side to move in
// centipawns.
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
	// Events are new. The page saves them, and sends them to reopen the game.
	Events  []json.RawMessage `json:"events"`
	Updated int64             `json:"updated"` // time of the last event
	Task    *Task             `json:"task,omitempty"`
	// Deadline is when the clock changes the game.
	Deadline int64 `json:"deadline,omitempty"`
	// Hint limits the search for a hint.
	Hint SearchLimits `json:"hint"`
	// Refused is the error of a rejected command.
	Refused *Failure `json:"refused,omitempty"`
}

// AheadRequest sets the conditional moves of a correspondence game: lines that begin
// with a move of the opponent and end with one's own. Ply, Takebacks and Key identify
// the position, as for a move.
type AheadRequest struct {
	Ply       int        `json:"ply"`
	Takebacks int        `json:"takebacks"`
	Key       string     `json:"key"`
	Lines     [][]string `json:"lines"`
}

// Ahead is the conditional moves of a player, in UCI notation, after Ply half-moves of
// the game. Only the player sees them.
type Ahead struct {
	Ply       int        `json:"ply"`
	Takebacks int        `json:"takebacks"`
	Lines     [][]string `json:"lines"`
}
