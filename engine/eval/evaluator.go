package eval

import "github.com/tainchess/tain/board"

// Evaluator scores positions of one rule set. This is all that a search needs;
// what else an evaluator can do it says by the other interfaces of this file,
// and whoever can use that asks for it.
//
// Evaluate is called from many goroutines at once.
type Evaluator interface {
	// Evaluate returns centipawns for the side to move.
	Evaluate(p *board.Position) int
}

// Explainer is an evaluator whose score is a sum of terms and who can list
// them: for people who ask why, and for learning the weights.
type Explainer interface {
	Evaluator
	// Trace lists what Evaluate would count.
	Trace(p *board.Position, t *Trace)
	// Terms names the terms in the order of their weights.
	Terms() []string
}

// Coster is an evaluator that knows what a move gives the opponent beside what
// it moves and takes, in centipawns, negative where the mover gains by it: in the
// reflecting games that is most of what there is to know about a quiet move. A
// search orders and prunes moves with it.
type Coster interface {
	Cost(p *board.Position, m board.Move) int
}

// Staged is an evaluator that scores by other weights when there are fewer pieces,
// as a net with output buckets does.
type Staged interface {
	Evaluator
	// EvaluateAs scores a position as if there were so many pieces.
	EvaluateAs(p *board.Position, pieces int) int
}

// Incremental is an evaluator that carries state from a position to the one
// after a move, because that is cheaper than beginning anew: the accumulator of
// an NNUE is such a state. A search keeps one state a ply in its stack, made
// once, and brings it up to date only where a position is to be scored.
type Incremental interface {
	Evaluator
	// NewState returns room for the state of one position, holding none yet.
	// A state belongs to one goroutine.
	NewState() State
}

// State is what an [Incremental] evaluator knows of one position. A search calls
// Refresh or Update before it calls Evaluate, and neither allocates.
type State interface {
	// Refresh makes the state that of a position, whatever it was.
	Refresh(p *board.Position)
	// Update makes the state that of after, given that of before, the position
	// a move or a null move earlier. The result is the same as Refresh's. What
	// changed between the two is for the evaluator to compare: moves may make
	// pieces, and turn whole boards. From is another state of the same
	// evaluator and is not changed.
	Update(from State, before, after *board.Position)
	// Evaluate scores the position that the state is of, as the evaluator's
	// own Evaluate does.
	Evaluate(p *board.Position) int
}
