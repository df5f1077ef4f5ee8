package wire

import "github.com/tainchess/tain/internal/play/clock"

// Phrase is one of the few things players can say to each other. There is no free
// text: nobody is insulted, and nothing has to be read by an operator.
type Phrase string

// The phrases.
const (
	Hello      Phrase = "hello"
	GoodLuck   Phrase = "good-luck"
	HaveFun    Phrase = "have-fun"
	WellPlayed Phrase = "well-played"
	GoodGame   Phrase = "good-game"
	Thanks     Phrase = "thanks"
	Oops       Phrase = "oops"
	Sorry      Phrase = "sorry"
	OneMoment  Phrase = "one-moment"
	TakeTime   Phrase = "take-your-time"
	Goodbye    Phrase = "goodbye"
)

// Seek is what somebody wants to play who is to be paired with the next who wants
// the same: a game and a clock.
type Seek struct {
	Variant string         `json:"variant"` // one of those that come with the program
	Control *clock.Control `json:"control"`
	Name    string         `json:"name,omitempty"`
}

// Pairing is what one who waits to be paired is told: that they wait, that a
// game has begun, or why they wait no more.
type Pairing struct {
	Type    string `json:"type" ts:"'waiting' | 'paired' | 'error'"`
	Game    string `json:"game,omitempty"`    // that has begun
	Code    string `json:"code,omitempty"`    // of an error
	Message string `json:"message,omitempty"` // of an error
}

// SeekCount is how many wait for a game and a clock.
type SeekCount struct {
	Variant string         `json:"variant"`
	Control *clock.Control `json:"control"`
	Count   int            `json:"count"`
}

// Seeks answers with who waits to be paired.
type Seeks struct {
	Seeks []SeekCount `json:"seeks"`
}

// PlayingGame is a game that is being played, as it is shown in the list of those:
// how it stands, without its moves.
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
	// State is the position without its moves, so that it can be drawn by one who
	// does not know the rules, and Last the move that led there.
	State *State `json:"state,omitempty"`
	Last  *Step  `json:"last,omitempty"`
}

// Playing answers with the games that are being played.
type Playing struct {
	Games []PlayingGame `json:"games"`
	Now   int64         `json:"now"` // the server's time, by which the clocks are read
}
