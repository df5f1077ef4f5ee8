package puzzle

import (
	"context"
	"fmt"
	"math"
	"slices"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/engine/eval"
	"github.com/tainchess/tain/engine/search"
	"github.com/tainchess/tain/rules"
)

// Requirements for a solution.
const (
	maxMate     = 3    // longest mate, in moves
	maxSteps    = 4    // maximum number of solver moves
	minChance   = 0.70 // minimum winning chance after the best move
	minGap      = 0.30 // minimum lead over the winning chance of the second-best move
	slack       = 0.10 // tolerance for minChance and minGap when a solution is verified
	minGain     = 100  // minimum gain of material at the end of the line, in centipawns
	maxDefences = 6    // maximum number of defences to try for a mate with a unique solution
)

// prover proves that a position has exactly one solution. It is not safe for
// concurrent use.
type prover struct {
	rules    rules.Rules
	searcher *search.Searcher
	depth    int    // search depth in plies; the gap between the two best moves must also hold at twice the depth
	nodes    uint64 // limit per search
	scale    float64
}

func newProver(r rules.Rules, e eval.Evaluator, depth int, nodes uint64) *prover {
	p := &prover{rules: r, searcher: search.New(r, e, search.Options{HashMB: 4}), depth: depth, nodes: nodes, scale: 250}
	if r.Info().Reflects {
		p.scale = 450 // the material balance changes with almost every move
	}
	return p
}

// chance converts a score to the winning chance of the side to move.
func (p *prover) chance(score int) float64 { return 1 / (1 + math.Exp(-float64(score)/p.scale)) }

func (p *prover) prove(ctx context.Context, at *board.Position) (proof, bool) {
	p.searcher.Clear()
	best, _, ok := p.clear(ctx, at, true)
	if !ok {
		return proof{}, false
	}
	if n, mate := search.MateIn(best.score); mate && n > 0 && n <= maxMate {
		line, ok := p.mates(ctx, at, n)
		return proof{line: line, mate: n}, ok
	}
	return p.gains(ctx, at)
}

// verify reports whether a line is a solution: each solver move must be the only one that mates or wins. It
// does not check the replies or the length of the line, because another search may consider two replies
// equally good.
func (p *prover) verify(ctx context.Context, start *board.Position, line []board.Move, mate int) bool {
	p.searcher.Clear()
	at := *start
	for i := 0; i < len(line); i += 2 {
		if mate > 0 {
			if n := mate - i/2; !p.matesBy(ctx, &at, n, line[i]) {
				return false
			}
		} else {
			least := math.MinInt
			if i+2 >= len(line) {
				least = minGain - (balance(&at, start.Side) - balance(start, start.Side))
			}
			if !p.winsBy(ctx, &at, line[i], least) {
				return false
			}
		}
		for _, m := range line[i:min(i+2, len(line))] {
			var next board.Position
			p.rules.Apply(&at, m, &next)
			at = next
		}
	}
	return true
}

// matesBy reports whether it is proved that m mates in n moves, that no move mates sooner, and that no other
// move mates in n moves.
func (p *prover) matesBy(ctx context.Context, at *board.Position, n int, m board.Move) bool {
	mate, proved := p.searcher.SolveMate(ctx, at, nil, n, p.nodes)
	if !proved || len(mate) != 2*n-1 || mate[0] != m {
		return false
	}
	return !p.othersMate(ctx, at, n, m)
}

// othersMate reports whether a move other than m mates in n moves, or whether that could not be decided.
func (p *prover) othersMate(ctx context.Context, at *board.Position, n int, m board.Move) bool {
	others := slices.DeleteFunc(rules.LegalMoves(p.rules, at), func(o board.Move) bool { return o == m })
	if len(others) == 0 {
		return false
	}
	other, proved := p.searcher.SolveMate(ctx, at, others, n, 2*p.nodes)
	return !proved || other != nil
}

// winsBy reports whether m is clearly the best move and wins at least the given material, or is the only legal
// move. It searches to twice the depth and, if necessary, up to four plies deeper, because a line may end in
// the middle of an exchange. The thresholds are lower than for new puzzles, because searches and evaluations
// may differ slightly.
func (p *prover) winsBy(ctx context.Context, at *board.Position, m board.Move, least int) (ok bool) {
	if len(rules.LegalMoves(p.rules, at)) == 1 {
		return true // forced moves may be part of a solution
	}
	for depth := 2 * p.depth; depth <= 2*p.depth+4 && !ok && ctx.Err() == nil; depth += 2 {
		v, searched := p.search(ctx, at, depth)
		best := p.chance(v.score)
		ok = searched && v.move == m && best >= minChance-slack && best-p.chance(v.second) >= minGap-slack
		ok = ok && p.balanceAfter(at, v.pv, at.Side)-balance(at, at.Side) >= least
	}
	return ok
}

