package canvas

import (
	"strings"

	"github.com/tainchess/tain/board"
)

// Large pieces are silhouettes made of quadrant block characters. A character is two points
// wide and two points high; a point is about twice as high as wide.

// The narrow set is 6 by 6 points, for squares of 5 by 3 characters.
var narrowArt = [7]string{
	board.Pawn: `
		......
		......
		..##..
		..##..
		..##..
		.####.`,
	board.Knight: `
		......
		..###.
		.#####
		##.###
		..####
		.#####`,
	board.Bishop: `
		......
		..##..
		.#.##.
		.####.
		..##..
		.####.`,
	board.Rook: `
		......
		#.##.#
		######
		.####.
		.####.
		######`,
	board.Queen: `
		......
		..##..
		#.##.#
		######
		..##..
		######`,
	board.King: `
		..##..
		.####.
		..##..
		######
		.####.
		######`,
}

// The small set is 10 by 6 points, for squares of 7 by 3 characters.
var smallArt = [7]string{
	board.Pawn: `
		..........
		..........
		....##....
		...####...
		....##....
		..######..`,
	board.Knight: `
		..........
		....###...
		..######..
		.########.
		....#####.
		..#######.`,
	board.Bishop: `
		..........
		....##....
		...#.##...
		...####...
		....##....
		..######..`,
	board.Rook: `
		..........
		.##.##.##.
		.########.
		..######..
		..######..
		.########.`,
	board.Queen: `
		..........
		#...##...#
		##.####.##
		.########.
		...####...
		.########.`,
	board.King: `
		....##....
		...####...
		....##....
		.########.
		..######..
		.########.`,
}

// The middle set is 14 by 8 points, for squares of 9 by 4 characters.
var middleArt = [7]string{
	board.Pawn: `
		..............
		..............
		.....####.....
		.....####.....
		......##......
		.....####.....
		....######....
		...########...`,
	board.Knight: `
		..............
		......#.#.....
		....#######...
		..####.#####..
		..##########..
		...##..#####..
		.....#######..
		...#########..`,
	board.Bishop: `
		..............
		......##......
		.....##.#.....
		....##.###....
		....######....
		.....####.....
		.....####.....
		...########...`,
	board.Rook: `
		..............
		..##..##..##..
		..##########..
		...########...
		....######....
		....######....
		...########...
		..##########..`,
	board.Queen: `
		......##......
		#.....##.....#
		##...####...##
		.##.######.##.
		.############.
		..##########..
		....######....
		..##########..`,
	board.King: `
		......##......
		....######....
		......##......
		..####..####..
		..##########..
		...########...
		....######....
		..##########..`,
}

// The large set is 18 by 10 points, for squares of 11 by 5 characters.
var largeArt = [7]string{
	board.Pawn: `
		..................
		..................
		.......####.......
		......######......
		......######......
		.......####.......
		......######......
		.......####.......
		.....########.....
		....##########....`,
	board.Knight: `
		......#..##.......
		......#######.....
		....##########....
		...####..######...
		..###########.##..
		..######..#####...
		...###...######...
		.......########...
		.....##########...
		....############..`,
	board.Bishop: `
		........##........
		........##........
		.......###........
		......###..##.....
		.....###..####....
		.....##########...
		......########....
		.......######.....
		......########....
		....############..`,
	board.Rook: `
		..................
		...###..##..###...
		...############...
		....##########....
		.....########.....
		.....########.....
		.....########.....
		.....########.....
		....##########....
		...############...`,
	board.Queen: `
		.#......##......#.
		.##....####....##.
		..###..####..###..
		..##############..
		...############...
		....##########....
		.....########.....
		......######......
		....##########....
		...############...`,
	board.King: `
		........##........
		......######......
		........##........
		...####.##.####...
		..##############..
		...############...
		....##########....
		.....########.....
		....##########....
		...############...`,
}

// Sprites are silhouettes by role. Each silhouette is a list of rows.
type Sprites [7][]string

// Of returns the rows of a piece, or nil if it has no silhouette.
func (s *Sprites) Of(k board.Role) []string {
	if s == nil || int(k) >= len(s) {
		return nil
	}
	return s[k]
}

// Sprite sets by size.
var (
	NarrowSprites = cut(narrowArt)
	SmallSprites  = cut(smallArt)
	MiddleSprites = cut(middleArt)
	LargeSprites  = cut(largeArt)
)

// quarters are the block characters, indexed by the sum of their filled points: 1 is upper left, 2
// upper right, 4 lower left and 8 lower right.
var quarters = []rune(" ▘▝▀▖▌▞▛▗▚▐▜▄▙▟█")

// cut converts drawings made of points to characters.
func cut(art [7]string) (made Sprites) {
	for role, drawing := range art {
		points := strings.Fields(drawing)
		for y := 0; y+1 < len(points); y += 2 {
			var row strings.Builder
			for x := 0; x+1 < len(points[y]); x += 2 {
				n := 0
				for i, p := range []byte{points[y][x], points[y][x+1], points[y+1][x], points[y+1][x+1]} {
					if p == '#' {
						n |= 1 << i
					}
				}
				row.WriteRune(quarters[n])
			}
			made[role] = append(made[role], row.String())
		}
	}
	return made
}

