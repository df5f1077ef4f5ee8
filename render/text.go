package render

import (
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
func Text(info *rules.Info, p *board.Position, g Glyphs) string {
	boards := max(1, info.Boards)
	var b strings.Builder
	row := func(mark string, parts ...string) {
		line := mark + " " + strings.Join(parts, " "+g.Wall+" ") + " " + mark
		b.WriteString(strings.TrimRight(line, " ") + "\n")
	}
	if boards == 3 {
		row(" ", "     left      ", "    CENTRE     ", "     right     ")
	}
	for rank := 7; rank >= 0; rank-- {
		row(string(rune('1'+rank)), repeat(rankText(p, rank, g), boards)...)
	}
	row(" ", repeat("a b c d e f g h", boards)...)
	return b.String()
}

func rankText(p *board.Position, rank int, g Glyphs) string {
	var signs [8]string
	for file := range signs {
		signs[file] = g.Pieces[p.Piece(board.At(file, rank))&15]
	}
	return strings.Join(signs[:], " ")
}

func repeat(text string, n int) []string {
	parts := make([]string, n)
	for i := range parts {
		parts[i] = text
	}
	return parts
}
