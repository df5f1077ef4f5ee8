package fairy

import (
	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/variant/betza"
	"github.com/tainchess/tain/variant/fairy/tables"
)

// Legal adds the legal moves to the list.
func (r *Rules) Legal(p *board.Position, list *board.MoveList) {
	if r.wide != nil {
		r.legalWide(p, list)
		return
	}
	s := generator{r: r, p: p, list: list}
	if r.spec.Reflection != nil {
		s.risk = new([maxIndex]board.Bitboard) // on the stack, unlike one that run would allocate
	}
	s.run()
}

// Count returns the number of legal moves.
func (r *Rules) Count(p *board.Position) int {
	if r.wide != nil {
		return r.legalWide(p, nil)
	}
	s := generator{r: r, p: p}
	if r.spec.Reflection != nil {
		s.risk = new([maxIndex]board.Bitboard)
	}
	s.run()
	return s.n
}

// generator is the legal move generator. It examines each line that could reach one of the mover's royal pieces
// just once. A move of another piece is certainly legal if it neither opens nor completes such a line. All
// other moves are played on a copy, which is called a trial here.
type generator struct {
	r    *Rules
	p    *board.Position
	list *board.MoveList // nil if the moves are only counted
	n    int

	own, enemy, occupied board.Bitboard
	kings                board.Bitboard
	checks               int            // lines and leaps that give check
	leaving              board.Bitboard // squares whose piece may not leave without a trial
	landing              board.Bitboard // empty squares on which no piece may land without a trial
	parryTo, parryFrom   board.Bitboard // in check, a move must land on or leave one of these squares
	quick                bool           // most moves are certainly legal
	// pinned holds squares whose piece alone blocks a line to a royal piece. Such a piece must stay on the line or
	// capture the piece that pins it; pins lists the squares on which it may land.
	pinned board.Bitboard
	pins   [maxPins]pin
	nPins  int
	// With a reflection, open holds the images of the empty squares, and risk, by kind, the landing squares after
	// which a piece could appear where it attacks a royal piece or completes a line to one.
	open board.Bitboard
	risk *[maxIndex]board.Bitboard
}

// pin is a pinned piece: its square, and the squares on which it may land.
type pin struct{ at, to board.Bitboard }

// maxPins is the number of pins that a generator lists. The moves of further pinned pieces are tried.
const maxPins = 8

func (s *generator) run() {
	r, p := s.r, s.p
	if r.over(p) {
		return
	}
	side := p.Side
	s.own, s.enemy = p.ByColour(side), p.ByColour(side.Other())
	s.occupied = s.own | s.enemy
	s.kings = r.royals(p, side)
	for kings := s.kings; kings != 0; {
		s.inspect(kings.Pop())
	}
	s.quick = s.checks == 0
	if r.spec.Reflection != nil {
		s.reflections()
	}
	s.moves()
}

// moves adds all moves.
func (s *generator) moves() {
	r, p := s.r, s.p
	s.pieces(s.own &^ s.kings &^ p.ByRole(board.Pawn))
	pawns := s.own & p.ByRole(board.Pawn)
	if s.quick && r.plainPawns && s.landing == 0 {
		pawns = s.plainPawns(pawns)
	}
	for pawns != 0 {
		s.pawn(pawns.Pop())
	}
	for kings := s.kings &^ p.ByRole(board.Pawn); kings != 0; {
		s.king(kings.Pop())
	}
	if p.Castling() != 0 && s.checks == 0 {
		r.castlingMoves(p, s.castle)
	}
}

