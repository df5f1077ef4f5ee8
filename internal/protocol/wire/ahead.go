package wire

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
