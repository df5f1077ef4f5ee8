// Package engine analyses positions, plays at adjustable strength and annotates
// games, for any rule set.
//
// [New] returns an [Engine] for a rule set; a [Pool] caches engines for a
// program that needs several. A game is a [rules.Line]. [Engine.Analyse]
// streams results for its last position, [Engine.Search] returns the best move,
// and [Engine.Choose] returns the move that the engine plays as an opponent of
// its level, from its [Book] if possible. [Engine.Annotate] annotates a whole
// game, and [Engine.Explain] breaks down the static evaluation of a position.
// [Bench] measures speed.
//
// An engine holds a bounded number of searchers. If all are busy, callers wait
// until one is free or their context ends. Concurrent searches do not influence
// each other.
//
// The search is in [github.com/tainchess/tain/engine/search], the evaluation in eval, opening books in book,
// endgame tables in tablebase, the training of weights and books in learn, and that of nets in train.
package engine

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"iter"
	"math/rand/v2"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/engine/eval"
	"github.com/tainchess/tain/engine/search"
	"github.com/tainchess/tain/notation"
	"github.com/tainchess/tain/rules"
)

// Limits defines when a search stops. See [search.Limits].
type Limits = search.Limits

// Result is the result of a search: the best move, the expected reply, the last report of each line, the number of
// nodes and the time. See [search.Result] for the fields.
type Result = search.Result

// Report describes one line of a search: its depth, score and moves. See [search.Report] for the fields.
type Report = search.Report

// Options are the settings of an Engine. The zero value is ready for use.
type Options struct {
	HashMB  int       // size of each searcher's transposition table in megabytes; 0 means 16
	Threads int       // threads per searcher; 0 means 1
	Callers int       // maximum number of concurrent searches; 0 means 1
	Mode    eval.Mode // evaluation; "" means eval.Learnt: the net or else the learnt weights
	// Weights, if not empty, replace the weights of Mode.
	Weights []eval.Score
	// Evaluator, if not nil, replaces Mode and Weights.
	Evaluator eval.Evaluator
	// Nets returns the net of a rule set, or nil. It defaults to [OwnNet].
	Nets func(rules.Rules) (eval.Evaluator, error)
	// Tables returns the endgame tables of a rule set, or nil. It defaults to
	// [OwnTables]. Weakened engines do not use tables.
	Tables func(rules.Rules) search.Tables
	// Level is the playing strength from 1 to MaxLevel; 0 means MaxLevel.
	Level int
	// Seed makes the choices of the book and of a weakened engine reproducible; 0 means random.
	Seed uint64
	// Book, if not nil, is consulted before Choose searches.
	Book Book
}

// Engine analyses and plays one rule set. It is safe for concurrent use.
type Engine struct {
	rules   rules.Rules
	eval    eval.Evaluator
	weights []eval.Score
	book    Book
	tables  search.Tables // nil means none
	idle    chan *search.Searcher
	alone   chan struct{} // semaphore: held while a caller collects all searchers
	level   int
	seed    uint64          // 0 means random choices
	rng     chan *rand.Rand // holds the only generator while it is idle
}

// New returns an engine for a rule set. It returns an error if an option is invalid or the evaluator cannot
// be created.
func New(r rules.Rules, o Options) (*Engine, error) {
	e, weights, err := o.evaluator(r)
	if err != nil {
		return nil, fmt.Errorf("engine: %w", err)
	}
	o.Level = cmp.Or(o.Level, MaxLevel)
	if o.Level < 0 || o.Level > MaxLevel {
		return nil, fmt.Errorf("engine: level %d is not from 1 to %d", o.Level, MaxLevel)
	}
	callers := max(1, o.Callers)
	made := &Engine{
		rules: r, eval: e, weights: weights, book: o.Book, level: o.Level, seed: o.Seed,
		idle: make(chan *search.Searcher, callers), alone: make(chan struct{}, 1), rng: make(chan *rand.Rand, 1),
	}
	if o.Tables == nil {
		o.Tables = OwnTables
	}
	if !o.weakened() {
		made.tables = o.Tables(r)
	}
	for range callers {
		s := search.New(r, e, search.Options{HashMB: o.HashMB, Threads: o.Threads})
		s.SetTables(made.tables)
		made.idle <- s
	}
	if o.Seed == 0 {
		o.Seed = rand.Uint64()
	}
	made.rng <- rand.New(rand.NewPCG(o.Seed, 0x7461696e))
	return made, nil
}

