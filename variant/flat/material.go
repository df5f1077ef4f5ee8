package flat

import "github.com/tainchess/tain/board"

// Material is what both sides together may have besides their kings.
type Material struct {
	Role board.Role // NoRole for nothing
	Most int        // maximum count, 0 for any number
	// OneColour requires all of them on squares of one colour.
	OneColour bool
}

// Material with which neither side can mate, shared by several rule sets.
var (
	// BareKings is king against king.
	BareKings = []Material{{}}
	// BareKingsOrMinor is king against king with at most one knight or bishop
	// in total.
	BareKingsOrMinor = []Material{{}, {Role: board.Knight, Most: 1}, {Role: board.Bishop, Most: 1}}
)

const darkSquares board.Bitboard = 0xaa55aa55aa55aa55

// Dead reports whether no sequence of moves can lead to mate: each side has one
// king, and the rest is one of the materials in NoMate.
func (v *Rules) Dead(p *board.Position) bool {
	rest := p.Occupied() &^ p.ByRole(board.King)
	for _, m := range v.NoMate {
		if m.holds(p, rest) {
			return p.Pieces(board.White, board.King).Count() == 1 && p.Pieces(board.Black, board.King).Count() == 1
		}
	}
	return false
}

// holds reports whether the pieces other than kings are at most this material.
func (m *Material) holds(p *board.Position, rest board.Bitboard) bool {
	switch {
	case m.Role == board.NoRole:
		return rest == 0
	case rest&^p.ByRole(m.Role) != 0:
		return false
	case m.OneColour && rest&darkSquares != 0 && rest&^darkSquares != 0:
		return false
	}
	return m.Most == 0 || rest.Count() <= m.Most
}
