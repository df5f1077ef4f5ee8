package ini

import (
	"errors"
	"slices"
	"strconv"
	"strings"

	"github.com/tainchess/tain/notation"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/variant/betza"
	"github.com/tainchess/tain/variant/definition"
)

// castling reads the castling keys. Rights without a king and a rook have no effect in Fairy-Stockfish.
func (r *reader) castling() {
	s, b := r.start, &r.d.Board
	rank := 1
	if k, ok := r.values["castlingRank"]; ok {
		var err error
		if rank, err = strconv.Atoi(k.value); err != nil || rank < 1 || rank > b.Ranks {
			r.cannot("castlingRank", "expected a rank from 1 to %d instead of %q", b.Ranks, notation.Clip(k.value))
		}
	}
	if !r.truth("castling", true, &r.faults) {
		r.d.Castling, s.rights = false, ""
	}
	r.d.Chess960 = r.truth("chess960", false, &r.faults) && s.rights != ""
	var effective []castle
	for _, side := range []string{"White", "Black"} {
		kings, rooks := r.sets["castlingKingPiece"+side], r.sets["castlingRookPieces"+side]
		for _, rook := range rooks {
			for _, c := range s.castles(r.letter(kings), r.pieces[rook].letter, r.file("castlingKingsideFile", 'g'), r.file("castlingQueensideFile", 'c')) {
				home := rank - 1
				if side == "Black" {
					home = b.Ranks - rank
				}
				if c.letter >= 'a' != (side == "Black") || c.king.rank != home {
					continue
				}
				if r.letter(kings) != 'k' || r.pieces[rook].letter != 'r' || !r.d.Royal.Has('k') {
					r.cannot("castlingRookPieces"+side, "in Tain the royal piece with the letter k castles with the piece with the letter r")
				}
				effective = append(effective, c)
			}
		}
	}
	s.rights = ""
	for _, c := range effective {
		r.castle(c)
		if letter := c.letter; strings.IndexByte(s.rights, letter) < 0 {
			s.rights += string(letter)
		}
	}
}

// castle checks one castling right.
func (r *reader) castle(c castle) {
	b, s := &r.d.Board, r.start
	long := c.rook.file < c.king.file
	name, right, corner := "castlingKingsideFile", b.Files-2, r.file("castlingRookKingsideFile", 'l')
	if long {
		name, right, corner = "castlingQueensideFile", 2, r.file("castlingRookQueensideFile", 'a')
	}
	moves, _ := tainMovement(r.royalMove(), r.side())
	whole := b.Files >= 8
	for file := range b.Files {
		whole = whole && !s.holes.has(cell{file, c.king.rank})
	}
	home := 0
	if c.letter >= 'a' {
		home = b.Ranks - 1
	}
	r.unusual = r.unusual || c.king != cell{4, home} || c.rook.file != 0 && c.rook.file != 7
	switch {
	case !whole:
		r.cannot("startFen", "in Tain there is no castling on a board with fewer than 8 files, or with holes on the rank of the king; add castling = false")
	case c.target != right:
		r.cannot(name, "in Tain the king lands on the file %c; add %s = %c", 'a'+right, name, 'a'+right)
	case !long && corner < c.rook.file || long && corner > c.rook.file:
		r.cannot("castlingRook"+strings.TrimPrefix(name, "castling"), "in Tain the outermost rook castles")
	case r.d.Chess960:
		if upper := c.letter &^ 0x20; upper == 'K' || upper == 'Q' {
			s.rights = strings.Replace(s.rights, string(c.letter), "", 1)
		}
	case c.target-c.king.file < 2 && c.king.file-c.target < 2:
		r.cannot(name, "in Tain the king castles only if it moves two squares or more")
	case slices.ContainsFunc(moves, func(l leap) bool { return !l.capture && l.heading.Y == 0 && (l.rides() || l.long > 1) }):
		r.cannot("castling", "in Tain the king castles only to a square that it cannot reach otherwise")
	}
}

// royalMove returns the movement of the royal piece in Tain's notation.
func (r *reader) royalMove() string {
	for _, p := range r.d.Pieces {
		if r.d.Royal.Has(p.Kind) {
			return p.Move
		}
	}
	return "K"
}

// letter returns the letter of the only piece in a set, or 0.
func (r *reader) letter(names []string) byte {
	if len(names) != 1 {
		return 0
	}
	return r.pieces[names[0]].letter
}

// file returns the value of a key for a file, which may be a letter or a number.
func (r *reader) file(name string, usual byte) int {
	k, ok := r.values[name]
	if !ok {
		return int(usual - 'a')
	}
	n, err := strconv.Atoi(k.value)
	if len(k.value) == 1 && k.value[0]|0x20 >= 'a' {
		n, err = int(k.value[0]|0x20)-'a'+1, nil
	}
	if err != nil || n < 1 || n > mostFiles {
		r.cannot(name, "expected a file such as g instead of %q", notation.Clip(k.value))
	}
	return n - 1
}

