package describe

import (
	"slices"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/rules"
)

// Effect is a kind of [Change].
type Effect string

// Effects, in the order in which [Changes] lists them.
const (
	Captured   Effect = "captured"
	BoardMoved Effect = "board"    // a board moves to another mount; Piece is not set
	Turned     Effect = "turns"    // a board turns by 180°; Piece is not set
	Carried    Effect = "carried"  // a moving board carries the piece
	Castled    Effect = "castles"  // the king or the rook castles; each has its own change
	Moved      Effect = "moves"    // a piece moves to the square that the move names
	Promoted   Effect = "promotes" // a pawn promotes on the landing square
	WentOn     Effect = "goes on"  // a piece goes on from the square that the move names
	Appeared   Effect = "appears"  // a piece is spawned
)

// Change is one effect of a move. A piece moves From one square To another. To is empty for a captured piece,
// and From is empty for a spawned piece.
//
// To replay the changes, apply them in order. Remove the piece from From if it is still there. Then put the
// piece, or Into after a promotion, on To, replacing any piece there.
type Change struct {
	Effect Effect
	Piece  board.Piece // before the move
	Into   board.Piece // after a promotion
	From   string
	To     string
	// Mount is the mount of a board that moves or turns. If the board moves, Onto is its destination. A board
	// that also turns gets a second change, whose Mount is the destination.
	Mount, Onto string
	// Gone and Came are the squares that disappear and appear when a board moves.
	Gone, Came []string
}

// Changes returns the effects of a move by comparing the positions before and after it. It compares squares
// by name, because the squares of a moving board move with the board. It compares the boards of
// [rules.MovingBoards] by their mounts. It works for any rule set: a piece that disappeared was captured, and
// a new piece has appeared.
func Changes(r rules.Rules, before, after *board.Position, m board.Move) []Change {
	d := compare(r.Guide(), before, after)
	switch f := m.Type(); {
	case f == board.CastleShort || f == board.CastleLong:
		d.pair(Castled, anyPiece)
	case f >= board.BoardShift:
		if r, ok := r.(rules.MovingBoards); ok {
			d.boards(r.Boards(before), r.Boards(after))
		}
		d.passengers()
	case onto(before, m):
		d.pair(Castled, func(pc board.Piece) bool { return pc == before.Piece(m.From()) }) // account for the king first
		d.pair(Castled, anyPiece)
	default:
		name := func(s board.Square) string { return r.Guide().SquareName(before, s) }
		d.step(before.Piece(m.From()), name(m.From()), name(m.To()), m.Promotion())
	}
	return d.all()
}

// onto reports whether a piece moves onto a friendly piece. That is how Chess960 castling is written; the
// king and rook end up on other squares.
func onto(p *board.Position, m board.Move) bool {
	taken := p.Piece(m.To())
	return m.Type() == board.Step && taken != board.NoPiece && taken.Colour() == p.Piece(m.From()).Colour()
}

// difference is the difference between two placements. Its methods account for the difference one change at a
// time. left and come exclude squares that have the same piece in both placements.
type difference struct {
	names      []string               // squares whose piece or name differs, without duplicates
	was, is    map[string]board.Piece // the pieces on those squares before and after the move, if the square exists
	left, come map[string]board.Piece // pieces that left or arrived, not yet accounted for
	changes    []Change               // changes accounted for
}

func compare(g rules.Guide, before, after *board.Position) *difference {
	d := &difference{
		was: map[string]board.Piece{}, is: map[string]board.Piece{},
		left: map[string]board.Piece{}, come: map[string]board.Piece{},
	}
	var came []string
	for s := range before.Size() {
		old, now := g.SquareName(before, s), g.SquareName(after, s)
		if old == now && before.Piece(s) == after.Piece(s) {
			continue
		}
		d.was[old], d.is[now] = before.Piece(s), after.Piece(s)
		d.names, came = append(d.names, old), append(came, now)
	}
	for _, name := range came {
		if _, old := d.was[name]; !old {
			d.names = append(d.names, name)
		}
	}
	for _, name := range d.names {
		if d.was[name] == d.is[name] {
			continue
		}
		if pc := d.was[name]; pc != board.NoPiece {
			d.left[name] = pc
		}
		if pc := d.is[name]; pc != board.NoPiece {
			d.come[name] = pc
		}
	}
	return d
}

