package wire

import (
	"github.com/tainchess/tain/board"
)

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
