package render

import (
	"cmp"
	"strings"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/rules"
)

// Glyphs is the set of signs a text board is made of.
type Glyphs struct {
	Pieces [16]string // by Piece; NoPiece is an empty square
	Wall   string     // stands between boards
}

// The two sets of signs.
var (
	Unicode = Glyphs{Pieces: figurines(), Wall: "║"}
	ASCII   = Glyphs{Pieces: letters(), Wall: "|"}
)

func figurines() (signs [16]string) {
	signs[board.NoPiece] = "·"
	for i, sign := range []rune("♙♘♗♖♕♔♟♞♝♜♛♚") {
		signs[board.NewPiece(board.Colour(i/6), board.Pawn+board.Role(i%6))] = string(sign)
	}
	return signs
}

func letters() (signs [16]string) {
	for pc := range signs {
		signs[pc] = string(rune(board.Piece(pc).Letter()))
	}
	return signs
}

// Text draws a position on a flat board with file and rank marks, White below.
// If the rule set shows three boards, they stand in a row and the middle one,
// the only real one, has its name in capitals.
func Text(r rules.Rules, p *board.Position, g Glyphs) string {
	boards := max(1, r.Info().Boards)
	lowX, lowY, highX, highY := extent(r.Info().Squares)
	width := 2*(highX-lowX) + 1
	var b strings.Builder
	row := func(mark string, part func(i int) string) {
		parts := make([]string, boards)
		for i := range parts {
			parts[i] = part(i)
		}
		line := mark + " " + strings.Join(parts, " "+g.Wall+" ") + " " + mark
		b.WriteString(strings.TrimRight(line, " ") + "\n")
	}
	if boards == 3 {
		row(" ", func(i int) string { return centred([]string{"left", "CENTRE", "right"}[i], width) })
	}
	signs := signs(r, p, g)
	for y := highY; y >= lowY; y-- {
		var line []string
		for x := lowX; x <= highX; x++ {
			line = append(line, cmp.Or(signs[[2]int{x, y}], " "))
		}
		row(string(rune('1'+y)), func(int) string { return strings.Join(line, " ") })
	}
	var files []string
	for x := lowX; x <= highX; x++ {
		files = append(files, string(rune('a'+x)))
	}
	row(" ", func(int) string { return strings.Join(files, " ") })
	return b.String()
}

// signs returns what stands on the squares there are, by file and rank.
func signs(r rules.Rules, p *board.Position, g Glyphs) map[[2]int]string {
	squares := existing(r, p)
	all := make(map[[2]int]string, len(squares))
	for _, q := range r.Info().Squares {
		if s, ok := squares[q.Name]; ok {
			all[[2]int{q.X, q.Y}] = g.Pieces[p.Piece(s)&15]
		}
	}
	return all
}

// centred puts a text in the middle of a space.
func centred(text string, width int) string {
	left := max(0, (width-len(text))/2)
	return strings.Repeat(" ", left) + text + strings.Repeat(" ", max(0, width-len(text)-left))
}