// goals reads wins by checks and by goal squares.
func (r *reader) goals() {
	if r.truth("checkCounting", false, &r.faults) {
		white, black, ok := strings.Cut(r.start.checks, "+")
		w, err1 := strconv.Atoi(white)
		b, err2 := strconv.Atoi(black)
		if !ok {
			w, b, err1, err2 = 1, 1, nil, nil
		}
		if errors.Join(err1, err2) != nil || w < 1 || b < 1 || w > 9 || b > 9 {
			r.cannot("startFen", "expected the checks that remain, such as 3+3, instead of %q", notation.Clip(r.start.checks))
		}
		n := max(w, b)
		r.d.Goal.Checks = n
		r.start.checks = "+" + strconv.Itoa(n-w) + "+" + strconv.Itoa(n-b)
	} else if r.start.checks != "" {
		r.cannot("startFen", "the position counts checks, but checkCounting is not true")
	}
	b := &r.d.Board
	board := ranksOf(b.Files, 0, b.Ranks-1)
	white, black := r.region("flagRegionWhite", region{}, &r.faults).and(board), r.region("flagRegionBlack", region{}, &r.faults).and(board)
	types := r.sets["flagPieceWhite"]
	switch {
	case white == region{} && black == region{}:
		return
	case white != black:
		r.cannot("flagRegionWhite", "in Tain both sides have the same goal squares")
		return
	case !slices.Equal(types, r.sets["flagPieceBlack"]):
		r.cannot("flagPieceBlack", "in Tain both sides have the same goal pieces")
		return
	case slices.Equal(types, []string{everything}):
		types = pieceNames()
	}
	var squares []string
	for rank := range b.Ranks {
		for file := range b.Files {
			if c := (cell{file, rank}); white.has(c) && !r.start.holes.has(c) {
				squares = append(squares, c.String())
			}
		}
	}
	for _, name := range types {
		if p, ok := r.pieces[name]; ok {
			r.d.Goal.Reach = append(r.d.Goal.Reach, definition.Reach{Kind: p.letter, Squares: squares})
		}
	}
}

// draws reads the result of stalemate and the draw rules.
func (r *reader) draws() {
	switch r.word("stalemateValue", &r.faults, "draw", "loss", "win") {
	case "loss":
		r.d.Stalemate = rules.StalemateLoses
	case "win":
		r.d.Stalemate = rules.StalemateWins
	}
	for _, one := range []struct{ name, usual, text string }{
		{"nMoveRule", "50", "a draw can be claimed after 50 moves without a capture or a pawn move, and the game ends after 75"},
		{"nFoldRule", "3", "a draw can be claimed when a position occurs for the third time, and the game ends at the fifth"},
	} {
		if k, ok := r.values[one.name]; ok && k.value != one.usual {
			r.notes = append(r.notes, Fault{k.line, k.name, "ignored: in Tain " + one.text})
		}
	}
	for _, name := range []string{"nMoveRuleTypes", "nMoveRuleTypesWhite", "nMoveRuleTypesBlack"} {
		if k, ok := r.values[name]; ok && (len(k.value) != 1 || r.named(k.value[0]|0x20) != r.named('p')) {
			r.notes = append(r.notes, Fault{k.line, k.name, "ignored: in Tain the 50 moves begin again with each pawn move"})
		}
	}
}

// pushes reads the first push of pawns and en passant. In Tain a pawn makes its first push from the squares
// where its side starts with a pawn or, on a chessboard with the pieces of chess, from its second rank. The
// region in Fairy-Stockfish may be larger, if no other pawn can reach it.
func (r *reader) pushes() {
	pawns := r.named('p')
	if pawns == "" {
		r.d.DoublePush = false
		if r.unusual && r.d.Plain() {
			r.d.Pieces = append(r.d.Pieces, definition.Piece{Kind: 'p', Move: "mfWcefF"})
		}
		return
	}
	orthodox := pawns == pawn
	m := r.pawn
	if orthodox {
		m, _ = tainMovement("mfWcfFimfW2", r.side())
	}
	b := &r.d.Board
	double := r.truth("doubleStep", true, &r.faults)
	board := ranksOf(b.Files, 0, b.Ranks-1)
	used := [2]region{}
	fromStarts, fromSecond := true, orthodox && r.d.Plain()
	for side, name := range []string{"doubleStepRegionWhite", "doubleStepRegionBlack"} {
		usual := ranksOf(mostFiles, 1, 1)
		letter, home := byte('P'), ranksOf(b.Files, 1, 1)
		if side == 1 {
			usual, letter, home = ranksOf(mostFiles, 6, 6), 'p', ranksOf(b.Files, b.Ranks-2, b.Ranks-2)
		}
		allowed := r.region(name, usual, &r.faults).and(board)
		if !double {
			allowed = region{}
		}
		starts := r.start.of(letter)
		reached := m.reached(starts, b.Files, b.Ranks, side == 1)
		used[side] = allowed.and(reached)
		fromStarts = fromStarts && used[side] == starts
		fromSecond = fromSecond && used[side] == home.and(reached)
	}
	initial := slices.ContainsFunc(m, func(l leap) bool { return l.initial })
	r.d.DoublePush = !orthodox || used != [2]region{} // without effect on a pawn with a movement of its own
	own := ""
	switch {
	case !initial, orthodox && !r.d.DoublePush, fromSecond:
		if orthodox && r.unusual && r.d.Plain() {
			own = "mfWcefF"
			if r.d.DoublePush {
				own += "imfW2"
			}
		}
	case !fromStarts:
		r.cannot("doubleStepRegionWhite", "in Tain pawns advance two squares exactly from where their side starts with a pawn, which these regions do not express")
	case r.d.Plain():
		own = "mfWcefFimfW2" // the orthodox pawn, but with first pushes from where it starts
	}
	r.passant(pawns, m, used, own)
}

