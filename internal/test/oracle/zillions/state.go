package zillions

import (
	"fmt"
	"slices"
	"strings"
)

// Piece is a piece: its owner and its type.
type Piece struct{ Owner, Type string }

// State is a position of a game. It is immutable.
type State struct {
	g                *Game
	board            []cell
	off              []int // pieces off the board, indexed by player*types + type
	turn             int   // index in the turn order
	lastFrom, lastTo int   // path of the last move; -1 for none
	taken            []cell
	past             *past
}

// past is a list of the positions that have occurred in the game.
type past struct {
	key    uint64
	before *past
}

// Move is a move of the player to move.
type Move struct {
	// From and To are the start and end positions of the moving piece. A drop has no From, and
	// a pass has neither.
	From, To string
	// Type is the piece's type after the move.
	Type string
	// MoveType is the move-type of the move, or empty.
	MoveType string
	// Changes lists the positions changed by the move.
	Changes []Change
	// OrderOpen means that the language does not define the order of the move's changes although
	// another order would lead to a different position. A file should have no such moves.
	OrderOpen bool

	from, to, kind, moveType int
	drop                     int // type of the dropped piece
	changes                  []change
	taken                    []cell
}

// Change is a position and the piece on it after a move, or the zero Piece if it is empty.
type Change struct {
	Square string
	Piece  Piece
}

// String formats a move such as e7-e8=Queen.
func (m Move) String() string {
	switch {
	case m.To == "":
		return "pass"
	case m.From == "":
		return m.Type + "@" + m.To
	}
	return m.From + "-" + m.To + "=" + m.Type
}

// Setup is a position to set up.
type Setup struct {
	// Board maps position names to pieces.
	Board map[string]Piece
	// Turn is the player to move.
	Turn string
	// Attributes lists the attributes, by position, that differ from the defaults of the
	// piece's type, such as {"a1": {"never-moved?": false}}.
	Attributes map[string]map[string]bool
	// LastFrom and LastTo are the start and end of the last move, or empty.
	LastFrom, LastTo string
}

// Start returns the starting position given by board-setup.
func (g *Game) Start() State { return g.start }

// Squares returns the names of the positions.
func (g *Game) Squares() []string {
	var out []string
	for i, name := range g.layout.positions.list {
		if !g.layout.killed[i] {
			out = append(out, name)
		}
	}
	return out
}

// Players returns the names of the players.
func (g *Game) Players() []string { return slices.Clone(g.players.list) }

// Types returns the names of the piece types.
func (g *Game) Types() []string { return slices.Clone(g.types.list) }

// SetUp returns the position that from describes. The pieces off the board are those of the starting
// position.
func (g *Game) SetUp(from Setup) (State, error) {
	s := g.start
	s.board, s.past, s.taken = make([]cell, g.size), nil, nil
	find := func(l *names, name string) (int, error) {
		if i, ok := l.at[name]; ok {
			return i, nil
		}
		return -1, fmt.Errorf("unknown %s %q", l.what, name)
	}
	square := func(name string) (int, error) {
		i, err := find(g.layout.positions, name)
		if err == nil && g.layout.killed[i] {
			err = fmt.Errorf("the position %q has been removed", name)
		}
		return i, err
	}
	for name, piece := range from.Board {
		at, err := square(name)
		if err != nil {
			return State{}, err
		}
		p, err := find(g.players, piece.Owner)
		if err != nil {
			return State{}, err
		}
		t, err := find(g.types, piece.Type)
		if err != nil {
			return State{}, err
		}
		s.board[at] = g.fresh(p, t)
	}
	for name, set := range from.Attributes {
		at, err := square(name)
		if err != nil {
			return State{}, err
		}
		for attribute, on := range set {
			i, err := find(g.attributes, attribute)
			if err != nil {
				return State{}, err
			}
			if s.board[at] == 0 || g.pieces[s.board[at].kind()].has>>i&1 == 0 {
				return State{}, fmt.Errorf("the piece on %s does not have the attribute %s", name, attribute)
			}
			s.board[at] &^= 1 << i
			if on {
				s.board[at] |= 1 << i
			}
		}
	}
	p, err := find(g.players, from.Turn)
	if err != nil {
		return State{}, err
	}
	if s.turn = slices.Index(g.order, p); s.turn < 0 {
		return State{}, fmt.Errorf("%s is not in the turn order", from.Turn)
	}
	s.lastFrom, s.lastTo = -1, -1
	if from.LastFrom != "" {
		if s.lastFrom, err = square(from.LastFrom); err != nil {
			return State{}, err
		}
	}
	if from.LastTo != "" {
		if s.lastTo, err = square(from.LastTo); err != nil {
			return State{}, err
		}
	}
	return s.remembered(), nil
}

