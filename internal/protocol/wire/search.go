package wire

import (
	"github.com/tainchess/tain/board"
)

// SearchRequest starts a search of a line's final position. With Choose or a level, the engine chooses a move
// as an opponent would: from its book if possible, or else by a search at its level. Otherwise it analyses at
// full strength.
type SearchRequest struct {
	LineRequest
	MultiPV int          `json:"multipv,omitempty"`
	Level   int          `json:"level,omitempty"`
	Choose  bool         `json:"choose,omitempty"`
	Limits  SearchLimits `json:"limits"`
	// Among, unless empty, restricts the search to these moves in UCI notation.
	Among []string `json:"among,omitempty"`
}

// SearchLimits limits a search. Times are in milliseconds. Without limits, an analysis runs until it is
// stopped, and choosing a move takes a second.
type SearchLimits struct {
	Time           float64 `json:"time,omitempty"`
	Depth          int     `json:"depth,omitempty"`
	Nodes          uint64  `json:"nodes,omitempty"`
	White          float64 `json:"white,omitempty"` // remaining time on the clock
	Black          float64 `json:"black,omitempty"`
	WhiteIncrement float64 `json:"whiteIncrement,omitempty"`
	BlackIncrement float64 `json:"blackIncrement,omitempty"`
}

// SearchInfo is a report on one line of a search.
type SearchInfo struct {
	Depth    int      `json:"depth"`
	SelDepth int      `json:"seldepth"`
	Line     int      `json:"line"` // rank of the line; 1 is the best
	Score    Score    `json:"score"`
	WDL      WDL      `json:"wdl"`
	Nodes    uint64   `json:"nodes"`
	NPS      uint64   `json:"nps"`
	Time     int64    `json:"time"`
	HashFull int      `json:"hashfull"` // permille
	Moves    []string `json:"moves"`
	SAN      []string `json:"san"`
}

// Score is a score for the side to move, in centipawns or as the number of moves to mate, which is negative if
// that side is being mated, and 0 if it is checkmated.
type Score struct {
	CP   *int `json:"cp,omitempty"`
	Mate *int `json:"mate,omitempty"`
}

// WDL holds the expected results of the side to move, in games per thousand.
type WDL struct {
	Win  int `json:"win"`
	Draw int `json:"draw"`
	Loss int `json:"loss"`
}

// SearchResult is the best move with the expected reply.
type SearchResult struct {
	Move   string `json:"move"`
	SAN    string `json:"san"`
	Ponder string `json:"ponder,omitempty"` // expected reply
	// Line is the last report on the line that begins with the move. It is missing if there was no such report:
	// for a move from the book, and for a weaker move that a level chose.
	Line *SearchInfo `json:"line,omitempty"`
}

// Evaluation is the static evaluation of a position with the contribution of each piece: how much worse off
// White would be without the piece. All values are in centipawns for White. The contributions and Together,
// the remainder, add up to the score.
type Evaluation struct {
	Score    int            `json:"score"`
	Pieces   []Contribution `json:"pieces"`
	Together int            `json:"together"`
}

// Contribution is one piece's contribution to a score.
type Contribution struct {
	Square string `json:"square"`
	Piece  string `json:"piece"` // FEN letter
	Score  int    `json:"score"`
}

// GameAnalysis is the state of an analysis of a whole game by workers.
type GameAnalysis struct {
	// ID identifies the analysis. Anyone who knows it may read or withdraw the
	// analysis.
	ID    string `json:"id"`
	State string `json:"state" ts:"'waiting' | 'running' | 'done' | 'failed' | 'withdrawn'"`
	// Place is the place in the queue, counting from 1, while the analysis is waiting.
	Place int `json:"place"`
	// Done is the number of positions analysed so far, and Total is their total number: the position before
	// each half-move, and the last position.
	Done  int `json:"done"`
	Total int `json:"total"`
	// Workers is the number of games that workers can analyse concurrently. If it is 0, the analysis waits
	// until a worker connects.
	Workers int    `json:"workers"`
	Nodes   uint64 `json:"nodes"` // per position
	// Found holds the results for the positions from half-move From on.
	From  int               `json:"from"`
	Found []PositionVerdict `json:"found"`
}

// PositionVerdict is the result for one position of a game.
type PositionVerdict struct {
	Score Score `json:"score"`
	Depth int   `json:"depth"`
	// Moves is the best line in UCI notation, and SAN is the same line in SAN. Both are empty if the game is
	// over.
	Moves []string `json:"moves"`
	SAN   []string `json:"san"`
}

// GameAnalysts describes the workers that analyse whole games.
type GameAnalysts struct {
	// Queue is set if the server has a queue for workers, which requires PostgreSQL.
	Queue bool `json:"queue"`
	// Workers is the number of games that workers can analyse concurrently, and Waiting is the number of
	// queued games.
	Workers int `json:"workers"`
	Waiting int `json:"waiting"`
}

// TableResult is the result with best play, for the side to move.
type TableResult string

// The results.
const (
	TableWin     TableResult = "win"
	TableDraw    TableResult = "draw"
	TableLoss    TableResult = "loss"
	TableUnknown TableResult = "unknown" // the position after the move is not in the tables
)

// TableValue is the value of a position or move in endgame tables.
type TableValue struct {
	Result TableResult `json:"result"`
	// Mate is the number of moves to mate, and Plies is the number of half-moves. Both are absent for a draw. In games
	// with other wins, they are the distance to the win.
	Mate  int `json:"mate,omitempty"`
	Plies int `json:"plies,omitempty"`
}

// TableMove is a legal move and its value for the side that plays it.
type TableMove struct {
	Move string `json:"move"`
	SAN  string `json:"san"`
	TableValue
}

// TablesAnswer contains the value of a position in the endgame tables for the side to move, the line to mate,
// and the value of each legal move, best first.
type TablesAnswer struct {
	Variant  string       `json:"variant"`
	Position string       `json:"position"`
	Material string       `json:"material"` // name of the table, such as KQKR
	Turn     board.Colour `json:"turn"`
	TableValue
	// OtherWins is set if the game can also be won by a goal or by stalemate.
	OtherWins bool `json:"otherWins,omitempty"`
	// Fifty is set if the fifty-move rule, which the tables ignore, may apply before the mate.
	Fifty    bool        `json:"fifty,omitempty"`
	Sentence string      `json:"sentence"`
	Line     []string    `json:"line"` // best play in UCI notation; empty for a draw
	SAN      []string    `json:"san"`
	Moves    []TableMove `json:"moves"`
	Notes
}

// TablesList lists the endgame tables by rule set.
type TablesList struct {
	Tables []TablesOf `json:"tables"`
}

// TablesOf lists the endgame tables of a rule set by name.
type TablesOf struct {
	Variant   string   `json:"variant"`
	Materials []string `json:"materials"`
}