// pieces adds the moves of pieces that are neither royal nor pawns.
func (s *generator) pieces(rest board.Bitboard) {
	r, p, occupied := s.r, s.p, s.occupied
	men := &r.men[p.Side&1]
	reflects := r.spec.Reflection != nil
	simple := s.quick && s.landing == 0 && r.spec.Rebirth == NoRebirth
	held := s.leaving | s.pinned
	for rest != 0 {
		from := rest.Pop()
		m := men[index(p.Piece(from))]
		take := r.tables.Takes(&m.Takes, from, occupied)
		quiet := take
		if !m.Same {
			quiet = r.tables.Quiets(m, from, occupied)
		}
		quiet, take = quiet&^occupied, take&s.enemy
		if simple && !held.Has(from) && (!reflects || r.stays(p.Piece(from)) && (quiet|take)&s.risk[index(p.Piece(from))]&(s.open|r.imageBits[from&63]) == 0) {
			s.count(from, quiet|take)
		} else {
			s.settle(from, quiet, take)
		}
	}
}

// plainPawns adds the moves of pawns that move as in chess, apart from promotions and other moves that need a
// closer look. It returns the pawns that remain.
func (s *generator) plainPawns(pawns board.Bitboard) (rest board.Bitboard) {
	r, p := s.r, s.p
	side := p.Side & 1
	free := pawns &^ (s.kings | s.leaving | s.pinned | r.promoting[side])
	if p.EnPassant() != board.NoSquare {
		for _, at := range r.landings(p, p.EnPassant()) {
			free &^= at.takers.Bitboard()
		}
	}
	w := r.Width & 31
	open := r.All.Bitboard() &^ s.occupied
	var one, two board.Bitboard
	if side == board.White {
		one = free << w & open
		two = (one & r.beyondHome[side]) << w & open
	} else {
		one = free >> w & open
		two = (one & r.beyondHome[side]) >> w & open
	}
	back := board.Square(forward(side) * r.Width)
	if r.spec.Reflection != nil {
		doubt := s.spawning(int(board.Pawn), free)
		one &^= s.illegalPushes(one&doubt, back)
		two &^= s.illegalPushes(two&doubt, 2*back)
	}
	if s.list == nil {
		s.n += one.Count() + two.Count()
	} else {
		for ; one != 0; s.n++ {
			to := one.Pop()
			add(s.list, board.NewMove(to-back, to, board.NoRole))
		}
		for ; two != 0; s.n++ {
			to := two.Pop()
			add(s.list, board.NewMove(to-2*back, to, board.NoRole))
		}
	}
	takes := &r.men[side][board.Pawn].Takes.Leaps
	for some := free; some != 0; {
		from := some.Pop()
		if take := takes[from&63] & s.enemy; take != 0 {
			s.settle(from, 0, take)
		}
	}
	return pawns &^ free
}

// inspect examines the lines that could reach a royal piece.
func (s *generator) inspect(k board.Square) {
	r, p := s.r, s.p
	by := p.Side.Other()
	men := &r.men[by&1]
	for near := r.near[by&1][k&63] & s.enemy; near != 0; {
		o := near.Pop()
		a := &men[index(p.Piece(o))].Takes
		if a.From[k&63].Has(o) {
			s.check(o.Bit(), 0)
		}
		if !a.Lined || !a.Origins[k&63].Has(o) {
			continue
		}
		ways, ok := r.tables.Ways(a, o, k)
		if !ok {
			r.tables.WalkWays(a, o, k, func(w *tables.Way) { s.line(o, w) })
			continue
		}
		for i := range ways {
			s.line(o, &ways[i])
		}
	}
}

// line examines one way from an enemy piece to a royal piece.
func (s *generator) line(o board.Square, w *tables.Way) {
	held := s.occupied & w.Path
	switch w.Hurdle {
	case betza.NoHurdle:
		switch {
		case held == 0:
			s.check(o.Bit()|w.Path, 0)
		case !held.Many():
			s.pin(held, o.Bit()|w.Path)
		}
	case betza.Cannon:
		switch count := held.Count(); count {
		case 0:
			s.landing |= w.Path
		case 1:
			s.check(o.Bit()|w.Path, held)
		case 2:
			s.leaving |= held
		}
	default:
		others := held &^ w.Last
		switch {
		case others == 0 && held != 0:
			s.check(o.Bit()|w.Path, w.Last)
		case others == 0:
			s.landing |= w.Last
		case !others.Many():
			// The other piece may leave, or go to the square before the royal piece.
			s.leaving |= others
		}
	}
}

