package api

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/engine"
	"github.com/tainchess/tain/engine/eval"
	"github.com/tainchess/tain/engine/search"
	"github.com/tainchess/tain/internal/protocol/wire"
	"github.com/tainchess/tain/message"
	"github.com/tainchess/tain/rules"
)

// newSearchInfo converts a search report for clients.
func newSearchInfo(r rules.Rules, p *board.Position, report search.Report) wire.SearchInfo {
	info := wire.SearchInfo{
		Depth: report.Depth, SelDepth: report.SelDepth, Line: report.Line, Nodes: report.Nodes,
		Time: report.Time.Milliseconds(), HashFull: report.HashFull,
		Moves: append([]string{}, engine.UCI(r, p, report.PV)...),
		SAN:   append([]string{}, engine.SAN(r, p, report.PV)...),
	}
	if report.Time > 0 {
		info.NPS = uint64(float64(report.Nodes) / report.Time.Seconds())
	}
	info.WDL.Win, info.WDL.Draw, info.WDL.Loss = engine.WDL(report.Score)
	if mate, ok := search.MateIn(report.Score); ok {
		info.Score.Mate = &mate
	} else {
		info.Score.CP = &report.Score
	}
	return info
}

// Engines caches engines by rule set and level. Its methods are safe for concurrent use, except SetNet and
// SetMemory.
type Engines struct {
	service *Service
	engines engine.Pool
	nets    map[string]eval.Evaluator // nets provided by a page, by rule set
}

// maxEngines is the maximum number of cached engines. Each has its own hash table. weakHashMB is the table
// size for engines below full strength, which search too few positions to need a large one.
const (
	maxEngines = 8
	weakHashMB = 2
)

// NewEngines returns engines for the rule sets of a service. Engines are created on first use with the given
// options, except for the book, the level and, below full strength, the hash size.
func NewEngines(d *Service, o engine.Options) *Engines {
	return &Engines{service: d, engines: engine.Pool{Options: o, Size: maxEngines, Books: engine.OwnBook}}
}

// SetNet sets the net that the engines of a rule set use at full strength. It is for programs without
// built-in nets, and is not safe for concurrent use.
func (t *Engines) SetNet(variant string, data []byte) error {
	r, err := t.service.Rules(variant)
	if err != nil {
		return err
	}
	net, err := engine.ReadNet(r, data)
	if err != nil {
		return wire.FailureAs(wire.CodeRequest, err)
	}
	if t.nets == nil {
		t.nets = map[string]eval.Evaluator{}
	}
	t.nets[eval.Key(r)] = net
	t.engines.Options.Nets = func(r rules.Rules) (eval.Evaluator, error) { return t.nets[eval.Key(r)], nil }
	t.engines.Drop()
	return nil
}

// SetMemory sets the hash size of new engines at full strength, in megabytes, and drops existing engines. It
// is not safe for concurrent use.
func (t *Engines) SetMemory(megabytes int) {
	if t.engines.Options.HashMB == megabytes {
		return
	}
	o := t.engines.Options
	o.HashMB = megabytes
	t.engines = engine.Pool{Options: o, Size: maxEngines, Books: engine.OwnBook}
}

// Search searches a position and passes its progress to report, which may be nil. The latest reports of all
// lines always begin with different moves. When the context is cancelled, Search returns the best move found,
// or an error if there is none.
func (t *Engines) Search(ctx context.Context, q wire.SearchRequest, report func(wire.SearchInfo)) (wire.SearchResult, error) {
	began := time.Now()
	line, err := t.service.Play(q.LineRequest)
	if err != nil {
		return wire.SearchResult{}, err
	}
	r, p := line.Rules(), line.Position()
	limits, err := searchLimits(&q, p.Side)
	if err != nil {
		return wire.SearchResult{}, err
	}
	if limits.Clock != nil {
		limits.Clock.Read = began // playing the moves and creating the engine take time
	}
	for _, text := range q.Among {
		played, err := rules.Play(r, &p, text)
		if err != nil {
			return wire.SearchResult{}, moveFailure(line.Ply(), text, err)
		}
		limits.SearchMoves = append(limits.SearchMoves, played.Move)
	}
	e, err := t.engine(ctx, r, q.Level)
	if err != nil {
		return wire.SearchResult{}, err
	}
	think := e.Search
	if chooses(&q) {
		think = e.Choose
	}
	best := lines{report: report}
	found, err := think(ctx, line, limits, func(got search.Report) {
		if !got.Lower && !got.Upper {
			best.add(newSearchInfo(r, &p, got))
		}
	})
	switch {
	case errors.Is(err, engine.ErrOver):
		return wire.SearchResult{}, wire.NewFailure(wire.CodeOver, "engine.over", nil)
	case ctx.Err() != nil && err != nil:
		return wire.SearchResult{}, wire.NewFailure(wire.CodeStopped, "engine.stopped", nil)
	case err != nil:
		return wire.SearchResult{}, wire.FailureOf(err)
	}
	answer := wire.SearchResult{Move: r.Guide().FormatUCI(&p, found.Best), SAN: r.Guide().FormatSAN(&p, found.Best)}
	if text := engine.UCI(r, &p, []board.Move{found.Best, found.Ponder}); len(text) == 2 {
		answer.Ponder = text[1]
	}
	for i := range best.all {
		if first(best.all[i]) == answer.Move {
			answer.Line = &best.all[i]
		}
	}
	return answer, nil
}

