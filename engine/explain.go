package engine

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/engine/eval"
)

// Term is one thing a position's score is made of.
type Term struct {
	Name  string
	Score float64 // centipawns for White
}

// Evaluate scores a position as it stands, without looking ahead, in
// centipawns for White.
func (e *Engine) Evaluate(p *board.Position) int {
	return forWhite(p, e.eval.Evaluate(p))
}

// Explain tells what Evaluate adds up, the weightiest first. Terms of a linear
// evaluator that differ only in a piece type, a square or a number are added
// together. Of another, such as a net, it tells what each piece contributes
// where it stands, and what only all of them [Together] are worth.
func (e *Engine) Explain(p *board.Position) []Term {
	explainer, ok := e.eval.(eval.Explainer)
	if !ok || len(e.weights) == 0 {
		return e.byPiece(p)
	}
	var t eval.Trace
	explainer.Trace(p, &t)
	at := map[string]int{}
	var all []Term
	middle, scale := float64(t.Phase)/24, float64(t.Scale)
	for i, name := range explainer.Terms() {
		if i >= len(t.Counts) || t.Counts[i] == 0 {
			continue
		}
		name = family(name)
		if _, ok := at[name]; !ok {
			at[name] = len(all)
			all = append(all, Term{Name: name})
		}
		w := e.weights[i]
		all[at[name]].Score += scale * float64(t.Counts[i]) * (float64(w.MG)*middle + float64(w.EG)*(1-middle))
	}
	return byWeight(all)
}

// Together names the term for what of a score no single piece is the reason of.
const Together = "together"

// byPiece names what each piece contributes.
func (e *Engine) byPiece(p *board.Position) []Term {
	pieces, rest := e.Contributions(p)
	all := []Term{{Name: Together, Score: float64(rest)}}
	for _, c := range pieces {
		all = append(all, Term{Name: c.Piece.String() + " " + e.rules.Guide().SquareName(p, c.Square), Score: float64(c.Score)})
	}
	return byWeight(all)
}

// Contributions tells what each piece contributes to what Evaluate says, and what
// only all of them together are worth: see [eval.LeaveOneOut].
func (e *Engine) Contributions(p *board.Position) (pieces []eval.Contribution, together int) {
	return eval.LeaveOneOut(e.eval, p)
}

// byWeight sorts terms, the weightiest first.
func byWeight(all []Term) []Term {
	slices.SortStableFunc(all, func(a, b Term) int {
		return cmp.Compare(math.Abs(b.Score), math.Abs(a.Score))
	})
	return all
}

// family cuts from a term's name what tells it from its like: "knight-e4" is a
// knight, "passed-3" is passed.
func family(name string) string {
	dash := strings.LastIndexByte(name, '-')
	if dash < 0 {
		return name
	}
	last := name[dash+1:]
	if strings.ContainsAny(last, "0123456789") {
		return name[:dash]
	}
	for k := board.Pawn; k <= board.King; k++ {
		if last == k.String() {
			return name[:dash]
		}
	}
	return name
}
