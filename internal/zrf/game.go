package zrf

import (
	"strings"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/variant/flat"
)

// Export is an exported rule set.
type Export struct {
	// Text is the rules file.
	Text string
	// Images maps file names to BMP pictures.
	Images map[string][]byte
	// Pieces maps the roles to the names of the pieces in the file.
	Pieces map[board.Role]string
	// Differences lists the rules that the file cannot express, in the order in which its comment lists them.
	Differences []Difference
	// Reliances lists the assumptions that the file makes about Zillions.
	Reliances []Difference
}

// Difference is a difference from Tain's rules, or an assumption about
// Zillions.
type Difference struct {
	// Code identifies the difference in the file's comment.
	Code string
	// Text describes the difference in English.
	Text string
	// Moves is true if the difference affects moves, and false if it affects only the end of a game.
	Moves bool
}

// game generates the game section of the file.
type game struct {
	*flat.Rules
	folder string
	start  board.Position
}

// image returns the quoted path of a picture.
func (g *game) image(name string) string { return `"` + g.folder + `\` + name + `"` }

// roles lists the roles in file order.
var roles = []board.Role{board.Pawn, board.Knight, board.Bishop, board.Rook, board.Queen, board.King}

// noun returns the capitalised name of a role.
func noun(k board.Role) string {
	name := k.String()
	return strings.ToUpper(name[:1]) + name[1:]
}

// boardImage is the file name of the board picture.
const boardImage = "board.bmp"

// pieceImage returns the file name of a piece picture.
func pieceImage(c board.Colour, k board.Role) string { return c.String() + "-" + k.String() + ".bmp" }

// Picture dimensions in pixels.
const (
	squareSize = 56
	margin     = 28 // margin around the board, for the coordinates
)

// left returns the left edge of the a-file in pixels. On a board with a seam, the picture repeats the h-file
// to the left of the a-file.
func left(wraps bool) int {
	if wraps {
		return margin + squareSize
	}
	return margin
}

// comment wraps the text and formats it as comment lines. It indents every line except the first.
func comment(text, indent string) string {
	var b strings.Builder
	line := ";"
	for _, word := range strings.Fields(text) {
		if len(line)+1+len(word) > width {
			b.WriteString(line + "\n")
			line = ";" + indent
		}
		line += " " + word
	}
	return b.String() + line + "\n"
}

// width is the maximum width of a comment line.
const width = 100

// quote quotes a string. It replaces double quotes, degree signs, semicolons (which start comments) and
// backslashes (which break lines). The manual does not specify whether the last two are safe inside quotes.
func quote(text string) string {
	return `"` + strings.NewReplacer(`"`, "'", `\`, "/", ";", ",", "°", " degrees").Replace(text) + `"`
}

// goesOn reports whether any pieces go on to the reflected square.
func goesOn(v *flat.Rules) bool { return v.Reflection != nil && v.Reflection.GoesOn != [8]bool{} }

// makesKings reports whether king moves spawn kings.
func makesKings(v *flat.Rules) bool {
	return v.Reflection != nil && v.Reflection.Made[board.King] == board.King
}

// choose returns a if first is true, otherwise b.
func choose(first bool, a, b string) string {
	if first {
		return a
	}
	return b
}
