package ini

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/tainchess/tain/notation"
	"github.com/tainchess/tain/variant/betza"
	"github.com/tainchess/tain/variant/definition"
)

// Read returns the definition of the variant with a name, or of the only variant if the name is empty. The
// notes list differences that affect only when a game is drawn. The error is of type Faults, unless the variant
// is missing or must be named.
func Read(text, name string) (d *definition.Definition, notes []Fault, err error) {
	all, faults := sections(text)
	s, err := choose(all, name)
	if err != nil {
		return nil, nil, cmpFaults(faults, err)
	}
	at := slices.IndexFunc(all, func(one section) bool { return one.line == s.line })
	v := s.variant(all[:at], &faults)
	if v.name == "" { // the parent is missing
		return nil, nil, faults.err()
	}
	r := &reader{variant: v, d: definition.New(v.name), faults: faults}
	r.read()
	if r.faults != nil {
		return nil, nil, r.faults.err()
	}
	d, _, err = definition.Parse(r.d.JSON())
	var wrong definition.Faults
	if errors.As(err, &wrong) {
		return nil, nil, r.translate(wrong).err()
	}
	return d, r.notes, err
}

// cmpFaults returns faults as an error if there are any, or else the error.
func cmpFaults(f Faults, err error) error {
	if f != nil {
		return f.err()
	}
	return err
}

// reader converts a variant into a definition.
type reader struct {
	*variant
	d     *definition.Definition
	start *start
	pawn  movement // movement of the kind p; nil if it has none of its own
	// unusual is true if a king castles from squares other than the orthodox ones. A definition that differs from
	// chess only in its starting position cannot express that.
	unusual bool
	faults  Faults
	notes   []Fault
}

// cannot reports the value of a key that a definition cannot express.
func (r *reader) cannot(name, format string, args ...any) {
	label := name
	if k, ok := r.values[name]; ok {
		label = k.name
	}
	r.faults.add(r.lineOf(name), label, format, args...)
}

func (r *reader) read() {
	for _, name := range slices.Sorted(maps.Keys(r.values)) {
		k := r.values[name]
		usual, isFixed := fixed[name]
		switch {
		case isFixed && !slices.Contains(usual, k.value):
			r.cannot(name, "%q: Tain has no such rule", notation.Clip(k.value))
		case strings.HasPrefix(name, "mobilityRegion"):
			r.cannot(name, "Tain cannot limit a piece to a part of the board")
		}
	}
	r.board()
	if r.faults != nil {
		return
	}
	r.kinds()
	r.royal()
	r.promotion()
	r.castling()
	r.goals()
	r.draws()
	r.pushes()
	r.d.Start = r.start.tain()
}

// board reads the size and the starting position.
func (r *reader) board() {
	b := &r.d.Board
	b.Files, b.Ranks = r.size("maxFile", mostFiles), r.size("maxRank", mostRanks)
	k, ok := r.values["startFen"]
	if !ok {
		k.value = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
	}
	s, err := parseStart(k.value, b.Files, b.Ranks)
	if err != nil {
		r.cannot("startFen", "%v", err)
		return
	}
	r.start = s
	unknown := ""
	for _, c := range s.pieces {
		if r.named(c|0x20) == "" {
			unknown += string(c | 0x20)
		}
	}
	for _, kind := range definition.KindsOf(unknown) {
		r.cannot("startFen", "no piece has the letter %c", kind)
	}
	for rank := range b.Ranks {
		for file := range b.Files {
			if c := (cell{file, rank}); s.holes.has(c) {
				b.Holes = append(b.Holes, c.String())
			}
		}
	}
}

// size returns the value of maxFile or maxRank, which may be a file's letter.
func (r *reader) size(name string, most int) int {
	k, ok := r.values[name]
	if !ok {
		return 8
	}
	n, err := strconv.Atoi(k.value)
	if len(k.value) == 1 && k.value[0]|0x20 >= 'a' {
		n, err = int(k.value[0]|0x20)-'a'+1, nil
	}
	if err != nil || n < 1 || n > most {
		r.cannot(name, "expected a number from 1 to %d instead of %q", most, notation.Clip(k.value))
		return 8
	}
	return n
}

func (r *reader) side() int { return max(r.d.Board.Files, r.d.Board.Ranks) }

