package tablebase

import (
	"slices"

	"github.com/tainchess/tain/board"
)

// MoveValue is a legal move and what it is worth to the side that plays it.
type MoveValue struct {
	Move  board.Move
	Value Value
	Known bool // whether the tables have the position it leads to
}

// Moves returns the legal moves of a position with their values, the best first:
// the shortest mates, draws, the longest losses, then those that the tables do not
// know.
func (s *Set) Moves(p *board.Position) (all []MoveValue) {
	var list board.MoveList
	var next board.Position
	s.rules.Legal(p, &list)
	for _, m := range list.All() {
		s.rules.Make(p, m, &next)
		v, known := s.Probe(&next)
		one := MoveValue{m, v.before(), known}
		at := len(all)
		for at > 0 && one.before(all[at-1]) {
			at--
		}
		all = slices.Insert(all, at, one)
	}
	return all
}

// before reports whether a move is listed before another.
func (m MoveValue) before(other MoveValue) bool {
	if m.Known != other.Known {
		return m.Known
	}
	return m.Value.better(other.Value)
}

// Unread returns how many tables must be read before a position and its moves can
// be answered.
func (s *Set) Unread(p *board.Position) (n int) {
	if p.Occupied().Count() > s.most {
		return 0
	}
	m := MaterialOf(p)
	for _, need := range append(m.needs(), m) {
		own, _ := need.signature()
		if of, ok := s.slots[own]; ok && !of.own && of.table.Load() == nil && !of.failed.Load() {
			n++
		}
	}
	return n
}

// Materials lists the tables of the set, in the order of [Materials].
func (s *Set) Materials() (all []Material) {
	for _, m := range Materials(MaxPieces) {
		own, _ := m.signature()
		if _, ok := s.slots[own]; ok {
			all = append(all, m)
		}
	}
	return all
}
