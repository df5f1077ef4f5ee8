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
// colours exchanged. Unless each side has a king and no other royal piece, royal pieces come first, and a "v"
// separates the sides: KKQvK.
type Material string

// MinPieces and MaxPieces limit the number of pieces in a table, including kings. Rule sets in which royal pieces may
// win alone also have a table of these, such as KK.
const (
	MinPieces = 3
	MaxPieces = 4
)

// Pieces returns the number of pieces, including kings.
func (m Material) Pieces() int { return len(m) - strings.Count(string(m), "v") }

// sides returns the pieces of each side.
func (m Material) sides() (white, black string) {
	if white, black, found := strings.Cut(string(m), "v"); found {
		return white, black
	}
	second := max(0, strings.LastIndexByte(string(m), 'K'))
	return string(m[:second]), string(m[second:])
}

// men are the pieces that tables of a rule set contain.
type men struct {
	letters  string       // in the order of materials: the royal pieces, the others, the pawn
	roles    []board.Role // of the letters
	royal    int          // number of letters of royal pieces
	royals   [2]string    // letters of the royal pieces of each side
	promotes string       // letters of the kinds to which pawns promote
	bare     bool         // whether there is a table of the royal pieces alone, because they may win
}

// chessMen are the pieces of chess.
var chessMen = men{letters: "KQRBNP", royal: 1, royals: [2]string{"K", "K"}, promotes: "QRBN",
	roles: []board.Role{board.King, board.Queen, board.Rook, board.Bishop, board.Knight, board.Pawn}}

// menOf returns the pieces in the tables of a rule set.
func menOf(r rules.Rules) men {
	if _, of, ok := onGrid(r); ok {
		return of
	}
	of := chessMen
	of.bare = OtherWins(r)
	return of
}

// oneKing reports whether each side has a king and no other royal piece.
func (of men) oneKing() bool { return of.royals == chessMen.royals }

// menRank returns the place of a role in materials: the pieces of chess, the further ones, and the pawn.
func menRank(k board.Role) int {
	if i := slices.Index(chessMen.roles[:5], k); i >= 0 {
		return i
	}
	if n, ok := k.Further(); ok {
		return 5 + n
	}
	return 5 + board.MaxFurther
}

// pieces returns the pieces in index order: the royal pieces, then the others, White's first.
func (m Material) pieces(of men) (all []board.Piece) {
	white, black := m.sides()
	for _, royal := range []bool{true, false} {
		for side, letters := range []string{white, black} {
			for _, l := range []byte(letters) {
				if i := strings.IndexByte(of.letters, l); i < of.royal == royal {
					all = append(all, board.NewPiece(board.Colour(side), of.roles[i]))
				}
			}
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

// HasRoyals reports whether a position has the royal pieces of a rule set's games, with either colours.
func HasRoyals(r rules.Rules, p *board.Position) bool {
	of := menOf(r)
	of.roles = of.roles[:of.royal]
	return of.material(p) == of.normal(of.royals[0], of.royals[1])
}

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
	n := len(of.royals[0] + of.royals[1])
	if of.bare {
		return n
	}
	return n + 1
}

// withPieces lists the materials with n pieces.
func (of men) withPieces(n int) (all []Material) {
	add := func(white, black string) {
		if m := of.normal(of.royals[0]+white, of.royals[1]+black); !slices.Contains(all, m) {
			all = append(all, m)
		}
	}
	others := strings.Split(of.letters[of.royal:], "")
	switch n - len(of.royals[0]+of.royals[1]) {
	case 0:
		add("", "")
	case 1:
		for _, a := range others {
			add(a, "")
			add("", a)
		}
	case 2:
		for i, a := range others {
			for _, b := range others[i:] {
				add(a+b, "")
				add(a, b)
				add(b, a)
				add("", a+b)
			}
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
		if n := of.normal(w, b); n.Pieces() >= of.least() && !slices.Contains(all, n) {
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
			if strings.IndexByte(of.letters, s[i]) >= of.royal {
				out = append(out, s[:i]+s[i+1:])
			}
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

// normal returns the material for the given pieces. It exchanges colours if necessary.
func (of men) normal(white, black string) Material {
	white, black = of.sorted(white), of.sorted(black)
	byRole := func(a, b byte) int { return strings.IndexByte(of.letters, a) - strings.IndexByte(of.letters, b) }
	if len(white) < len(black) || len(white) == len(black) &&
		slices.CompareFunc([]byte(white), []byte(black), byRole) > 0 {
		white, black = black, white
	}
	if of.oneKing() {
		return Material(white + black)
	}
	return Material(white + "v" + black)
}

func (of men) sorted(s string) (out string) {
	for _, role := range of.letters {
		out += strings.Repeat(string(role), strings.Count(s, string(role)))
	}
	return out
}