// passant reads the en passant keys. Without en passant, the orthodox pawn gets a movement of its own. If own
// is not empty, it is the movement with en passant.
func (r *reader) passant(pawns string, m movement, used [2]region, own string) {
	takes := [2]bool{}
	for side, name := range []string{"White", "Black"} {
		types := r.sets["enPassantTypes"+name]
		takes[side] = slices.Contains(types, pawns)
		if slices.ContainsFunc(types, func(one string) bool { p, ok := r.pieces[one]; return ok && one != pawns && p.letter != 'p' }) {
			r.cannot("enPassantTypes"+name, "in Tain only pawns capture en passant")
		}
		allowed := r.region("enPassantRegion"+name, ranksOf(mostFiles, 0, mostRanks-1), &r.faults)
		var passed region
		for rank, row := range used[1-side] { // squares that the enemy's pawns pass
			if to := rank + 1 - 2*side; to >= 0 && to < mostRanks && pawns == pawn {
				passed[to] = row
			}
		}
		if pawns != pawn && r.values["enPassantRegion"+name].name != "" {
			passed = ranksOf(r.d.Board.Files, 0, r.d.Board.Ranks-1)
		}
		switch inside := allowed.and(passed); {
		case inside == passed:
		case inside == region{}:
			takes[side] = false
		default:
			r.cannot("enPassantRegion"+name, "Tain cannot limit en passant to some squares")
		}
	}
	switch {
	case takes[0] != takes[1]:
		r.cannot("enPassantTypesWhite", "in Tain en passant is the same for both sides")
	case pawns == pawn && !takes[0] && r.d.DoublePush:
		r.d.Pieces = append(r.d.Pieces, definition.Piece{Kind: 'p', Move: "mfWcfFimfW2"})
	case own != "":
		r.d.Pieces = append(r.d.Pieces, definition.Piece{Kind: 'p', Move: own})
	case pawns != pawn && !takes[0] && slices.ContainsFunc(m, func(l leap) bool { return l.passant }):
		r.cannot("enPassantRegionWhite", "write the pawn's movement without e instead")
	}
}

// reached returns the squares that pieces on a set of squares can reach in any number of moves.
func (m movement) reached(from region, files, ranks int, black bool) region {
	board := ranksOf(files, 0, ranks-1)
	all := from
	var queue []cell
	for rank := range ranks {
		for file := range files {
			if c := (cell{file, rank}); from.has(c) {
				queue = append(queue, c)
			}
		}
	}
	for len(queue) > 0 {
		c := queue[0]
		queue = queue[1:]
		for _, l := range m {
			if black {
				l = l.turned()
			}
			for n, to := 1, c; l.limit == betza.Unlimited || n <= l.limit; n++ {
				to.file, to.rank = to.file+l.heading.X, to.rank+l.heading.Y
				if !board.has(to) {
					break
				}
				if !all.has(to) {
					all.put(to)
					queue = append(queue, to)
				}
			}
		}
	}
	return all
}

// translate converts faults of the definition into faults of the file.
func (r *reader) translate(wrong definition.Faults) (all Faults) {
	for _, f := range wrong {
		line, name := r.variant.line, f.Field
		switch {
		case name == "start":
			line, name = r.lineOf("startFen"), "startFen"
		case strings.HasPrefix(name, "pieces.") && len(name) == len("pieces.x"):
			if name = r.named(name[len(name)-1]); r.pieces[name].line > 0 {
				line = r.pieces[name].line
			}
		}
		all.add(line, name, "%v", f.Message)
	}
	return all
}
