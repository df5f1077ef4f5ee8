// Package wire is the contract between Tain and its pages: every JSON value
// that goes over HTTP and WebSocket, or between a page and the rules compiled
// for it, as plain types. The page's TypeScript types are generated from them,
// see internal/tool/wiretypes.
//
// Questions and answers about positions are in positions.go, game records in
// records.go and tree.go, searches in search.go, and why there is no answer in
// failure.go. Games are in game.go, what a page sends on a socket in requests.go,
// and what it receives in messages.go. Fields may be added, and are never renamed.
// Nothing here decides anything.
package wire

import (
	"cmp"
	"fmt"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/internal/play/clock"
)

// PlayerInfo is who sits on a seat.
type PlayerInfo struct {
	Name     string `json:"name"`
	Computer int    `json:"computer,omitempty"` // its level
	Here     bool   `json:"here"`               // and watching; the computer always is
	// Claim is when the opponent may claim the game because this one is gone, by
	// the server's time; 0 if they may not.
	Claim int64 `json:"claim,omitempty"`
}

// Players are both seats; nil is a free one.
type Players struct {
	White *PlayerInfo `json:"white"`
	Black *PlayerInfo `json:"black"`
}

// PlayedMove is a move of a game in play.
type PlayedMove struct {
	Move  string `json:"move"` // UCI notation
	SAN   string `json:"san"`
	Text  string `json:"text"` // in words
	Key   string `json:"key"`  // of the position after it
	At    int64  `json:"at"`   // when it was played, by the server's time
	Clock *int64 `json:"clock,omitempty"`
}

// Clocks are the times left, as they were at a moment: a side that is running
// has what is written, less what has passed since At.
type Clocks struct {
	White   int64 `json:"white"`
	Black   int64 `json:"black"`
	Running Side  `json:"running" ts:"Colour | null"`
	At      int64 `json:"at"`
}

// Subject is what an offer is about.
type Subject string

// The subjects.
const (
	OfDraw     Subject = "draw"
	OfTakeback Subject = "takeback"
	OfRematch  Subject = "rematch"
)

// Offers are the offers that stand, each by who made it.
type Offers struct {
	Draw     Side `json:"draw,omitempty" ts:"Colour"`
	Takeback Side `json:"takeback,omitempty" ts:"Colour"`
	Rematch  Side `json:"rematch,omitempty" ts:"Colour"`
}

// Undo is to how many moves a takeback by each side would lead; none where there
// is nothing to take back.
type Undo struct {
	White *int `json:"white,omitempty"`
	Black *int `json:"black,omitempty"`
}

// EndedOffer is an offer that was ended before it was accepted: withdrawn by
// the side that had made it, or declined by the other.
type EndedOffer struct {
	What Subject `json:"what"`
	Of   Side    `json:"of" ts:"Colour"`
	By   Side    `json:"by" ts:"Colour"`
}

// GameResult is how a game ended, in codes and in a sentence that is made of them
// when it is told. A game that was aborted has no result, only a reason.
type GameResult struct {
	Result   string `json:"result" ts:"Result"`
	Reason   string `json:"reason"`
	Side     Side   `json:"side,omitempty" ts:"Colour"` // whose mate, resignation, flag or abort it was, if anybody's
	Sentence string `json:"sentence"`
}

// Thinking tells that the computer is to move, and how many games are before
// this one; with 0 it thinks.
type Thinking struct {
	Place int `json:"place"`
}

// Returned tells that the server was away, and what the side to move was given
// back for it.
type Returned struct {
	Side    Side   `json:"side" ts:"Colour"`
	Time    int64  `json:"time"` // in milliseconds
	Message string `json:"message"`
}

