package term

import "github.com/tainchess/tain/board"

// glyphs is the set of signs everything is drawn with.
type glyphs struct {
	white, black [7]string // figures by role
	letters      bool      // the two sets differ in case, not in colour
	empty        string    // an empty square of a text board
	hatch        string    // what fills dark squares where there is no colour
	dot          string    // a move
	path         string    // a way or the line of a reflection
	gone         string    // a piece that would leave the board
	ring         [2]string // around what would be captured
	glow         [2]string // around the chosen piece
	ghost        [2]string // around what would appear
	alarm        [2]string // around a king in check
	trail        [2]string // around the squares of the last move
	aim          [2]string // the cursor on a capture, where there is one row only
	cursor       [2]string // the cursor, where there is one row only
	corners      [4]string // the cursor: top left, top right, bottom left, bottom right
	round        [4]string // the ring's corners where there is room
	wall         string    // between boards
	across, down string    // the ring's sides
	seam         string    // where two boards join
	stud         string    // a pin without a board, a square of the cursor's column
	corner       string    // a square under a small board
	arrows       [9]string // by direction: row dy+1, column dx+1
	ellipsis     string
	spin         []string // shows that the engine thinks
	prompt       string
	bullet       string
	rule         string // a line across
}

var figures = glyphs{
	white: [7]string{"", "♙", "♘", "♗", "♖", "♕", "♔"},
	black: [7]string{"", "♟", "♞", "♝", "♜", "♛", "♚"},
	empty: "·", hatch: "░", dot: "●", path: "·", gone: "×",
	ring: [2]string{"(", ")"}, glow: [2]string{"‹", "›"}, ghost: [2]string{"{", "}"},
	alarm: [2]string{"!", "!"}, trail: [2]string{"'", "'"},
	aim: [2]string{"«", "»"}, cursor: [2]string{"[", "]"},
	corners: [4]string{"┏", "┓", "┗", "┛"}, round: [4]string{"╭", "╮", "╰", "╯"},
	wall: "║", across: "─", down: "│", seam: "▕", stud: "◦", corner: "▝",
	arrows:   [9]string{"↖", "↑", "↗", "←", "•", "→", "↙", "↓", "↘"},
	ellipsis: "…", spin: []string{"◐", "◓", "◑", "◒"}, prompt: "›", bullet: "•", rule: "─",
}

var ascii = glyphs{
	white:   [7]string{"", "P", "N", "B", "R", "Q", "K"},
	black:   [7]string{"", "p", "n", "b", "r", "q", "k"},
	letters: true,
	empty:   ".", hatch: ":", dot: "*", path: ".", gone: "x",
	ring: [2]string{"(", ")"}, glow: [2]string{"<", ">"}, ghost: [2]string{"{", "}"},
	alarm: [2]string{"!", "!"}, trail: [2]string{"'", "'"},
	aim: [2]string{"[", ")"}, cursor: [2]string{"[", "]"},
	corners: [4]string{"+", "+", "+", "+"}, round: [4]string{"/", "\\", "\\", "/"},
	wall: "|", across: "-", down: "|", seam: "|", stud: "o", corner: "'",
	arrows:   [9]string{"\\", "^", "/", "<", "o", ">", "/", "v", "\\"},
	ellipsis: "...", spin: []string{"|", "/", "-", "\\"}, prompt: ">", bullet: "-", rule: "-",
}

func glyphsFor(onlyASCII bool) *glyphs {
	if onlyASCII {
		return &ascii
	}
	return &figures
}

// piece returns the sign of a piece where its shape must tell its colour.
func (g *glyphs) piece(pc board.Piece) string {
	if pc == board.NoPiece {
		return g.empty
	}
	if pc.Colour() == board.White {
		return g.white[pc.Role()]
	}
	return g.black[pc.Role()]
}

// solid returns the sign of a piece where paint tells its colour.
func (g *glyphs) solid(pc board.Piece) string {
	if g.letters {
		return g.piece(pc)
	}
	return g.black[pc.Role()]
}
