package engine

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/engine/search"
	"github.com/tainchess/tain/notation/pgn"
	"github.com/tainchess/tain/rules"
)

// Annotate marks at most worstMoves moves, each of which loses at least mistake expected points.
const (
	worstMoves = 3
	mistake    = 0.07 // expected points lost; about half a pawn in an even game
	blunder    = 0.20
	betterLine = 8 // maximum plies of the better line
)

// PGN glyphs for mistakes. Glyphs 1 to lastNAG rate a move.
const (
	nagMistake = 2 // ?
	nagBlunder = 4 // ??
	lastNAG    = 6 // ?!
)

// Verdict is the search result for one position of a game.
type Verdict struct {
	Score int // from the side to move's point of view
	Depth int
	Line  []board.Move // empty if the game is over
}

// Judge searches the positions of a line in order and passes each result to report. It starts with the
// position after the first from moves. Each search obeys the limits. All searches use the same searcher, so
// later ones benefit from its transposition table. Judge returns an error if the line uses another rule set
// or the context ends.
func (e *Engine) Judge(ctx context.Context, line *rules.Line, from int, l Limits,
	report func(ply int, v Verdict)) error {
	s, err := e.take(ctx, line.Rules())
	if err != nil {
		return err
	}
	defer func() { e.idle <- s }()
	at := rules.NewLine(e.rules, line.Start())
	moves := line.Moves()
	for ply := 0; ; ply++ {
		if ply >= from {
			v, err := e.judge(ctx, s, at, l)
			if err != nil {
				return err
			}
			report(ply, v)
		}
		if ply == len(moves) {
			return nil
		}
		if err := at.Step(moves[ply]); err != nil {
			return fmt.Errorf("engine: half-move %d of the game: %w", ply+1, err)
		}
	}
}

// Annotate adds an evaluation to every move in a game's main line, except one that ends the game, in the usual
// PGN form: {[%eval 0.31,14]} is the score in pawns for White and the depth. It replaces existing evaluations.
// Up to three of the worst mistakes get the better line as a variation and, unless they are already rated, a ?
// or ??. The positions are searched as in Judge. If progress is not nil, it is called with the number of
// positions searched so far and the total. If Annotate returns an error, the game is unchanged.
func (e *Engine) Annotate(ctx context.Context, g *pgn.Game, l Limits, progress func(done, total int)) error {
	if err := e.belongs(g.Rules); err != nil {
		return err
	}
	line := rules.NewLine(e.rules, g.Start)
	for ply, n := range g.Line {
		if err := line.Step(n.Move); err != nil {
			return fmt.Errorf("engine: half-move %d of the game: %w", ply+1, err)
		}
	}
	verdicts := make([]Verdict, 0, len(g.Line)+1)
	err := e.Judge(ctx, line, 0, l, func(_ int, v Verdict) {
		verdicts = append(verdicts, v)
		if progress != nil {
			progress(len(verdicts), len(g.Line)+1)
		}
	})
	if err != nil {
		return err
	}
	for _, ply := range worst(g.Line, verdicts) {
		mark(g.Line[ply], line, ply, verdicts)
	}
	reader := pgn.NewRemarkReader(e.rules)
	for ply, n := range g.Line {
		if after := verdicts[ply+1]; len(after.Line) > 0 {
			p, _ := line.At(ply + 1)
			n.After = withEval(reader, n.After, evaluationOf(&p, after))
		}
	}
	return nil
}

// judge returns the verdict on the last position of a line. It searches the position unless the game is over.
func (e *Engine) judge(ctx context.Context, s *search.Searcher, line *rules.Line, l Limits) (Verdict, error) {
	p := line.Position()
	if o := line.Outcome(); o.Over() {
		if o.Result == rules.Draw {
			return Verdict{}, ctx.Err()
		}
		return Verdict{Score: -search.Mate}, ctx.Err()
	}
	l.MultiPV = 1
	res := s.Search(ctx, &p, line.EarlierHashes(), l, nil)
	if err := ctx.Err(); err != nil {
		return Verdict{}, err
	}
	if len(res.Lines) == 0 { // the limits left no time to search
		res.Lines = []Report{e.staticReport(&p, res)}
	}
	best := res.Lines[0]
	return Verdict{best.Score, best.Depth, best.PV}, nil
}

// worst returns the plies of the worst mistakes, at most worstMoves, in order of play.
func worst(moves []*pgn.Node, verdicts []Verdict) []int {
	type slip struct {
		ply  int
		cost float64
	}
	var slips []slip
	for ply := range moves {
		if cost := pointsLost(moves[ply].Move, verdicts[ply], verdicts[ply+1]); cost >= mistake {
			slips = append(slips, slip{ply, cost})
		}
	}
	slices.SortStableFunc(slips, func(a, b slip) int { return cmp.Compare(b.cost, a.cost) })
	var plies []int
	for _, s := range slips[:min(len(slips), worstMoves)] {
		plies = append(plies, s.ply)
	}
	slices.Sort(plies)
	return plies
}

// pointsLost returns the expected points that the move m gave away.
func pointsLost(m board.Move, before, after Verdict) float64 {
	if len(before.Line) == 0 || m == before.Line[0] || m == board.NullMove { // null moves are not mistakes
		return 0
	}
	return expectedPoints(before.Score) - expectedPoints(-after.Score)
}

// expectedPoints converts a score in centipawns to expected points from 0 to 1.
func expectedPoints(score int) float64 { return 1 / (1 + math.Pow(10, -float64(score)/400)) }

// mark adds the better line as a variation. It also adds a glyph, unless the move already has one that rates
// it.
func mark(n *pgn.Node, line *rules.Line, ply int, verdicts []Verdict) {
	before := verdicts[ply]
	glyph := nagMistake
	if pointsLost(n.Move, before, verdicts[ply+1]) >= blunder {
		glyph = nagBlunder
	}
	if !slices.ContainsFunc(n.NAGs, func(nag int) bool { return nag >= 1 && nag <= lastNAG }) {
		n.NAGs = append([]int{glyph}, n.NAGs...)
	}
	var better []*pgn.Node
	for _, m := range before.Line[:min(len(before.Line), betterLine)] {
		better = append(better, &pgn.Node{Move: m})
	}
	p, _ := line.At(ply)
	better[len(better)-1].After = []string{pgn.Remark{Eval: evaluationOf(&p, before)}.String()}
	n.Variations = append(n.Variations, better)
}

// withEval sets the evaluation in the first comment after a move and returns the comments. It preserves other
// contents, such as clock times.
func withEval(reader *pgn.RemarkReader, comments []string, e *pgn.Evaluation) []string {
	remark := pgn.Remark{}
	if len(comments) > 0 && strings.Contains(comments[0], "[%") { // plain text stays a separate comment
		remark, comments = reader.Read(comments[0]), comments[1:]
	}
	remark.Eval = e
	return append([]string{remark.String()}, comments...)
}

// evaluationOf converts a verdict on p to a PGN evaluation, which is from White's point of view.
func evaluationOf(p *board.Position, v Verdict) *pgn.Evaluation {
	return Evaluation(forWhite(p, v.Score), v.Depth)
}
