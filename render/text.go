package render

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/rules"
)

// Glyphs holds the characters for drawing a board as text.
type Glyphs struct {
	Pieces [16]string // indexed by piece; NoPiece is an empty square
	Wall   string     // between boards
	Floor  string     // above and below a board
}

// Built-in character sets.
var (
	Unicode = Glyphs{Pieces: figurines(), Wall: "║", Floor: "═"}
	ASCII   = Glyphs{Pieces: letters(), Wall: "|", Floor: "-"}
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

// Text draws a position on a flat board as text, with coordinates and White at the bottom. In games with three
// boards, it draws them in a row, with the name of the centre board in capitals. Two planes are next to each other, with
// their letters above them. Beyond each joined edge, it draws
// one row or column of copied squares. Marked squares, such as those of the last move, are in brackets.
func Text(r rules.Rules, p *board.Position, g Glyphs, language Language, marked ...string) string {
	boards := max(1, r.Info().Boards)
	if joined(r.Info()) {
		return joinedText(r, p, g, marked)
	}
	lowX, lowY, highX, highY := extent(r.Info().Squares)
	width := 2*(highX-lowX) + 3
	var b strings.Builder
	row := func(mark string, part func(i int) string) {
		parts := make([]string, boards)
		for i := range parts {
			parts[i] = part(i)
		}
		b.WriteString(strings.TrimRight(fmt.Sprintf("%*s", len(strconv.Itoa(highY+1)), mark)+strings.Join(parts, g.Wall)+mark, " ") + "\n")
	}
	if boards == 3 {
		names := [...]string{language.say("board.left", "left", nil), language.say("board.centre", "CENTRE", nil), language.say("board.right", "right", nil)}
		row(" ", func(i int) string { return centred(names[i], width) })
	}
	if n := r.Info().Shape.Planes; n > 1 {
		row(" ", func(int) string {
			wide := (width - n + 1) / n
			return centred(planeNames[0], wide) + " " + centred(planeNames[1], wide)
		})
	}
	signs, marks := signs(r, p, g), places(r, marked)
	for y := highY; y >= lowY; y-- {
		var line strings.Builder
		for x := lowX; x <= highX; x++ {
			line.WriteString(bracket(marks[[2]int{x - 1, y}], marks[[2]int{x, y}]))
			line.WriteString(cmp.Or(signs[[2]int{x, y}], " "))
		}
		line.WriteString(bracket(marks[[2]int{highX, y}], false))
		row(strconv.Itoa(y+1), func(int) string { return line.String() })
	}
	files := ""
	for x := lowX; x <= highX; x++ {
		files += " " + fileLetter(r.Info().Shape, x)
	}
	row(" ", func(int) string { return files + " " })
	return b.String()
}

// planeNames are the letters at the end of the names of squares on two planes.
var planeNames = [2]string{"A", "B"}

// fileLetter returns the letter of the file at a location, or a space for the gap between two planes.
func fileLetter(s rules.Shape, x int) string {
	if s.Planes > 1 {
		x %= s.Files + 1
		if x == s.Files {
			return " "
		}
	}
	return string(rune('a' + x))
}

// bracket returns the character between two adjacent squares. The arguments report whether the left and right
// squares are marked.
func bracket(left, right bool) string {
	switch {
	case left && right:
		return "|"
	case left:
		return "]"
	case right:
		return "["
	}
	return " "
}

// places returns the set of files and ranks of the named squares.
func places(r rules.Rules, names []string) map[[2]int]bool {
	all := map[[2]int]bool{}
	for _, q := range r.Info().Squares {
		if slices.Contains(names, q.Name) {
			all[[2]int{q.X, q.Y}] = true
		}
	}
	return all
}

// signs returns the characters for the squares that exist in a position, by file and rank.
func signs(r rules.Rules, p *board.Position, g Glyphs) map[[2]int]string {
	squares := existing(r, p)
	all := make(map[[2]int]string, len(squares))
	for _, q := range r.Info().Squares {
		if s, ok := squares[q.Name]; ok {
			pc := p.Piece(s)
			sign := g.Pieces[pc&15]
			if pc.Role() > board.King {
				sign = string(rune(r.Info().Letter(pc)))
			}
			all[[2]int{q.X, q.Y}] = sign
		}
	}
	return all
}

// centred centres a string within a width.
func centred(text string, width int) string {
	long := utf8.RuneCountInString(text)
	left := max(0, (width-long)/2)
	return strings.Repeat(" ", left) + text + strings.Repeat(" ", max(0, width-long-left))
}
