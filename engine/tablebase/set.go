package tablebase

import (
	"slices"
	"sync"
	"sync/atomic"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/rules"
)

// Set holds the tables of a rule set. All methods except Add are safe for
// concurrent use.
type Set struct {
	rules     rules.LegalGenerator
	men       men
	slots     map[signature]slot
	maxPieces int // number of pieces in the largest table
	onError   func(error)
	memory    *Memory // nil means no limit
}

// slot is a table found by its signature.
type slot struct {
	*source
	exchanged bool // whether colours are exchanged
}

// source is a table that is read on first use.
type source struct {
	reading sync.Mutex  // held during read
	failed  atomic.Bool // read failed and is not retried
	own     bool        // embedded in the program, so not counted by Memory
	read    func() (*Table, error)
	table   atomic.Pointer[Table]
	fault   sync.Once // reports only the first chunk that cannot be read
}

// Memory limits the total size in bytes of the tables that sets have read. When there is no room for another
// table, the tables that were read earliest are evicted. An evicted table is read again when it is needed.
type Memory struct {
	Most int

	mu    sync.Mutex
	bytes int
	read  []*source // oldest first
}

// take accounts for a newly read table and evicts others if necessary.
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

// NewSet returns an empty set, or ErrRules if the rule set has no tables.
func NewSet(r rules.Rules) (*Set, error) {
	g, err := generator(r)
	if err != nil {
		return nil, err
	}
	return &Set{rules: g, men: menOf(r), slots: map[signature]slot{}, onError: func(error) {}}, nil
}

// Add adds a table. It must not be called concurrently with other methods.
func (s *Set) Add(t *Table) {
	s.add(t.Header.Material, func() (*Table, error) { return t, nil })
}

func (s *Set) add(m Material, read func() (*Table, error)) *source {
	own, exchanged := m.signature(s.men)
	of := &source{read: read}
	s.slots[exchanged] = slot{of, true}
	s.slots[own] = slot{of, false}
	s.maxPieces = max(s.maxPieces, m.Pieces())
	return of
}

// get returns the table, or nil if it cannot be read.
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
		s.onError(err)
		return nil
	}
	of.table.Store(t)
	if !of.own {
		s.memory.take(of, t)
	}
	return t
}

// MaxPieces returns the number of pieces in the largest table, or 0 if there is none.
func (s *Set) MaxPieces() int { return s.maxPieces }

// InSpace reports whether the tables are for boards in space. Such tables are decompressed on demand, so they
// are slower to probe.
func (s *Set) InSpace() bool {
	_, ok := inSpace(s.rules)
	return ok
}

// Probe returns the value of a legal position for the side to move and whether it is known. The value is
// unknown if the table for the material is missing or cannot be read, or if castling is possible.
func (s *Set) Probe(p *board.Position) (Value, bool) {
	n := p.Occupied().Count()
	if n == 2 && !s.men.bare {
		return Draw, p.ByRole(board.King) == p.Occupied()
	}
	if n > s.maxPieces || p.Castling() != 0 {
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
		of.fault.Do(func() { s.onError(err) })
		return Draw, false
	}
	return v, true
}

// Mate is like Probe, but returns the result in the form that a search needs. Sign is 1 if the side to move
// mates, -1 if it is mated, and 0 for a draw.
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

// best returns the best move in a position and its value, derived from the successors. The move is NoMove if
// there is no legal move. Ok is false if the value cannot be derived.
func (s *Set) best(p *board.Position) (best board.Move, v Value, ok bool) {
	var list board.MoveList
	var next board.Position
	s.rules.Legal(p, &list)
	if list.Len() == 0 {
		return board.NoMove, ended(s.rules, p), true
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

// Line returns the moves, at most limit, from a won or lost position to mate, with best play by both sides.
// It is empty for a draw or an unknown position.
func (s *Set) Line(p *board.Position, limit int) (line []board.Move) {
	at := *p
	v, ok := s.Probe(&at)
	for ; ok && v > mateIn(0) && len(line) < limit; v-- {
		var m board.Move
		if m, ok = s.follow(&at, v); ok {
			line = append(line, m)
		}
	}
	return line
}

// follow plays the first move in a position of value v that brings the mate one ply closer, and returns it.
// Ok is false if there is none.
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

// is reports whether a position has value v. If v is a loss that must be derived from successors, the first
// move that holds out longer disproves it. On boards in space, most moves hold out longer, so this saves
// nearly all the work. Last is the move that most recently disproved a loss; it is tried first.
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

// holdsOut reports whether a position has a move that avoids mate or delays it beyond v.
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

// MoveValue is a legal move and its value for the side that plays it.
type MoveValue struct {
	Move  board.Move
	Value Value
	Known bool // whether the resulting position is in the tables
}

// Moves returns the legal moves in a position with their values, best first: wins (shortest first), draws,
// losses (longest first), then unknown values.
func (s *Set) Moves(p *board.Position) (all []MoveValue) {
	var list board.MoveList
	var next board.Position
	s.rules.Legal(p, &list)
	for _, m := range list.All() {
		s.rules.Make(p, m, &next)
		v, known := s.Probe(&next)
		all = append(all, MoveValue{m, v.before(), known})
	}
	slices.SortStableFunc(all, func(a, b MoveValue) int {
		switch {
		case a.Known == b.Known:
			return b.Value.rank() - a.Value.rank()
		case a.Known:
			return -1
		}
		return 1
	})
	return all
}

// Unread returns the number of table files that still have to be read to look up a position and its successors.
func (s *Set) Unread(p *board.Position) (n int) {
	if p.Occupied().Count() > s.maxPieces {
		return 0
	}
	m := s.men.material(p)
	for _, need := range append(m.needs(s.men), m) {
		own, _ := need.signature(s.men)
		if of, ok := s.slots[own]; ok && !of.own && of.table.Load() == nil && !of.failed.Load() {
			n++
		}
	}
	return n
}

// Materials lists the materials of the set in the order of [MaterialsOf].
func (s *Set) Materials() (all []Material) {
	for _, m := range s.men.materials(MaxPieces) {
		own, _ := m.signature(s.men)
		if _, ok := s.slots[own]; ok {
			all = append(all, m)
		}
	}
	return all
}
