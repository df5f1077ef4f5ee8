package zillions

import "slices"

// change is a position and its content after a move.
type change struct {
	at int
	to cell
}

// draft is a board with pending changes, ordered by position.
type draft struct {
	board   []cell
	changes []change
}

func (d *draft) get(at int) cell {
	for i := range d.changes {
		if d.changes[i].at == at {
			return d.changes[i].to
		}
	}
	return d.board[at]
}

func (d *draft) set(at int, c cell) {
	for i := range d.changes {
		if d.changes[i].at == at {
			d.changes[i].to = c
			return
		}
	}
	i := len(d.changes)
	d.changes = append(d.changes, change{})
	for ; i > 0 && d.changes[i-1].at > at; i-- {
		d.changes[i] = d.changes[i-1]
	}
	d.changes[i] = change{at, c}
}

// real returns the changes that differ from the board.
func (d *draft) real() []change {
	n := 0
	for _, c := range d.changes {
		if c.to != d.board[c.at] {
			d.changes[n] = c
			n++
		}
	}
	return d.changes[:n]
}

// changes returns the positions changed by the collected move, in order, and the captured pieces.
// Pieces first move, and captured pieces are removed. Next, pieces are created or change their owner or
// type. Finally, attributes are set. The language defines no order within these levels; open reports
// whether the order would matter.
func (r *run) changes() (out []change, taken []cell, open bool) {
	d := draft{board: r.board}
	r.move(&d, &taken)
	open = r.capture(&d, &taken)
	if r.crowded() {
		back := draft{r.board, slices.Clone(d.changes)}
		for _, a := range slices.Backward(r.acts) {
			r.g.do(&back, a, nil)
		}
		defer func() { open = open || !slices.Equal(out, back.real()) }()
	}
	r.level(&d, false, &taken)
	r.level(&d, true, &taken)
	return d.real(), taken, open
}

// move lifts all moving pieces and places them on their destinations.
func (r *run) move(d *draft, taken *[]cell) {
	var room [4]cell
	held := room[:0]
	for i, l := range r.legs {
		c := r.piece
		if l.from >= 0 {
			c = d.get(l.from)
			if i > 0 || !r.copies {
				d.set(l.from, 0)
			}
		}
		held = append(held, c)
	}
	for i, l := range r.legs {
		c := held[i]
		if c == 0 {
			continue
		}
		if i == 0 && r.promote >= 0 {
			c = r.g.retyped(c, r.promote)
		}
		if was := d.get(l.to); was != 0 {
			*taken = append(*taken, was)
		}
		d.set(l.to, c)
	}
}

// capture removes the captured pieces. It returns true if a piece also moves from or to a captured
// square, because the order then determines which piece is captured.
func (r *run) capture(d *draft, taken *[]cell) (open bool) {
	for _, a := range r.acts {
		if a.kind != capturePiece {
			continue
		}
		for _, l := range r.legs {
			open = open || l.from != l.to && (l.from == a.at || l.to == a.at)
		}
		if c := d.get(a.at); c != 0 {
			*taken = append(*taken, c)
			d.set(a.at, 0)
		}
	}
	return open
}

// crowded reports whether two changes other than moves and captures affect the
// same position.
func (r *run) crowded() bool {
	for i, a := range r.acts {
		for _, b := range r.acts[:i] {
			if a.at == b.at && a.kind != capturePiece && b.kind != capturePiece {
				return true
			}
		}
	}
	return false
}

// level applies either the changes that set attributes or all other changes.
func (r *run) level(d *draft, attributes bool, taken *[]cell) {
	for _, a := range r.acts {
		if (a.kind == setAttribute) == attributes {
			r.g.do(d, a, taken)
		}
	}
}

// do applies one change. It appends a replaced piece to taken, unless that is nil.
func (g *Game) do(d *draft, a action, taken *[]cell) {
	c := d.get(a.at)
	switch {
	case a.kind == createPiece:
		if c != 0 && taken != nil {
			*taken = append(*taken, c)
		}
		d.set(a.at, g.fresh(a.a, a.b))
	case c == 0 || a.kind == capturePiece:
	case a.kind == changeOwner:
		d.set(a.at, newCell(a.a, c.kind(), c.attributes()))
	case a.kind == flipOwner:
		d.set(a.at, newCell(g.opponent(c.owner()), c.kind(), c.attributes()))
	case a.kind == changeType:
		d.set(a.at, g.retyped(c, a.b))
	case g.pieces[c.kind()].has>>a.attr&1 == 0:
	case a.attrTrue:
		d.set(a.at, c|1<<a.attr)
	default:
		d.set(a.at, c&^(1<<a.attr))
	}
}
