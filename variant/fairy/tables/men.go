package tables

import "github.com/tainchess/tain/board"

// Man holds the moves of a kind of one colour.
type Man struct {
	Takes  Attacks
	quiets [64]board.Bitboard // landing squares of leaps without capture, by origin
	spans  [64]span           // lines without capture, by origin
	lined  bool               // whether there are lines without capture
	Same   bool               // moves without capture and captures have the same squares
}

// AddQuiets adds the lines from a square to the moves without capture.
func (t *Tables) AddQuiets(m *Man, s board.Square, lines []Line) {
	var rest []Line
	if m.quiets[s], rest = split(lines); len(rest) > 0 {
		m.lined = true
		m.spans[s] = t.add(rest)
	}
}

// Takes returns the squares on which a piece could capture. Takes and Quiets are just small enough for the compiler
// to inline, which matters when moves are generated.
func (t *Tables) Takes(a *Attacks, s board.Square, occupied board.Bitboard) (take board.Bitboard) {
	s &= 63
	if take = a.Leaps[s]; a.Lined {
		take |= t.reach(a.spans[s], occupied)
	}
	return take
}

// Quiets returns the squares to which a piece could move without capture if they were empty.
func (t *Tables) Quiets(m *Man, s board.Square, occupied board.Bitboard) (quiet board.Bitboard) {
	s &= 63
	if quiet = m.quiets[s]; m.lined {
		quiet |= t.reach(m.spans[s], occupied)
	}
	return quiet
}

// Moves returns the results of Quiets and Takes.
func (t *Tables) Moves(m *Man, s board.Square, occupied board.Bitboard) (quiet, take board.Bitboard) {
	take = t.Takes(&m.Takes, s, occupied)
	if m.Same {
		return take, take
	}
	return t.Quiets(m, s, occupied), take
}