// SpritesFor returns the largest silhouettes that fit into a square, or nil if none fit.
func SpritesFor(w, h int) *Sprites {
	switch {
	case w >= 11 && h >= 5:
		return &LargeSprites
	case w >= 9 && h >= 4:
		return &MiddleSprites
	case w >= 7 && h >= 3:
		return &SmallSprites
	case w >= 5 && h >= 3:
		return &NarrowSprites
	}
	return nil
}

// Glyphs holds the characters with which the board and its marks are drawn.
type Glyphs struct {
	white, black [7]string // piece symbols by role
	further      map[board.Role]byte
	Letters      bool      // whether pieces are letters, in upper case for White and lower case for Black
	empty        string    // an empty square on a text board
	Hatch        string    // fills dark squares if there are no colours
	Dot          string    // destination of a move
	Path         string    // point on a piece's path or on the line of a reflection
	Gone         string    // a piece that would leave the board
	Ring         [2]string // around a piece that would be captured
	Glow         [2]string // around the selected piece
	Ghost        [2]string // around a piece that a previewed move would add
	Alarm        [2]string // marks around a king in check
	Trail        [2]string // around the squares of the last move
	Aim          [2]string // the cursor on a capture, in squares with one row
	Cursor       [2]string // the cursor, in squares with one row
	Corners      [4]string // the cursor: top left, top right, bottom left, bottom right
	Round        [4]string // corners of the ring on larger squares
	Wall         string    // between boards
	Across, Down string    // sides of the ring
	Seam         string    // between two boards
	Stud         string    // a pin without a board, or a square in the cursor's column
	Corner       string    // a square under a small board
	Arrows       [9]string // arrows by direction: index 3*(dy+1) + dx+1
	Ellipsis     string
	Spin         []string // animation while the engine thinks
	Prompt       string
	Rule         string // horizontal line
}

var figures = Glyphs{
	white: [7]string{"", "♙", "♘", "♗", "♖", "♕", "♔"},
	black: [7]string{"", "♟", "♞", "♝", "♜", "♛", "♚"},
	empty: "·", Hatch: "░", Dot: "●", Path: "·", Gone: "×",
	Ring: [2]string{"(", ")"}, Glow: [2]string{"‹", "›"}, Ghost: [2]string{"{", "}"},
	Alarm: [2]string{"!", "!"}, Trail: [2]string{"'", "'"},
	Aim: [2]string{"«", "»"}, Cursor: [2]string{"[", "]"},
	Corners: [4]string{"┏", "┓", "┗", "┛"}, Round: [4]string{"╭", "╮", "╰", "╯"},
	Wall: "║", Across: "─", Down: "│", Seam: "▕", Stud: "◦", Corner: "▝",
	Arrows:   [9]string{"↖", "↑", "↗", "←", "•", "→", "↙", "↓", "↘"},
	Ellipsis: "…", Spin: []string{"◐", "◓", "◑", "◒"}, Prompt: "›", Rule: "─",
}

var ascii = Glyphs{
	white:   [7]string{"", "P", "N", "B", "R", "Q", "K"},
	black:   [7]string{"", "p", "n", "b", "r", "q", "k"},
	Letters: true,
	empty:   ".", Hatch: ":", Dot: "*", Path: ".", Gone: "x",
	Ring: [2]string{"(", ")"}, Glow: [2]string{"<", ">"}, Ghost: [2]string{"{", "}"},
	Alarm: [2]string{"!", "!"}, Trail: [2]string{"'", "'"},
	Aim: [2]string{"[", ")"}, Cursor: [2]string{"[", "]"},
	Corners: [4]string{"+", "+", "+", "+"}, Round: [4]string{"/", "\\", "\\", "/"},
	Wall: "|", Across: "-", Down: "|", Seam: "|", Stud: "o", Corner: "'",
	Arrows:   [9]string{"\\", "^", "/", "<", "o", ">", "/", "v", "\\"},
	Ellipsis: "...", Spin: []string{"|", "/", "-", "\\"}, Prompt: ">", Rule: "-",
}

// GlyphsFor returns ASCII or Unicode glyphs.
func GlyphsFor(onlyASCII bool) *Glyphs {
	if onlyASCII {
		return &ascii
	}
	return &figures
}

// WithLetters returns the glyphs for a rule set with pieces that chess does not have, given their capital
// letters. Such pieces are drawn as letters.
func (g *Glyphs) WithLetters(letters map[board.Role]byte) *Glyphs {
	with := *g
	with.further = letters
	return &with
}

// Piece returns the glyph of a piece in a form whose shape shows the colour, or the glyph of an empty
// square.
func (g *Glyphs) Piece(pc board.Piece) string {
	switch role := pc.Role(); {
	case pc == board.NoPiece:
		return g.empty
	case int(role) >= len(g.white):
		letter := string(rune(g.further[role]))
		if pc.Colour() == board.Black {
			return strings.ToLower(letter)
		}
		return letter
	case pc.Colour() == board.White:
		return g.white[role]
	default:
		return g.black[role]
	}
}

// Solid returns the glyph of a piece for painting in the piece's colour.
func (g *Glyphs) Solid(pc board.Piece) string {
	role := pc.Role()
	switch {
	case g.Letters:
		return g.Piece(pc)
	case int(role) >= len(g.black):
		return string(rune(g.further[role]))
	}
	return g.black[role]
}
