package ini

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/variant/betza"
	"github.com/tainchess/tain/variant/definition"
)

// Write returns a definition as a section of variants.ini. The error is of type Faults and lists what
// Fairy-Stockfish cannot express.
func Write(d *definition.Definition) (string, error) {
	w := &writer{d: d}
	w.unsupported()
	if w.faults != nil {
		return "", w.faults
	}
	w.line("[%s]", d.Name)
	if d.Title != d.Name {
		w.line("# %s", d.Title)
	}
	w.board()
	if w.faults != nil {
		return "", w.faults
	}
	w.kinds()
	w.promotion()
	w.pushes()
	w.castling()
	w.goals()
	w.line("startFen = %s", w.start.fairy())
	return strings.Join(w.lines, "\n") + "\n", w.faults.err()
}

// writer writes a definition as a section.
type writer struct {
	d      *definition.Definition
	start  *start
	lines  []string
	faults Faults
}

func (w *writer) line(format string, args ...any) {
	w.lines = append(w.lines, fmt.Sprintf(format, args...))
}

// cannot reports a field that Fairy-Stockfish cannot express.
func (w *writer) cannot(field, format string, args ...any) { w.faults.add(0, field, format, args...) }

// unsupported reports the fields for which Fairy-Stockfish has no keys.
func (w *writer) unsupported() {
	d := w.d
	for _, one := range []struct {
		field, text string
		used        bool
	}{
		{"base", "Fairy-Stockfish has no boards in space", d.Base != ""},
		{"study", "Fairy-Stockfish needs a royal piece of each side", d.Study},
		{"royal", "Fairy-Stockfish has only one royal kind of piece", len(d.Royal) != 1},
		{"links", "Fairy-Stockfish has no links between squares", len(d.Links) > 0},
		{"board.planes", "Fairy-Stockfish has only one board", d.Board.Planes > 1},
		{"seam.crossing", "in Fairy-Stockfish no piece crosses the edges of the board", d.Seam.Crossing != definition.NoCrossing},
		{"ends.crossing", "in Fairy-Stockfish no piece crosses the edges of the board", d.Ends.Crossing != definition.NoCrossing},
		{"reflection", "in Fairy-Stockfish moves have no reflection", d.Reflection != nil},
		{"capture.rebirth", "in Fairy-Stockfish captured pieces do not come back", d.Rebirth != definition.NoRebirth},
		{"passing", "Fairy-Stockfish has only one board", d.Passing},
		{"goal.checks", "Fairy-Stockfish counts at most 9 checks", d.Goal.Checks > 9},
	} {
		if one.used {
			w.cannot(one.field, "%s", one.text)
		}
	}
	if b := d.Board; b.Files > mostFiles || b.Ranks > mostRanks {
		w.cannot("board", "Fairy-Stockfish has boards of at most %d by %d squares, not %d by %d", mostFiles, mostRanks, b.Files, b.Ranks)
	}
}

// board writes the size and reads the starting position.
func (w *writer) board() {
	b := &w.d.Board
	if b.Files != 8 {
		w.line("maxFile = %d", b.Files)
	}
	if b.Ranks != 8 {
		w.line("maxRank = %d", b.Ranks)
	}
	var err error
	if w.start, err = parseStart(w.d.Start, b.Files, b.Ranks); err != nil {
		w.cannot("start", "%v", err)
		return
	}
	if len(w.start.passant) > 3 {
		w.cannot("start", "Fairy-Stockfish cannot name a pushed pawn that is not straight beyond the square that it passed")
	}
	for _, letter := range []byte{w.d.Royal[0], w.d.Royal[0] &^ 0x20} {
		if n := w.start.count(letter); n != 1 {
			w.cannot("start", "Fairy-Stockfish needs one royal piece of each side, but there are %d of the letter %c", n, letter)
		}
	}
}

func (w *writer) side() int { return max(w.d.Board.Files, w.d.Board.Ranks) }

// used returns the kinds that can appear on the board.
func (w *writer) used() definition.Kinds {
	all := string(w.d.Royal)
	for _, c := range w.start.pieces {
		all += string(c | 0x20)
	}
	if strings.Contains(all, "p") {
		all += w.d.Promotes
	}
	return definition.KindsOf(all)
}

// pawns reports whether the game has pawns.
func (w *writer) pawns() bool { return w.used().Has('p') }

// text returns the movement of a kind in Tain's notation, and whether the definition contains it.
func (w *writer) text(kind byte) (text string, own bool) {
	for _, p := range w.d.Pieces {
		if p.Kind == kind {
			return p.Move, true
		}
	}
	return strings.ToUpper(string(kind)), false
}

