package anyboard

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
)

// start chooses the array and the castling rights. It returns false if the armies do not fit the board.
func (v *inventor) start(royal string) bool {
	g := &Game{files: v.files, ranks: v.ranks, planes: v.planes}
	board := make([]byte, g.squares())
	for sq := range board {
		board[sq] = empty
		if v.holes[g.nameOf(sq)] {
			board[sq] = hole
		}
	}
	if v.ranks < 4 || v.chance(6) {
		v.scatter(g, board)
	} else {
		v.arrays(g, board)
	}
	for _, kind := range []byte(royal) { // give each side that lacks a royal kind one piece of it
		for _, white := range []bool{true, false} {
			piece := coloured(kind, white)
			for tries := 0; !slices.Contains(board, piece); tries++ {
				sq := v.dice.IntN(len(board))
				if tries > 200 {
					return false
				}
				if board[sq] == empty && (kind != 'p' || g.rank(sq) != g.last(white)) {
					board[sq] = piece
				}
			}
		}
	}
	castling := "-"
	if !v.chance(3) {
		castling = v.castling(g, board)
	} else if v.chance(2) {
		v.d["castling"] = v.chance(2)
	}
	checks := ""
	if goal, ok := v.d["goal"].(map[string]any); ok && goal["checks"] != nil && v.chance(3) {
		n := goal["checks"].(int)
		checks = fmt.Sprintf(" +%d+%d", v.dice.IntN(n), v.dice.IntN(n))
	}
	side := v.pick("w", "w", "w", "w", "b")
	for _, rights := range []string{"-", castling} {
		v.d["start"] = fmt.Sprintf("%s %s %s - 0 1%s", (&Pos{g: g, board: board}).formatBoard(), side, rights, checks)
		if g, err := New(v.text()); err == nil && g.partOne && !g.orthodox(castling) {
			break // part one allows no castling rights with this array
		}
	}
	return true
}

// orthodox reports whether the starting position of a part-one definition can have the given castling rights.
func (g *Game) orthodox(rights string) bool {
	return g.castling == "true" && g.start.readCastling(rights) == nil
}

// scatter puts a few pieces of both sides on random squares.
func (v *inventor) scatter(g *Game, board []byte) {
	for range 2 + v.dice.IntN(1+len(board)/3) {
		sq, kind, white := v.dice.IntN(len(board)), v.letter("pp" + v.kinds)[0], v.chance(2)
		if board[sq] == empty && (kind != 'p' || g.rank(sq) != g.last(white)) {
			board[sq] = coloured(kind, white)
		}
	}
}

// arrays puts a rank of pieces and a rank of pawns on each side.
func (v *inventor) arrays(g *Game, board []byte) {
	behind := 0
	if v.ranks >= 8 && v.chance(3) {
		behind = 1 // an empty rank behind each army, so that they do not touch over the ends
	}
	pieces := v.rankOfPieces()
	others := pieces
	switch v.dice.IntN(6) {
	case 0:
		others = v.rankOfPieces()
	case 1:
		others = slices.Clone(pieces)
		slices.Reverse(others)
	}
	gaps := v.chance(4)
	for plane := range v.planes {
		if plane == 1 && (v.passing || v.chance(2)) {
			break
		}
		for file := range v.files {
			put := func(rank int, kind byte, white bool) {
				if sq := g.square(file, rank, plane); board[sq] == empty && !(gaps && kind != 'k' && v.chance(4)) && !(plane == 1 && kind == 'k') {
					board[sq] = coloured(kind, white)
				}
			}
			put(behind, pieces[file], true)
			put(v.ranks-1-behind, others[file], false)
			put(behind+1, 'p', true)
			put(v.ranks-2-behind, 'p', false)
		}
	}
}

// rankOfPieces returns the piece types of one rank, including one king and often two rooks.
func (v *inventor) rankOfPieces() []byte {
	if v.files == 8 && v.chance(3) {
		return []byte("rnbqkbnr")
	}
	rank := make([]byte, v.files)
	others := strings.ReplaceAll(v.kinds, "k", "")
	for file := range rank {
		rank[file] = v.letter(others)[0]
	}
	king := v.files / 2
	if v.chance(2) {
		king = v.dice.IntN(v.files)
	}
	rank[king] = 'k'
	if v.files >= 3 && !v.chance(3) {
		for _, file := range []int{0, v.files - 1} {
			if v.chance(4) {
				file = v.dice.IntN(v.files)
			}
			if rank[file] != 'k' {
				rank[file] = 'r'
			}
		}
	}
	return rank
}

