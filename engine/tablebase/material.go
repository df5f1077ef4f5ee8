package tablebase

import (
	"slices"
	"strings"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/rules"
)

// Material is the set of pieces on the board, such as KQKR: White's pieces, then Black's, each in order from
// king and queen to pawn, with pieces that chess does not have before the pawn. White is the side with more
// pieces or, if both have the same number, with the ones that come first. The same table serves positions with
// colours exchanged.
type Material string

// MinPieces and MaxPieces limit the number of pieces in a table, including kings. Rule sets with [OtherWins] also have the table KK.
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

// men are the pieces other than kings that tables of a rule set contain.
type men struct {
	letters  string       // in the order of materials, the pawn last
	roles    []board.Role // of the letters
	promotes string       // letters of the kinds to which pawns promote
	bare     bool         // whether a king may win alone, by a goal or by stalemate
}

// chessMen are the pieces of chess.
var chessMen = men{letters: "QRBNP", promotes: "QRBN",
	roles: []board.Role{board.Queen, board.Rook, board.Bishop, board.Knight, board.Pawn}}

// menOf returns the pieces in the tables of a rule set.
func menOf(r rules.Rules) men {
	king := board.Empty()
	king.Put(0, board.NewPiece(board.White, board.King))
	g, kinds, promotes, ok := onGrid(r)
	if !ok {
		all := chessMen
		all.bare = rules.MayMate(r, &king, board.White)
		return all
	}
	all := men{bare: rules.MayMate(r, &king, board.White)}
	slices.SortFunc(kinds, func(a, b board.Role) int { return menRank(a) - menRank(b) })
	for _, k := range kinds {
		letter := string(g.Info().Letter(board.NewPiece(board.White, k)))
		all.letters, all.roles = all.letters+letter, append(all.roles, k)
		if slices.Contains(promotes, k) {
			all.promotes += letter
		}
	}
	return all
}

// menRank returns the place of a role in materials: the pieces of chess, the further ones, and the pawn.
func menRank(k board.Role) int {
	if i := slices.Index(chessMen.roles[:4], k); i >= 0 {
		return i
	}
	if n, ok := k.Further(); ok {
		return 4 + n
	}
	return 4 + board.MaxFurther
}

// pieces returns the pieces in index order: both kings, then the others, White's first.
func (m Material) pieces(of men) []board.Piece {
	all := []board.Piece{board.NewPiece(board.White, board.King), board.NewPiece(board.Black, board.King)}
	white, black := m.sides()
	for side, letters := range []string{white, black} {
		for _, l := range []byte(letters) {
			all = append(all, board.NewPiece(board.Colour(side), of.roles[strings.IndexByte(of.letters, l)]))
		}
	}
	return all
}

func (m Material) pawns(side board.Colour) int {
	white, black := m.sides()
	return strings.Count([]string{white, black}[side&1], "P")
}

// signature identifies material by the counts of each side's roles, two bits each.
type signature [2]uint64

// add counts a piece.
func (s *signature) add(pc board.Piece) {
	k := pc.Role()
	s[pc.Colour()&1] += 1 << (2 * (k&7 + k>>4))
}

// signatureOf returns the signature of a position with at most MaxPieces pieces.
func signatureOf(p *board.Position) (s signature) {
	for all := p.Occupied(); all != 0; {
		s.add(p.Piece(all.Pop()))
	}
	return s
}

// signature returns the signature of the material, and its signature with colours exchanged.
func (m Material) signature(of men) (own, exchanged signature) {
	for _, pc := range m.pieces(of) {
		own.add(pc)
	}
	return own, signature{own[1], own[0]}
}

// MaterialOf returns the material of a position of a rule set.
func MaterialOf(r rules.Rules, p *board.Position) Material { return menOf(r).material(p) }

func (of men) material(p *board.Position) Material {
	var sides [2]strings.Builder
	for c := range sides {
		for i, k := range of.roles {
			sides[c].WriteString(strings.Repeat(of.letters[i:i+1], p.Pieces(board.Colour(c), k).Count()))
		}
	}
	return of.normal(sides[0].String(), sides[1].String())
}

// least returns the number of pieces in the smallest table.
func (of men) least() int {
	if of.bare {
		return MinPieces - 1
	}
	return MinPieces
}

// withPieces lists the materials with n pieces, including kings.
func (of men) withPieces(n int) (all []Material) {
	switch n {
	case 2:
		return []Material{"KK"}
	case 3:
		for _, a := range of.letters {
			all = append(all, Material("K"+string(a)+"K"))
		}
		return all
	}
	for i, a := range of.letters {
		for _, b := range of.letters[i:] {
			all = append(all, Material("K"+string(a)+string(b)+"K"), Material("K"+string(a)+"K"+string(b)))
		}
	}
	return all
}

// Materials lists the materials of chess with at most the given number of pieces. Each material follows those
// that its captures and promotions lead to.
func Materials(pieces int) []Material { return chessMen.materials(pieces) }

func (of men) materials(pieces int) (all []Material) {
	for n := of.least(); n <= min(pieces, MaxPieces); n++ {
		for pawns := range n - 1 {
			for _, m := range of.withPieces(n) {
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
	return menOf(r).materials(pieces)
}

// needs lists the materials that one capture, one promotion or a capture with promotion leads to.
func (m Material) needs(of men) (all []Material) {
	white, black := m.sides()
	add := func(w, b string) {
		if n := of.normal(w, b); len(n) >= of.least() && !slices.Contains(all, n) {
			all = append(all, n)
		}
	}
	// promoted lists a side's pieces without a promotion and after each possible promotion.
	promoted := func(s string) []string {
		out := []string{s}
		if i := strings.IndexByte(s, 'P'); i >= 0 {
			for _, k := range of.promotes {
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
func (of men) normal(white, black string) Material {
	white, black = of.sorted(white), of.sorted(black)
	byRole := func(a, b byte) int { return strings.IndexByte(of.letters, a) - strings.IndexByte(of.letters, b) }
	if len(white) < len(black) || len(white) == len(black) &&
		slices.CompareFunc([]byte(white), []byte(black), byRole) > 0 {
		white, black = black, white
	}
	return Material("K" + white + "K" + black)
}

func (of men) sorted(s string) (out string) {
	for _, role := range of.letters {
		out += strings.Repeat(string(role), strings.Count(s, string(role)))
	}
	return out
}
