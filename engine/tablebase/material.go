package tablebase

import (
	"slices"
	"strings"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/rules"
)

// Material is the set of pieces on the board, such as KQKR: White's pieces, then Black's, each in order from
// king and queen to pawn. White is the side with more pieces or, if both have the same number, with the
// better ones. The same table serves positions with colours exchanged.
type Material string

// MinPieces and MaxPieces limit the number of pieces in a table, including
// kings.
const (
	MinPieces = 3
	MaxPieces = 4
)

// Pieces returns the number of pieces, including kings.
func (m Material) Pieces() int { return len(m) }

// sides returns the pieces of each side without its king.
func (m Material) sides() (white, black string) {
	white, black, _ = strings.Cut(string(m[1:]), "K")
	return white, black
}

// pieces returns the pieces in index order: both kings, then the others,
// White's first.
func (m Material) pieces() []board.Piece {
	all := []board.Piece{board.NewPiece(board.White, board.King), board.NewPiece(board.Black, board.King)}
	white, black := m.sides()
	for side, letters := range []string{white, black} {
		for _, l := range []byte(letters) {
			k, _ := board.ParseRole(l)
			all = append(all, board.NewPiece(board.Colour(side), k))
		}
	}
	return all
}

func (m Material) pawns(side board.Colour) int {
	white, black := m.sides()
	return strings.Count([]string{white, black}[side&1], "P")
}

// signature identifies material by its piece counts, four bits each.
type signature uint64

func signatureOf(p *board.Position) (s signature) {
	white, black := p.ByColour(board.White), p.ByColour(board.Black)
	for k := board.Pawn; k <= board.King; k++ {
		all := p.ByRole(k)
		s |= signature(min(15, (all&white).Count()))<<(4*k) | signature(min(15, (all&black).Count()))<<(4*k+32)
	}
	return s
}

// signature returns the signature of the material, and its signature with colours exchanged.
func (m Material) signature() (own, exchanged signature) {
	for _, pc := range m.pieces() {
		own += 1 << (4*signature(pc.Role()) + 32*signature(pc.Colour()))
	}
	return own, own>>32 | own<<32
}

const roleOrder = "QRBNP"

// MaterialOf returns the material of a position.
func MaterialOf(p *board.Position) Material {
	var sides [2]strings.Builder
	for c := range sides {
		for _, l := range []byte(roleOrder) {
			k, _ := board.ParseRole(l)
			sides[c].WriteString(strings.Repeat(string(l), p.Pieces(board.Colour(c), k).Count()))
		}
	}
	return normal(sides[0].String(), sides[1].String())
}

// withPieces lists the materials with n pieces, including kings.
func withPieces(n int) (all []Material) {
	if n == 3 {
		for _, a := range roleOrder {
			all = append(all, Material("K"+string(a)+"K"))
		}
		return all
	}
	for i, a := range roleOrder {
		for _, b := range roleOrder[i:] {
			all = append(all, Material("K"+string(a)+string(b)+"K"), Material("K"+string(a)+"K"+string(b)))
		}
	}
	return all
}

// Materials lists the materials with at most the given number of pieces. Each material follows those that its
// captures and promotions lead to.
func Materials(pieces int) (all []Material) {
	for n := MinPieces; n <= min(pieces, MaxPieces); n++ {
		for pawns := range n - 1 {
			for _, m := range withPieces(n) {
				if strings.Count(string(m), "P") == pawns {
					all = append(all, m)
				}
			}
		}
	}
	return all
}

// MaterialsOf lists the materials that have tables in a rule set, in the order of Materials. For boards in
// space, only a king and one piece other than a pawn against a king is supported.
func MaterialsOf(r rules.Rules, pieces int) []Material {
	if _, ok := inSpace(r); ok {
		return slices.DeleteFunc(Materials(min(pieces, MinPieces)), func(m Material) bool { return m.pawns(board.White) > 0 })
	}
	return Materials(pieces)
}

// needs lists the materials that one capture, one promotion or a capture with promotion leads to.
func (m Material) needs() (all []Material) {
	white, black := m.sides()
	add := func(w, b string) {
		if n := normal(w, b); len(n) >= MinPieces && !slices.Contains(all, n) {
			all = append(all, n)
		}
	}
	// promoted lists a side's pieces without a promotion and after each possible promotion.
	promoted := func(s string) []string {
		out := []string{s}
		if i := strings.IndexByte(s, 'P'); i >= 0 {
			for _, k := range "QRBN" {
				out = append(out, s[:i]+string(k)+s[i+1:])
			}
		}
		return out
	}
	taken := func(s string) []string {
		out := []string{s}
		for i := range s {
			out = append(out, s[:i]+s[i+1:])
		}
		return out
	}
	for _, w := range promoted(white) {
		for _, b := range taken(black) {
			add(w, b)
		}
	}
	for _, b := range promoted(black) {
		for _, w := range taken(white) {
			add(w, b)
		}
	}
	return slices.DeleteFunc(all, func(n Material) bool { return n == m })
}

// normal returns the material for the given pieces, which exclude the kings. It exchanges colours if
// necessary.
func normal(white, black string) Material {
	white, black = sorted(white), sorted(black)
	byRole := func(a, b byte) int { return strings.IndexByte(roleOrder, a) - strings.IndexByte(roleOrder, b) }
	if len(white) < len(black) || len(white) == len(black) &&
		slices.CompareFunc([]byte(white), []byte(black), byRole) > 0 {
		white, black = black, white
	}
	return Material("K" + white + "K" + black)
}

func sorted(s string) (out string) {
	for _, role := range roleOrder {
		out += strings.Repeat(string(role), strings.Count(s, string(role)))
	}
	return out
}
