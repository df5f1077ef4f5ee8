package fairy

import (
	"errors"
	"slices"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/variant/betza"
	"github.com/tainchess/tain/variant/fairy/tables"
	"github.com/tainchess/tain/variant/grid"
)

// pass is a first push of two squares: where the move ends, the pushed pawn, and the en passant value.
type pass struct {
	to board.Square
	pushed
	code board.Square
}

// pushed is a pawn that has made a first push of two squares. With passing, both squares are on the plane where the
// pawn arrived.
type pushed struct{ crossed, pusher board.Square }

// addMen compiles the movements of all kinds.
func (r *Rules) addMen() error {
	if r.wide != nil {
		r.addWideMen()
		return r.addPasses()
	}
	for side := range r.men {
		for i := range r.men[side] {
			r.men[side][i] = r.none
		}
	}
	for i := range r.kinds {
		if r.kinds[i].letter == 0 {
			continue
		}
		for side := range board.Colour(2) {
			m := r.men[board.White][i]
			if side == board.White || !r.kinds[i].alike() {
				m = r.man(&r.kinds[i], side)
			}
			r.men[side][i] = m
			for s := range m.Takes.From {
				r.near[side][s] |= m.Takes.From[s] | m.Takes.Origins[s]
			}
		}
		if i <= int(board.King) {
			r.orthodox = append(r.orthodox, uint8(i))
		}
	}
	r.addPlainPawns()
	return r.addPasses()
}

// alike reports whether the kind moves in the same way for both colours.
func (k *kind) alike() bool {
	for _, a := range k.atoms {
		if a.Initial || slices.ContainsFunc(a.Headings, func(h betza.Heading) bool { return !slices.Contains(a.Headings, h.Turned()) }) {
			return false
		}
	}
	return true
}

// addPlainPawns prepares the fast move generation for pawns that move as in chess.
func (r *Rules) addPlainPawns() {
	r.plainPawns = r.kinds[board.Pawn].usual
	for side := range board.Colour(2) {
		m := r.men[side][board.Pawn]
		for s := range r.All.All() {
			quiet, take := r.tables.Moves(m, s, 0)
			if (quiet|take)&r.zone[side].Bitboard() != 0 {
				r.promoting[side] |= s.Bit()
			}
			if rank := r.Rank(s) + forward(side); r.spec.Double == 2 && rank >= 0 && rank < r.Grid.Ranks && r.start.Piece(s) == board.NewPiece(side, board.Pawn) {
				r.beyondHome[side] |= r.At(r.File(s), rank).Bit()
			}
		}
	}
}

// addPasses lists the first pushes of two squares, and the en passant captures.
func (r *Rules) addPasses() error {
	pawn := &r.kinds[board.Pawn]
	for side := range board.Colour(2) {
		r.passes[side] = make([][]pass, r.size())
		for s := range r.start.SquaresWith(side, board.Pawn).All() {
			for i := range pawn.atoms {
				a := &pawn.atoms[i]
				if !a.Initial || a.Long != 1 || a.Mode == betza.Capture || a.Hurdle != betza.NoHurdle || a.Range == 1 {
					continue
				}
				for _, l := range r.Grid.Lines(a, r.OnGrid(s), side == board.Black, grid.Crossing{}) {
					if len(l) < 2 {
						continue
					}
					to, crossed := r.Number(l[1].To), r.Number(l[0].To)
					one := pushed{crossed, to}
					if r.spec.Passing {
						one = pushed{r.Twin(crossed), r.Twin(to)}
					}
					code, err := r.passCode(side, one)
					if err != nil {
						return err
					}
					r.passes[side][s] = append(r.passes[side][s], pass{to, one, code})
				}
			}
		}
	}
	if r.wide != nil {
		r.addWidePassants()
		return nil
	}
	for side := range board.Colour(2) {
		for s := range r.All.All() {
			var plain, seam []tables.Line
			r.eachLine(pawn, side, s, func(a *betza.Atom) bool { return a.EnPassant }, r.takeCrossing(pawn), func(l grid.Line, a *betza.Atom) {
				// With SeamHome, the part of a line beyond the seam counts separately.
				one := tables.Line{Hurdle: a.Hurdle}
				for _, at := range l {
					if r.spec.SeamHome && !at.Seam {
						one.Passed++
					}
					one.Leaps = append(one.Leaps, r.leap(at))
				}
				if !r.spec.SeamHome {
					plain = append(plain, one)
					return
				}
				plain = append(plain, tables.Line{Hurdle: a.Hurdle, Leaps: one.Leaps[:one.Passed]})
				if one.Passed < len(one.Leaps) {
					seam = append(seam, one)
				}
			})
			r.tables.AddTakes(&r.enPassant[side], s, plain)
			r.tables.AddTakes(&r.seamPassant[side], s, seam)
		}
	}
	return nil
}