// OwnRules is what is told of the rules of a game, beside their name, where they
// do not come with the program but somebody has written them.
type OwnRules struct {
	Definition string `json:"definition,omitempty"` // the canonical form, in JSON
	Hash       string `json:"hash,omitempty"`       // which names that form
	Title      string `json:"title,omitempty"`
	// Differences say what is different from orthodox chess, in at most three
	// lines.
	Differences []string `json:"differences,omitempty"`
}

// Snapshot is a whole game as one of those who watch may see it.
type Snapshot struct {
	ID      string `json:"id"`
	Variant string `json:"variant"`
	OwnRules
	Start      string         `json:"start"`
	LastMove   string         `json:"lastMove,omitempty"` // what led to the start, in UCI notation, if it is known
	From       int            `json:"from,omitempty"`     // how many moves are left out, since the one who asks has them
	Moves      []PlayedMove   `json:"moves"`
	Position   string         `json:"position"`
	Key        string         `json:"key"`
	Ply        int            `json:"ply"`
	Takebacks  int            `json:"takebacks"` // how many there have been
	Turn       Side           `json:"turn" ts:"Colour"`
	Players    Players        `json:"players"`
	Seat       Side           `json:"seat"` // of the one who asks
	Control    *clock.Control `json:"control"`
	Clocks     *Clocks        `json:"clocks"`
	Offers     Offers         `json:"offers"`
	Barred     []Subject      `json:"barred,omitempty"` // what the one who asks may not offer before moving again
	Ended      []EndedOffer   `json:"ended,omitempty"`  // offers that were ended and have not been forgotten yet
	Undo       Undo           `json:"undo"`
	Result     *GameResult    `json:"result"`
	Claim      []string       `json:"claim,omitempty"`  // a draw that may be claimed now
	Invite     string         `json:"invite,omitempty"` // only to who may give it away, while a seat is free
	Open       bool           `json:"open"`
	Keep       int            `json:"keep,omitempty"` // for how many days it waits while its maker is away
	Next       string         `json:"next,omitempty"` // the rematch
	Spectators int            `json:"spectators"`
	Created    int64          `json:"created"`
	Thinking   *Thinking      `json:"thinking,omitempty"`
	Returned   *Returned      `json:"returned,omitempty"` // until the next move
}

// Ref returns what finds the rules of the game again: their name, or the whole
// definition.
func (s *Snapshot) Ref() string { return cmp.Or(s.Definition, s.Variant) }

// Challenge is a game that anybody may join.
type Challenge struct {
	ID      string `json:"id"`
	Variant string `json:"variant"`
	OwnRules
	Colour  Side           `json:"colour" ts:"Colour"` // the free one
	Control *clock.Control `json:"control"`
	Name    string         `json:"name"`
	Created int64          `json:"created"`
}

// Summary is a game in a list of somebody's games.
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

// OneGame answers with a game.
type OneGame struct {
	Game    Snapshot `json:"game"`
	Notices []string `json:"notices,omitempty"` // about the position it begins with
}

// Challenges answers with the games that anybody may join.
type Challenges struct {
	Games []Challenge `json:"games"`
}

// Summaries answers with the games of who asks.
type Summaries struct {
	Games []Summary `json:"games"`
}

// Side is a colour as it goes over the wire, or what holds both, or nobody.
// Nobody is written as null.
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

// Holds reports whether a seat is that of a colour.
func (s Side) Holds(c board.Colour) bool { return s == Both || s == SideOf(c) }

// MarshalJSON writes nobody as null.
func (s Side) MarshalJSON() ([]byte, error) {
	if s == Nobody {
		return []byte("null"), nil
	}
	return []byte(`"` + string(s) + `"`), nil
}

// UnmarshalJSON reads a side, or null.
func (s *Side) UnmarshalJSON(text []byte) error {
	switch string(text) {
	case "null":
		*s = Nobody
	case `"white"`, `"black"`, `"both"`:
		*s = Side(text[1 : len(text)-1])
	default:
		return fmt.Errorf("wire: %.20q is neither white nor black", text)
	}
	return nil
}
