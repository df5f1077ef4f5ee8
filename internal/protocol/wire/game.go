// Package wire defines the JSON of Tain: every value sent over HTTP and WebSocket, or
// between a page and its WebAssembly, as plain types. The TypeScript types of the page
// are generated from them, see internal/tool/wiretypes.
//
// Values of package rules and their conversion are in rules.go, requests and answers
// about positions in positions.go, game records in records.go, searches in search.go
// and errors in failure.go. Games are in game.go, messages of a client on a socket in
// requests.go, and those of the server in messages.go. Fields may be added, but are
// never renamed.
package wire

import (
	"cmp"
	"fmt"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/internal/play/clock"
)

// PlayerInfo is a player of a game.
type PlayerInfo struct {
	Name     string `json:"name"`
	Computer int    `json:"computer,omitempty"` // its level
	Here     bool   `json:"here"`               // connected; the computer always is
	// Claim is the server time at which the opponent may claim the game because this
	// player has left; 0 if they may not.
	Claim int64 `json:"claim,omitempty"`
}

// Players are both seats; nil is a free one.
type Players struct {
	White *PlayerInfo `json:"white"`
	Black *PlayerInfo `json:"black"`
}

// PlayedMove is a move of a game.
type PlayedMove struct {
	Move  string `json:"move"` // UCI notation
	SAN   string `json:"san"`
	Text  string `json:"text"` // its effects, as a sentence
	Key   string `json:"key"`  // of the position after the move
	At    int64  `json:"at"`   // server time
	Clock *int64 `json:"clock,omitempty"`
}

// Clocks are the times left at the server time At, in milliseconds. The time of the
// running side decreases from then on.
type Clocks struct {
	White   int64 `json:"white"`
	Black   int64 `json:"black"`
	Running Side  `json:"running" ts:"Colour | null"`
	At      int64 `json:"at"`
}

// Subject is the subject of an offer.
type Subject string

// The subjects.
const (
	OfDraw     Subject = "draw"
	OfTakeback Subject = "takeback"
	OfRematch  Subject = "rematch"
)

// Offers are the pending offers, by the side that made them.
type Offers struct {
	Draw     Side `json:"draw,omitempty" ts:"Colour"`
	Takeback Side `json:"takeback,omitempty" ts:"Colour"`
	Rematch  Side `json:"rematch,omitempty" ts:"Colour"`
}

// Undo is the number of moves left after a takeback by each side, absent if there is
// nothing to take back.
type Undo struct {
	White *int `json:"white,omitempty"`
	Black *int `json:"black,omitempty"`
}

// EndedOffer is an offer that was withdrawn by the side that made it, or declined by the
// other.
type EndedOffer struct {
	What Subject `json:"what"`
	Of   Side    `json:"of" ts:"Colour"`
	By   Side    `json:"by" ts:"Colour"`
}

// GameResult is the end of a game, in codes and as a sentence. An aborted game has a
// reason but no result.
type GameResult struct {
	Result   string `json:"result" ts:"Result"`
	Reason   string `json:"reason"`
	Side     Side   `json:"side,omitempty" ts:"Colour"` // the side that was mated, resigned, ran out of time or aborted
	Sentence string `json:"sentence"`
}

// Thinking is set if the computer is to move. Place is the number of games before this
// one in its queue; at 0 it thinks.
type Thinking struct {
	Place int `json:"place"`
}

// Returned is the time that the side to move got back after a restart of the server.
type Returned struct {
	Side    Side   `json:"side" ts:"Colour"`
	Time    int64  `json:"time"` // in milliseconds
	Message string `json:"message"`
}

// OwnRules describes the rules of a game if a user has written them.
type OwnRules struct {
	Definition string `json:"definition,omitempty"` // the canonical form, in JSON
	Hash       string `json:"hash,omitempty"`       // of the definition
	Title      string `json:"title,omitempty"`
	// Differences say what is different from orthodox chess, in at most three
	// lines.
	Differences []string `json:"differences,omitempty"`
}