// kinds reads the pieces.
func (r *reader) kinds() {
	for _, name := range pieceNames() {
		p, ok := r.pieces[name]
		if !ok || name == pawn && p.letter == 'p' {
			continue
		}
		line := p.line
		if line == 0 {
			line = r.line
		}
		if name == soldier && r.values["soldierPromotionRank"].value > "1" {
			r.cannot("soldierPromotionRank", "Tain has no pieces that move differently on some ranks")
			continue
		}
		text := p.moves(name)
		if text == "" {
			r.faults.add(line, name, "Betza notation cannot express how this piece moves")
			continue
		}
		m, err := fairyMovement(text, r.side())
		if err == nil {
			err = m.exact()
		}
		if err == nil && p.letter == 'p' {
			m, err = r.ownPawn(name, m)
			r.pawn = m
		} else if err == nil && slices.ContainsFunc(m, func(l leap) bool { return l.initial }) {
			err = errors.New("initial moves are only supported for pawns")
		}
		if err == nil && r.start.holes != (region{}) && slices.ContainsFunc(m, func(l leap) bool { return l.lame || l.hurdle != 0 }) {
			err = errors.New("Fairy-Stockfish treats holes as pieces that block and can be jumped, Tain does not")
		}
		if err != nil {
			r.faults.add(line, name, "%v", err)
			continue
		}
		if p.letter != 'p' {
			m = m.without()
		}
		if own, err := tainMovement(text, r.side()); err != nil || !own.same(m) {
			if text, err = tain.format(m); err != nil {
				r.faults.add(line, name, "%v", err)
				continue
			}
		}
		if strings.Contains("nbrqk", string(p.letter)) && text == strings.ToUpper(string(p.letter)) {
			continue // as in chess
		}
		known := definition.Piece{Kind: p.letter, Move: text}
		if slices.Contains(named, name) {
			known.Name = name
		}
		r.d.Pieces = append(r.d.Pieces, known)
	}
}

// moves returns the movement of a piece in Fairy-Stockfish's notation, or "" if the notation cannot express it.
func (p *piece) moves(name string) string {
	for _, b := range builtin {
		if b.name == name {
			return b.move
		}
	}
	if name == king {
		return cmp.Or(p.move, "K")
	}
	return p.move
}

// ownPawn checks a pawn with a movement of its own, and converts it: Fairy-Stockfish writes a first push that
// must not jump as a lame leap.
func (r *reader) ownPawn(name string, m movement) (movement, error) {
	if !slices.Equal(r.sets["promotionPawnTypesWhite"], []string{name}) || !slices.Equal(r.sets["promotionPawnTypesBlack"], []string{name}) {
		return nil, fmt.Errorf("in Tain the piece with the letter p is the pawn; add pawnTypes = p")
	}
	takes := slices.Contains(r.sets["enPassantTypesWhite"], name)
	if takes != slices.Contains(r.sets["enPassantTypesBlack"], name) {
		return nil, fmt.Errorf("en passant must be the same for both sides")
	}
	var all movement
	for _, l := range m {
		l.passant = l.capture && takes
		if l.initial && l.lame && l.short != 1 {
			l.long, l.short, l.limit, l.lame = 1, l.short/2, 2, false
			h := l.heading
			l.heading.X, l.heading.Y = h.X/2, h.Y/2
			first := leap{shape: shape{long: 1, short: l.short, limit: 1}, heading: l.heading}
			if !slices.Contains(m, first) {
				return nil, fmt.Errorf("an initial leap of two squares needs the single step too")
			}
		}
		if l.initial && (l.limit != 2 || l.long != 1) && takes {
			return nil, fmt.Errorf("a first push of other than two squares is only supported without en passant")
		}
		if l.passant && slices.ContainsFunc(m, func(o leap) bool { return !o.capture && !o.initial && o.heading == l.heading }) {
			return nil, fmt.Errorf("a pawn that can reach a square with and without capture is only supported without en passant")
		}
		all.add(l)
	}
	return all, nil
}

// royal reads the royal piece.
func (r *reader) royal() {
	royal := r.pieces[king].letter
	line := r.lineOf("extinctionPieceTypes")
	if value := r.word("extinctionValue", &r.faults, "none", "loss", "win", "draw"); value != "none" {
		types := r.sets["extinctionPieceTypes"]
		switch {
		case royal != 0 || value != "loss" || !r.truth("extinctionPseudoRoyal", false, &r.faults) || len(types) != 1 || types[0] == everything:
			r.cannot("extinctionValue", "Tain has no such rule, except extinctionValue = loss with extinctionPseudoRoyal = true and one piece type in a game without a king")
			return
		case slices.Contains(r.sets["promotionPieceTypesWhite"], types[0]):
			r.faults.add(line, "extinctionPieceTypes", "a pawn must not become a royal piece")
		}
		royal = r.pieces[types[0]].letter
	}
	if royal == 0 {
		r.faults.add(r.line, "", "the variant has no royal piece: add king = k")
		return
	}
	for _, letter := range []byte{royal &^ 0x20, royal} {
		if n := r.start.count(letter); n != 1 {
			r.cannot("startFen", "each side must have one royal piece, but there are %d of the letter %q", n, letter)
		}
	}
	r.d.Royal = definition.KindsOf(string(royal))
}

