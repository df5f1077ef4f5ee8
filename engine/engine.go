// Package engine is an opponent and an analyst for any rule set, for Go
// programs and for the protocols built on it.
//
// [New] makes an [Engine] for a rule set; a [Pool] holds the engines of a program
// that needs several. A game is a [rules.Line], and about the position it has
// reached an engine can be asked in three ways: [Engine.Analyse] streams what it
// finds, [Engine.Search] answers with the best move, and [Engine.Choose] with
// the move an opponent of its level plays, from its [Book] if that knows one.
// [Engine.Annotate] goes through a whole game, and [Engine.Explain] tells what
// the static evaluation of a position is made of. [Bench] measures.
//
// An engine holds a bounded number of searchers. Callers that come when all are
// busy wait for their turn, or until their context ends. What one caller asks
// never disturbs another's answer.
//
// The search itself is in [github.com/tainchess/tain/engine/search], the
// evaluation in eval, the openings in book, and what learns weights and openings
// from games in learn.
package engine

import (
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

// Limits says when a search is to stop: see [search.Limits].
type Limits = search.Limits

// Options are the settings of an Engine. The zero value is ready for use.
type Options struct {
	HashMB  int       // transposition table of each searcher in megabytes; 0 means 16
	Threads int       // threads of each searcher; 0 means 1
	Callers int       // searches at the same time; 0 means 1
	Mode    eval.Mode // what to play by; "" means what was learnt: a net, or weights
	// Weights, if there are any, are played by in place of the mode's.
	Weights []eval.Score
	// Evaluator, if there is one, scores positions in place of the weights.
	Evaluator eval.Evaluator
	// Nets finds the net of a rule set, nil if it has none; without it that is
	// [OwnNet].
	Nets func(rules.Rules) (eval.Evaluator, error)
	// Tables finds the endgame tables of a rule set, nil if it has none. It defaults to
	// [OwnTables]. Weakened engines do not use tables.
	Tables func(rules.Rules) search.Tables
	// Level is how well it plays, from 1 to MaxLevel; 0 means MaxLevel.
	Level int
	// Seed makes the choices of a weakened engine, and of its book, repeatable;
	// 0 draws one.
	Seed uint64
	// Book, if there is one, is asked before Choose thinks.
	Book Book
}

// Engine analyses and plays one rule set. It is safe for many callers.
type Engine struct {
	rules   rules.Rules
	eval    eval.Evaluator
	weights []eval.Score
	book    Book
	tables  search.Tables // nil for none
	idle    chan *search.Searcher
	alone   chan struct{} // holds a value while somebody collects all searchers
	level   int
	seed    uint64          // 0 if choices need not be repeatable
	rng     chan *rand.Rand // holds the one generator while it is free
}

// New returns an engine for a rule set.
func New(r rules.Rules, o Options) (*Engine, error) {
	e, weights, err := o.evaluator(r)
	if err != nil {
		return nil, fmt.Errorf("engine: %w", err)
	}
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

// evaluator returns what scores positions, and its weights if it is a sum of
// terms.
func (o *Options) evaluator(r rules.Rules) (eval.Evaluator, []eval.Score, error) {
	if o.Evaluator != nil {
		return o.Evaluator, nil, nil
	}
	if len(o.Weights) > 0 {
		e, err := eval.WithWeights(r, o.Weights)
		return e, o.Weights, err
	}
	// Weakened engines play by the weights: their levels were measured so.
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

// weakened reports whether the level is not the best.
func (o *Options) weakened() bool { return o.Level != 0 && o.Level != MaxLevel }

// Tables returns the endgame tables that the engine asks, nil if there are none.
func (e *Engine) Tables() search.Tables { return e.tables }

// Rules returns the rule set the engine plays.
func (e *Engine) Rules() rules.Rules { return e.rules }

// Info is what is known so far about one line of play.
type Info struct {
	search.Report
	SAN []string // the line as people write it
}

// ErrOver says that the position has no legal move.
var ErrOver = errors.New("engine: the game is over, there is no move to find")

// belongs says what is wrong with a game that is not of the engine's rule set.
func (e *Engine) belongs(r rules.Rules) error {
	switch own := e.rules.Info().Name; {
	case r == e.rules:
		return nil
	case r == nil:
		return fmt.Errorf("engine: the game has no rule set; it should be one of %s", own)
	default:
		return fmt.Errorf("engine: the game is one of %s, not of %s", r.Info().Name, own)
	}
}

// Analyse streams what it finds about the position a game has reached, deeper
// and deeper, until a limit is reached, the context ends, or the caller stops
// listening. It is always at full strength. The last word on line 1 is the
// move to play, at depth 0 if there was no time for more. Where there is no
// legal move the stream is empty. An error comes alone: the game is of another
// rule set, or the context ended while all searchers were busy. The game may
// change once Analyse has returned.
func (e *Engine) Analyse(ctx context.Context, game *rules.Line, l Limits) iter.Seq2[Info, error] {
	p, earlier := game.Position(), game.EarlierHashes()
	wrong := e.belongs(game.Rules())
	return func(yield func(Info, error) bool) {
		if wrong != nil {
			yield(Info{}, wrong)
			return
		}
		s, err := e.take(ctx)
		if err != nil {
			yield(Info{}, err)
			return
		}
		defer func() { e.idle <- s }()
		ctx, cancel := context.WithCancel(ctx)
		defer cancel()
		listening := true
		tell := func(r search.Report) {
			if listening && !yield(Info{r, SAN(e.rules, &p, r.PV)}, nil) {
				listening = false
				cancel()
				s.Stop()
			}
		}
		if res := s.Search(ctx, &p, earlier, l, tell); len(res.Lines) == 0 && res.Best != board.NoMove {
			tell(e.staticReport(&p, res))
		}
	}
}

// staticReport reports a move that was found without a search, for want of time.
func (e *Engine) staticReport(p *board.Position, res search.Result) search.Report {
	return search.Report{
		Line: 1, Score: e.eval.Evaluate(p), Nodes: res.Nodes, Time: res.Time, PV: []board.Move{res.Best},
	}
}

// Search looks for the best move at full strength, without a book, and returns
// what it knows about it. Report, which may be nil, is told of progress. A
// context that ends cuts the search short: the move is then the best found so
// far. The error is ErrOver, the context's if it ended while all searchers were
// busy, or says that the game is of another rule set.
func (e *Engine) Search(ctx context.Context, game *rules.Line, l Limits, report func(search.Report)) (search.Result, error) {
	if err := e.belongs(game.Rules()); err != nil {
		return search.Result{}, err
	}
	s, err := e.take(ctx)
	if err != nil {
		return search.Result{}, err
	}
	defer func() { e.idle <- s }()
	p := game.Position()
	res := s.Search(ctx, &p, game.EarlierHashes(), l, report)
	return res, over(res)
}

// Choose returns the move the engine plays as an opponent: from its book if that
// knows one and a move is all that is asked for, else as well as its level
// allows. In everything else it is like Search.
func (e *Engine) Choose(ctx context.Context, game *rules.Line, l Limits, report func(search.Report)) (search.Result, error) {
	if err := e.belongs(game.Rules()); err != nil {
		return search.Result{}, err
	}
	if !l.Infinite && l.Ponder == nil && len(l.SearchMoves) == 0 && l.Mate == 0 {
		p := game.Position()
		if m, ok := BookMove(e.book, e.rules, &p, e.seed); ok {
			return search.Result{Best: m}, nil
		}
	}
	if e.level == 0 || e.level == MaxLevel {
		return e.Search(ctx, game, l, report)
	}
	res, err := e.Search(ctx, game, limitStrength(l, e.level), asked(report, l.MultiPV))
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

// asked passes on reports of the lines that were asked for: a weakened engine
// looks at more.
func asked(report func(search.Report), lines int) func(search.Report) {
	if report == nil {
		return nil
	}
	return func(r search.Report) {
		if r.Line <= max(1, lines) {
			report(r)
		}
	}
}

func over(res search.Result) error {
	if res.Best == board.NoMove {
		return ErrOver
	}
	return nil
}

// Clear forgets what earlier searches learnt, once all of them have ended.
func (e *Engine) Clear(ctx context.Context) error {
	// Two that collect at once would each wait for what the other holds.
	select {
	case e.alone <- struct{}{}:
		defer func() { <-e.alone }()
	case <-ctx.Done():
		return ctx.Err()
	}
	for range cap(e.idle) {
		s, err := e.take(ctx)
		if err != nil {
			return err
		}
		s.Clear()
		defer func() { e.idle <- s }()
	}
	return nil
}

// take waits for a searcher that is free. One that is free is had even when
// the context has ended: it still answers with a move.
func (e *Engine) take(ctx context.Context) (*search.Searcher, error) {
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

// SAN writes a line of moves from a position as people do. It stops at a move
// that cannot be played.
func SAN(r rules.Rules, p *board.Position, line []board.Move) []string {
	return write(r, p, line, r.Guide().FormatSAN)
}

// UCI writes a line of moves from a position in UCI notation. It stops at a
// move that cannot be played.
func UCI(r rules.Rules, p *board.Position, line []board.Move) []string {
	return write(r, p, line, r.Guide().FormatUCI)
}

// UCI960 is [UCI] with castling written as programs that play Chess960 do: as the
// king's move onto its rook, whatever their homes.
func UCI960(r rules.Rules, p *board.Position, line []board.Move) []string {
	return write(r, p, line, func(at *board.Position, m board.Move) string {
		return r.Guide().FormatUCI(at, notation.KingTakesRook(r, at, m))
	})
}

func write(r rules.Rules, p *board.Position, line []board.Move, format func(*board.Position, board.Move) string) (text []string) {
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