// castling chooses rights that the array allows, and the kind of castling.
func (v *inventor) castling(g *Game, board []byte) string {
	chess960 := v.chance(3)
	if chess960 {
		v.d["castling"] = "960"
	}
	if v.files < 8 || v.planes == 2 && !v.passing {
		return "-"
	}
	text := ""
	for _, white := range []bool{true, false} {
		king := slices.Index(board, coloured('k', white))
		if king < 0 || slices.Contains(board[king+1:], coloured('k', white)) {
			continue
		}
		row := board[king-g.file(king) : king-g.file(king)+g.files]
		if slices.Contains(row, hole) {
			continue
		}
		for _, kingside := range []bool{true, false} {
			var rooks []int
			for file, piece := range row {
				if piece == coloured('r', white) && (file > g.file(king)) == kingside {
					rooks = append(rooks, file)
				}
			}
			if len(rooks) == 0 || v.chance(6) {
				continue
			}
			letter := byte('q')
			if kingside {
				letter = 'k'
			}
			if chess960 && (int(letter-'a') < v.files || v.chance(2)) {
				letter = 'a' + byte(rooks[v.dice.IntN(len(rooks))])
			}
			text += string(coloured(letter, white))
		}
	}
	return or(text, "-")
}

// Scatter returns a random position of a kind that is rare in games, with both sides' royal pieces and often
// with castling rights. It returns false if it found none.
func (g *Game) Scatter(dice *rand.Rand) (*Pos, bool) {
	var kinds []byte
	for kind := range g.kinds {
		kinds = append(kinds, kind)
	}
	slices.Sort(kinds) // the iteration order of a map is random
	for range 100 {
		p := &Pos{
			g: g, board: make([]byte, g.squares()), white: dice.IntN(2) == 0, rights: make([]bool, len(g.rights)),
			ep: none, pusher: none, half: dice.IntN(60), full: 1 + dice.IntN(90),
		}
		put := func(sq int, piece byte) {
			rank := g.rank(sq)
			if pawn := kindOf(piece) == 'p'; p.board[sq] != empty || pawn && (rank == g.last(isWhite(piece)) || g.partOne && rank == g.last(isBlack(piece))) {
				return
			}
			if g.passing && p.board[g.twin(sq)] != empty && p.board[g.twin(sq)] != hole {
				return
			}
			p.board[sq] = piece
		}
		for sq := range p.board {
			p.board[sq] = empty
			if g.holes[sq] {
				p.board[sq] = hole
			}
		}
		most := 1 + len(p.board)/2
		castling := len(g.rights) > 0 && dice.IntN(3) > 0
		if castling {
			most = 6 // few pieces between kings and rooks
		}
		for i, r := range g.rights {
			if castling && dice.IntN(3) > 0 {
				put(r.king, coloured('k', r.white))
				put(r.rook, coloured('r', r.white))
				p.rights[i] = p.board[r.king] == coloured('k', r.white) && p.board[r.rook] == coloured('r', r.white)
			}
		}
		for _, white := range []bool{true, false} {
			for n := 1 + dice.IntN(2)*dice.IntN(2); n > 0; n-- {
				if n == 1 && slices.ContainsFunc(p.board, func(piece byte) bool { return isPiece(piece) && isWhite(piece) == white && g.isRoyal(piece) }) {
					break
				}
				put(dice.IntN(len(p.board)), coloured(g.royal[dice.IntN(len(g.royal))], white))
			}
		}
		for range dice.IntN(most) {
			sq := dice.IntN(len(p.board))
			if piece := g.start.board[sq]; isPiece(piece) && !g.isRoyal(piece) && dice.IntN(2) == 0 {
				put(sq, piece) // where initial moves and rebirth matter
				continue
			}
			kind := kinds[dice.IntN(len(kinds))]
			if dice.IntN(3) == 0 {
				kind = 'p'
			}
			if !g.isRoyal(kind) {
				put(sq, coloured(kind, dice.IntN(2) == 0))
			}
		}
		if g.checks > 0 {
			p.checks = [2]int{dice.IntN(g.checks), dice.IntN(g.checks)}
		}
		if p.playable() {
			return p, true
		}
	}
	return nil, false
}