// kinds writes the pieces. A piece that is built into Fairy-Stockfish is written under its name there.
func (w *writer) kinds() {
	custom, taken := 0, map[string]bool{}
	for _, kind := range []byte(w.used()) {
		text, own := w.text(kind)
		if kind == 'p' && !own {
			w.line("pawn = p")
			continue
		}
		field := "pieces." + string(kind)
		m, err := tainMovement(text, w.side())
		if err == nil {
			err = w.fits(kind, m)
		}
		form := text
		if other, wrong := fairyMovement(text, w.side()); err == nil && (wrong != nil || !other.without().same(m.without())) {
			form, err = fairy.format(m)
		}
		if err != nil {
			w.cannot(field, "Fairy-Stockfish cannot express %q: %v", text, err)
			continue
		}
		name := ""
		if kind != 'p' && !w.d.Royal.Has(kind) {
			name = w.known(m, taken)
			taken[name] = true
		}
		switch {
		case w.d.Royal.Has(kind) && m.same(orthodoxKing):
			w.line("king = %c", kind)
		case w.d.Royal.Has(kind):
			w.line("king = %c:%s", kind, form)
		case name != "":
			w.line("%s = %c", name, kind)
		default:
			custom++
			w.line("%s = %c:%s", customName(custom), kind, form)
		}
	}
}

// known returns the name of Fairy-Stockfish's built-in piece with this movement, or "" if there is none or
// all are taken.
func (w *writer) known(m movement, taken map[string]bool) string {
	for _, b := range builtin {
		if same, _ := fairyMovement(b.move, w.side()); b.move != "" && same.same(m) && !taken[b.name] {
			return b.name
		}
	}
	return ""
}

var orthodoxKing, _ = tainMovement("K", mostFiles)

// fits returns an error if Fairy-Stockfish cannot express a movement.
func (w *writer) fits(kind byte, m movement) error {
	if err := m.exact(); err != nil {
		return err
	}
	has := func(is func(l leap) bool) bool { return slices.ContainsFunc(m, is) }
	if w.start.holes != (region{}) && has(func(l leap) bool { return l.lame || l.hurdle != betza.NoHurdle }) {
		return errors.New("it treats holes as pieces that block and can be jumped, Tain does not")
	}
	if kind != 'p' {
		if has(func(l leap) bool { return l.initial }) {
			return errors.New("i is only supported for pawns")
		}
		if w.d.Royal.Has(kind) && has(func(l leap) bool { return l.capture && (l.hurdle != betza.NoHurdle || l.lame) }) {
			return errors.New("a royal piece cannot capture in this way")
		}
		return nil
	}
	if w.d.Royal.Has(kind) {
		return errors.New("the pawn cannot be royal")
	}
	takes := has(func(l leap) bool { return l.passant })
	switch {
	case !takes:
		return nil
	case has(func(l leap) bool { return l.capture && !l.passant }):
		return errors.New("either all captures of a pawn may be en passant or none")
	case has(func(l leap) bool { return l.initial && (l.limit != 2 || l.long != 1 || l.lame) }):
		return errors.New("a first push of other than two squares allows en passant there")
	case has(func(l leap) bool {
		return l.capture && has(func(o leap) bool { return !o.capture && !o.initial && o.heading == l.heading })
	}):
		return errors.New("a pawn that can reach a square with and without capture is not supported")
	}
	return nil
}

// promotion writes where pawns promote, and to what.
func (w *writer) promotion() {
	d := w.d
	if !w.pawns() {
		return
	}
	if text, own := w.text('p'); own {
		w.line("pawnTypes = p")
		if m, err := tainMovement(text, w.side()); err == nil && m.same(m.without()) {
			w.line("enPassantTypes = -")
		}
	}
	w.line("promotionPieceTypes = %s", d.Promotes)
	ranks := d.Board.Ranks
	if d.Pawn.Zone != 1 || ranks != 8 {
		w.line("promotionRegionWhite = %s", ranksOf(d.Board.Files, ranks-d.Pawn.Zone, ranks-1).format(d.Board.Files))
		w.line("promotionRegionBlack = %s", ranksOf(d.Board.Files, 0, d.Pawn.Zone-1).format(d.Board.Files))
	}
	if !d.Pawn.Optional || d.Pawn.Zone == 1 {
		return
	}
	for _, kind := range []byte(w.used()) {
		text, _ := w.text(kind)
		if m, err := tainMovement(text, w.side()); kind != 'p' && (err != nil || !m.leaves(d.Board.Files, ranks)) {
			w.cannot("pawn.must", "in Fairy-Stockfish a pawn promotes by choice only if no other piece can get stuck, unlike %c", kind)
		}
	}
	if w.start.holes != (region{}) {
		w.cannot("pawn.must", "in Fairy-Stockfish a pawn promotes by choice only on a board without holes")
	}
	w.line("mandatoryPawnPromotion = false")
	w.line("immobilityIllegal = true")
}

