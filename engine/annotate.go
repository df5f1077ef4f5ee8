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

// What Annotate marks: the moves that lost the most, if they lost enough.
const (
	worstMoves = 3
	mistake    = 0.07 // of a game's point: half a pawn in an even game
	blunder    = 0.20
	betterLine = 8 // plies shown of what would have been better
)

// The glyphs of mistakes in game records, and the last that judges a move.
const (
	nagMistake = 2 // ?
	nagBlunder = 4 // ??
	lastNAG    = 6 // ?!
)

// Verdict is what was found out about a position of a game.
type Verdict struct {
	Score int // for the side to move
	Depth int
	Line  []board.Move // empty if the game is over there
}

// Judge searches the positions of a line one after another, beginning with the
// one after so many moves, and tells what it finds in each. Each is searched
// within the limits, all by one searcher: what its transposition table learns of
// one position serves the next.
func (e *Engine) Judge(ctx context.Context, line *rules.Line, from int, l Limits, tell func(ply int, v Verdict)) error {
	if err := e.belongs(line.Rules()); err != nil {
		return err
	}
	s, err := e.take(ctx)
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
			tell(ply, v)
		}
		if ply == len(moves) {
			return nil
		}
		if err := at.Step(moves[ply]); err != nil {
			return fmt.Errorf("engine: half-move %d of the game: %w", ply+1, err)
		}
	}
}

// Annotate adds to every move of a game's main line how the game stands after
// it, as in {[%eval 0.31,14]}: pawns for White, and the depth searched, as other
// programs read it. An evaluation that was there before is replaced. The three
// worst moves, if they are mistakes at all, get a ? or ?? and the better line
// as a variation. Each position is searched as by Judge. Progress, which may be
// nil, is told how many positions are done. On an error the game is as it was.
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

// judge searches the position a line has reached.
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
	if len(res.Lines) == 0 { // the limits were too tight for anything
		res.Lines = []search.Report{e.staticReport(&p, res)}
	}
	best := res.Lines[0]
	return Verdict{best.Score, best.Depth, best.PV}, nil
}

// worst returns the plies of the worst moves, in the order of play.
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

// pointsLost returns the part of a game's point that a move gave away.
func pointsLost(m board.Move, before, after Verdict) float64 {
	if len(before.Line) == 0 || m == before.Line[0] || m == board.NullMove { // who passes does not mean to play
		return 0
	}
	return expectedPoints(before.Score) - expectedPoints(-after.Score)
}

// expectedPoints turns a score into the share of the point to be had.
func expectedPoints(score int) float64 { return 1 / (1 + math.Pow(10, -float64(score)/400)) }

// mark gives a mistake its glyph, unless somebody has judged the move already,
// and shows what was better.
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

// withEval sets the evaluation in the comments behind a move. What else they say, such
// as a clock, stays.
func withEval(reader *pgn.RemarkReader, comments []string, e *pgn.Evaluation) []string {
	said := pgn.Remark{}
	if len(comments) > 0 && strings.Contains(comments[0], "[%") { // words alone stay a comment of their own
		said, comments = reader.Read(comments[0]), comments[1:]
	}
	said.Eval = e
	return append([]string{said.String()}, comments...)
}

// evaluationOf says how a position stands: pawns for White, or moves to mate, and
// the depth searched.
func evaluationOf(p *board.Position, v Verdict) *pgn.Evaluation {
	return Evaluation(forWhite(p, v.Score), v.Depth)
}

// Evaluation returns a score of White's as game records have it.
func Evaluation(score, depth int) *pgn.Evaluation {
	e := &pgn.Evaluation{Depth: depth}
	if n, mate := search.MateIn(score); mate {
		e.Mate = n
	} else {
		e.Centipawns = score
	}
	return e
}

func forWhite(p *board.Position, score int) int {
	if p.Side == board.White {
		return score
	}
	return -score
}

// FormatScore writes a score for people: pawns as in +0.31, or moves to mate
// as in -M3.
func FormatScore(score int) string {
	n, mate := search.MateIn(score)
	switch {
	case mate && score < 0:
		return fmt.Sprintf("-M%d", -n)
	case mate:
		return fmt.Sprintf("+M%d", n)
	}
	return fmt.Sprintf("%+.2f", float64(score)/100)
}
