// Package wire defines Tain's JSON as plain types: every value sent over HTTP or WebSocket, or between a page
// and its WebAssembly. The TypeScript types of the page are generated from these types (see
// internal/tool/wiretypes).
//
// Values from package rules and their conversions are in rules.go, requests and responses about positions in
// positions.go, game records in records.go, searches in search.go, and errors in failure.go. Games are in
// game.go, client messages on a socket in requests.go, and server messages in messages.go. Values that are
// spelt the same in package game and in JSON, such as phrases and offer actions, have their types from
// package game. Fields may be added, but are never renamed.
package wire

import (
	"cmp"
	"fmt"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/internal/play/clock"
	"github.com/tainchess/tain/internal/play/game"
)

// PlayerInfo describes a player of a game.
type PlayerInfo struct {
	Name     string `json:"name"`
	Computer int    `json:"computer,omitempty"` // level of the computer
	Bot      bool   `json:"bot,omitempty"`      // whether a program plays the account
	Here     bool   `json:"here"`               // whether the player is connected; always true for the computer
	// Claim is the server time from which the opponent may claim the game because this player has left; 0
	// means never.
	Claim int64 `json:"claim,omitempty"`
	// Rating is the player's rating for games with these rules and this speed. It is present in rated games.
	Rating *PlayerRating `json:"rating,omitempty"`
}

// PlayerRating is the rating of a player in a game.
type PlayerRating struct {
	Rating      int  `json:"rating"`
	Provisional bool `json:"provisional,omitempty"`
	// Change is what the game has changed, once it is over. It is absent if the game does not count for the player.
	Change *int `json:"change,omitempty"`
}

// Players holds the players by seat; nil means a free seat.
type Players struct {
	White *PlayerInfo `json:"white"`
	Black *PlayerInfo `json:"black"`
}

// PlayedMove is a move in a game.
type PlayedMove struct {
	Move  string `json:"move"` // UCI notation
	SAN   string `json:"san"`
	Text  string `json:"text"` // sentence that describes the effects of the move
	Key   string `json:"key"`  // key of the position after the move
	At    int64  `json:"at"`   // server time
	Clock *int64 `json:"clock,omitempty"`
}

// Clocks holds the remaining times in milliseconds at the server time At. From then on, the time of the
// running side decreases.
type Clocks struct {
	White   int64 `json:"white"`
	Black   int64 `json:"black"`
	Running Side  `json:"running" ts:"Colour | null"`
	At      int64 `json:"at"`
}

// Offers holds the pending offers. Each value is the side that made the offer.
type Offers struct {
	Draw     Side `json:"draw,omitempty" ts:"Colour"`
	Takeback Side `json:"takeback,omitempty" ts:"Colour"`
	Rematch  Side `json:"rematch,omitempty" ts:"Colour"`
}

// Undo contains, for each side, the number of half-moves that remain after a takeback by that side. The value is
// absent if the side has no move to take back.
type Undo struct {
	White *int `json:"white,omitempty"`
	Black *int `json:"black,omitempty"`
}

// EndedOffer is an offer that side Of made and that side By withdrew or declined.
type EndedOffer struct {
	What game.Subject `json:"what"`
	Of   Side         `json:"of" ts:"Colour"`
	By   Side         `json:"by" ts:"Colour"`
}

// GameResult describes the end of a game, with codes and a sentence. An aborted game has a reason but no
// result.
type GameResult struct {
	Result string `json:"result" ts:"Result"`
	Reason string `json:"reason"`
	// Side is the side that was mated or stalemated, lost by a goal or by checks, resigned, lost on time, left,
	// claimed or aborted, if any.
	Side     Side   `json:"side,omitempty" ts:"Colour"`
	Sentence string `json:"sentence"`
}

// Thinking is present while the computer is choosing a move. Place is the number of games ahead of this one
// in the computer's queue; 0 means that the computer is searching or about to.
type Thinking struct {
	Place int `json:"place"`
}

// Returned is the time credited to the side to move after an outage of the server.
type Returned struct {
	Side    Side   `json:"side" ts:"Colour"`
	Time    int64  `json:"time"` // in milliseconds
	Message string `json:"message"`
}