// Turn returns the player to move.
func (s State) Turn() string { return s.g.players.list[s.player()] }

func (s State) player() int { return s.g.order[s.turn] }

// Board returns the pieces by position name.
func (s State) Board() map[string]Piece {
	out := map[string]Piece{}
	for at, c := range s.board {
		if c != 0 {
			out[s.g.layout.positions.list[at]] = s.g.piece(c)
		}
	}
	return out
}

// Attributes returns the names of the attributes of the piece on a position, in order.
func (s State) Attributes(square string) []string {
	var out []string
	at, ok := s.g.layout.positions.at[square]
	for i, name := range s.g.attributes.list {
		if ok && s.board[at].attributes()>>i&1 != 0 {
			out = append(out, name)
		}
	}
	slices.Sort(out)
	return out
}

// Last returns the path of the last move. It is empty at the start and after a pass.
func (s State) Last() (from, to string) { return s.g.square(s.lastFrom), s.g.square(s.lastTo) }

func (g *Game) piece(c cell) Piece {
	if c == 0 {
		return Piece{}
	}
	return Piece{g.players.list[c.owner()], g.types.list[c.kind()]}
}

func (g *Game) square(at int) string {
	if at < 0 {
		return ""
	}
	return g.layout.positions.list[at]
}

// String lists the pieces on one line, ordered by position.
func (s State) String() string {
	var parts []string
	for at, c := range s.board {
		if c != 0 {
			p := s.g.piece(c)
			parts = append(parts, p.Owner+" "+p.Type+" "+s.g.layout.positions.list[at])
		}
	}
	return strings.Join(parts, ", ") + "; " + s.Turn() + " to move"
}

// Moves returns the legal moves, or none if the game is over. Moves with the same path and the same
// changes count as one.
func (s State) Moves() ([]Move, error) {
	all, err := s.legal()
	if err != nil {
		return nil, err
	}
	if out := s.outcome(all); out.Over {
		return nil, nil
	}
	return s.named(all), nil
}

// named fills in the names of positions, piece types and move types in moves.
func (s State) named(all []Move) []Move {
	g := s.g
	for i := range all {
		m := &all[i]
		m.From, m.To = g.square(m.from), g.square(m.to)
		if m.kind >= 0 {
			m.Type = g.types.list[m.kind]
		}
		if m.moveType >= 0 {
			m.MoveType = g.moveTypes.list[m.moveType]
		}
		for _, c := range m.changes {
			m.Changes = append(m.Changes, Change{g.square(c.at), g.piece(c.to)})
		}
	}
	return all
}