// mates returns the solution if exactly one move mates in n moves, none mates sooner, and the same holds
// after one of the longest defences. Ok is false otherwise.
func (p *prover) mates(ctx context.Context, at *board.Position, n int) (line []board.Move, ok bool) {
	mate, proved := p.searcher.SolveMate(ctx, at, nil, n, p.nodes)
	if !proved || len(mate) != 2*n-1 {
		return nil, false
	}
	if p.othersMate(ctx, at, n, mate[0]) {
		return nil, false
	}
	if n == 1 {
		return mate, true
	}
	var next board.Position
	p.rules.Apply(at, mate[0], &next)
	defences := rules.LegalMoves(p.rules, &next)
	if i := slices.Index(defences, mate[1]); i > 0 {
		defences[0], defences[i] = defences[i], defences[0]
	}
	for _, d := range defences[:min(len(defences), maxDefences)] {
		var after board.Position
		p.rules.Apply(&next, d, &after)
		if rest, ok := p.mates(ctx, &after, n-1); ok {
			return append([]board.Move{mate[0], d}, rest...), true
		}
	}
	return nil, false
}

// verdict is the best move with its score and the score of the second-best move.
type verdict struct {
	move          board.Move
	score, second int
	pv            []board.Move
}

// clear searches at increasing depth, up to two plies beyond p.depth, until one move is clearly best. It
// returns the verdict and the depth reached.
func (p *prover) clear(ctx context.Context, at *board.Position, mates bool) (v verdict, depth int, ok bool) {
	for depth = p.depth; depth <= p.depth+2 && !ok && ctx.Err() == nil; depth++ {
		v, ok = p.best(ctx, at, depth, mates)
	}
	return v, depth - 1, ok
}

// best searches a position to a depth. It returns false if it did not reach the depth or no move is clearly
// best; see apart.
func (p *prover) best(ctx context.Context, at *board.Position, depth int, mates bool) (verdict, bool) {
	v, ok := p.search(ctx, at, depth)
	return v, ok && p.apart(v, mates)
}

// search searches a position to a depth. It returns false if it did not reach the depth.
func (p *prover) search(ctx context.Context, at *board.Position, depth int) (verdict, bool) {
	res := p.searcher.Search(ctx, at, nil, search.Limits{Depth: depth, MultiPV: 2, Nodes: p.nodes}, nil)
	if ctx.Err() != nil || len(res.Lines) == 0 || res.Lines[0].Depth < depth {
		return verdict{}, false
	}
	top := res.Lines[0]
	v := verdict{move: res.Best, score: top.Score, second: -search.Mate, pv: top.PV}
	if len(res.Lines) > 1 {
		v.second = res.Lines[1].Score
	}
	return v, true
}

// apart reports whether the best move wins and the second-best does not. If mates is set, a short mate only
// has to score higher than the second-best move.
func (p *prover) apart(v verdict, mates bool) bool {
	if n, mate := search.MateIn(v.score); mates && mate && n > 0 && n <= maxMate {
		return v.second < v.score
	}
	best := p.chance(v.score)
	return best >= minChance && best-p.chance(v.second) >= minGap
}

// gains returns a solution that gains material. It extends the line move by move while the solution is
// unique. Ok is false if no solution gains material.
func (p *prover) gains(ctx context.Context, start *board.Position) (found proof, ok bool) {
	at := *start
	var pending []board.Move // the reply to the last move of the line
	free := 0                // number of plies up to and including the last solver move that has alternatives
	for range maxSteps {
		first, depth, ok := p.clear(ctx, &at, false)
		if !ok {
			break
		}
		deep, ok := p.best(ctx, &at, 2*depth, false)
		if !ok || deep.move != first.move {
			break
		}
		if len(rules.LegalMoves(p.rules, &at)) > 1 {
			free = len(found.line) + len(pending) + 1
		}
		found.line = append(append(found.line, pending...), deep.move)
		found.gain = p.balanceAfter(&at, deep.pv, start.Side) - balance(start, start.Side)
		var next board.Position
		p.rules.Apply(&at, deep.move, &next)
		answer := p.answer(ctx, &next, deep.pv)
		if answer == board.NoMove {
			break
		}
		pending = []board.Move{answer}
		var after board.Position
		p.rules.Apply(&next, answer, &after)
		at = after
	}
	found.line = found.line[:free] // do not end with forced moves
	return found, free > 0 && found.gain >= minGain
}

