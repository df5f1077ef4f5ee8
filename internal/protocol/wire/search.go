package wire

import (
	"github.com/tainchess/tain/board"
)

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

// The states of an analysis by workers.
const (
	AnalysisWaiting   = "waiting"
	AnalysisRunning   = "running"
	AnalysisDone      = "done"
	AnalysisFailed    = "failed" // workers have given it up
	AnalysisWithdrawn = "withdrawn"
)

// GameAnalysis is how it stands with an analysis of a whole game by workers.
type GameAnalysis struct {
	// ID names it. Whoever has it may look, and withdraw it.
	ID    string `json:"id"`
	State string `json:"state" ts:"'waiting' | 'running' | 'done' | 'failed' | 'withdrawn'"`
	// Place is its place in the queue while it waits: 1 is next.
	Place int `json:"place"`
	// Done of Total positions are known: that before each half-move and that after the last.
	Done  int `json:"done"`
	Total int `json:"total"`
	// Workers is how many games workers can analyse at a time now. With 0 it waits until
	// there is one.
	Workers int    `json:"workers"`
	Nodes   uint64 `json:"nodes"` // searched for each position
	// Found is what is known of the positions after From half-moves and later.
	From  int               `json:"from"`
	Found []PositionVerdict `json:"found"`
}

// PositionVerdict is what was found in a position of a game.
type PositionVerdict struct {
	Score Score `json:"score"`
	Depth int   `json:"depth"`
	// The line that is expected, in UCI notation and as people write it; empty where the
	// game is over.
	Moves []string `json:"moves"`
	SAN   []string `json:"san"`
}

// GameAnalysts tells whether whole games are analysed by workers.
type GameAnalysts struct {
	// Queue is whether the server has a queue that workers take from: one with a
	// database of its own alone has none.
	Queue bool `json:"queue"`
	// Workers is how many games workers can analyse at a time now, Waiting how many wait.
	Workers int `json:"workers"`
	Waiting int `json:"waiting"`
}

// TableResult is how a position ends by best play, for the side whose move it is.
type TableResult string

// The results.
const (
	TableWin     TableResult = "win"
	TableDraw    TableResult = "draw"
	TableLoss    TableResult = "loss"
	TableUnknown TableResult = "unknown" // of a move: no table has what it leads to
)

// TableValue is what endgame tables know of a position or of a move.
type TableValue struct {
	Result TableResult `json:"result"`
	// Mate is in how many moves the mate comes, and Plies in how many half-moves; of a
	// draw there are none.
	Mate  int `json:"mate,omitempty"`
	Plies int `json:"plies,omitempty"`
}

// TableMove is a legal move, and what it is worth to the side that plays it.
type TableMove struct {
	Move string `json:"move"`
	SAN  string `json:"san"`
	TableValue
}

// TablesAnswer is what endgame tables know of a position: its value for the side to
// move, the whole line to the mate, and what each legal move is worth, the best
// first.
type TablesAnswer struct {
	Variant  string       `json:"variant"`
	Position string       `json:"position"`
	Material string       `json:"material"` // the name of the table, such as KQKR
	Turn     board.Colour `json:"turn"`
	TableValue
	// Fifty tells that the fifty-move rule may come before the mate: the tables know
	// nothing of it.
	Fifty    bool        `json:"fifty,omitempty"`
	Sentence string      `json:"sentence"`
	Line     []string    `json:"line"` // in UCI notation, the best of both sides; of a draw there is none
	SAN      []string    `json:"san"`
	Moves    []TableMove `json:"moves"`
	Notes
}

// TablesList is which endgame tables there are, by rule set.
type TablesList struct {
	Tables []TablesOf `json:"tables"`
}

// TablesOf is which endgame tables there are of a rule set, by their names.
type TablesOf struct {
	Variant   string   `json:"variant"`
	Materials []string `json:"materials"`
}