// evaluator returns the evaluator for r and, if it is linear, its weights.
func (o *Options) evaluator(r rules.Rules) (eval.Evaluator, []eval.Score, error) {
	if o.Evaluator != nil {
		return o.Evaluator, nil, nil
	}
	if len(o.Weights) > 0 {
		e, err := eval.WithWeights(r, o.Weights)
		return e, o.Weights, err
	}
	// Weakened engines use the learnt weights, with which their levels were calibrated.
	if !o.weakened() && o.Mode.PlaysNet() {
		nets := o.Nets
		if nets == nil {
			nets = OwnNet
		}
		if e, err := nets(r); e != nil || err != nil {
			return e, nil, err
		}
	}
	weights, err := eval.Weights(r, o.Mode)
	if err != nil {
		return nil, nil, err
	}
	e, err := eval.New(r, o.Mode)
	return e, weights, err
}

// weakened reports whether the level is below full strength.
func (o *Options) weakened() bool { return o.Level != 0 && o.Level != MaxLevel }

// Tables returns the endgame tables of the engine, or nil.
func (e *Engine) Tables() search.Tables { return e.tables }

// Rules returns the engine's rule set.
func (e *Engine) Rules() rules.Rules { return e.rules }

// Info is one report of an analysis.
type Info struct {
	Report
	SAN []string // principal variation in SAN
}

// ErrOver means that the position has no legal move.
var ErrOver = errors.New("engine: the game is over, there is no move to find")

// belongs returns an error if a game's rule set is not the engine's.
func (e *Engine) belongs(r rules.Rules) error {
	switch own := e.rules.Info().Name; {
	case r == e.rules:
		return nil
	case r == nil:
		return fmt.Errorf("engine: the game has no rule set; want %s", own)
	default:
		return fmt.Errorf("engine: the game is %s, not %s", r.Info().Name, own)
	}
}

// Analyse streams results for the last position of a game at increasing depth until a limit is reached, the
// context ends, or the caller stops iterating. It always searches at full strength. The last report for line
// 1 has the move to play; its depth is 0 if there was no time to search. If there is no legal move, the
// stream is empty. If the game uses another rule set, or the context ends while all searchers are busy, the
// stream consists of one error. The caller may modify the game once Analyse has returned.
func (e *Engine) Analyse(ctx context.Context, game *rules.Line, l Limits) iter.Seq2[Info, error] {
	p, earlier := game.Position(), game.EarlierHashes()
	r := game.Rules()
	return func(yield func(Info, error) bool) {
		s, err := e.take(ctx, r)
		if err != nil {
			yield(Info{}, err)
			return
		}
		defer func() { e.idle <- s }()
		ctx, cancel := context.WithCancel(ctx)
		defer cancel()
		listening := true
		send := func(r Report) {
			if listening && !yield(Info{r, SAN(e.rules, &p, r.PV)}, nil) {
				listening = false
				cancel()
				s.Stop()
			}
		}
		if res := s.Search(ctx, &p, earlier, l, send); len(res.Lines) == 0 && res.Best != board.NoMove {
			send(e.staticReport(&p, res))
		}
	}
}

// staticReport returns a report for a move that was chosen without a search,
// for lack of time.
func (e *Engine) staticReport(p *board.Position, res Result) Report {
	return Report{
		Line: 1, Score: e.eval.Evaluate(p), Nodes: res.Nodes, Time: res.Time, PV: []board.Move{res.Best},
	}
}

// Search returns the best move at full strength, without a book. It passes progress to report, which may be
// nil. If the context ends during the search, Search returns the best move so far. It returns ErrOver if
// there is no legal move, the context's error if the context ended while all searchers were busy, and another
// error if the game uses another rule set.
func (e *Engine) Search(ctx context.Context, game *rules.Line, l Limits,
	report func(Report)) (Result, error) {
	s, err := e.take(ctx, game.Rules())
	if err != nil {
		return Result{}, err
	}
	defer func() { e.idle <- s }()
	p := game.Position()
	res := s.Search(ctx, &p, game.EarlierHashes(), l, report)
	if res.Best == board.NoMove {
		err = ErrOver
	}
	return res, err
}