// OwnRules describes the rules of a game if they are a user's definition.
type OwnRules struct {
	Definition string `json:"definition,omitempty"` // canonical form, in JSON
	Hash       string `json:"hash,omitempty"`       // hash of the definition
	Title      string `json:"title,omitempty"`
	// Differences describes the differences from orthodox chess in at most three lines.
	Differences []string `json:"differences,omitempty"`
}

// Snapshot is the state of a game for one client.
type Snapshot struct {
	ID      string `json:"id"`
	Variant string `json:"variant"`
	OwnRules
	Start       string         `json:"start"`
	StartNumber *uint64        `json:"startNumber,omitempty"` // number of the starting position, if it is shuffled
	LastMove    string         `json:"lastMove,omitempty"`    // last move before the starting position in UCI notation, if known
	From        int            `json:"from,omitempty"`        // number of moves omitted because the client already has them
	Moves       []PlayedMove   `json:"moves"`
	Position    string         `json:"position"`
	Key         string         `json:"key"`
	Ply         int            `json:"ply"`
	Takebacks   int            `json:"takebacks"` // number of takebacks
	Turn        Side           `json:"turn" ts:"Colour"`
	Players     Players        `json:"players"`
	Seat        Side           `json:"seat"` // seat of the client
	Control     *clock.Control `json:"control"`
	Clocks      *Clocks        `json:"clocks"`
	Offers      Offers         `json:"offers"`
	Barred      []game.Subject `json:"barred,omitempty"` // offers that the client may not make before its next move
	Ended       []EndedOffer   `json:"ended,omitempty"`  // recently ended offers
	Undo        Undo           `json:"undo"`
	Result      *GameResult    `json:"result"`
	Claim       []string       `json:"claim,omitempty"`  // reasons for which a draw may be claimed
	Invite      string         `json:"invite,omitempty"` // invitation token, for the creator while a seat is free
	Open        bool           `json:"open"`
	Rated       bool           `json:"rated,omitempty"` // whether the game counts for the players' ratings
	Keep        int            `json:"keep,omitempty"`  // days for which the challenge stays open while its creator is away
	Next        string         `json:"next,omitempty"`  // ID of the rematch
	Spectators  int            `json:"spectators"`
	Created     int64          `json:"created"`
	Thinking    *Thinking      `json:"thinking,omitempty"`
	Returned    *Returned      `json:"returned,omitempty"` // present until the next move
}

// Ref returns the definition of the rules or, if there is none, the name of the rule set.
func (s *Snapshot) Ref() string { return cmp.Or(s.Definition, s.Variant) }

// Challenge is an open challenge.
type Challenge struct {
	ID      string `json:"id"`
	Variant string `json:"variant"`
	OwnRules
	StartNumber *uint64        `json:"startNumber,omitempty"` // number of the starting position, if it is shuffled
	Colour      Side           `json:"colour" ts:"Colour"`    // the free colour
	Control     *clock.Control `json:"control"`
	Rated       bool           `json:"rated,omitempty"`
	Name        string         `json:"name"`
	Bot         bool           `json:"bot,omitempty"`    // whether a program plays the creator's account
	Rating      *PlayerRating  `json:"rating,omitempty"` // of the creator, if the game is rated
	Created     int64          `json:"created"`
}

// Ref returns the definition of the challenge's rule set, or the name of a built-in one.
func (c *Challenge) Ref() string { return cmp.Or(c.Definition, c.Variant) }

// Summary is a game in a user's game list.
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

// OneGame is a response with a single game.
type OneGame struct {
	Game    Snapshot `json:"game"`
	Notices []string `json:"notices,omitempty"` // notices about the starting position
}

// Challenges is a response with the open challenges.
type Challenges struct {
	Games []Challenge `json:"games"`
}

// Summaries is a response with the client's games.
type Summaries struct {
	Games []Summary `json:"games"`
}

// Side is a colour, both colours, or nobody. Nobody is encoded as null.
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

// Colour returns the colour of White or Black. For other sides, it returns White.
func (s Side) Colour() board.Colour {
	if s == Black {
		return board.Black
	}
	return board.White
}

// MarshalJSON encodes Nobody as null.
func (s Side) MarshalJSON() ([]byte, error) {
	if s == Nobody {
		return []byte("null"), nil
	}
	return []byte(`"` + string(s) + `"`), nil
}

// JSONType returns the type that describes the encoding.
func (Side) JSONType() any { return new(string) }

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
