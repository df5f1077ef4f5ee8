package fairy

import (
	"sync"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/variant/betza"
	"github.com/tainchess/tain/variant/fairy/tables"
	"github.com/tainchess/tain/variant/grid"
)

// wide holds the movements of the pieces on a wide board.
type wide struct {
	graphs   *grid.Graphs              // nil after compilation
	men      [2][maxIndex]*tables.Rays // by colour and index
	near     [2][]board.Set            // squares from which a side's piece may attack a square
	passants [2]*tables.Rays           // en passant captures
	hurdles  bool                      // some pieces capture along lines with a hurdle
	size     int                       // bytes
	// rooms holds memory for positions that are only tried, as *room values.
	rooms sync.Pool
}

// room is a position with memory for its pieces.
type room struct {
	position board.Position
	wide     board.Wide
}

func newWide(g *grid.Board) *wide {
	return &wide{graphs: grid.NewGraphs(g), rooms: sync.Pool{New: func() any { return new(room) }}}
}

// addWideMen compiles the movements of all kinds.
func (r *Rules) addWideMen() {
	w := r.wide
	none := tables.NewRays(r.size(), false)
	for side := range board.Colour(2) {
		w.near[side] = make([]board.Set, r.size())
		for i := range r.kinds {
			k := &r.kinds[i]
			switch {
			case k.letter == 0:
				w.men[side][i] = none
				continue
			case side == board.Black && k.alike():
				w.men[side][i] = w.men[board.White][i]
			default:
				w.men[side][i] = r.rays(k, side, nil)
				w.size += w.men[side][i].Size()
			}
			m := w.men[side][i]
			w.hurdles = w.hurdles || m.Hurdles()
			for s := range m.Origins {
				w.near[side][s] = w.near[side][s].Or(m.Origins[s])
			}
		}
	}
}

// addWidePassants compiles the en passant captures.
func (r *Rules) addWidePassants() {
	for side := range board.Colour(2) {
		r.wide.passants[side] = r.rays(&r.kinds[board.Pawn], side, func(a *betza.Atom) bool { return a.EnPassant })
		r.wide.size += r.wide.passants[side].Size()
	}
	r.wide.size += r.wide.graphs.Size()
}

// rays compiles the movement of a kind for one side, or only of the atoms for which want returns true.
func (r *Rules) rays(k *kind, side board.Colour, want func(a *betza.Atom) bool) *tables.Rays {
	m := tables.NewRays(r.size(), want != nil)
	for i := range k.atoms {
		a := &k.atoms[i]
		if want != nil && !want(a) {
			continue
		}
		var from *board.Set
		if a.Initial {
			home := r.start.SquaresWith(side, k.role)
			from = &home
		}
		for _, mode := range []betza.Mode{betza.Move, betza.Capture} {
			crossing := r.takeCrossing(k)
			if k.role == board.Pawn && mode == betza.Move {
				crossing = grid.Crossing{}
			}
			switch {
			case k.role != board.Pawn && a.Mode == betza.Both: // both modes share their lines
				if mode == betza.Move {
					m.Add(a, r.wide.graphs.Rays(a, side == board.Black, crossing), true, true, from)
				}
			case a.Mode == betza.Both || a.Mode == mode:
				m.Add(a, r.wide.graphs.Rays(a, side == board.Black, crossing), mode == betza.Move, mode == betza.Capture, from)
			}
		}
	}
	m.Finish()
	return m
}

// wideAttacked reports whether a side attacks a square with the given pieces, which must be its own.
func (r *Rules) wideAttacked(p *board.Position, s board.Square, by board.Colour, pieces, occupied *board.Set) bool {
	men := &r.wide.men[by&1]
	near := r.wide.near[by&1][s]
	cells := &p.Wide().Cells
	for i := range near {
		for word := near[i] & pieces[i]; word != 0; word &= word - 1 {
			o := first(i, word)
			m := men[index(cells[o&255])]
			if m.Leaps && m.Origins[s].Has(o) || !m.Leaps && m.Sees(o, s, occupied) {
				return true
			}
		}
	}
	return false
}

// generateWide adds the pseudo-legal moves, or only captures and promotions, to the list.
func (r *Rules) generateWide(p *board.Position, list *board.MoveList, capturesOnly bool) {
	side := p.Side
	own, enemy := p.SquaresOf(side), p.SquaresOf(side.Other())
	all := own.Or(enemy)
	for i := range own {
		for word := own[i]; word != 0; word &= word - 1 {
			from := first(i, word)
			pc := p.Piece(from)
			quiet, take := r.targets(p, from, &all, &enemy)
			to := take
			if pc.Role() == board.Pawn {
				passant := r.enPassantOf(p, from)
				quiet = quiet.Or(passant)
				if capturesOnly {
					quiet = quiet.And(r.zone[side&1].Or(passant))
				}
				r.addPawn(list, side, from, to.Or(quiet))
				continue
			}
			if !capturesOnly {
				to = to.Or(quiet)
			}
			for i := range to {
				for word := to[i]; word != 0; word &= word - 1 {
					add(list, board.NewMove(from, first(i, word), board.NoRole))
				}
			}
		}
	}
	if !capturesOnly && p.Castling() != 0 && !r.InCheck(p, side) {
		r.castlingMoves(p, func(m board.Move) { add(list, m) })
	}
}