// Choose returns the move that the engine plays as an opponent: a book move if there is one, or else the
// result of a search at its level. It ignores the book if the limits are infinite, ponder, look for a mate or
// restrict the root moves. Errors and report are as in Search.
func (e *Engine) Choose(ctx context.Context, game *rules.Line, l Limits,
	report func(Report)) (Result, error) {
	if err := e.belongs(game.Rules()); err != nil {
		return Result{}, err
	}
	if !l.Infinite && l.Ponder == nil && len(l.SearchMoves) == 0 && l.Mate == 0 {
		p := game.Position()
		if m, ok := BookMove(e.book, e.rules, &p, e.seed); ok {
			return Result{Best: m}, nil
		}
	}
	if e.level == MaxLevel {
		return e.Search(ctx, game, l, report)
	}
	res, err := e.Search(ctx, game, limitStrength(l, e.level), firstLines(report, l.MultiPV))
	if err != nil {
		return res, err
	}
	rng := <-e.rng
	res.Best = pickMove(res, e.level, rng)
	e.rng <- rng
	res.Ponder = board.NoMove
	res.Lines = res.Lines[:min(len(res.Lines), max(1, l.MultiPV))]
	return res, nil
}

// Chance returns the probability that the engine, at its level, chooses the move m in the last position of a
// game. It computes the probability from the lines that the level finds and the noise on their scores, and
// ignores the book. Its errors are those of Search; below MaxLevel it also returns the context's error if the
// context ends during the search.
func (e *Engine) Chance(ctx context.Context, game *rules.Line, m board.Move) (float64, error) {
	if e.level == MaxLevel {
		res, err := e.Search(ctx, game, Limits{SoftNodes: fullNodes}, nil)
		if err != nil || res.Best != m {
			return 0, err
		}
		return 1, nil
	}
	res, err := e.Search(ctx, game, limitStrength(Limits{}, e.level), nil)
	if err != nil {
		return 0, err
	}
	return chanceOf(res, e.level, m), ctx.Err()
}

// firstLines returns a function that forwards only reports for the requested number of lines, because a
// weakened engine searches more lines. It returns nil if report is nil.
func firstLines(report func(Report), lines int) func(Report) {
	if report == nil {
		return nil
	}
	return func(r Report) {
		if r.Line <= max(1, lines) {
			report(r)
		}
	}
}

// Clear waits for all searches to end and clears the searchers' tables. It returns the context's error if the
// context ends first.
func (e *Engine) Clear(ctx context.Context) error {
	// Two callers collecting searchers at the same time would deadlock.
	select {
	case e.alone <- struct{}{}:
		defer func() { <-e.alone }()
	case <-ctx.Done():
		return ctx.Err()
	}
	for range cap(e.idle) {
		s, err := e.take(ctx, e.rules)
		if err != nil {
			return err
		}
		s.Clear()
		defer func() { e.idle <- s }()
	}
	return nil
}

// take waits for an idle searcher for a game with rule set r. If one is idle, it returns that searcher even
// if the context has ended, because a search then still returns a move.
func (e *Engine) take(ctx context.Context, r rules.Rules) (*search.Searcher, error) {
	if err := e.belongs(r); err != nil {
		return nil, err
	}
	select {
	case s := <-e.idle:
		return s, nil
	default:
	}
	select {
	case s := <-e.idle:
		return s, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// SAN formats a line of moves from a position in SAN. It stops before the first illegal move.
func SAN(r rules.Rules, p *board.Position, line []board.Move) []string {
	return write(r, p, line, r.Guide().FormatSAN)
}

// UCI formats a line of moves from a position in UCI notation. It stops before the first illegal move.
func UCI(r rules.Rules, p *board.Position, line []board.Move) []string {
	return write(r, p, line, r.Guide().FormatUCI)
}

// UCI960 is [UCI] with castling written as in Chess960: the king captures its own rook, even if castling
// starts from the standard squares.
func UCI960(r rules.Rules, p *board.Position, line []board.Move) []string {
	return write(r, p, line, func(at *board.Position, m board.Move) string {
		return r.Guide().FormatUCI(at, notation.KingTakesRook(r, at, m))
	})
}

func write(r rules.Rules, p *board.Position, line []board.Move,
	format func(*board.Position, board.Move) string) (text []string) {
	at := *p
	for _, m := range line {
		if !rules.Legal(r, &at, m) {
			break
		}
		text = append(text, format(&at, m))
		var next board.Position
		r.Apply(&at, m, &next)
		at = next
	}
	return text
}