// Evaluate returns the static evaluation of the position at the end of a line, at full strength, and the
// contribution of each piece.
func (t *Engines) Evaluate(ctx context.Context, q wire.LineRequest) (wire.Evaluation, error) {
	line, err := t.service.Play(q)
	if err != nil {
		return wire.Evaluation{}, err
	}
	r, p := line.Rules(), line.Position()
	e, err := t.engine(ctx, r, 0)
	if err != nil {
		return wire.Evaluation{}, err
	}
	pieces, together := e.Contributions(&p)
	answer := wire.Evaluation{Score: e.Evaluate(&p), Pieces: []wire.Contribution{}, Together: together}
	for _, c := range pieces {
		answer.Pieces = append(answer.Pieces, wire.Contribution{
			Square: r.Guide().SquareName(&p, c.Square), Piece: string(rune(r.Info().Letter(c.Piece))), Score: c.Score,
		})
	}
	return answer, nil
}

func chooses(q *wire.SearchRequest) bool { return q.Choose || q.Level > 0 }

// searchLimits validates and converts the limits for the side to move.
func searchLimits(q *wire.SearchRequest, side board.Colour) (engine.Limits, error) {
	const longest = 1 << 40 // milliseconds; larger values would overflow
	l := q.Limits
	for _, ms := range []float64{l.Time, l.White, l.Black, l.WhiteIncrement, l.BlackIncrement} {
		if !(ms >= 0 && ms <= longest) {
			return engine.Limits{}, wire.NewFailure(wire.CodeRequest, "request.milliseconds", message.Args{"time": fmt.Sprint(ms), "most": int(longest)})
		}
	}
	switch {
	case l.Depth < 0:
		return engine.Limits{}, wire.NewFailure(wire.CodeRequest, "request.depth", message.Args{"value": l.Depth})
	case q.MultiPV < 0 || q.MultiPV > MaxLines:
		return engine.Limits{}, wire.NewFailure(wire.CodeRequest, "request.range", message.Args{"name": "multipv", "value": q.MultiPV, "most": MaxLines})
	case q.Level < 0 || q.Level > engine.MaxLevel:
		return engine.Limits{}, wire.NewFailure(wire.CodeRequest, "request.range", message.Args{"name": "the level", "value": q.Level, "most": engine.MaxLevel})
	}
	out := engine.Limits{Depth: l.Depth, Nodes: l.Nodes, MoveTime: milliseconds(l.Time), MultiPV: q.MultiPV}
	left, increment := l.White, l.WhiteIncrement
	if side == board.Black {
		left, increment = l.Black, l.BlackIncrement
	}
	if left > 0 {
		out.Clock = &search.Clock{Left: milliseconds(left), Increment: milliseconds(increment)}
	}
	if chooses(q) && l.Depth == 0 && l.Nodes == 0 && l.Time == 0 && left == 0 {
		out.MoveTime = time.Second
	}
	return out, nil
}

// milliseconds converts a time. A tiny value must not become 0, which would mean no limit.
func milliseconds(n float64) time.Duration {
	if n <= 0 {
		return 0
	}
	return max(time.Microsecond, time.Duration(n*float64(time.Millisecond)))
}

// engine returns the engine of a rule set at a level.
func (t *Engines) engine(ctx context.Context, r rules.Rules, level int) (*engine.Engine, error) {
	want := engine.Recipe{Rules: r, Level: level, Book: true}
	if level > 0 && level < engine.MaxLevel {
		want.HashMB = weakHashMB
	}
	return t.engines.Engine(ctx, want)
}

// lines collects the best lines of a search. A search reports a line as soon as it is complete, while the
// lines below it are still from the previous depth. Without this type, a line that has moved up would appear
// twice.
type lines struct {
	all    []wire.SearchInfo
	report func(wire.SearchInfo) // may be nil
}

// add reports a line, and the lines whose rank it changes.
func (l *lines) add(info wire.SearchInfo) {
	before := slices.Clone(l.all)
	if i := slices.IndexFunc(l.all, func(one wire.SearchInfo) bool { return first(one) == first(info) }); i >= 0 {
		l.all = slices.Delete(l.all, i, i+1)
	} else if len(l.all) >= info.Line {
		// The line at this rank and those below it move down by one, and the last is dropped.
		l.all = l.all[:len(l.all)-1]
	}
	l.all = slices.Insert(l.all, min(info.Line-1, len(l.all)), info)
	for i := range l.all {
		l.all[i].Line = i + 1
		if l.report != nil && (i == info.Line-1 || i >= len(before) || first(before[i]) != first(l.all[i])) {
			l.report(l.all[i])
		}
	}
}

// first returns the first move of a line.
func first(i wire.SearchInfo) string {
	if len(i.Moves) == 0 {
		return ""
	}
	return i.Moves[0]
}