// Snapshot is the state of a game for one client.
type Snapshot struct {
	ID      string `json:"id"`
	Variant string `json:"variant"`
	OwnRules
	Start      string         `json:"start"`
	LastMove   string         `json:"lastMove,omitempty"` // the move before the start in UCI notation, if known
	From       int            `json:"from,omitempty"`     // number of omitted moves, which the client has
	Moves      []PlayedMove   `json:"moves"`
	Position   string         `json:"position"`
	Key        string         `json:"key"`
	Ply        int            `json:"ply"`
	Takebacks  int            `json:"takebacks"` // number of takebacks
	Turn       Side           `json:"turn" ts:"Colour"`
	Players    Players        `json:"players"`
	Seat       Side           `json:"seat"` // of the client
	Control    *clock.Control `json:"control"`
	Clocks     *Clocks        `json:"clocks"`
	Offers     Offers         `json:"offers"`
	Barred     []Subject      `json:"barred,omitempty"` // what the client may not offer before their next move
	Ended      []EndedOffer   `json:"ended,omitempty"`  // recently ended offers
	Undo       Undo           `json:"undo"`
	Result     *GameResult    `json:"result"`
	Claim      []string       `json:"claim,omitempty"`  // reasons for which a draw may be claimed
	Invite     string         `json:"invite,omitempty"` // for the creator, while a seat is free
	Open       bool           `json:"open"`
	Keep       int            `json:"keep,omitempty"` // days that it waits while its creator is away
	Next       string         `json:"next,omitempty"` // the rematch
	Spectators int            `json:"spectators"`
	Created    int64          `json:"created"`
	Thinking   *Thinking      `json:"thinking,omitempty"`
	Returned   *Returned      `json:"returned,omitempty"` // until the next move
}

// Ref returns the definition of the rules, or their name.
func (s *Snapshot) Ref() string { return cmp.Or(s.Definition, s.Variant) }

// Challenge is an open game.
type Challenge struct {
	ID      string `json:"id"`
	Variant string `json:"variant"`
	OwnRules
	Colour  Side           `json:"colour" ts:"Colour"` // the free one
	Control *clock.Control `json:"control"`
	Name    string         `json:"name"`
	Created int64          `json:"created"`
}

// Summary is a game in a list of a user's games.
type Summary struct {
	ID      string `json:"id"`
	Variant string `json:"variant"`
	OwnRules
	Players  Players     `json:"players"`
	Seat     Side        `json:"seat"`
	Turn     Side        `json:"turn" ts:"Colour"`
	Ply      int         `json:"ply"`
	Result   *GameResult `json:"result"`
	Position string      `json:"position"`
	Created  int64       `json:"created"`
	Updated  int64       `json:"updated"`
}

// OneGame is the response with a game.
type OneGame struct {
	Game    Snapshot `json:"game"`
	Notices []string `json:"notices,omitempty"` // about its starting position
}

// Challenges is the response with the open games.
type Challenges struct {
	Games []Challenge `json:"games"`
}

// Summaries is the response with the client's games.
type Summaries struct {
	Games []Summary `json:"games"`
}

// Side is a colour, both or nobody, which is null in JSON.
type Side string

// The sides.
const (
	Nobody Side = ""
	White  Side = "white"
	Black  Side = "black"
	Both   Side = "both"
)

// SideOf returns a colour as a Side.
func SideOf(c board.Colour) Side { return Side(c.String()) }

// Colour returns the colour of White or Black.
func (s Side) Colour() board.Colour {
	if s == Black {
		return board.Black
	}
	return board.White
}

// Other returns the opponent of White or Black.
func (s Side) Other() Side { return SideOf(s.Colour().Other()) }

// Holds reports whether the side includes a colour.
func (s Side) Holds(c board.Colour) bool { return s == Both || s == SideOf(c) }

// MarshalJSON encodes Nobody as null.
func (s Side) MarshalJSON() ([]byte, error) {
	if s == Nobody {
		return []byte("null"), nil
	}
	return []byte(`"` + string(s) + `"`), nil
}

// UnmarshalJSON decodes a side or null.
func (s *Side) UnmarshalJSON(text []byte) error {
	switch string(text) {
	case "null":
		*s = Nobody
	case `"white"`, `"black"`, `"both"`:
		*s = Side(text[1 : len(text)-1])
	default:
		return fmt.Errorf("wire: %.20q is not a side", text)
	}
	return nil
}
