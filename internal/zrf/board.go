package zrf

import (
	"fmt"
	"strings"

	"github.com/tainchess/tain/board"
)

// way is a direction on the board.
type way struct {
	name   string
	df, dr int
}

// compass lists the directions on the board. The direction n is up the board for White.
var compass = []way{
	{"n", 0, 1}, {"s", 0, -1}, {"e", 1, 0}, {"w", -1, 0},
	{"ne", 1, 1}, {"nw", -1, 1}, {"se", 1, -1}, {"sw", -1, -1},
}

// board returns the board section: squares, directions, zones and symmetry.
func (g *game) board() string {
	var b strings.Builder
	x := left(g.Details.Wraps)
	fmt.Fprintf(&b, `
  (board
    (image %s)
    (grid
      (start-rectangle %d %d %d %d)
      (dimensions
        ("a/b/c/d/e/f/g/h" (%d 0)) ; files
        ("8/7/6/5/4/3/2/1" (0 %d)) ; ranks
      )
      (directions`, g.image(boardImage), x, margin, x+squareSize, margin+squareSize, squareSize, squareSize)
	for _, w := range compass {
		fmt.Fprintf(&b, " (%s %d %d)", w.name, w.df, -w.dr)
	}
	b.WriteString(")\n    )\n")
	if g.Details.Wraps {
		b.WriteString("    ; Over the seam: the a-file and the h-file are neighbours.\n")
		for _, w := range compass {
			if w.df != 0 {
				b.WriteString(links(w.name, seam(w)))
			}
		}
	}
	if g.Reflection != nil {
		b.WriteString("    ; The reflection: each square is linked to the opposite square, rotated 180 degrees about the centre.\n")
		b.WriteString(links("mirror", func(s board.Square) (board.Square, bool) { return s.Mirror(), true }))
	}
	b.WriteString("    (symmetry Black (n s) (s n) (ne se) (se ne) (nw sw) (sw nw))\n")
	b.WriteString(zone("second-rank", "White", rank(1)) + zone("second-rank", "Black", rank(6)))
	b.WriteString(zone("promotion-zone", "White", rank(7)) + zone("promotion-zone", "Black", rank(0)))
	if g.SeamHome {
		b.WriteString(zone("a-file", "White Black", file(0)) + zone("h-file", "White Black", file(7)))
	}
	if g.Reflection != nil {
		b.WriteString("    ; This zone exists only for White. A square is in it if White is to move.\n")
		b.WriteString(zone("white-moves", "White", ^board.Bitboard(0)))
	}
	b.WriteString("  )\n")
	return b.String()
}

// seam returns a function that maps a square to the destination of a step in the direction w. The function
// returns false if the step does not cross the seam.
func seam(w way) func(board.Square) (board.Square, bool) {
	return func(s board.Square) (board.Square, bool) {
		f, r := s.File()+w.df, s.Rank()+w.dr
		over := f < 0 || f > 7
		return board.At((f+8)%8, (r+8)%8), over && r >= 0 && r <= 7
	}
}

// links returns the links for a direction.
func links(direction string, to func(board.Square) (board.Square, bool)) string {
	var all []string
	for s := board.Square(0); s < 64; s++ {
		if t, ok := to(s); ok {
			all = append(all, fmt.Sprintf("(%s %s)", s, t))
		}
	}
	return fmt.Sprintf("    (links %s%s)\n", direction, rows(all))
}

func zone(name, players string, squares board.Bitboard) string {
	var all []string
	for squares != 0 {
		all = append(all, squares.Pop().String())
	}
	return fmt.Sprintf("    (zone (name %s) (players %s) (positions%s))\n", name, players, rows(all))
}

// rows formats words in indented rows of eight. Up to eight words stay on the current line.
func rows(words []string) string {
	if len(words) <= 8 {
		return " " + strings.Join(words, " ")
	}
	var b strings.Builder
	for i, w := range words {
		if i%8 == 0 {
			b.WriteString("\n      " + w)
		} else {
			b.WriteString(" " + w)
		}
	}
	return b.String()
}

func rank(r int) board.Bitboard { return board.Bitboard(0xff) << (8 * r) }

func file(f int) board.Bitboard { return board.Bitboard(0x0101010101010101) << f }

// setup returns the section with the starting position.
func (g *game) setup() string {
	var b strings.Builder
	b.WriteString("\n  (board-setup\n")
	for _, c := range []board.Colour{board.White, board.Black} {
		fmt.Fprintf(&b, "    (%s", c.Name())
		for _, k := range roles {
			var at []string
			for all := g.start.Pieces(c, k); all != 0; {
				at = append(at, all.Pop().String())
			}
			if len(at) > 0 {
				fmt.Fprintf(&b, "\n      (%s %s)", noun(k), strings.Join(at, " "))
			}
		}
		b.WriteString("\n    )\n")
	}
	b.WriteString("  )\n")
	return b.String()
}