// first returns the square of the lowest bit of a word of a set.
func first(i int, word uint64) board.Square { return board.Square(i<<6) | board.Bitboard(word).First() }

// targets returns the squares to which a piece can move without capture, and those on which it can capture, apart from
// en passant.
func (r *Rules) targets(p *board.Position, from board.Square, occupied, enemy *board.Set) (quiet, take board.Set) {
	r.wide.men[p.Side&1][index(p.Piece(from))].Moves(from, occupied, &quiet, &take)
	quiet, take = quiet.Without(*occupied), take.And(*enemy)
	if r.spec.Passing {
		for to := range quiet.Or(take).All() {
			if !r.arrives(p, to) {
				quiet.Remove(to)
				take.Remove(to)
			}
		}
	}
	return quiet, take
}

// arrives reports whether a piece that moves to a square can pass to the other plane, if it must.
func (r *Rules) arrives(p *board.Position, to board.Square) bool {
	if !r.spec.Passing {
		return true
	}
	twin := r.Twin(to)
	return r.All.Has(twin) && p.Piece(twin) == board.NoPiece
}

// pass moves a piece that has just moved to the other plane.
func (r *Rules) pass(next *board.Position, s board.Square) {
	pc := next.Piece(s)
	next.TakeWide(s, pc)
	next.PutWide(r.Twin(s), pc)
}

// exposed reports whether a royal piece of a side on the given plane is attacked, in a position in which the piece
// that has just moved has not yet passed to the other plane.
func (r *Rules) exposed(p *board.Position, side board.Colour, plane int) bool {
	enemy, all := p.SquaresOf(side.Other()), occupied(p)
	for k := range r.royalSet(p, side).All() {
		if r.Plane(k) == plane && r.wideAttacked(p, k, side.Other(), &enemy, &all) {
			return true
		}
	}
	return false
}

// royalSet returns the royal pieces of a side.
func (r *Rules) royalSet(p *board.Position, side board.Colour) (all board.Set) {
	if r.wide == nil {
		return board.SetOf(r.royals(p, side))
	}
	cells, own := &p.Wide().Cells, &p.Wide().Colours[side&1]
	for i := range own {
		for word := own[i]; word != 0; word &= word - 1 {
			if s := first(i, word); r.royal[index(cells[s&255])] {
				all.Add(s)
			}
		}
	}
	return all
}

// wideKings returns the royal pieces of a side and those that are attacked.
func (r *Rules) wideKings(p *board.Position, side board.Colour) (all, attacked board.Set) {
	all = r.royalSet(p, side)
	enemy, every := p.SquaresOf(side.Other()), occupied(p)
	for k := range all.All() {
		if r.wideAttacked(p, k, side.Other(), &enemy, &every) {
			attacked.Add(k)
		}
	}
	return all, attacked
}

// wideInCheck is InCheck on a wide board.
func (r *Rules) wideInCheck(p *board.Position, side board.Colour) bool {
	kings, enemy, every := r.royalSet(p, side), p.SquaresOf(side.Other()), occupied(p)
	for !kings.Empty() {
		if r.wideAttacked(p, kings.Pop(), side.Other(), &enemy, &every) {
			return true
		}
	}
	return false
}

// wideLandings is landings on a wide board.
func (r *Rules) wideLandings(p *board.Position, crossed, pawn board.Square) (all [2]landing) {
	m, every := r.wide.passants[p.Side&1], occupied(p)
	all[0].to = crossed
	for from := range m.Origins[crossed].And(p.SquaresOf(p.Side)).All() {
		if p.Piece(from).Role() != board.Pawn {
			continue
		}
		plain, over := m.SeesOver(from, crossed, &every)
		if plain || over && !r.spec.SeamHome {
			all[0].takers.Add(from)
		}
		if over && r.spec.SeamHome {
			all[1].takers.Add(from)
		}
	}
	if all[1].to = r.home(crossed, pawn); !r.spec.SeamHome || p.Piece(all[1].to) != board.NoPiece {
		all[1] = landing{}
	}
	return all
}

// counter lists or counts the legal moves on a wide board. If the rule set has no hurdles and no effects besides
// captures, and the side has at most one royal piece, a move other than en passant is certainly legal if that piece is
// not in check and the moving piece is neither royal nor alone on a line to it. In such a rule set, a move of a royal
// piece other than a pawn is legal if the landing square is not attacked. All other moves are tried.
type counter struct {
	r        *Rules
	p        *board.Position
	list     *board.MoveList // nil if the moves are only counted
	n        int
	room     *room
	all      board.Set // occupied squares
	own      board.Set
	enemy    board.Set
	kings    board.Set
	pinned   board.Set
	parry    board.Set // in check by one piece, a move of another piece must land here
	checks   int
	careless bool // most moves are certainly legal
}