// check records a check that a move may parry by landing on a square in to or by leaving a square in from. If
// there are several checks, it collects the squares of all of them, because every move out of check needs a
// trial.
func (s *generator) check(to, from board.Bitboard) {
	s.checks++
	s.parryTo, s.parryFrom = s.parryTo|to, s.parryFrom|from
}

// pin records a piece that alone blocks a line, and the squares on which it may land. With a reflection another
// piece could block the line, so the moves of the piece are tried.
func (s *generator) pin(at, to board.Bitboard) {
	if s.nPins == maxPins || s.r.spec.Reflection != nil {
		s.leaving |= at
		return
	}
	s.pinned |= at
	s.pins[s.nPins] = pin{at, to}
	s.nPins++
}

func (s *generator) count(from board.Square, to board.Bitboard) {
	if s.list == nil {
		s.n += to.Count()
		return
	}
	for to != 0 {
		add(s.list, board.NewMove(from, to.Pop(), board.NoRole))
		s.n++
	}
}

// legal plays a move and reports whether it leaves no royal piece attacked.
func (s *generator) legal(m board.Move) bool {
	var next board.Position
	s.r.play(s.p, m, &next)
	return !s.r.InCheck(&next, s.p.Side)
}

// try adds a move if it is legal.
func (s *generator) try(m board.Move) {
	if !s.legal(m) {
		return
	}
	if s.list != nil {
		add(s.list, m)
	}
	s.n++
}

func (s *generator) tryAll(from board.Square, to board.Bitboard) {
	for to != 0 {
		s.try(board.NewMove(from, to.Pop(), board.NoRole))
	}
}

// castle adds a castling move. The squares that its king crosses are not attacked, even without the rook, so only
// a hurdle or an attack on another royal piece can make it illegal.
func (s *generator) castle(m board.Move) {
	if s.r.tables.Hurdles || s.kings.Many() {
		s.try(m)
		return
	}
	s.count(m.From(), m.To().Bit())
}

// doubtful splits targets into those that need a trial and those that are certainly legal. Targets that are
// certainly illegal are dropped.
func (s *generator) doubtful(from board.Square, quiet, take board.Bitboard) (doubt, sure board.Bitboard) {
	r := s.r
	rebirth := r.spec.Rebirth != NoRebirth
	if s.pinned.Has(from) {
		for _, at := range s.pins[:s.nPins] {
			if at.at.Has(from) {
				quiet &= at.to
				if !rebirth { // a piece that comes back may block the line
					take &= at.to
				}
			}
		}
	}
	if s.checks > 0 && !s.parryFrom.Has(from) {
		parry := s.parryTo
		if r.spec.Reflection != nil {
			parry |= r.imagesOf(parry)
		}
		quiet &= parry
		if !rebirth {
			take &= parry
		}
	}
	switch {
	case s.leaving.Has(from), s.checks > 1, s.checks == 1 && (s.parryFrom != 0 || r.spec.Reflection != nil):
		return quiet | take, 0
	case rebirth && (s.checks > 0 || s.pinned.Has(from)):
		doubt = quiet&s.landing | take
		return doubt, quiet &^ doubt
	}
	doubt = quiet & s.landing
	if r.spec.Reflection != nil {
		doubt |= s.reflecting(index(s.p.Piece(from)), from.Bit(), quiet, take)
	}
	if rebirth && take != 0 {
		doubt |= s.risky(from, take)
	}
	return doubt, (quiet | take) &^ doubt
}

