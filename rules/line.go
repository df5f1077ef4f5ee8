package rules

import (
	"slices"

	"github.com/tainchess/tain/board"
)

// Line is a sequence of moves played from a starting position, with all the
// positions on the way. It has no clocks of players and no referee: it goes on
// past a draw if asked to, and [Line.Outcome] speaks of the position reached.
//
// A Line is not safe for use by several goroutines at once.
type Line struct {
	rules     Rules
	moves     []board.Move
	positions []board.Position // one more than moves
	seen      map[uint64]int   // how often each hash has come up
}

// NewLine returns a line that starts in a position.
func NewLine(r Rules, start board.Position) *Line {
	return &Line{
		rules:     r,
		positions: []board.Position{start},
		seen:      map[uint64]int{start.Hash: 1},
	}
}

// Play adds a move. If it cannot be played the line stays as it is and the
// error is a *IllegalMove.
func (l *Line) Play(m board.Move) (Played, error) { return add(l, m) }

// PlayText adds a move given as text, in any form the rule set takes.
func (l *Line) PlayText(text string) (Played, error) { return add(l, text) }

func add[T board.Move | string](l *Line, move T) (Played, error) {
	played, err := Play(l.rules, l.last(), move)
	if err != nil {
		return Played{}, err
	}
	l.push(played.Move, played.Next)
	return played, nil
}

// push adds a move and the position after it.
func (l *Line) push(m board.Move, next board.Position) {
	l.moves = append(l.moves, m)
	l.positions = append(l.positions, next)
	l.seen[next.Hash]++
}

// Undo takes the last move back and returns it; false if there is none.
func (l *Line) Undo() (board.Move, bool) {
	n := len(l.moves)
	if n == 0 {
		return board.NoMove, false
	}
	hash := l.last().Hash
	if l.seen[hash]--; l.seen[hash] == 0 {
		delete(l.seen, hash)
	}
	m := l.moves[n-1]
	l.moves, l.positions = l.moves[:n-1], l.positions[:n]
	return m, true
}

func (l *Line) last() *board.Position { return &l.positions[len(l.positions)-1] }

// Rules returns the rule set the line is played by.
func (l *Line) Rules() Rules { return l.rules }

// Start returns the position the line started in.
func (l *Line) Start() board.Position { return l.positions[0] }

// Position returns the position reached.
func (l *Line) Position() board.Position { return *l.last() }

// At returns the position after so many moves of the line, and whether the
// line is that long.
func (l *Line) At(ply int) (board.Position, bool) {
	if ply < 0 || ply >= len(l.positions) {
		return board.Empty(), false
	}
	return l.positions[ply], true
}

// EarlierHashes returns the Zobrist hashes of the positions before the one
// reached, from the start on: those that play from here can repeat.
func (l *Line) EarlierHashes() []uint64 {
	hashes := make([]uint64, len(l.moves))
	for i := range hashes {
		hashes[i] = l.positions[i].Hash
	}
	return hashes
}

// Ply returns how many moves have been played.
func (l *Line) Ply() int { return len(l.moves) }

// Moves returns the moves played.
func (l *Line) Moves() []board.Move { return slices.Clone(l.moves) }

// Repetitions returns how often the position reached has come up, this time
// included. It looks at the whole line: where pieces appear anew, a position
// can come back even after a capture.
func (l *Line) Repetitions() int { return l.seen[l.last().Hash] }

// Outcome tells how the game stands in the position reached. A position with
// a halfmove clock of its own counts from there.
func (l *Line) Outcome() Outcome { return judge(l.rules, l.last(), l.Repetitions()) }
