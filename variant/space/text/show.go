package text

import (
	"fmt"
	"strings"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/variant/space/geometry"
)

// Show draws a position as text: the main boards from top to bottom, the highest first, each with the attack
// boards on its corners at its sides, those on the high ranks above those on the low ones. Rank labels are
// next to the boards, file labels below them. It uses figurines unless ascii is set.
func Show(p *board.Position, ascii bool) string { return show(p, ascii, false) }

// ShowQuadrants draws a position like [Show], with the quadrants of each attack board next to it (5).
func ShowQuadrants(p *board.Position, ascii bool) string { return show(p, ascii, true) }

func show(p *board.Position, ascii, quadrants bool) string {
	var b strings.Builder
	for l := geometry.LevelB; l >= geometry.LevelW; l-- {
		if l < geometry.LevelB {
			b.WriteByte('\n')
		}
		showLevel(&b, p, l, ascii, quadrants)
	}
	return strings.TrimRight(b.String(), "\n") + "\n"
}

// showLevel draws a main board and the attack boards on its corners.
func showLevel(b *strings.Builder, p *board.Position, l geometry.Level, ascii, quadrants bool) {
	low := geometry.Pin(2 * l) // the queen's-side pin on the corner with the lower rank
	left := append(showPin(p, geometry.QL1+low+1, ascii, quadrants), showPin(p, geometry.QL1+low, ascii, quadrants)...)
	right := append(showPin(p, geometry.KL1+low+1, ascii, quadrants), showPin(p, geometry.KL1+low, ascii, quadrants)...)
	middle := append([]string{"", "    level " + l.String()}, showRanks(p, l, ascii)...)
	for i := range max(len(left), len(middle), len(right)) {
		line := pad(row(left, i), 20) + pad(row(middle, i), 18) + row(right, i)
		b.WriteString(strings.TrimRight(line, " ") + "\n")
	}
}

// row returns a line of a drawing, or "" past its end.
func row(lines []string, i int) string {
	if i < len(lines) {
		return lines[i]
	}
	return ""
}

// pad pads a line to a width in characters.
func pad(text string, width int) string {
	return text + strings.Repeat(" ", max(0, width-len([]rune(text))))
}

// showPin draws the board on a pin with its owner, or marks the pin as free.
func showPin(p *board.Position, n geometry.Pin, ascii, quadrants bool) []string {
	slot := geometry.Of(p).Slot[n]
	if slot < 0 {
		return []string{"  " + geometry.PinName(n) + " free", "", "", ""}
	}
	title := fmt.Sprintf("  %s %v's", geometry.PinName(n), geometry.Owner(int(slot)))
	if geometry.Turned(p, int(slot)) {
		title += " ^180"
	}
	lines := showRanks(p, geometry.OnPin(n), ascii)
	if quadrants {
		var marks [4]string
		for q := 1; q <= 4; q++ {
			marks[geometry.QuadrantCell(geometry.Owner(int(slot)), q)] = fmt.Sprintf("q%d", q)
		}
		for row, cell := range [...]int{2, 0} { // the high rank first
			lines[row] += "  " + marks[cell] + " " + marks[cell+1]
		}
	}
	return append([]string{title}, lines...)
}

// showRanks draws the squares of a level with rank and file labels.
func showRanks(p *board.Position, l geometry.Level, ascii bool) (lines []string) {
	first, width := l.Extent()
	for r := width - 1; r >= 0; r-- {
		line := fmt.Sprintf("  %d", first.Rank()+r)
		for file := range width {
			c := first + geometry.Column(r*geometry.Files+file)
			line += " " + sign(p.Piece(geometry.SquareOf(p, geometry.Name{Column: c, Level: l})), ascii)
		}
		lines = append(lines, line)
	}
	marks := "   "
	for file := range width {
		marks += " " + (first + geometry.Column(file)).Name()[:1]
	}
	return append(lines, marks)
}

// sign returns the character for a piece or an empty square.
func sign(pc board.Piece, ascii bool) string {
	switch {
	case ascii:
		return string(rune(pc.Letter()))
	case pc == board.NoPiece:
		return "·"
	}
	figures := []rune("♙♘♗♖♕♔")
	if pc.Colour() == board.Black {
		figures = []rune("♟♞♝♜♛♚")
	}
	return string(figures[pc.Role()-board.Pawn])
}
