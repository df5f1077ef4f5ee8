package flat

import "github.com/tainchess/tain/board"

// Material is what may be left beside the kings, of both sides together.
type Material struct {
	Role board.Role // NoRole for nothing
	Most int        // how many there may be, 0 for any number
	// OneColour wants all of them on squares of one colour.
	OneColour bool
}

// What is left where nobody can mate, as several rule sets have it.
var (
	// BareKings is king against king.
	BareKings = []Material{{}}
	// BareKingsOrMinor is that, or with one knight or bishop in all.
	BareKingsOrMinor = []Material{{}, {Role: board.Knight, Most: 1}, {Role: board.Bishop, Most: 1}}
)

const darkSquares board.Bitboard = 0xaa55aa55aa55aa55

// Dead reports whether no play can lead to mate: whether one king a side is
// left, and beside them no more than one of the materials of NoMate.
func (v *Rules) Dead(p *board.Position) bool {
	rest := p.Occupied() &^ p.ByRole(board.King)
	for _, m := range v.NoMate {
		if m.holds(p, rest) {
			return p.Pieces(board.White, board.King).Count() == 1 && p.Pieces(board.Black, board.King).Count() == 1
		}
	}
	return false
}

// holds reports whether what is left beside the kings is no more than this.
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
