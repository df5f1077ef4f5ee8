package wire

import "github.com/tainchess/tain/internal/play/clock"

// Relation is what the client has chosen about another person.
type Relation struct {
	Relation string `json:"relation,omitempty" ts:"'follow' | 'block'"`
}

// Profile is a response with the profile of an account. If the account hides it from the client, only Name, Hidden and the
// client's relation are present.
type Profile struct {
	Name   string `json:"name"`
	Bot    bool   `json:"bot,omitempty"`
	Hidden bool   `json:"hidden,omitempty"` // whether the account hides its profile
	Own    bool   `json:"own,omitempty"`    // whether it is the client's account
	// Relation is what the client has chosen about the account.
	Relation string        `json:"relation,omitempty" ts:"'follow' | 'block'"`
	Created  int64         `json:"created,omitempty"`
	Totals   []GameTotal   `json:"totals"`
	BestWins []ProfileGame `json:"bestWins"`
	Daily    DailyPuzzles  `json:"daily"`
}

// GameCount is the number of games by result.
type GameCount struct {
	Wins   int `json:"wins"`
	Draws  int `json:"draws"`
	Losses int `json:"losses"`
}

// GameTotal is the number of games with one rule set.
type GameTotal struct {
	Variant string `json:"variant"`         // name of a built-in rule set, or hash of a definition
	Title   string `json:"title,omitempty"` // of a definition
	GameCount
}

// DailyPuzzles is how often an account has solved a daily puzzle.
type DailyPuzzles struct {
	Solved  int      `json:"solved"`  // number of days
	Current int      `json:"current"` // days in a row up to today or yesterday
	Best    int      `json:"best"`    // largest number of days in a row
	Days    []string `json:"days"`    // latest days, such as 2026-11-16, latest first
}

// ProfileGame is a finished game in a profile.
type ProfileGame struct {
	ID       string          `json:"id"`
	Variant  string          `json:"variant"`         // name of a built-in rule set, or hash of a definition
	Title    string          `json:"title,omitempty"` // of a definition
	Speed    clock.Speed     `json:"speed,omitempty" ts:"'bullet' | 'blitz' | 'rapid' | 'classical' | 'correspondence'"`
	Colour   Side            `json:"colour" ts:"Colour"` // of the account
	Opponent ProfileOpponent `json:"opponent"`
	Score    string          `json:"score" ts:"'win' | 'draw' | 'loss'"` // of the account
	Result   *GameResult     `json:"result"`
	Rated    bool            `json:"rated,omitempty"`
	// Rating is the account's rating after the game, if it was rated.
	Rating  *PlayerRating `json:"rating,omitempty"`
	Ply     int           `json:"ply"`
	Updated int64         `json:"updated"` // when the game ended
}

// ProfileOpponent is the opponent in a game of a profile.
type ProfileOpponent struct {
	Name     string        `json:"name"`
	Computer int           `json:"computer,omitempty"` // level of the computer
	Account  bool          `json:"account,omitempty"`  // whether the opponent has a profile
	Rating   *PlayerRating `json:"rating,omitempty"`   // before the game, if it was rated
}

// ProfileGames is a response with a page of the games of a profile.
type ProfileGames struct {
	Games []ProfileGame `json:"games"`
	Count int           `json:"count"` // number of games on all pages
	Page  int           `json:"page"`
	Pages int           `json:"pages"`
}

// OpeningMove is a move in an opening tree, with the results of the games in which it was played.
type OpeningMove struct {
	Move string `json:"move"` // SAN
	Ply  int    `json:"ply"`  // number of moves before it
	GameCount
}

// Openings is a response with the opening tree of a profile. Each move is followed by its replies, the most frequent one
// first.
type Openings struct {
	Variant string        `json:"variant"`
	Colour  Side          `json:"colour" ts:"Colour"`
	Moves   []OpeningMove `json:"moves"`
}

// Friend is a person whom the client follows or blocks.
type Friend struct {
	Name   string `json:"name"`
	Online bool   `json:"online,omitempty"`
	// Game is the ID of a public game that the person is playing.
	Game    string `json:"game,omitempty"`
	Variant string `json:"variant,omitempty"`
	Title   string `json:"title,omitempty"`
}

// DirectChallenge is a challenge to the client from another account.
type DirectChallenge struct {
	ID      string         `json:"id"`
	Token   string         `json:"token"` // invitation token
	Name    string         `json:"name"`
	Variant string         `json:"variant"`
	Title   string         `json:"title,omitempty"`
	Colour  Side           `json:"colour" ts:"Colour"` // the free colour
	Control *clock.Control `json:"control"`
	Rated   bool           `json:"rated,omitempty"`
	Created int64          `json:"created"`
}

// Friends is a response with the people whom the client follows and blocks, and the challenges to the client.
type Friends struct {
	Following  []Friend          `json:"following"`
	Blocked    []Friend          `json:"blocked"`
	Challenges []DirectChallenge `json:"challenges"`
}

// ProfileRequest is a request to hide the client's profile, or to show it.
type ProfileRequest struct {
	Hidden bool `json:"hidden"`
}

// DirectChallengeRequest is a request to challenge an account to a game that the client has created.
type DirectChallengeRequest struct {
	Game string `json:"game"`
}
