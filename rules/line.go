package rules

import (
	"slices"

	"github.com/tainchess/tain/board"
)

// Line is a sequence of moves from a starting position, with all positions. It has no time control and
// accepts moves after a draw. [Line.Outcome] reports whether the current position ends the game.
//
// A Line is not safe for concurrent use.
type Line struct {
	rules     Rules
	moves     []board.Move
	positions []board.Position // one more than len(moves)
	seen      map[uint64]int   // number of occurrences of each Zobrist hash
}

// NewLine returns a line that starts from a position and has no moves.
func NewLine(r Rules, start board.Position) *Line {
	return &Line{
		rules:     r,
		positions: []board.Position{start},
		seen:      map[uint64]int{start.Hash: 1},
	}
}

// Play adds a move. If the move is illegal, the line stays unchanged and the error is an *IllegalMove.
func (l *Line) Play(m board.Move) (Played, error) { return add(l, m) }

// PlayText adds a move in any notation that the rule set can parse. On an error the line stays unchanged.
func (l *Line) PlayText(text string) (Played, error) { return add(l, text) }

func add[T board.Move | string](l *Line, move T) (Played, error) {
	played, err := Play(l.rules, l.last(), move)
	if err != nil {
		return Played{}, err
	}
	l.push(played.Move, played.Next)
	return played, nil
}

// push adds a move and the resulting position.
func (l *Line) push(m board.Move, next board.Position) {
	l.moves = append(l.moves, m)
	l.positions = append(l.positions, next)
	l.seen[next.Hash]++
}

// Pass adds a null move. It returns an error in check, and the line stays unchanged.
func (l *Line) Pass() error {
	next, err := Pass(l.rules, l.last())
	if err != nil {
		return err
	}
	l.push(board.NullMove, next)
	return nil
}

// Step adds a move or a null move, like Play and Pass. Game records contain both.
func (l *Line) Step(m board.Move) error {
	if m == board.NullMove {
		return l.Pass()
	}
	_, err := l.Play(m)
	return err
}

// Undo takes back the last move and returns it. It returns false if there is none.
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

// Rules returns the rule set.
func (l *Line) Rules() Rules { return l.rules }

// Start returns the starting position.
func (l *Line) Start() board.Position { return l.positions[0] }

// Position returns the current position.
func (l *Line) Position() board.Position { return *l.last() }

// At returns the position after ply moves. It returns false if the line is shorter.
func (l *Line) At(ply int) (board.Position, bool) {
	if ply < 0 || ply >= len(l.positions) {
		return board.Empty(), false
	}
	return l.positions[ply], true
}

// EarlierHashes returns the Zobrist hashes of all positions except the last, in order. A search needs them to
// detect repetitions.
func (l *Line) EarlierHashes() []uint64 {
	hashes := make([]uint64, len(l.moves))
	for i := range hashes {
		hashes[i] = l.positions[i].Hash
	}
	return hashes
}

// Ply returns the number of moves.
func (l *Line) Ply() int { return len(l.moves) }

// Moves returns the moves.
func (l *Line) Moves() []board.Move { return slices.Clone(l.moves) }

// Repetitions returns the number of times that the current position has occurred in the whole line, including
// the current occurrence. If moves spawn pieces, a position can recur even after a capture.
func (l *Line) Repetitions() int { return l.seen[l.last().Hash] }

// Outcome returns the outcome of the current position. It considers repetitions and the halfmove clock, which
// continues from the starting position's clock.
func (l *Line) Outcome() Outcome { return judge(l.rules, l.last(), l.Repetitions()) }