// pushes writes the first push.
func (w *writer) pushes() {
	d := w.d
	text, own := w.text('p')
	initial := !own && d.DoublePush
	if m, err := tainMovement(text, w.side()); own && err == nil {
		initial = slices.ContainsFunc(m, func(l leap) bool { return l.initial })
	}
	b := &d.Board
	white, black := w.start.of('P'), w.start.of('p')
	if d.Plain() {
		white, black = ranksOf(b.Files, 1, 1), ranksOf(b.Files, 6, 6)
	}
	if initial && w.pawns() && (w.passes(white, false) || w.passes(black, true)) {
		w.cannot("pawn.zone", "in Fairy-Stockfish a pawn that captures en passant does not promote")
	}
	switch {
	case !w.pawns():
	case !initial:
		w.line("doubleStep = false")
	case white != ranksOf(8, 1, 1) || black != ranksOf(8, 6, 6) || b.Files != 8:
		w.line("doubleStepRegionWhite = %s", white.format(b.Files))
		w.line("doubleStepRegionBlack = %s", black.format(b.Files))
	}
}

// passes reports whether a first push from a set of squares can pass a square of the enemy's promotion zone.
func (w *writer) passes(starts region, black bool) bool {
	b := &w.d.Board
	zone := ranksOf(b.Files, 0, w.d.Pawn.Zone-1)
	if black {
		starts = starts.mirrored(b.Ranks)
	}
	passed := region{}
	copy(passed[1:], starts[:]) // seen from the pusher's side
	return passed.and(zone) != region{}
}

// castling writes castling, and removes the rights from the starting position that have no effect in Tain.
func (w *writer) castling() {
	d, b, s := w.d, &w.d.Board, w.start
	var all []castle
	if d.Castling {
		all = s.castles('k', 'r', b.Files-2, 2)
	}
	all = slices.DeleteFunc(all, func(c castle) bool {
		whole := b.Files >= 8
		for file := range b.Files {
			whole = whole && !s.holes.has(cell{file, c.king.rank})
		}
		near := c.target-c.king.file < 2 && c.king.file-c.target < 2
		return !whole || near && !d.Chess960
	})
	s.rights = ""
	for _, c := range all {
		s.rights += string(c.letter)
	}
	if len(all) == 0 {
		w.line("castling = false")
		return
	}
	if !d.Royal.Has('k') {
		w.cannot("castling", "in Fairy-Stockfish only the royal piece castles")
		return
	}
	text, _ := w.text('k')
	if m, err := tainMovement(text, w.side()); err == nil && !d.Chess960 && slices.ContainsFunc(m, func(l leap) bool { return !l.capture && l.heading.Y == 0 && (l.rides() || l.long > 1) }) {
		w.cannot("castling", "in Fairy-Stockfish a king castles also to a square that it can reach otherwise")
	}
	home := -1
	for _, c := range all {
		rank := c.king.rank
		if c.letter >= 'a' {
			rank = b.Ranks - 1 - rank
		}
		if home >= 0 && rank != home {
			w.cannot("castling", "in Fairy-Stockfish both sides castle on the same rank, seen from their side")
		}
		home = rank
	}
	if home > 0 {
		w.line("castlingRank = %d", home+1)
	}
	if b.Files != 8 {
		w.line("castlingKingsideFile = %c", 'a'+b.Files-2)
	}
	if text, _ := w.text('r'); text != "R" {
		w.line("castlingRookPieces = r")
	}
	if d.Chess960 {
		w.line("chess960 = true")
	}
}

// goals writes wins by checks and goal squares, and the result of stalemate.
func (w *writer) goals() {
	d := w.d
	if n := d.Goal.Checks; n > 0 {
		w.line("checkCounting = true")
		var white, black int
		if _, err := fmt.Sscanf(w.start.checks, "+%d+%d", &white, &black); err != nil && w.start.checks != "" {
			w.cannot("start", "unexpected check count %q", w.start.checks)
		}
		w.start.checks = fmt.Sprintf("%d+%d", n-white, n-black)
	}
	reach := slices.DeleteFunc(slices.Clone(d.Goal.Reach), func(one definition.Reach) bool { return !w.used().Has(one.Kind) })
	if len(reach) > 1 {
		w.cannot("goal.reach", "in Fairy-Stockfish only one kind of piece wins by reaching a square")
	}
	for _, one := range reach {
		w.line("flagPiece = %c", one.Kind)
		w.line("flagRegion = %s", strings.Join(one.Squares, " "))
	}
	switch d.Stalemate {
	case rules.StalemateLoses:
		w.line("stalemateValue = loss")
	case rules.StalemateWins:
		w.line("stalemateValue = win")
	}
}
