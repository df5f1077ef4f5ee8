package variant_test

import (
	"fmt"
	"math/rand/v2"
	"strings"

	"github.com/tainchess/tain/rules"
)

// sketch is a flat position under construction. The cells hold FEN letters.
type sketch struct {
	dice  *rand.Rand
	cells [64]byte
	ep    string
	white bool // White is to move
}

// construct returns the text of a flat position that is rare in games. It combines features such as many or
// no kings, many queens, castling next to sliders, en passant on the edge files, and pawns about to promote.
// The side not to move may be in check; parsers reject such positions.
func construct(dice *rand.Rand, info *rules.Info) string {
	s := &sketch{dice: dice, ep: "-", white: dice.IntN(2) == 0}
	for i := range s.cells {
		s.cells[i] = '.'
	}
	castling := "-"
	if info.Castling && dice.IntN(3) == 0 {
		castling = s.placeCastling()
	}
	for _, king := range "Kk" {
		if strings.ContainsRune(string(s.cells[:]), king) && dice.IntN(4) > 0 {
			continue
		}
		for range []int{0, 1, 1, 1, 1, 1, 1, 1, 2, 3}[dice.IntN(10)] {
			s.put(s.anywhere(), byte(king))
		}
	}
	if dice.IntN(3) == 0 {
		s.placeEnPassant()
	}
	if dice.IntN(3) == 0 {
		s.placePawns()
	}
	s.scatter()
	side := "b"
	if s.white {
		side = "w"
	}
	return fmt.Sprintf("%s %s %s %s %d %d", s.field(), side, castling, s.ep, dice.IntN(90), 1+dice.IntN(90))
}

func (s *sketch) anywhere() int { return s.dice.IntN(64) }

// put places a piece if the square is empty. It places pawns only on ranks 2 to 7.
func (s *sketch) put(square int, letter byte) {
	if pawn := letter == 'P' || letter == 'p'; s.cells[square] == '.' && !(pawn && (square < 8 || square >= 56)) {
		s.cells[square] = letter
	}
}

// placeCastling puts some kings and rooks on their home squares and returns castling rights for them.
func (s *sketch) placeCastling() string {
	rights := ""
	for _, c := range []struct {
		right, king, rook byte
		at, corner        int
	}{{'K', 'K', 'R', 4, 7}, {'Q', 'K', 'R', 4, 0}, {'k', 'k', 'r', 60, 63}, {'q', 'k', 'r', 60, 56}} {
		if s.dice.IntN(4) > 0 {
			s.cells[c.at], s.cells[c.corner] = c.king, c.rook
			rights += string(c.right)
		}
	}
	if rights == "" {
		return "-"
	}
	return rights
}

// placeEnPassant places a pawn that has just made a double push, usually on an edge file, with enemy pawns on
// either side, including over the seam. It reserves the pawn's origin and the crossed square.
func (s *sketch) placeEnPassant() {
	file := []int{0, 7, 0, 7, s.dice.IntN(8)}[s.dice.IntN(5)]
	pushed, taker := byte('p'), byte('P')
	at, crossed, home := 32+file, 40+file, 48+file
	if !s.white {
		pushed, taker = taker, pushed
		at, crossed, home = 24+file, 16+file, 8+file
	}
	if s.cells[at] != '.' || s.cells[crossed] != '.' || s.cells[home] != '.' {
		return
	}
	s.cells[at] = pushed
	s.cells[crossed], s.cells[home] = ' ', ' '
	for _, side := range []int{1, 7} {
		if s.dice.IntN(4) > 0 {
			s.put(at&56|(file+side)&7, taker)
		}
	}
	s.ep = fmt.Sprintf("%c%d", 'a'+file, crossed/8+1)
}

// placePawns places random pawns on ranks 2 and 7.
func (s *sketch) placePawns() {
	for file := range 8 {
		for _, rank := range []int{1, 6} {
			if s.dice.IntN(3) == 0 {
				s.put(rank*8+file, "Pp"[s.dice.IntN(2)])
			}
		}
	}
}

// scatter adds a random number of random pieces, up to a full board. Some positions have mostly queens or
// only sliders.
func (s *sketch) scatter() {
	choice := []string{"PNBRQpnbrq", "PPPNBRQpppnbrq", "QqQqQqQqNP", "BRQbrq", "PpNn"}[s.dice.IntN(5)]
	n := []int{3, 8, 16, 30, 64}[s.dice.IntN(5)]
	for range s.dice.IntN(n) + 1 {
		s.put(s.anywhere(), choice[s.dice.IntN(len(choice))])
	}
}

func (s *sketch) field() string {
	var ranks []string
	for rank := 7; rank >= 0; rank-- {
		text := strings.ReplaceAll(string(s.cells[rank*8:rank*8+8]), " ", ".")
		for n := 8; n > 0; n-- {
			text = strings.ReplaceAll(text, strings.Repeat(".", n), fmt.Sprint(n))
		}
		ranks = append(ranks, text)
	}
	return strings.Join(ranks, "/")
}