// promotion reads where pawns promote, and to what.
func (r *reader) promotion() {
	pawns := r.named('p')
	white, black := "promotionPawnTypesWhite", "promotionPawnTypesBlack"
	for _, side := range []string{white, black} {
		for _, name := range r.sets[side] {
			if p, ok := r.pieces[name]; ok && name != pawns {
				r.faults.add(r.lineOf(side), "promotionPawnTypes", "only the piece with the letter p can promote in Tain, not %q", p.letter)
			}
		}
	}
	if pawns == "" || r.start.count('p')+r.start.count('P') == 0 {
		r.d.Promotes = r.anyPromotion()
		return
	}
	if !slices.Contains(r.sets[white], pawns) || !slices.Contains(r.sets[black], pawns) {
		r.faults.add(r.lineOf(white), "promotionPawnTypes", "in Tain the piece with the letter p is the pawn; it must promote")
		return
	}
	types := r.sets["promotionPieceTypesWhite"]
	same := func(a, b []string) bool {
		return len(a) == len(b) && !slices.ContainsFunc(a, func(one string) bool { return !slices.Contains(b, one) })
	}
	if !same(types, r.sets["promotionPieceTypesBlack"]) {
		r.faults.add(r.lineOf("promotionPieceTypesBlack"), "promotionPieceTypesBlack", "both sides must promote to the same pieces")
	}
	if len(types) == 0 {
		r.faults.add(r.lineOf("promotionPieceTypesWhite"), "promotionPieceTypes", "the pieces that a pawn may become are missing; add them, as in promotionPieceTypes = nbrq")
		return
	}
	r.d.Promotes = ""
	for _, name := range types {
		if letter := r.pieces[name].letter; letter != 0 && strings.IndexByte(r.d.Promotes, letter) < 0 {
			r.d.Promotes += string(letter)
		}
	}
	r.zone()
}

// anyPromotion returns a kind that a pawn could promote to, in a game without pawns.
func (r *reader) anyPromotion() string {
	for _, k := range []byte("qrbn") {
		if !r.d.Royal.Has(k) {
			return string(k)
		}
	}
	return "q"
}

// zone reads the promotion zone.
func (r *reader) zone() {
	b := &r.d.Board
	board := ranksOf(b.Files, 0, b.Ranks-1)
	white := r.region("promotionRegionWhite", ranksOf(mostFiles, 7, 7), &r.faults).and(board)
	black := r.region("promotionRegionBlack", ranksOf(mostFiles, 0, 0), &r.faults).and(board)
	zone := 0
	for n := range b.Ranks {
		if white == ranksOf(b.Files, b.Ranks-1-n, b.Ranks-1) {
			zone = n + 1
		}
	}
	switch {
	case zone == 0:
		r.cannot("promotionRegionWhite", "White's promotion zone must consist of its last ranks, such as *%d", b.Ranks)
	case white != black.mirrored(b.Ranks):
		r.cannot("promotionRegionBlack", "Black's promotion zone must be White's, mirrored")
	}
	r.d.Pawn.Zone = max(zone, 1)
	must := r.truth("mandatoryPawnPromotion", true, &r.faults)
	stuck := r.truth("immobilityIllegal", false, &r.faults)
	switch {
	case stuck && !r.alwaysMove():
		r.cannot("immobilityIllegal", "Tain lets pieces move to squares that they can never leave")
	case !must && !stuck:
		r.cannot("mandatoryPawnPromotion", "in Tain a pawn always promotes on the last rank; add immobilityIllegal = true")
	case !must:
		r.d.Pawn.Optional = r.d.Pawn.Zone > 1
	}
}

// alwaysMove reports whether every piece but the pawn can leave every square.
func (r *reader) alwaysMove() bool {
	for name, p := range r.pieces {
		if p.letter == 'p' {
			continue
		}
		if m, err := fairyMovement(p.moves(name), r.side()); err != nil || !m.leaves(r.d.Board.Files, r.d.Board.Ranks) {
			return false
		}
	}
	return r.start.holes == region{}
}

// leaves reports whether a piece can leave every square of an empty board.
func (m movement) leaves(files, ranks int) bool {
	board := ranksOf(files, 0, ranks-1)
	for rank := range ranks {
		for file := range files {
			if !slices.ContainsFunc(m, func(l leap) bool {
				return !l.capture && !l.initial && l.hurdle == betza.NoHurdle && board.has(cell{file + l.heading.X, rank + l.heading.Y})
			}) {
				return false
			}
		}
	}
	return true
}