// step accounts for the moving piece, which may have promoted or gone on to another square, and for a rook
// that castled with it.
func (d *difference) step(mover board.Piece, from, landing string, promotion board.Role) {
	d.add(Change{Effect: Moved, Piece: mover, From: from, To: landing})
	arrived := mover
	if promotion != board.NoRole {
		arrived = board.NewPiece(mover.Colour(), promotion)
		d.add(Change{Effect: Promoted, Piece: mover, Into: arrived, From: landing, To: landing})
	}
	if d.is[landing] == arrived {
		delete(d.come, landing)
	} else if final := d.whereabouts(arrived, from); final != "" {
		delete(d.come, final)
		d.add(Change{Effect: WentOn, Piece: arrived, From: landing, To: final})
	}
	delete(d.left, from)
	// Consider only friendly pieces: a captured piece and a spawned piece of the same role did not castle.
	own := func(pc board.Piece) bool { return pc.Colour() == mover.Colour() }
	if d.pair(Castled, own) {
		d.changes[0].Effect = Castled
	}
}

// whereabouts returns the square of a moving piece that did not stay on its landing square. That may be its
// origin, which is then not part of the difference. It returns "" if the piece is gone.
func (d *difference) whereabouts(mover board.Piece, origin string) string {
	if _, gone := d.left[origin]; !gone {
		return origin
	}
	for _, name := range d.names {
		if d.come[name] == mover {
			return name
		}
	}
	return ""
}

// boards accounts for a board that moved to another mount, turned, or both.
func (d *difference) boards(before, after []rules.MountedBoard) {
	old, now := missing(before, after), missing(after, before)
	if len(old) != 1 || len(now) != 1 {
		return
	}
	if old[0].Mount != now[0].Mount {
		d.add(d.shift(old[0].Mount, now[0].Mount))
	}
	if old[0].Turned != now[0].Turned {
		d.add(Change{Effect: Turned, Mount: now[0].Mount})
	}
}

// missing returns the boards that others does not contain.
func missing(boards, others []rules.MountedBoard) []rules.MountedBoard {
	return slices.DeleteFunc(slices.Clone(boards), func(s rules.MountedBoard) bool {
		return slices.ContainsFunc(others, func(o rules.MountedBoard) bool {
			return o.Mount == s.Mount && o.Owner == s.Owner && o.Turned == s.Turned
		})
	})
}

// shift returns the change for a board that moved from one mount to another.
func (d *difference) shift(from, to string) Change {
	c := Change{Effect: BoardMoved, Mount: from, Onto: to}
	for _, name := range d.names {
		_, before := d.was[name]
		_, after := d.is[name]
		if !after {
			c.Gone = append(c.Gone, name)
		}
		if !before {
			c.Came = append(c.Came, name)
		}
	}
	return c
}

// passengers accounts for the piece on a moved board and for pawns that the board move promotes, on the board
// or elsewhere.
func (d *difference) passengers() {
	var promoted []Change
	for _, name := range d.names {
		pawn, now := d.left[name], d.come[name]
		if pawn.Role() == board.Pawn && now != board.NoPiece && pawn.Colour() == now.Colour() {
			promoted = append(promoted, Change{Effect: Promoted, Piece: pawn, Into: now, From: name, To: name})
			delete(d.left, name)
			delete(d.come, name)
		}
	}
	d.pair(Carried, anyPiece)
	for _, from := range d.names {
		pawn, ok := d.left[from]
		if !ok || pawn.Role() != board.Pawn {
			continue
		}
		for _, to := range d.names {
			if now, ok := d.come[to]; ok && now.Colour() == pawn.Colour() {
				d.add(Change{Effect: Carried, Piece: pawn, From: from, To: to})
				d.add(Change{Effect: Promoted, Piece: pawn, Into: now, From: to, To: to})
				delete(d.left, from)
				delete(d.come, to)
				break
			}
		}
	}
	d.add(promoted...)
}

// pair finds pieces that satisfy fits, left one square and arrived on another. It accounts for them with the
// effect e and reports whether there were any.
func (d *difference) pair(e Effect, fits func(board.Piece) bool) (any bool) {
	for _, from := range d.names {
		pc, ok := d.left[from]
		if !ok || !fits(pc) {
			continue
		}
		for _, to := range d.names {
			if d.come[to] == pc {
				d.add(Change{Effect: e, Piece: pc, From: from, To: to})
				delete(d.left, from)
				delete(d.come, to)
				any = true
				break
			}
		}
	}
	return any
}

func anyPiece(board.Piece) bool { return true }

func (d *difference) add(c ...Change) { d.changes = append(d.changes, c...) }

// all returns all changes. Remaining pieces that left a square were captured and come first. Remaining pieces
// that arrived were spawned and come last.
func (d *difference) all() []Change {
	all := []Change{} // never nil
	for _, name := range d.names {
		if pc, ok := d.left[name]; ok {
			all = append(all, Change{Effect: Captured, Piece: pc, From: name})
		}
	}
	all = append(all, d.changes...)
	for _, name := range d.names {
		if pc, ok := d.come[name]; ok {
			all = append(all, Change{Effect: Appeared, Piece: pc, To: name})
		}
	}
	return all
}
