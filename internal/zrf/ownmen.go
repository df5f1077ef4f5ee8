package zrf

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/variant/betza"
)

// men returns the pieces and their moves.
func (g *ownGame) men() (string, error) {
	var b strings.Builder
	for _, k := range g.info.Kinds {
		text := cmp.Or(k.Betza, g.usual(k))
		atoms, err := betza.Parse(text)
		if err != nil {
			return "", err
		}
		help := fmt.Sprintf("%s: moves as %s in Betza notation", g.noun(k), text)
		fmt.Fprintf(&b, "\n  (piece\n    (name %s)\n    (help %s)\n    (image White \"%s\\%s\" Black \"%s\\%s\")\n", g.noun(k), quote(help),
			g.folder, ownImage(board.White, k), g.folder, ownImage(board.Black, k))
		if g.castles(k) {
			b.WriteString("    (attribute never-moved? true)\n")
		}
		b.WriteString("    (moves\n")
		for i := range atoms {
			for _, h := range atoms[i].Headings {
				for _, line := range g.moves(k, atoms, &atoms[i], h) {
					b.WriteString("      " + line + "\n")
				}
			}
		}
		if k.Role == board.King && g.info.Castling {
			b.WriteString("      (castle-short) (castle-long) (castle-short-black) (castle-long-black)\n")
		}
		b.WriteString("    )\n  )\n")
		if slices.ContainsFunc(atoms, func(a betza.Atom) bool { return a.Hurdle != betza.NoHurdle && a.Range != betza.Unlimited }) {
			return "", &Unsupported{g.info.Name, fmt.Sprintf("the range of %c is limited, although it jumps over pieces", k.Letter)}
		}
	}
	return b.String(), nil
}

// usual returns the movement of a chess piece in Betza notation.
func (g *ownGame) usual(k rules.Kind) string {
	switch {
	case k.Role != board.Pawn:
		return string(k.Letter)
	case g.DoublePush:
		return "mfWcefFimfW2"
	}
	return "mfWcefF"
}

// castles reports whether a kind castles.
func (g *ownGame) castles(k rules.Kind) bool {
	return g.info.Castling && (k.Role == board.King || k.Role == board.Rook)
}

// moves returns the blocks for one direction of an atom.
func (g *ownGame) moves(k rules.Kind, atoms []betza.Atom, a *betza.Atom, h betza.Heading) (lines []string) {
	kind := k.Letter | 0x20
	suffix := g.layer(kind, a)
	add := g.adding(k)
	step := leap(a, h, suffix)
	begin := ""
	if a.Initial {
		if g.start.Pieces(board.White, k.Role)|g.start.Pieces(board.Black, k.Role) == 0 {
			return nil // no such piece is ever on its starting square
		}
		begin = "(verify (in-zone? home-" + g.noun(k) + ")) "
	}
	quiet, takes := a.Mode != betza.Capture, a.Mode != betza.Move
	ends := map[[2]bool]string{
		{true, true}: g.landing(), {true, false}: "(verify (free)) ", {false, true}: "(verify enemy?) ",
	}
	end := ends[[2]bool{quiet, takes}] + add
	switch {
	case a.Hurdle == betza.Cannon:
		over := "(mark " + begin + step + "(while (free) " + step + ") (verify (and not-empty? not-marked?)) " + step
		if quiet {
			lines = append(lines, over+"(while (free) "+add+" "+step+"))")
		}
		if takes {
			lines = append(lines, over+"(while (free) "+step+") (verify enemy?) "+add+")")
		}
	case a.Hurdle == betza.Hopper:
		lines = append(lines, "(mark "+begin+step+"(while (free) "+step+") (verify (and not-empty? not-marked?)) "+step+end+")")
	case a.Range == 1:
		lines = append(lines, "("+begin+step+end+")")
	case a.Range == betza.Unlimited && !takes:
		lines = append(lines, "("+begin+step+"(while (free) "+add+" "+step+"))")
	case a.Range == betza.Unlimited && !quiet:
		lines = append(lines, "("+begin+step+"(while (free) "+step+") "+end+")")
	case a.Range == betza.Unlimited:
		lines = append(lines, "("+begin+step+"(while (free) "+add+" "+step+") (verify enemy?) "+add+")")
	default:
		lines = append(lines, "("+begin+g.limited(atoms, a, h, step, add)+")")
	}
	if a.EnPassant {
		lines = append(lines, g.passant(atoms, step, add)...)
	}
	return lines
}