// answer returns the best reply: the second move of pv if it is legal, or else the result of a short search.
func (p *prover) answer(ctx context.Context, at *board.Position, pv []board.Move) board.Move {
	if len(pv) > 1 && rules.Legal(p.rules, at, pv[1]) {
		return pv[1]
	}
	return p.searcher.Search(ctx, at, nil, search.Limits{Depth: p.depth, Nodes: p.nodes}, nil).Best
}

// balanceAfter returns a side's material balance at the end of a line.
func (p *prover) balanceAfter(at *board.Position, line []board.Move, side board.Colour) int {
	now := *at
	for _, m := range line {
		var next board.Position
		if !rules.Legal(p.rules, &now, m) || !p.rules.Apply(&now, m, &next) {
			break
		}
		now = next
	}
	return balance(&now, side)
}

// Check verifies a puzzle as far as possible without a search. It returns an error unless the moves are
// legal, the tags and the ID are correct and, if the goal is mate, the last move is the only one that mates.
func Check(r rules.Rules, z *Puzzle) error {
	line, err := z.Line(r)
	if err != nil {
		return err
	}
	start := line.Start()
	if id := idOf(&start); id != z.ID {
		return fmt.Errorf("puzzle %s: the ID for its position is %s", z.ID, id)
	}
	found := proof{line: line.Moves()}
	found.mate, _ = Goal(z.Tags[0])
	if tags := tagsOf(r, &start, found); !slices.Equal(tags, z.Tags) {
		return fmt.Errorf("puzzle %s: its tags are %v, not %v", z.ID, tags, z.Tags)
	}
	if found.mate == 0 {
		return nil
	}
	if len(z.Moves) != 2*found.mate-1 {
		return fmt.Errorf("puzzle %s: a mate in %d has %d half-moves, not %d", z.ID, found.mate, 2*found.mate-1, len(z.Moves))
	}
	last, _ := line.At(len(z.Moves) - 1)
	mates := 0
	for _, m := range rules.LegalMoves(r, &last) {
		if played, err := rules.Play(r, &last, m); err == nil && rules.OutcomeOf(r, &played.Next).Reason == rules.Checkmate {
			mates++
		}
	}
	if final := line.Position(); rules.OutcomeOf(r, &final).Reason != rules.Checkmate {
		return fmt.Errorf("puzzle %s: its last move does not mate", z.ID)
	}
	if mates != 1 {
		return fmt.Errorf("puzzle %s: %d different last moves mate; want only one", z.ID, mates)
	}
	return nil
}

// Checker proves existing puzzles again. It is not safe for concurrent use.
type Checker struct{ prover *prover }

// NewChecker returns a checker that uses the depth and node limits in s.
func NewChecker(r rules.Rules, s Settings) (*Checker, error) {
	e, err := eval.New(r, "")
	if err != nil {
		return nil, err
	}
	return &Checker{newProver(r, e, s.Depth, s.ProofNodes)}, nil
}

// Prove proves that a puzzle has exactly one solution at each step. The error describes the first problem.
func (c *Checker) Prove(ctx context.Context, z *Puzzle) error {
	r := c.prover.rules
	if err := Check(r, z); err != nil {
		return err
	}
	line, err := z.Line(r)
	if err != nil {
		return err
	}
	start := line.Start()
	mate, _ := Goal(z.Tags[0])
	ok := c.prover.verify(ctx, &start, line.Moves(), mate)
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case !ok:
		return fmt.Errorf("puzzle %s: the solution is wrong or not unique", z.ID)
	}
	return nil
}

// ProveAll proves puzzles in order and returns a fault for each puzzle, which is empty if the proof succeeds.
// It calls each with the number of puzzles done. It returns an error only if the context ends.
func (c *Checker) ProveAll(ctx context.Context, all []Puzzle, each func(done int)) ([]string, error) {
	faults := make([]string, len(all))
	for i := range all {
		each(i)
		if err := c.Prove(ctx, &all[i]); ctx.Err() != nil {
			return nil, ctx.Err()
		} else if err != nil {
			faults[i] = err.Error()
		}
	}
	return faults, nil
}
