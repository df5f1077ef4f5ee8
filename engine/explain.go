package engine

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/engine/eval"
)

// Term is one term of a position's score.
type Term struct {
	Name  string
	Score float64 // centipawns for White
}

// Evaluate returns the static evaluation of a position in centipawns for White.
func (e *Engine) Evaluate(p *board.Position) int {
	return forWhite(p, e.eval.Evaluate(p))
}

// Explain returns the terms of Evaluate, largest absolute value first. If the engine uses weights, Explain combines
// terms that differ only in piece type, square or number. For a net or [Options.Evaluator], it returns the
// contribution of each piece, and a term named [Together] for the remainder.
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

// Together names the part of a score that cannot be attributed to a single
// piece.
const Together = "together"

// byPiece returns the contribution of each piece as a term.
func (e *Engine) byPiece(p *board.Position) []Term {
	pieces, rest := e.Contributions(p)
	all := []Term{{Name: Together, Score: float64(rest)}}
	for _, c := range pieces {
		all = append(all, Term{Name: c.Piece.String() + " " + e.rules.Guide().SquareName(p, c.Square),
			Score: float64(c.Score)})
	}
	return byWeight(all)
}

// Contributions returns the contribution of each piece to Evaluate, and the remainder, which cannot be
// attributed to a single piece. See [eval.LeaveOneOut].
func (e *Engine) Contributions(p *board.Position) (pieces []eval.Contribution, together int) {
	return eval.LeaveOneOut(e.eval, p)
}

// byWeight sorts terms in place by absolute value, largest first, and returns them.
func byWeight(all []Term) []Term {
	slices.SortStableFunc(all, func(a, b Term) int {
		return cmp.Compare(math.Abs(b.Score), math.Abs(a.Score))
	})
	return all
}

// family removes the suffix of a term's name that distinguishes it from related terms: "knight-e4" becomes
// "knight", "passed-3" becomes "passed".
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
