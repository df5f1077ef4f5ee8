package definition_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
)

// invent returns a definition with random fields and values.
func invent(dice *rand.Rand) string {
	d := map[string]any{"name": "invented"}
	chance := func(n int) bool { return dice.IntN(n) == 0 }
	castles := !chance(4)
	if !castles || chance(4) {
		d["castling"] = castles
	}
	if chance(4) {
		d["double_push"] = chance(3)
	}
	if chance(3) {
		order := []byte("qrbn")
		dice.Shuffle(4, func(i, j int) { order[i], order[j] = order[j], order[i] })
		d["promotes"] = string(order[:1+dice.IntN(4)])
	}
	if chance(2) {
		d["stalemate"] = pick(dice, "draw", "loss", "win")
	}
	if chance(4) {
		d["boards"] = []int{1, 3}[dice.IntN(2)]
	}
	if !chance(3) {
		seam := map[string]any{"crossing": pick(dice, "wrap", "hop", "hop", "none"), "kinds": kinds(dice)}
		if chance(2) {
			seam["en_passant"] = pick(dice, "home", "home", "crossed")
		}
		d["seam"] = seam
	}
	if !chance(3) {
		d["reflection"] = inventReflection(dice)
	}
	if chance(2) {
		d["start"] = position(dice, castles || chance(2), true)
	}
	text, err := json.Marshal(d)
	if err != nil {
		panic(err)
	}
	return string(text)
}

func inventReflection(dice *rand.Rand) map[string]any {
	r := map[string]any{"map": pick(dice, "rotate", "files", "ranks")}
	makes := map[string]string{}
	for _, from := range "pnbrqk" {
		if dice.IntN(3) > 0 {
			makes[string(from)] = pick(dice, "p", "n", "b", "r", "q", "p", "n", "b", "r", "q", "k")
		}
	}
	if len(makes) > 0 {
		r["makes"] = makes
	}
	if dice.IntN(2) == 0 {
		r["colour"] = pick(dice, "own", "own", "opponent")
	}
	if dice.IntN(2) == 0 {
		r["goes_on"] = kinds(dice)
	}
	for _, name := range []string{"captures", "promotions"} {
		if dice.IntN(2) == 0 {
			r[name] = dice.IntN(2) == 0
		}
	}
	return r
}

func pick(dice *rand.Rand, words ...string) string { return words[dice.IntN(len(words))] }

// kinds returns one or more role letters, often all of them.
func kinds(dice *rand.Rand) string {
	all := []byte("pnbrqk")
	if dice.IntN(4) == 0 {
		return string(all)
	}
	dice.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	return string(all[:1+dice.IntN(len(all))])
}

// construct returns a random position that fits the definition.
func (c *comparison) construct(dice *rand.Rand) string {
	return position(dice, c.v.Info().Castling, dice.IntN(8) > 0)
}

// position returns the text of a position that is rare in games, with features such as several kings,
// castling next to sliders, en passant on the edge files, or pawns about to promote. The side not to move may
// be in check.
func position(dice *rand.Rand, castles, kings bool) string {
	s := &setup{dice: dice, white: dice.IntN(2) == 0}
	s.cells = [64]byte([]byte(strings.Repeat(".", 64)))
	rights, ep := "-", "-"
	if castles && dice.IntN(3) == 0 {
		rights = s.castling()
	}
	for _, king := range []byte("Kk") {
		n := []int{1, 1, 1, 1, 1, 2, 3}[dice.IntN(7)]
		if !kings {
			n = dice.IntN(3)
		}
		if strings.IndexByte(string(s.cells[:]), king) >= 0 {
			n--
		}
		for range n {
			for !s.put(dice.IntN(64), king) {
			}
		}
	}
	if dice.IntN(3) == 0 {
		ep = s.enPassant()
	}
	choice := pick(dice, "PNBRQpnbrq", "PPPNBRQpppnbrq", "BRQbrq", "PpNn", "Pp")
	for range 1 + dice.IntN([]int{3, 8, 16, 30}[dice.IntN(4)]) {
		s.put(dice.IntN(64), choice[dice.IntN(len(choice))])
	}
	side := "b"
	if s.white {
		side = "w"
	}
	clock := dice.IntN(60)
	if dice.IntN(20) == 0 {
		clock = 140
	}
	return fmt.Sprintf("%s %s %s %s %d %d", s.field(), side, rights, ep, clock, 1+dice.IntN(90))
}

// setup is a position under construction. The cells hold FEN letters.
type setup struct {
	dice  *rand.Rand
	cells [64]byte
	white bool // White is to move
}

// put places a piece if the square is empty, and reports whether it did. It places pawns only on ranks 2 to
// 7.
func (s *setup) put(square int, letter byte) bool {
	if pawn := letter == 'P' || letter == 'p'; s.cells[square] != '.' || pawn && (square < 8 || square >= 56) {
		return false
	}
	s.cells[square] = letter
	return true
}

// castling puts some kings and rooks on their home squares and returns their castling rights.
func (s *setup) castling() string {
	rights := ""
	for i, corner := range []int{7, 0, 63, 56} {
		if s.dice.IntN(3) > 0 {
			king, rook := "Kk"[i/2], "Rr"[i/2]
			s.cells[4+corner&56], s.cells[corner] = king, rook
			rights += string("KQkq"[i])
		}
	}
	if rights == "" {
		return "-"
	}
	return rights
}

// enPassant places a pawn that has just made a double push, usually on an edge file, with enemy pawns next to
// it. It returns the en passant square.
func (s *setup) enPassant() string {
	file := []int{0, 7, 0, 7, s.dice.IntN(8)}[s.dice.IntN(5)]
	pushed, taker, at, back := byte('p'), byte('P'), 32+file, 8
	if !s.white {
		pushed, taker, at, back = 'P', 'p', 24+file, -8
	}
	if s.cells[at] != '.' || s.cells[at+back] != '.' || s.cells[at+2*back] != '.' {
		return "-"
	}
	s.cells[at], s.cells[at+back], s.cells[at+2*back] = pushed, ' ', ' '
	for _, side := range []int{1, 7} {
		if s.dice.IntN(4) > 0 {
			s.put(at&56|(file+side)&7, taker)
		}
	}
	return fmt.Sprintf("%c%d", 'a'+file, (at+back)/8+1)
}

func (s *setup) field() string {
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
