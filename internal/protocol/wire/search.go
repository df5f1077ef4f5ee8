package wire

// SearchRequest asks the engine about the position a line leads to. With
// Choose or a level it answers as an opponent does: from the book where it
// can, and as well as its level. Otherwise it analyses at full strength.
type SearchRequest struct {
	LineRequest
	MultiPV int          `json:"multipv,omitempty"`
	Level   int          `json:"level,omitempty"`
	Choose  bool         `json:"choose,omitempty"`
	Limits  SearchLimits `json:"limits"`
	// Among, if there are any, are the moves that are looked at, in UCI notation.
	Among []string `json:"among,omitempty"`
}

// SearchLimits says when a search stops; times are in milliseconds. Without
// any it goes on until it is told to, or for a second if a move is to be
// chosen.
type SearchLimits struct {
	Time           float64 `json:"time,omitempty"`
	Depth          int     `json:"depth,omitempty"`
	Nodes          uint64  `json:"nodes,omitempty"`
	White          float64 `json:"white,omitempty"` // what the clocks say
	Black          float64 `json:"black,omitempty"`
	WhiteIncrement float64 `json:"whiteIncrement,omitempty"`
	BlackIncrement float64 `json:"blackIncrement,omitempty"`
}

// SearchInfo is what is known so far about one line of play.
type SearchInfo struct {
	Depth    int      `json:"depth"`
	SelDepth int      `json:"seldepth"`
	Line     int      `json:"line"` // 1 for the best
	Score    Score    `json:"score"`
	Nodes    uint64   `json:"nodes"`
	NPS      uint64   `json:"nps"`
	Time     int64    `json:"time"`
	HashFull int      `json:"hashfull"` // permille
	Moves    []string `json:"moves"`
	SAN      []string `json:"san"`
}

// Score is a score for the side to move: centipawns, or moves to mate, which
// are negative for the side that is mated.
type Score struct {
	CP   *int `json:"cp,omitempty"`
	Mate *int `json:"mate,omitempty"`
}

// SearchResult is the move found.
type SearchResult struct {
	Move   string `json:"move"`
	SAN    string `json:"san"`
	Ponder string `json:"ponder,omitempty"` // the reply it expects
}

// Evaluation is what a position is worth as it stands, without looking ahead, and
// what each piece contributes to that: by how much White would be worse off
// without it. All are centipawns for White. Contributions and Together, which is
// what only all pieces together are worth, add up to the score.
type Evaluation struct {
	Score    int            `json:"score"`
	Pieces   []Contribution `json:"pieces"`
	Together int            `json:"together"`
}

// Contribution is what a piece adds to a score.
type Contribution struct {
	Square string `json:"square"`
	Piece  string `json:"piece"` // its letter, as a position's text has it
	Score  int    `json:"score"`
}
