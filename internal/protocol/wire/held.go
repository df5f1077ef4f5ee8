package wire

import (
	"encoding/json"

	"github.com/tainchess/tain/internal/play/clock"
)

// What a page asks of the rules that are compiled for it, where lines and games
// are held between calls: each is known by a number, its handle.

// HandleRequest is about something that is held.
type HandleRequest struct {
	Handle int `json:"handle"`
}

// HeldLine is a line that has been opened.
type HeldLine struct {
	Handle int `json:"handle"`
	LineAnswer
}

// PushRequest adds moves to a line that is held.
type PushRequest struct {
	Handle int      `json:"handle"`
	Moves  []string `json:"moves"`
	Last   bool     `json:"last,omitempty"` // only the last of the steps is told
}

// PopRequest takes moves off a line that is held, until so many are left.
type PopRequest struct {
	Handle int  `json:"handle"`
	Ply    int  `json:"ply"`
	Last   bool `json:"last,omitempty"` // the step that led there is told
}

// LineChange is what became of a line that is held: the steps that were added,
// and where it leads now.
type LineChange struct {
	Steps []Step `json:"steps"`
	State State  `json:"state"`
}

// LocalSeat is who sits at a colour of a game at one screen: the computer, if it
// has a level, or a person.
type LocalSeat struct {
	Name     string `json:"name,omitempty"`
	Computer int    `json:"computer,omitempty"` // its level
}

// LocalGame asks for a game at one screen.
type LocalGame struct {
	ID       string         `json:"id"`
	Variant  string         `json:"variant"`
	Position string         `json:"position,omitempty"` // the rule set's start if empty; link text too
	Control  *clock.Control `json:"control,omitempty"`
	White    LocalSeat      `json:"white"`
	Black    LocalSeat      `json:"black"`
	Now      int64          `json:"now"`
}

// OpenGameRequest takes up a game at one screen that was kept. Its clock stood
// meanwhile.
type OpenGameRequest struct {
	// Events are all that the answers have told of, in order.
	Events []json.RawMessage `json:"events,omitempty"`
	Now    int64             `json:"now"`
}

// LocalCommand is what somebody does in a game at one screen.
type LocalCommand struct {
	Handle int    `json:"handle"`
	Now    int64  `json:"now"`
	Type   string `json:"type" ts:"'move' | 'resign' | 'draw' | 'claim' | 'takeback' | 'abort' | 'redo' | 'pause' | 'resume'"`
	At
	Key  string      `json:"key,omitempty"`  // of the position a move is played in
	Move string      `json:"move,omitempty"` // of a move
	Do   OfferAction `json:"do,omitempty"`   // of a draw or a takeback
}

// GameAtRequest asks about a game that is held at a moment.
type GameAtRequest struct {
	Handle int   `json:"handle"`
	Now    int64 `json:"now"`
}

// AgainRequest asks for a game like one that is held, with colours swapped.
type AgainRequest struct {
	Handle int    `json:"handle"`
	ID     string `json:"id"` // of the new game
	Now    int64  `json:"now"`
}

// Task is what the computer is to think about: a move, or an offer of a draw.
type Task struct {
	Judge bool `json:"judge,omitempty"` // the offer, rather than a move
	Side  Side `json:"side" ts:"Colour"`
	Level int  `json:"level"`
	At
	Key    string       `json:"key"`
	Turn   Side         `json:"turn" ts:"Colour"`
	Limits SearchLimits `json:"limits"`
}

// TaskDone is what the computer has found: a move, or the score of the position
// for the side to move in centipawns.
type TaskDone struct {
	Handle int    `json:"handle"`
	Now    int64  `json:"now"`
	Task   Task   `json:"task"`
	Move   string `json:"move,omitempty"`
	Score  int    `json:"score,omitempty"`
}

// HeldGame is a game at one screen and what came of a request.
type HeldGame struct {
	Handle int      `json:"handle"`
	Game   Snapshot `json:"game"`
	// Events have happened with this request. They are to be kept, and to be
	// given back to open the game again.
	Events  []json.RawMessage `json:"events"`
	Updated int64             `json:"updated"` // when the last event happened
	Task    *Task             `json:"task,omitempty"`
	// Deadline is when time alone changes the game.
	Deadline int64 `json:"deadline,omitempty"`
	// Hint is how long a hint may take.
	Hint SearchLimits `json:"hint"`
	// Refused is why nothing came of a command.
	Refused *Failure `json:"refused,omitempty"`
}

// AheadRequest says what a player of a game of days will answer: lines that
// begin with a move of the opponent and end with one's own. Ply, Takebacks and
// Key name the position they begin in, as with a move.
type AheadRequest struct {
	Ply       int        `json:"ply"`
	Takebacks int        `json:"takebacks"`
	Key       string     `json:"key"`
	Lines     [][]string `json:"lines"`
}

// Ahead is what a player has said ahead; only they are told. The moves are in UCI
// notation, and begin after so many half-moves of the game.
type Ahead struct {
	Ply       int        `json:"ply"`
	Takebacks int        `json:"takebacks"`
	Lines     [][]string `json:"lines"`
}
