package zrf

import (
	"fmt"
	"slices"
	"strings"

	"github.com/tainchess/tain/board"
)

// These are the directions of sliders, and the pairs of steps that make up a knight's move. If the
// destination of a pair is on the board, so is the square after its first step.
var (
	straight = []string{"n", "s", "e", "w"}
	diagonal = []string{"ne", "nw", "se", "sw"}
	hops     = []string{"n ne", "n nw", "s se", "s sw", "e ne", "e se", "w nw", "w sw"}
)

// slides returns the directions of a sliding role.
func slides(k board.Role) []string {
	switch k {
	case board.Bishop:
		return diagonal
	case board.Rook:
		return straight
	case board.Queen:
		return slices.Concat(straight, diagonal)
	}
	return nil
}

func (g *game) men() string {
	var b strings.Builder
	for _, k := range roles {
		fmt.Fprintf(&b, "\n  (piece\n    (name %s)\n    (help %s)\n    (image White %s Black %s)\n", noun(k), quote(g.help(k)),
			g.image(pieceImage(board.White, k)), g.image(pieceImage(board.Black, k)))
		if g.castles(k) {
			b.WriteString("    (attribute never-moved? true)\n")
		}
		b.WriteString("    (moves\n")
		for _, line := range g.moves(k) {
			b.WriteString("      " + line + "\n")
		}
		b.WriteString("    )\n  )\n")
	}
	return b.String()
}

// castles reports whether a role is involved in castling.
func (g *game) castles(k board.Role) bool {
	return g.Details.Castling && (k == board.King || k == board.Rook)
}

// moves returns the moves of a role, a few macros per line.
func (g *game) moves(k board.Role) (lines []string) {
	add := func(macros ...string) { lines = append(lines, strings.Join(macros, " ")) }
	each := func(name string, ways []string, rest string) {
		var all []string
		for _, w := range ways {
			all = append(all, "("+name+" "+w+rest+")")
		}
		add(all...)
	}
	if k == board.Pawn {
		return g.pawnMoves()
	}
	all := slices.Concat(straight, diagonal)
	switch {
	case g.Reflection == nil && k == board.Knight:
		each("hop", hops, "")
	case g.Reflection == nil && k == board.King:
		each("king-step", all, "")
	case g.Reflection == nil:
		g.plainSlides(k, each, add)
	case k == board.Knight:
		each("hop", hops, " "+g.made(k))
		each("take-hop", hops, "")
	default:
		ways, most := slides(k), longest
		if k == board.King {
			ways, most = all, 1
		}
		quiet, rest := "quiet", " "+g.made(k)
		if g.Reflection.GoesOn[k] {
			quiet, rest = "send", ""
		} else if g.castles(k) {
			quiet = "quiet-moved"
		}
		for n := 1; n <= most; n++ {
			each(fmt.Sprintf("%s-%d", quiet, n), ways, rest)
		}
		each(choose(k == board.King, "take-step", "take-slide")+choose(g.castles(k), "-moved", ""), ways, "")
	}
	if k == board.King && g.Details.Castling {
		add("(castle-short)", "(castle-long)")
	}
	return lines
}

// plainSlides adds the slides for a game without reflection.
func (g *game) plainSlides(k board.Role, each func(string, []string, string), add func(...string)) {
	name := choose(g.castles(k), "rook-slide", "slide")
	ways := slides(k)
	if !g.Details.Wraps {
		each(name, ways, "")
		return
	}
	if k != board.Bishop {
		each(name, []string{"n", "s"}, "")
		add("("+name+"-east)", "("+name+"-west)", "("+name+"-west-take)")
	}
	if k != board.Rook {
		each(name, []string{"ne", "se"}, "")
		for _, part := range []string{"twin-near", "twin-meet", "twin-far"} {
			if part == "twin-meet" {
				each(part, []string{"nw ne", "sw se"}, "")
				continue
			}
			each(part, []string{"nw", "sw"}, "")
		}
	}
}

func (g *game) pawnMoves() []string {
	lines := []string{"(pawn-push) (pawn-double)"}
	if g.Reflection != nil {
		made := g.made(board.Pawn)
		lines = []string{"(pawn-push " + made + ") (pawn-double " + made + ")"}
		if !g.Reflection.Promotions {
			lines = append(lines, "(pawn-promote)")
		} else {
			lines = append(lines, g.promotions())
		}
	}
	lines = append(lines, "(pawn-take ne) (pawn-take nw)")
	if g.SeamHome {
		return append(lines, "(en-passant e h-file) (en-passant w a-file)", "(en-passant-seam e h-file) (en-passant-seam w a-file)")
	}
	return append(lines, "(en-passant e) (en-passant w)")
}

// promotions returns the macros for promotion by a push in games where the promoted piece reflects.
func (g *game) promotions() string {
	var all []string
	for _, k := range []board.Role{board.Queen, board.Rook, board.Bishop, board.Knight} {
		if g.Reflection.Made[k] != board.NoRole {
			all = append(all, "(pawn-promote-making "+noun(k)+" "+g.made(k)+")")
		} else {
			all = append(all, "(pawn-promote "+noun(k)+")")
		}
	}
	return strings.Join(all, " ")
}

// made returns the name of the piece that a quiet move spawns, or "" if it spawns none.
func (g *game) made(k board.Role) string {
	if made := g.Reflection.Made[k]; made != board.NoRole {
		return noun(made)
	}
	return ""
}
