package space

import (
	"fmt"
	"math/rand/v2"
	"strings"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/variant/space/geometry"
)

// construct returns a random position with features that are rare in random games. Boards may be on any pins,
// including pins 2 and 5 of the same side, and may carry one piece or a king. Pawns may be on corners under a
// board, one board move away from promotion, or unmoved. There may be castling rights. The function returns
// false if the position is invalid.
func construct(v *Rules, dice *rand.Rand) (board.Position, bool) {
	one := func(n int) bool { return dice.IntN(n) == 0 }
	pinned := dice.Perm(geometry.PinCount)[:geometry.BoardCount]
	if one(3) { // pins 2 and 5 of the same side
		first := geometry.Pin(dice.IntN(2) * 6)
		pinned = []int{int(first + 1), int(first + 4)}
		for _, n := range dice.Perm(geometry.PinCount) {
			if n != pinned[0] && n != pinned[1] && len(pinned) < geometry.BoardCount {
				pinned = append(pinned, n)
			}
		}
	} else if one(3) { // boards on their home pins, for castling and corners
		pinned = []int{int(geometry.QL1), int(geometry.KL1), int(geometry.QL6), int(geometry.KL6)}
	}
	pieces := map[geometry.Name]board.Piece{}
	var empty []geometry.Name
	heads := map[geometry.Level]string{geometry.LevelW: "W", geometry.LevelN: "N", geometry.LevelB: "B"}
	owners := dice.Perm(geometry.BoardCount)
	for i, n := range pinned {
		head := geometry.PinName(geometry.Pin(n)) + []string{"w", "w", "b", "b"}[owners[i]]
		if v.policy.Turns && one(2) {
			head += "^"
		}
		heads[geometry.OnPin(geometry.Pin(n))] = head
	}
	for _, n := range geometry.AllNames() {
		if _, there := heads[n.Level]; there {
			empty = append(empty, n)
		}
	}
	put := func(n geometry.Name, pc board.Piece) {
		if _, there := heads[n.Level]; there {
			pieces[n] = pc
		}
	}
	// Put a passenger on some boards.
	for _, n := range pinned {
		if one(3) {
			continue
		}
		k := board.Role(1 + dice.IntN(5))
		if one(2) {
			k = board.Pawn
		}
		put(geometry.Name{Column: geometry.CellColumn(geometry.Pin(n), dice.IntN(4)), Level: geometry.OnPin(geometry.Pin(n))}, board.NewPiece(board.Colour(dice.IntN(2)), k))
	}
	// Put pawns on some corners.
	for side := range 2 {
		if one(2) {
			put(geometry.Name{Column: geometry.At(1+3*side, 8), Level: geometry.LevelB}, board.NewPiece(board.White, board.Pawn))
		}
		if one(2) {
			put(geometry.Name{Column: geometry.At(1+3*side, 1), Level: geometry.LevelW}, board.NewPiece(board.Black, board.Pawn))
		}
	}
	if one(3) {
		for _, h := range geometry.CastlingHomes {
			side := board.Colour(0)
			if h.Right >= board.BlackShort {
				side = board.Black
			}
			put(h.King, board.NewPiece(side, board.King))
			put(h.Rook, board.NewPiece(side, board.Rook))
		}
	}
	for range dice.IntN(14) {
		k := board.Role(1 + dice.IntN(5))
		if one(3) {
			k = board.Pawn
		}
		put(empty[dice.IntN(len(empty))], board.NewPiece(board.Colour(dice.IntN(2)), k))
	}
	for _, side := range []board.Colour{board.White, board.Black} {
		for _, home := range geometry.HomeNames(side) {
			if one(3) {
				put(home, board.NewPiece(side, board.Pawn))
			}
		}
	}
	kings := [2]int{}
	for _, pc := range pieces {
		if pc.Role() == board.King {
			kings[pc.Colour()]++
		}
	}
	for side, n := range kings {
		if n == 0 {
			put(empty[dice.IntN(len(empty))], board.NewPiece(board.Colour(side), board.King))
		}
	}
	text := constructText(dice, heads, pieces)
	p, err := v.Guide().ParsePosition(text, rules.ParseOptions{})
	return p, err == nil
}

// constructText formats a position with the given pieces and a random selection of the possible rights.
func constructText(dice *rand.Rand, heads map[geometry.Level]string, pieces map[geometry.Name]board.Piece) string {
	side := dice.IntN(2)
	rights := ""
	for _, h := range geometry.CastlingHomes {
		mover := board.White
		if h.Right >= board.BlackShort {
			mover = board.Black
		}
		if pieces[h.King] == board.NewPiece(mover, board.King) && pieces[h.Rook] == board.NewPiece(mover, board.Rook) && dice.IntN(4) > 0 {
			rights += string(rune(h.Letter))
		}
	}
	var fresh []string
	for _, mover := range []board.Colour{board.White, board.Black} {
		for _, n := range geometry.HomeNames(mover) {
			if pieces[n] == board.NewPiece(mover, board.Pawn) && dice.IntN(3) > 0 {
				fresh = append(fresh, n.String())
			}
		}
	}
	if rights == "" {
		rights = "-"
	}
	steps := strings.Join(fresh, ",")
	if steps == "" {
		steps = "-"
	}
	return fmt.Sprintf("%s %c %s - %s %d %d", levelsText(heads, pieces), "wb"[side], rights, steps, dice.IntN(40), 1+dice.IntN(3))
}

// levelsText formats the first field of a position, which contains the levels and their pieces.
func levelsText(heads map[geometry.Level]string, pieces map[geometry.Name]board.Piece) string {
	var parts []string
	for l := geometry.Level(0); l < geometry.LevelCount; l++ {
		head, there := heads[l]
		if !there {
			continue
		}
		first, width := l.Extent()
		var rows []string
		for row := width - 1; row >= 0; row-- {
			text := ""
			for file := range width {
				if pc := pieces[geometry.Name{Column: first + geometry.Column(row*geometry.Files+file), Level: l}]; pc != board.NoPiece {
					text += string(rune(pc.Letter()))
				} else if n := len(text) - 1; n >= 0 && text[n] < '4' {
					text = text[:n] + string(text[n]+1)
				} else {
					text += "1"
				}
			}
			rows = append(rows, text)
		}
		parts = append(parts, head+":"+strings.Join(rows, "/"))
	}
	return strings.Join(parts, "|")
}
