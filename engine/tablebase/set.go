package tablebase

import (
	"slices"
	"sync"
	"sync/atomic"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/rules"
)

// Set is the tables of a rule set. It is safe for many callers.
type Set struct {
	rules  rules.LegalGenerator
	slots  map[signature]slot
	most   int // pieces of the largest table
	tell   func(error)
	memory *Memory // nil for as much as there is
}

// slot is where a table is found, by its material.
type slot struct {
	*source
	exchanged bool // the position has the colours the other way round
}

// source is a table that is read when it is first asked for.
type source struct {
	reading sync.Mutex  // held while it is read
	failed  atomic.Bool // it cannot be read, and is not tried again
	own     bool        // it comes with the program, whose memory it is in anyway
	read    func() (*Table, error)
	table   atomic.Pointer[Table]
	fault   sync.Once // a part that cannot be read is told of once
}

// Memory bounds how many bytes the tables of some sets take that were read. The one
// that was read first goes when there is no room for another, and is read again
// when it is asked for.
type Memory struct {
	Most int

	mu    sync.Mutex
	bytes int
	read  []*source // the first one first
}

// take notes a table that was read.
func (m *Memory) take(of *source, t *Table) {
	if m == nil {
		return
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.read = append(m.read, of)
	m.bytes += t.bytes()
	for m.bytes > m.Most && len(m.read) > 1 {
		if gone := m.read[0].table.Swap(nil); gone != nil {
			m.bytes -= gone.bytes()
		}
		m.read = slices.Delete(m.read, 0, 1)
	}
}

// NewSet returns a set without tables.
func NewSet(r rules.Rules) (*Set, error) {
	g, err := generator(r)
	if err != nil {
		return nil, err
	}
	return &Set{rules: g, slots: map[signature]slot{}, tell: func(error) {}}, nil
}

// Add adds a table. It must not be called while others ask.
func (s *Set) Add(t *Table) {
	s.add(t.Header.Material, func() (*Table, error) { return t, nil })
}

func (s *Set) add(m Material, read func() (*Table, error)) *source {
	own, exchanged := m.signature()
	of := &source{read: read}
	s.slots[exchanged] = slot{of, true}
	s.slots[own] = slot{of, false}
	s.most = max(s.most, m.Pieces())
	return of
}

// get returns the table, nil if it cannot be read.
func (s *Set) get(of *source) *Table {
	if t := of.table.Load(); t != nil {
		return t
	}
	of.reading.Lock()
	defer of.reading.Unlock()
	if t := of.table.Load(); t != nil || of.failed.Load() {
		return t
	}
	t, err := of.read()
	if err != nil {
		of.failed.Store(true)
		s.tell(err)
		return nil
	}
	of.table.Store(t)
	if !of.own {
		s.memory.take(of, t)
	}
	return t
}

// MaxPieces returns how many pieces the largest table has, 0 if there is none.
func (s *Set) MaxPieces() int { return s.most }

// InSpace reports whether the tables are of boards in space: what they know is
// unpacked where it is asked, which is work.
func (s *Set) InSpace() bool {
	_, ok := inSpace(s.rules)
	return ok
}

// Probe returns the value of a position for the side to move, and whether it is
// known: the tables have its material, and nobody may castle. The position
// must be a legal one.
func (s *Set) Probe(p *board.Position) (Value, bool) {
	n := p.Occupied().Count()
	if n == 2 { // no king mates another
		return Draw, p.ByRole(board.King) == p.Occupied()
	}
	if n > s.most || p.Castling() != 0 {
		return Draw, false
	}
	of, ok := s.slots[signatureOf(p)]
	if !ok {
		return Draw, false
	}
	t := s.get(of.source)
	if t == nil {
		return Draw, false
	}
	if !t.has(p, of.exchanged) {
		_, v, ok := s.best(p)
		return v, ok
	}
	v, err := t.value(p, of.exchanged)
	if err != nil {
		of.fault.Do(func() { s.tell(err) })
		return Draw, false
	}
	return v, true
}

// Mate is Probe in numbers, as a search asks for it: 1 if the side to move mates,
// -1 if it is mated, 0 for a draw; in how many plies; and whether it is known.
func (s *Set) Mate(p *board.Position) (sign, plies int, known bool) {
	v, known := s.Probe(p)
	switch {
	case v.Wins():
		sign = 1
	case v.Loses():
		sign = -1
	}
	return sign, v.Plies(), known
}

// best returns the best move of a position and its value by those one ply on.
// Without a legal move there is none.
func (s *Set) best(p *board.Position) (best board.Move, v Value, ok bool) {
	var list board.MoveList
	var next board.Position
	s.rules.Legal(p, &list)
	if list.Len() == 0 {
		if _, attacked := s.rules.Kings(p, p.Side); attacked != 0 {
			v = mateIn(0)
		}
		return board.NoMove, v, true
	}
	for _, m := range list.All() {
		s.rules.Make(p, m, &next)
		w, ok := s.Probe(&next)
		if !ok {
			return board.NoMove, Draw, false
		}
		if w = w.before(); best == board.NoMove || w.better(v) {
			best, v = m, w
		}
	}
	return best, v, true
}

// Line returns the moves from a won or lost position to the mate by best play
// of both sides, at most so many; none of a draw or where the tables do not know.
func (s *Set) Line(p *board.Position, most int) (line []board.Move) {
	at := *p
	v, ok := s.Probe(&at)
	for ; ok && v > mateIn(0) && len(line) < most; v-- {
		var m board.Move
		if m, ok = s.follow(&at, v); ok {
			line = append(line, m)
		}
	}
	return line
}

// follow plays the first move of a position that is as good as the position, whose
// value is known: what it leads to is a ply nearer to the mate.
func (s *Set) follow(p *board.Position, v Value) (m board.Move, ok bool) {
	var list board.MoveList
	var next board.Position
	var refuting board.Move
	s.rules.Legal(p, &list)
	for _, m := range list.All() {
		s.rules.Make(p, m, &next)
		if s.is(&next, v-1, &refuting) {
			*p = next
			return m, true
		}
	}
	return board.NoMove, false
}

// is reports whether a position has a value. Where that is found one ply on and is
// a loss, the first move that holds out longer tells that it is not: on boards in
// space, where most moves are such, that spares nearly all of the work. The move that
// did so last, which is tried first, often does so again.
func (s *Set) is(p *board.Position, v Value, last *board.Move) bool {
	of, ok := s.slots[signatureOf(p)]
	if ok && v.Loses() {
		if t := s.get(of.source); t != nil && t.packed != nil && !t.has(p, of.exchanged) && s.holdsOut(p, v, last) {
			return false
		}
	}
	w, known := s.Probe(p)
	return known && w == v
}

// holdsOut reports whether a position has a move after which the mate is further
// away than by some value, or there is none.
func (s *Set) holdsOut(p *board.Position, v Value, last *board.Move) bool {
	var list board.MoveList
	var next board.Position
	s.rules.Legal(p, &list)
	moves := list.All()
	if i := slices.Index(moves, *last); i > 0 {
		moves[0], moves[i] = moves[i], moves[0]
	}
	for _, m := range moves {
		s.rules.Make(p, m, &next)
		if w, known := s.Probe(&next); known && (!w.Wins() || w.before() > v) {
			*last = m
			return true
		}
	}
	return false
}
