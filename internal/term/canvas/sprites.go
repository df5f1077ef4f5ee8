package canvas

import (
	"strings"

	"github.com/tainchess/tain/board"
)

// Where a cell has room and paint, pieces are drawn larger than a sign: as
// silhouettes of quarter blocks, two points wide and two high in a sign.
//
// A point is about twice as high as it is wide.

// The narrow set is 6 points by 6, for cells of 5 by 3 signs.
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

// The small set is 10 points by 6, for cells of 7 by 3 signs.
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

// The middle set is 14 points by 8, for cells of 9 by 4 signs.
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

// The large set is 18 points by 10, for cells of 11 by 5 signs.
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

// Sprites are a set of silhouettes, by role, as rows of signs.
type Sprites [7][]string

var (
	NarrowSprites = cut(narrowArt)
	SmallSprites  = cut(smallArt)
	MiddleSprites = cut(middleArt)
	LargeSprites  = cut(largeArt)
)

// quarters are the blocks by the points they fill: 1 upper left, 2 upper
// right, 4 lower left, 8 lower right.
var quarters = []rune(" ▘▝▀▖▌▞▛▗▚▐▜▄▙▟█")

// cut makes signs of points.
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

// SpritesFor returns the silhouettes that fit a cell, nil if none do.
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

// Glyphs is the set of signs everything is drawn with.
type Glyphs struct {
	white, black [7]string // figures by role
	Letters      bool      // the two sets differ in case, not in colour
	empty        string    // an empty square of a text board
	Hatch        string    // what fills dark squares where there is no colour
	Dot          string    // a move
	Path         string    // a way or the line of a reflection
	Gone         string    // a piece that would leave the board
	Ring         [2]string // around what would be captured
	Glow         [2]string // around the chosen piece
	Ghost        [2]string // around what would appear
	Alarm        [2]string // around a king in check
	Trail        [2]string // around the squares of the last move
	Aim          [2]string // the cursor on a capture, where there is one row only
	Cursor       [2]string // the cursor, where there is one row only
	Corners      [4]string // the cursor: top left, top right, bottom left, bottom right
	Round        [4]string // the ring's corners where there is room
	Wall         string    // between boards
	Across, Down string    // the ring's sides
	Seam         string    // where two boards join
	Stud         string    // a pin without a board, a square of the cursor's column
	Corner       string    // a square under a small board
	Arrows       [9]string // by direction: row dy+1, column dx+1
	Ellipsis     string
	Spin         []string // shows that the engine thinks
	Prompt       string
	bullet       string
	Rule         string // a line across
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
	Ellipsis: "…", Spin: []string{"◐", "◓", "◑", "◒"}, Prompt: "›", bullet: "•", Rule: "─",
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
	Ellipsis: "...", Spin: []string{"|", "/", "-", "\\"}, Prompt: ">", bullet: "-", Rule: "-",
}

func GlyphsFor(onlyASCII bool) *Glyphs {
	if onlyASCII {
		return &ascii
	}
	return &figures
}

// Piece returns the sign of a piece where its shape must tell its colour.
func (g *Glyphs) Piece(pc board.Piece) string {
	if pc == board.NoPiece {
		return g.empty
	}
	if pc.Colour() == board.White {
		return g.white[pc.Role()]
	}
	return g.black[pc.Role()]
}

// Solid returns the sign of a piece where paint tells its colour.
func (g *Glyphs) Solid(pc board.Piece) string {
	if g.Letters {
		return g.Piece(pc)
	}
	return g.black[pc.Role()]
}