// passCode returns the en passant value for a push: the crossed square if the pushed pawn is directly
// beyond it, otherwise a number above NoSquare.
func (r *Rules) passCode(side board.Colour, one pushed) (board.Square, error) {
	if one.pusher == r.Beyond(one.crossed, side) {
		return one.crossed, nil
	}
	for i, known := range r.pushes {
		if known == one {
			return board.NoSquare + 1 + board.Square(i), nil
		}
	}
	if len(r.pushes) > 2000 {
		return 0, errors.New("fairy: too many first pushes")
	}
	r.pushes = append(r.pushes, one)
	return board.NoSquare + board.Square(len(r.pushes)), nil
}

// forward returns the change of rank when a side's pawn advances: 1 or -1.
func forward(side board.Colour) int { return 1 - 2*int(side&1) }

// takeCrossing returns the borders that a kind may cross when it captures.
func (r *Rules) takeCrossing(k *kind) grid.Crossing {
	c := r.crossing(k.letter)
	if k.role == board.Pawn {
		c.Ends, c.Links = false, false
	}
	return c
}

// leap converts a leap of package grid.
func (r *Rules) leap(at grid.Leap) tables.Leap {
	l := tables.Leap{To: r.Number(at.To)}
	for _, s := range at.Empty {
		l.Empty.Add(r.Number(s))
	}
	return l
}

// eachLine calls add with each line from a square, for every atom that want accepts.
func (r *Rules) eachLine(k *kind, side board.Colour, s board.Square, want func(a *betza.Atom) bool, c grid.Crossing, add func(l grid.Line, a *betza.Atom)) {
	for i := range k.atoms {
		a := &k.atoms[i]
		if !want(a) || a.Initial && r.start.Piece(s) != board.NewPiece(side, k.role) {
			continue
		}
		for _, l := range r.Grid.Lines(a, r.OnGrid(s), side == board.Black, c) {
			add(l, a)
		}
	}
}

// lines returns the lines from a square, for the atoms that have the given mode or both modes.
func (r *Rules) lines(k *kind, side board.Colour, s board.Square, mode betza.Mode, c grid.Crossing) (all []tables.Line) {
	r.eachLine(k, side, s, func(a *betza.Atom) bool { return a.Mode == betza.Both || a.Mode == mode }, c, func(l grid.Line, a *betza.Atom) {
		one := tables.Line{Hurdle: a.Hurdle, Atom: a.Long<<2 | a.Short}
		for _, at := range l {
			one.Leaps = append(one.Leaps, r.leap(at))
		}
		all = append(all, one)
	})
	return all
}

// man compiles the movement of a kind of one colour.
func (r *Rules) man(k *kind, side board.Colour) *tables.Man {
	m := &tables.Man{Same: true}
	quiet := r.crossing(k.letter)
	if k.role == board.Pawn {
		quiet = grid.Crossing{}
	}
	for _, a := range k.atoms {
		if a.Mode != betza.Both {
			m.Same = false
		}
	}
	if k.role == board.Pawn {
		m.Same = false
	}
	for s := range r.All.All() {
		r.tables.AddTakes(&m.Takes, s, r.lines(k, side, s, betza.Capture, r.takeCrossing(k)))
		if !m.Same {
			r.tables.AddQuiets(m, s, r.lines(k, side, s, betza.Move, quiet))
		}
	}
	return m
}

// Reach returns the squares on an otherwise empty board to which a piece can move, and those on which it can
// capture.
func (r *Rules) Reach(pc board.Piece, s board.Square) (quiet, take board.Set) {
	var own board.Set
	own.Add(s)
	return r.moves(pc.Colour(), index(pc), s, own)
}

// moves returns the squares to which a kind could move without capture, and those on which it could capture; see
// [tables.Tables.Moves].
func (r *Rules) moves(side board.Colour, i int, s board.Square, occupied board.Set) (quiet, take board.Set) {
	if r.wide != nil {
		r.wide.men[side&1][i].Moves(s, &occupied, &quiet, &take)
		return quiet, take
	}
	q, t := r.tables.Moves(r.men[side&1][i], s, occupied.Bitboard())
	return board.SetOf(q), board.SetOf(t)
}
