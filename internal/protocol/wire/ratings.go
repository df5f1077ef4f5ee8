package wire

import "github.com/tainchess/tain/internal/play/clock"

// Pool is a set of rated games: those with the same rules and speed.
type Pool struct {
	Variant string      `json:"variant"`         // name of a built-in rule set, or hash of a definition
	Title   string      `json:"title,omitempty"` // of a definition
	Speed   clock.Speed `json:"speed" ts:"'bullet' | 'blitz' | 'rapid' | 'classical' | 'correspondence'"`
}

// PoolRating is a player's rating in a pool.
type PoolRating struct {
	Pool
	Rating      int   `json:"rating"`
	Deviation   int   `json:"deviation"`
	Provisional bool  `json:"provisional,omitempty"`
	Games       int   `json:"games"`
	Played      int64 `json:"played"` // when the last game ended
}

// Ratings is a response with the ratings of an account.
type Ratings struct {
	Name    string       `json:"name"`
	Bot     bool         `json:"bot,omitempty"`
	Ratings []PoolRating `json:"ratings"`
}

// RatingPoint is the rating after a game.
type RatingPoint struct {
	At     int64 `json:"at"`
	Rating int   `json:"rating"`
	Change int   `json:"change"`
}

// RatingHistory is a response with the latest ratings of an account in a pool, oldest first.
type RatingHistory struct {
	Name string `json:"name"`
	Pool
	Points []RatingPoint `json:"points"`
}

// RankedPlayer is a row of a leaderboard.
type RankedPlayer struct {
	Name      string `json:"name"`
	Rating    int    `json:"rating"`
	Deviation int    `json:"deviation"`
	Games     int    `json:"games"`
}

// RatingRange is the number of people with ratings from From up to Leaderboard.Width above it.
type RatingRange struct {
	From    int `json:"from"`
	Players int `json:"players"`
}

// Leaderboard is a response with the best people and bots of a pool, and the distribution of the people's ratings.
// Provisional ratings are not included.
type Leaderboard struct {
	Pool
	People       []RankedPlayer `json:"people"`
	Bots         []RankedPlayer `json:"bots"`
	Width        int            `json:"width"`
	Distribution []RatingRange  `json:"distribution"`
}

// PoolSize is the number of players with a rating in a pool.
type PoolSize struct {
	Pool
	Players int `json:"players"`
}

// Leaderboards is a response with the pools that have public leaderboards, largest first.
type Leaderboards struct {
	Pools []PoolSize `json:"pools"`
}
