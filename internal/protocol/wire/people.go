package wire

import "github.com/tainchess/tain/internal/play/clock"

// Seek is a request to be paired with the next player who wants the same game and time control.
type Seek struct {
	Variant string         `json:"variant"` // built-in rule set
	Control *clock.Control `json:"control"`
	Name    string         `json:"name,omitempty"`
	Rated   bool           `json:"rated,omitempty"` // the seeker needs an account
}

// Pairing is the state of a seek: waiting, paired, or ended with an error.
type Pairing struct {
	Type    string `json:"type" ts:"'waiting' | 'paired' | 'error'"`
	Game    string `json:"game,omitempty"`    // ID of the game, once paired
	Code    string `json:"code,omitempty"`    // error code
	Message string `json:"message,omitempty"` // error message
}

// SeekCount is the number of players seeking a game and time control.
type SeekCount struct {
	Variant string         `json:"variant"`
	Control *clock.Control `json:"control"`
	Rated   bool           `json:"rated,omitempty"`
	Count   int            `json:"count"`
}

// Seeks is a response with the current seeks.
type Seeks struct {
	Seeks []SeekCount `json:"seeks"`
}

// PlayingGame is a running game in a list, without its moves.
type PlayingGame struct {
	ID      string `json:"id"`
	Variant string `json:"variant"`
	OwnRules
	Players    Players        `json:"players"`
	Control    *clock.Control `json:"control"`
	Clocks     *Clocks        `json:"clocks"`
	Turn       Side           `json:"turn" ts:"Colour"`
	Ply        int            `json:"ply"`
	Position   string         `json:"position"`
	Spectators int            `json:"spectators"`
	// State is the position without legal moves, so that clients without the rules can draw it. Last is the
	// last move.
	State *State `json:"state,omitempty"`
	Last  *Step  `json:"last,omitempty"`
}

// Playing is a response with the running games.
type Playing struct {
	Games []PlayingGame `json:"games"`
	Now   int64         `json:"now"` // server time
}