// legalWide adds the legal moves to the list, unless it is nil, and returns their number.
func (r *Rules) legalWide(p *board.Position, list *board.MoveList) int {
	if r.over(p) {
		return 0
	}
	c := counter{r: r, p: p, list: list, room: r.wide.rooms.Get().(*room)}
	defer r.wide.rooms.Put(c.room)
	side := p.Side
	c.own, c.enemy = p.SquaresOf(side), p.SquaresOf(side.Other())
	c.all = c.own.Or(c.enemy)
	c.kings = r.royalSet(p, side)
	if !r.wide.hurdles && r.spec.Reflection == nil && r.spec.Rebirth == NoRebirth && !r.spec.Passing && !c.kings.Many() {
		c.careless = true
		c.inspect()
	}
	for i := range c.own {
		for word := c.own[i]; word != 0; word &= word - 1 {
			c.piece(first(i, word))
		}
	}
	if p.Castling() != 0 && (c.careless && c.checks == 0 || !c.careless && !r.InCheck(p, side)) {
		r.castlingMoves(p, c.castle)
	}
	return c.n
}

// inspect examines the lines that could reach the royal piece.
func (c *counter) inspect() {
	if c.kings.Empty() {
		return
	}
	king, by := c.kings.First(), c.p.Side.Other()
	for o := range c.r.wide.near[by&1][king].And(c.enemy).All() {
		m := c.r.wide.men[by&1][index(c.p.Piece(o))]
		if !m.Origins[king].Has(o) {
			continue
		}
		open, alone := m.Inspect(o, king, &c.all)
		c.pinned = c.pinned.Or(alone)
		if open == 0 {
			continue
		}
		c.checks += open
		m.Paths(o, king, func(path *board.Set) {
			if path.And(c.all) == (board.Set{}) {
				c.parry = *path
				c.parry.Add(o)
			}
		})
	}
}

// castle adds a castling move.
func (c *counter) castle(m board.Move) {
	if c.careless {
		c.add(m.From(), m.To(), board.NoRole)
	} else {
		c.try(m.From(), m.To(), board.NoRole)
	}
}

func (c *counter) add(from, to board.Square, promotion board.Role) {
	if c.n++; c.list != nil {
		add(c.list, board.NewMove(from, to, promotion))
	}
}

// try adds a move if it is legal.
func (c *counter) try(from, to board.Square, promotion board.Role) {
	if c.r.tries(c.p, board.NewMove(from, to, promotion), c.room) {
		c.add(from, to, promotion)
	}
}

// tries reports whether a pseudo-legal move is legal.
func (r *Rules) tries(p *board.Position, m board.Move, in *room) bool {
	_, exposed := r.playIn(p, m, &in.position, &in.wide)
	return !exposed && !r.InCheck(&in.position, p.Side)
}

// piece adds the moves of a piece.
func (c *counter) piece(from board.Square) {
	r, p := c.r, c.p
	pc := p.Piece(from)
	var to board.Set
	if m := r.wide.men[p.Side&1][index(pc)]; m.Same && !r.spec.Passing {
		to = m.Reach(from, &c.all).Without(c.own)
	} else {
		quiet, take := r.targets(p, from, &c.all, &c.enemy)
		to = quiet.Or(take)
	}
	if pc.Role() == board.Pawn {
		c.pawn(from, to)
		return
	}
	switch {
	case c.careless && c.kings.Has(from):
		c.king(from, to)
		return
	case c.careless && c.checks == 0 && !c.pinned.Has(from):
		if c.list == nil {
			c.n += to.Count()
			return
		}
		for t := range to.All() {
			c.add(from, t, board.NoRole)
		}
		return
	case c.careless && c.checks == 1:
		to = to.And(c.parry)
	}
	for t := range to.All() {
		c.try(from, t, board.NoRole)
	}
}

// king adds the moves of the only royal piece.
func (c *counter) king(from board.Square, to board.Set) {
	for t := range to.All() {
		enemy, all := c.enemy, c.all
		enemy.Remove(t)
		all.Remove(from)
		all.Add(t)
		if !c.r.wideAttacked(c.p, t, c.p.Side.Other(), &enemy, &all) {
			c.add(from, t, board.NoRole)
		}
	}
}

// pawn adds the moves of a pawn, which may be royal.
func (c *counter) pawn(from board.Square, to board.Set) {
	sure := c.careless && c.checks == 0 && !c.pinned.Has(from) && !c.kings.Has(from)
	passant := c.r.enPassantOf(c.p, from)
	if sure && c.list == nil && passant == (board.Set{}) && to.And(c.r.zone[c.p.Side&1]) == (board.Set{}) {
		c.n += to.Count()
		return
	}
	for t := range to.Or(passant).All() {
		for _, k := range c.r.promotions(c.p.Side, t) {
			if sure && !passant.Has(t) {
				c.add(from, t, k)
			} else {
				c.try(from, t, k)
			}
		}
	}
}
