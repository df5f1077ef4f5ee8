package eval

import "github.com/tainchess/tain/board"

// Evaluator scores positions of one rule set. A search needs only this interface; the other interfaces in
// this file are optional. Evaluate must be safe for concurrent use.
type Evaluator interface {
	// Evaluate returns the score in centipawns for the side to move.
	Evaluate(p *board.Position) int
}

// Explainer is an evaluator whose score is a sum of terms. It can list the terms, to explain a score or to
// learn the weights.
type Explainer interface {
	Evaluator
	// Trace sets t to the counts behind Evaluate.
	Trace(p *board.Position, t *Trace)
	// Terms returns the names of the terms in the order of their weights.
	Terms() []string
}

// Coster is an evaluator that estimates the cost of a move in centipawns: the value that the move gives to
// the opponent, apart from the moving and captured pieces. The cost is negative if the mover gains. In games
// in which moves spawn pieces, the cost is the best predictor of the value of a quiet move. The search uses
// it to order and prune moves.
type Coster interface {
	Cost(p *board.Position, m board.Move) int
}

// Staged is an evaluator whose weights depend on the number of pieces, such as
// a net with output buckets.
type Staged interface {
	Evaluator
	// EvaluateAs scores a position with the weights for the given number of
	// pieces.
	EvaluateAs(p *board.Position, pieces int) int
}

// Incremental is an evaluator that updates its state from one position to the next instead of recomputing it,
// such as an NNUE with its accumulator. A search allocates one state per ply and updates a state only when it
// evaluates the position.
type Incremental interface {
	Evaluator
	// NewState returns an empty state for one position. A state is not safe for
	// concurrent use.
	NewState() State
}

// State is the state of an [Incremental] evaluator for one position. A search
// calls Refresh or Update before Evaluate. None of them may allocate.
type State interface {
	// Refresh computes the state of a position from scratch.
	Refresh(p *board.Position)
	// Update computes the state of after from the state of before, with the same result as Refresh. Before is
	// the position one move or null move earlier. The evaluator finds the differences itself, because a move
	// may spawn pieces and move whole boards. From is another state of the same evaluator; Update does not
	// change it.
	Update(from State, before, after *board.Position)
	// Evaluate scores the state's position, like the evaluator's Evaluate.
	Evaluate(p *board.Position) int
}

// Symmetry describes the symmetries of a board. A net treats symmetric positions as the same, so it
// learns from each position for all of its symmetric counterparts.
type Symmetry struct {
	Mirrors bool // left-right reflection
	Planes  bool // exchange of the two planes
	Turns   bool // rotation of the files, which wrap around
	OneKing bool // a side never has more than one king, so the view can follow it
}

// Symmetric is a rule set on a flat board with known symmetries. Other rule
// sets are treated as having none.
type Symmetric interface {
	Symmetry() Symmetry
}

// Placing is a rule set whose squares can move, because parts of the board do. The inputs of its net are the
// places of the pieces and of the parts.
type Placing interface {
	// Places returns the number of places for pieces, at most 128.
	Places() int
	// Place returns the place of a square.
	Place(p *board.Position, s board.Square) int
	// Facing returns the corresponding place from Black's point of view.
	Facing(place int) int
	// MountCount returns the number of mounts, the places for parts, at most
	// 32. FacingMount is Facing for mounts.
	MountCount() int
	FacingMount(mount int) int
	// Mounted returns the set of mounts that hold one of a side's parts.
	Mounted(p *board.Position, side board.Colour) uint32
}