// risky returns those captures after which the captured piece could come back where it attacks a royal piece or
// completes a line to one.
func (s *generator) risky(from board.Square, take board.Bitboard) (doubt board.Bitboard) {
	for rest := take; rest != 0; {
		to := rest.Pop()
		pc := s.p.Piece(to)
		back := s.r.rebirth[pc.Colour()][index(pc)][to]
		if back == board.NoSquare || back == to || back != from && s.occupied.Has(back) {
			continue
		}
		risk := s.landing.Has(back)
		a := &s.r.men[pc.Colour()][index(pc)].Takes
		for kings := s.kings; kings != 0 && !risk; {
			k := kings.Pop()
			risk = (a.From[k&63] | a.Origins[k&63]).Has(back)
		}
		if risk {
			doubt |= to.Bit()
		}
	}
	return doubt
}

// settle adds moves of a piece that is not royal. The moves must not be promotions or en passant captures.
func (s *generator) settle(from board.Square, quiet, take board.Bitboard) {
	doubt, sure := s.doubtful(from, quiet, take)
	if kind := index(s.p.Piece(from)); doubt != 0 && s.spawns(from, kind) {
		for rest := doubt; rest != 0; {
			if to := rest.Pop(); !s.spawnHits(kind, from, to) {
				sure |= to.Bit()
			}
		}
		doubt = 0
	}
	s.count(from, sure)
	s.tryAll(from, doubt)
}

// pawn adds the moves of a pawn, which may be royal.
func (s *generator) pawn(from board.Square) {
	r, p := s.r, s.p
	side := p.Side
	quiet, take := r.tables.Moves(r.men[side&1][board.Pawn], from, s.occupied)
	quiet, take = quiet&^s.occupied, take&s.enemy
	landings := r.enPassantOf(p, from)
	passant := landings.Bitboard()
	quiet &^= passant
	doubt, sure := s.doubtful(from, quiet, take)
	if s.kings.Has(from) {
		doubt, sure = quiet|take, 0
	}
	zone := r.zone[side&1].Bitboard()
	if r.spec.Reflection != nil { // a promotion reflects as a move of the new piece
		doubt, sure = doubt|sure&zone, sure&^zone
	}
	s.count(from, sure&^zone)
	for to := sure & zone; to != 0; {
		t := to.Pop()
		for _, k := range r.promotions(side, t) {
			if s.list != nil {
				add(s.list, board.NewMove(from, t, k))
			}
			s.n++
		}
	}
	for to := doubt | passant; to != 0; {
		t := to.Pop()
		for _, k := range r.promotions(side, t) {
			s.try(board.NewMove(from, t, k))
		}
	}
}

// king adds the moves of a royal piece.
func (s *generator) king(from board.Square) {
	r, p := s.r, s.p
	quiet, take := r.tables.Moves(r.men[p.Side&1][index(p.Piece(from))], from, s.occupied)
	targets := quiet &^ s.occupied
	if f := r.spec.Reflection; f != nil && r.reflects(p.Piece(from)) {
		changed := s.open | r.imageBits[from&63] // landing squares that have an effect
		if !f.Captures {
			changed &= targets
		}
		if some := (targets | take&s.enemy) & changed; r.goesOn[index(p.Piece(from))] && !s.kings.Many() && r.spec.Rebirth == NoRebirth {
			s.goOn(from, some)
		} else {
			s.tryAll(from, some)
		}
		targets, take = targets&^changed, take&^changed
	}
	switch {
	case s.kings.Many() || r.spec.Reflection != nil && r.spec.Rebirth != NoRebirth:
		s.tryAll(from, targets|take&s.enemy)
		return
	case r.spec.Rebirth != NoRebirth:
		s.tryAll(from, take&s.enemy)
	default:
		targets |= take & s.enemy
	}
	for targets != 0 {
		to := targets.Pop()
		if !r.attacked(p, to, p.Side.Other(), s.enemy&^to.Bit(), s.occupied&^from.Bit()|to.Bit()) {
			s.count(from, to.Bit())
		}
	}
}