// legal returns the highest-priority moves, except those that leave a royal piece attacked. Priorities
// apply before moves into check are removed.
func (s State) legal() ([]Move, error) {
	g, left, endless := s.g, maxSteps, false
	var out []Move
	seen := map[string]bool{}
	scratch := make([]cell, len(s.board))
	r := &run{
		g: g, board: slices.Clone(s.board), player: s.player(), lastFrom: s.lastFrom, lastTo: s.lastTo, moveType: -1,
		left: &left, endless: &endless,
	}
	var key []byte
	r.made = func(r *run) bool {
		m := Move{from: r.legs[0].from, to: r.legs[0].to, moveType: r.block.moveType, kind: r.piece.kind(), drop: r.piece.kind()}
		m.changes, m.taken, m.OrderOpen = r.changes()
		left -= len(r.acts) + len(m.changes)
		for _, c := range m.changes {
			if c.at == m.to && c.to != 0 {
				m.kind = c.to.kind()
			}
		}
		if !g.KeepDuplicates {
			key = append(key[:0], byte(m.from), byte(m.from>>8), byte(m.to), byte(m.to>>8), byte(m.moveType))
			for _, c := range m.changes {
				key = append(key, byte(c.at), byte(c.at>>8), byte(c.to), byte(c.to>>8), byte(c.to>>16), byte(c.to>>24))
			}
			if seen[string(key)] {
				return true
			}
			seen[string(key)] = true
		}
		out = append(out, m)
		return !endless
	}
	r.generate(s.off)
	if endless {
		return nil, ErrEndless
	}
	out = slices.DeleteFunc(g.prior(out), func(m Move) bool {
		copy(scratch, s.board)
		for _, c := range m.changes {
			scratch[c.at] = c.to
		}
		return g.exposed(scratch, r.player, m.from, m.to, &left, &endless)
	})
	if g.pass == passAlways || g.pass == passForced && len(out) == 0 {
		copy(scratch, s.board)
		if !g.exposed(scratch, r.player, -1, -1, &left, &endless) {
			out = append(out, Move{from: -1, to: -1, kind: -1, moveType: -1})
		}
	}
	if endless {
		return nil, ErrEndless
	}
	return out, nil
}

// prior returns the moves of the highest priority that has any moves.
func (g *Game) prior(moves []Move) []Move {
	for _, t := range g.priority {
		var out []Move
		for _, m := range moves {
			if m.moveType == t {
				out = append(out, m)
			}
		}
		if len(out) > 0 {
			return out
		}
	}
	return moves
}

// exposed reports whether a royal piece of a player, or each of them unless Royal is AnyRoyal, is attacked
// after a move from one square to another. It checks all royal pieces in one pass, because a player may have
// many.
func (g *Game) exposed(board []cell, player, from, to int, left *int, endless *bool) bool {
	var room [8]int
	royal := room[:0] // not yet attacked
	for at, c := range board {
		if c.owner() == player && g.royal[player][c.kind()] {
			royal = append(royal, at)
		}
	}
	if len(royal) == 0 {
		return false
	}
	hit, count := false, len(royal)
	in := &run{g: g, board: board, lastFrom: from, lastTo: to, moveType: -1, attackDepth: 1, left: left, endless: endless}
	in.made = func(m *run) bool {
		royal = slices.DeleteFunc(royal, m.takes)
		hit = len(royal) == 0 || g.Royal == AnyRoyal && len(royal) < count
		return !hit
	}
	for p := range g.players.list {
		if p == player || g.neutral[p] {
			continue
		}
		in.player, in.done = p, false
		if in.generate(nil); hit {
			return true
		}
	}
	return false
}

// Play makes a move returned by Moves.
func (s State) Play(m Move) State {
	s.board = slices.Clone(s.board)
	for _, c := range m.changes {
		s.board[c.at] = c.to
	}
	if m.from < 0 && m.to >= 0 {
		s.off = slices.Clone(s.off)
		s.off[s.player()*len(s.g.pieces)+m.drop]--
	}
	s.lastFrom, s.lastTo, s.taken = m.from, m.to, m.taken
	if s.turn++; s.turn == len(s.g.order) {
		s.turn = s.g.again
	}
	return s.remembered()
}

// remembered records the position for goals that count repetitions.
func (s State) remembered() State {
	if !s.g.repeats {
		return s
	}
	key := uint64(14695981039346656037)
	for _, c := range s.board {
		key = (key ^ uint64(c)) * 1099511628211
	}
	s.past = &past{(key ^ uint64(s.player())) * 1099511628211, s.past}
	return s
}

// Perft counts the legal move sequences of a given length.
func (s State) Perft(depth int) (int, error) {
	if depth <= 0 {
		return 1, nil
	}
	all, err := s.legal()
	if err != nil || s.outcome(all).Over {
		return 0, err
	}
	if depth == 1 {
		return len(all), nil
	}
	sum := 0
	for _, m := range all {
		n, err := s.Play(m).Perft(depth - 1)
		if err != nil {
			return 0, err
		}
		sum += n
	}
	return sum, nil
}