// landing returns the condition for a square on which a piece may move or capture.
func (g *ownGame) landing() string {
	if len(g.holes) == 0 {
		return "(verify not-friend?) "
	}
	return "(verify (and not-friend? (not-in-zone? holes))) "
}

// limited returns the leaps of a rider with a range. For an initial move, it omits the first leap if the piece
// can make that leap at any time.
func (g *ownGame) limited(atoms []betza.Atom, a *betza.Atom, h betza.Heading, step, add string) string {
	known := a.Initial && slices.ContainsFunc(atoms, func(o betza.Atom) bool {
		return !o.Initial && o.Long == a.Long && o.Short == a.Short && o.Range == 1 && !o.Lame && o.Mode != betza.Capture && slices.Contains(o.Headings, h)
	}) && a.Mode == betza.Move
	quiet, takes := a.Mode != betza.Capture, a.Mode != betza.Move
	var text strings.Builder
	for n := 1; n <= a.Range; n++ {
		text.WriteString(step)
		if quiet && takes {
			text.WriteString(g.landing() + add + " ")
		} else if takes {
			text.WriteString("(if enemy? " + add + ") ")
		}
		if n < a.Range || !takes {
			text.WriteString("(verify (free)) ")
		}
		if !takes && !(known && n == 1) {
			text.WriteString(add + " ")
		}
	}
	return text.String()
}

// passant returns the en passant captures that land after the steps of an atom. The captured pawn has just
// passed that square.
func (g *ownGame) passant(atoms []betza.Atom, step, add string) (lines []string) {
	for i := range atoms {
		a := &atoms[i]
		if !a.Initial || a.Mode != betza.Move || a.Long != 1 || a.Range == 1 || a.Hurdle != betza.NoHurdle {
			continue
		}
		for _, h := range a.Headings {
			beyond, back := heading(h.Turned()), heading(h) // as the capturing side sees the enemy's push
			lines = append(lines, fmt.Sprintf("(%s(verify (free)) %s (verify (and enemy? (piece? Pawn) last-to?)) capture %s %s (verify last-from?) %s %s)",
				step, beyond, back, back, beyond, add))
		}
	}
	return lines
}

// heading returns the direction of a single step.
func heading(h betza.Heading) string {
	for _, w := range compass {
		if w.df == h.X && w.dr == h.Y {
			return w.name
		}
	}
	return ""
}

// leap returns the steps of one leap, each followed by a space, with the steps along the long axis first. A
// lame leap checks that the squares it passes are empty; a knight's leap checks only the first square.
func leap(a *betza.Atom, h betza.Heading, suffix string) string {
	sign := func(n int) int { return min(1, max(-1, n)) }
	long := betza.Heading{X: sign(h.X), Y: sign(h.Y)}
	short := long
	if a.Short != a.Long && a.Short > 0 {
		if long.X, short.Y = 0, 0; h.X == a.Long || h.X == -a.Long {
			long, short = betza.Heading{X: sign(h.X)}, betza.Heading{Y: sign(h.Y)}
		}
	}
	count := a.Long
	if short != long {
		count += a.Short
	}
	var text strings.Builder
	for n := range count {
		way := long
		if n >= a.Long {
			way = short
		}
		text.WriteString(heading(way) + suffix + " ")
		if a.Lame && n < count-1 && (n == 0 || short == long) {
			text.WriteString("(verify empty?) ")
		}
	}
	return text.String()
}

// adding returns the instruction that adds a move of a kind.
func (g *ownGame) adding(k rules.Kind) string {
	if k.Role != board.Pawn {
		if g.castles(k) {
			return moved + " add"
		}
		return "add"
	}
	var into []string
	for _, kind := range []byte(g.Promotes) {
		into = append(into, g.named(kind))
	}
	all := strings.Join(into, " ")
	if g.Pawn.Optional {
		return "(if (in-zone? last-rank) (add " + all + ") else (if (in-zone? promotion-zone) (add Pawn " + all + ") else add))"
	}
	return "(if (in-zone? promotion-zone) (add " + all + ") else add)"
}

// ownImage returns the file name of a piece picture.
func ownImage(c board.Colour, k rules.Kind) string {
	return fmt.Sprintf("%s-%c.bmp", c, k.Letter|0x20)
}
