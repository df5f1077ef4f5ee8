package zillions

import "errors"

// Limits during play.
const (
	maxSteps   = 5_000_000 // instructions and conditions per position
	maxActions = 200       // changes per move
)

// ErrEndless is returned if generating moves does not terminate or takes too many steps.
var ErrEndless = errors.New("the rules take too many steps: is there an endless loop?")

// cell is the content of a position: 0 if empty, otherwise a piece's owner, type and
// attributes.
type cell uint32

func newCell(owner, kind int, attributes uint16) cell {
	return cell(owner+1)<<24 | cell(kind)<<16 | cell(attributes)
}

func (c cell) owner() int         { return int(c>>24) - 1 }
func (c cell) kind() int          { return int(c>>16) & 0xff }
func (c cell) attributes() uint16 { return uint16(c) }

// fresh returns a new piece with the default attributes of its type.
func (g *Game) fresh(owner, kind int) cell { return newCell(owner, kind, g.pieces[kind].defaults) }

// retyped returns a piece changed to another type. It keeps the values of attributes that both types
// have.
func (g *Game) retyped(c cell, kind int) cell {
	was, now := &g.pieces[c.kind()], &g.pieces[kind]
	both := was.has & now.has
	return newCell(c.owner(), kind, c.attributes()&both|now.defaults&^both)
}

type actionKind byte

const (
	capturePiece actionKind = iota
	changeOwner
	flipOwner
	changeType
	setAttribute
	createPiece
)

// action is a change other than moving.
type action struct {
	kind     actionKind
	at       int
	a, b     int  // player; piece type
	attr     uint // attribute
	attrTrue bool
}

// leg is one piece's path within a move. After a cascade a move has several.
type leg struct{ from, to int }

// run generates moves. Its board does not change: changes are collected until the move is made.
type run struct {
	g                *Game
	board            []cell
	player           int
	lastFrom, lastTo int
	moveType         int // run only blocks of this type; -1 for all

	piece cell // the moving piece
	cur   int
	from  int // start of the current leg; -1 for a drop
	to    int // end of the current leg; -1 if not set
	mark  int
	legs  []leg
	acts  []action
	flags uint16
	pos   []uint16 // position flags
	posOn []int    // positions with flags

	copies  bool // whether the piece also stays on its square, for add-copy
	promote int  // type given to add; -1 for none
	block   *block

	made        func(*run) bool // receives each move; returning false stops generation
	done        bool            // set by made
	attackDepth int             // nesting depth of attack tests
	left        *int            // remaining steps
	endless     *bool
}

// step is a compiled instruction. It returns false to end the block.
type step func(*run) bool

// test is a compiled condition.
type test func(*run) bool

func (r *run) all(steps []step) bool {
	for _, s := range steps {
		if r.spent() || !s(r) {
			return false
		}
	}
	return true
}

// spent counts a step and reports whether generation must stop.
func (r *run) spent() bool {
	if *r.left--; *r.left < 0 {
		*r.endless, r.done = true, true
	}
	return r.done
}

// act records a change.
func (r *run) act(a action) bool {
	if len(r.acts) >= maxActions {
		*r.endless, r.done = true, true
		return false
	}
	r.acts = append(r.acts, a)
	return true
}

// begin resets the state that a block changes.
func (r *run) begin(b *block, at, from int, piece cell) {
	r.piece, r.cur, r.from, r.to, r.mark = piece, at, from, -1, at
	r.legs, r.acts, r.flags = r.legs[:0], r.acts[:0], 0
	for _, i := range r.posOn {
		r.pos[i] = 0
	}
	r.posOn, r.copies, r.promote, r.block = r.posOn[:0], false, -1, b
}

// generate runs the blocks of all of the player's pieces. off counts the pieces off the board; nil
// means no drops.
func (r *run) generate(off []int) {
	if *r.left -= len(r.board) / 16; *r.left < 0 {
		*r.endless, r.done = true, true
		return
	}
	for at, c := range r.board {
		if c.owner() != r.player {
			continue
		}
		blocks := r.g.pieces[c.kind()].moves
		for i := range blocks {
			if r.moveType >= 0 && blocks[i].moveType != r.moveType {
				continue
			}
			r.begin(&blocks[i], at, at, c)
			if r.all(blocks[i].steps); r.spent() {
				return
			}
		}
	}
	for kind := range r.g.pieces {
		blocks := r.g.pieces[kind].drops
		if len(blocks) == 0 || off == nil || off[r.player*len(r.g.pieces)+kind] == 0 {
			continue
		}
		for at := range r.board {
			if r.g.layout.dummy[at] || r.g.layout.killed[at] {
				continue
			}
			for i := range blocks {
				if r.moveType >= 0 && blocks[i].moveType != r.moveType {
					continue
				}
				r.begin(&blocks[i], at, -1, r.g.fresh(r.player, kind))
				if r.all(blocks[i].steps); r.spent() {
					return
				}
			}
		}
	}
}

// add yields the move collected so far. Generation continues after it.
func (r *run) add(copies bool, types []int) bool {
	to := r.to
	if to < 0 {
		to = r.cur
	}
	r.legs = append(r.legs, leg{r.from, to})
	r.copies = copies
	more := true
	work := len(r.acts) + len(r.legs)
	*r.left -= work * work / 16 * max(1, len(types))
	if len(types) == 0 {
		r.promote = -1
		more = r.made(r)
	}
	for _, t := range types {
		if *r.left--; *r.left < 0 {
			*r.endless, more = true, false
			break
		}
		if r.promote = t; !r.made(r) {
			more = false
			break
		}
	}
	r.legs = r.legs[:len(r.legs)-1]
	if !more {
		r.done = true
	}
	return more
}

// takes reports whether the collected move captures on a position.
func (r *run) takes(at int) bool {
	for _, a := range r.acts {
		if a.at == at && (a.kind == capturePiece || a.kind == createPiece) {
			return true
		}
	}
	for _, l := range r.legs {
		if l.to == at {
			for _, m := range r.legs {
				if m.from == at {
					return false
				}
			}
			return true
		}
	}
	return false
}

// attacked reports whether a player could capture on a position. If victim's owner has no piece there,
// the victim is assumed to be on the position.
func (r *run) attacked(at, by int, victim cell, moveType int) bool {
	if r.attackDepth > 0 {
		return false // an attack test within an attack test is false
	}
	if was := r.board[at]; was.owner() != victim.owner() {
		r.board[at] = victim
		defer func() { r.board[at] = was }()
	}
	found := false
	in := &run{
		g: r.g, board: r.board, player: by, lastFrom: r.lastFrom, lastTo: r.lastTo, moveType: moveType, attackDepth: 1, left: r.left, endless: r.endless,
	}
	in.made = func(m *run) bool {
		found = m.takes(at)
		return !found
	}
	in.generate(nil)
	return found
}

// flagAt and setFlagAt read and write position flags, whose table is allocated
// on first use.
func (r *run) flagAt(i, at int) bool { return len(r.pos) > at && r.pos[at]>>i&1 != 0 }

func (r *run) setFlagAt(i, at int, on bool) {
	if len(r.pos) == 0 {
		r.pos = make([]uint16, r.g.size)
	}
	if on {
		if r.pos[at] == 0 {
			r.posOn = append(r.posOn, at)
		}
		r.pos[at] |= 1 << i
	} else {
		r.pos[at] &^= 1 << i
	}
}
