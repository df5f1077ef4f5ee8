package text

import (
	"fmt"
	"strings"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/message"
	"github.com/tainchess/tain/variant/space/geometry"
)

// Show draws a position as text. The highest main board is at the top. The attack boards on the corners of a
// main board are to its left and right, with high ranks above low ranks. Rank labels are next to the boards,
// and file labels are below them. Show uses letters if ascii is true, otherwise figurines. Labels are in the
// given language, or in English if it is nil.
func Show(p *board.Position, ascii bool, language Language) string {
	return drawing{p, ascii, false, language}.show()
}

// ShowQuadrants is like [Show], but also prints the quadrants of each attack board next to the board (5).
func ShowQuadrants(p *board.Position, ascii bool, language Language) string {
	return drawing{p, ascii, true, language}.show()
}

// Language translates a message.
type Language = func(message.Message) string

// drawing draws a position.
type drawing struct {
	p                *board.Position
	ascii, quadrants bool
	language         Language
}

// say formats a label.
func (d drawing) say(code message.Code, english string, args message.Args) string {
	m := message.New(code, english, args)
	if d.language == nil {
		return m.String()
	}
	return d.language(m)
}

func (d drawing) show() string {
	var b strings.Builder
	for l := geometry.LevelB; l >= geometry.LevelW; l-- {
		if l < geometry.LevelB {
			b.WriteByte('\n')
		}
		d.showLevel(&b, l)
	}
	return strings.TrimRight(b.String(), "\n") + "\n"
}

// showLevel draws a main board and, to its left and right, the attack boards on its corners.
func (d drawing) showLevel(b *strings.Builder, l geometry.Level) {
	low := geometry.Pin(2 * l) // the queen's-side pin on the corner with the lower rank
	left := append(d.showPin(geometry.QL1+low+1), d.showPin(geometry.QL1+low)...)
	right := append(d.showPin(geometry.KL1+low+1), d.showPin(geometry.KL1+low)...)
	middle := append([]string{"", "    " + d.say("draw.level", "level {level}", message.Args{"level": l.String()})}, showRanks(d.p, l, d.ascii)...)
	for i := range max(len(left), len(middle), len(right)) {
		line := pad(row(left, i), 20) + pad(row(middle, i), 18) + row(right, i)
		b.WriteString(strings.TrimRight(line, " ") + "\n")
	}
}

// row returns a line of a drawing, or "" after the last line.
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
func (d drawing) showPin(n geometry.Pin) []string {
	slot := geometry.Of(d.p).Slot[n]
	if slot < 0 {
		return []string{"  " + d.say("draw.pin.free", "{pin} free", message.Args{"pin": geometry.PinName(n)}), "", "", ""}
	}
	owner := geometry.Owner(int(slot))
	title := "  " + d.say("draw.board.owner", "{pin} {side, colour}'s", message.Args{"pin": geometry.PinName(n), "side": owner})
	if geometry.Turned(d.p, int(slot)) {
		title += " ^180"
	}
	lines := showRanks(d.p, geometry.OnPin(n), d.ascii)
	if d.quadrants {
		var marks [4]string
		for q := 1; q <= 4; q++ {
			marks[geometry.QuadrantCell(owner, q)] = fmt.Sprintf("q%d", q)
		}
		for row, cell := range [...]int{2, 0} { // draw the high rank first
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
