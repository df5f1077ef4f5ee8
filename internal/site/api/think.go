package api

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/engine"
	"github.com/tainchess/tain/engine/search"
	"github.com/tainchess/tain/internal/message"
	"github.com/tainchess/tain/rules"
)

// SearchRequest asks the engine about the position a line leads to. With
// Choose or a level it answers as an opponent does: from the book where it
// can, and as well as its level. Otherwise it analyses at full strength.
type SearchRequest struct {
	LineRequest
	MultiPV int          `json:"multipv,omitempty"`
	Level   int          `json:"level,omitempty"`
	Choose  bool         `json:"choose,omitempty"`
	Limits  SearchLimits `json:"limits"`
}

// SearchLimits says when a search stops; times are in milliseconds. Without
// any it goes on until it is told to, or for a second if a move is to be
// chosen.
type SearchLimits struct {
	Time           float64 `json:"time,omitempty"`
	Depth          int     `json:"depth,omitempty"`
	Nodes          uint64  `json:"nodes,omitempty"`
	White          float64 `json:"white,omitempty"` // what the clocks say
	Black          float64 `json:"black,omitempty"`
	WhiteIncrement float64 `json:"whiteIncrement,omitempty"`
	BlackIncrement float64 `json:"blackIncrement,omitempty"`
}

// SearchInfo is what is known so far about one line of play.
type SearchInfo struct {
	Depth    int      `json:"depth"`
	SelDepth int      `json:"seldepth"`
	Line     int      `json:"line"` // 1 for the best
	Score    Score    `json:"score"`
	Nodes    uint64   `json:"nodes"`
	NPS      uint64   `json:"nps"`
	Time     int64    `json:"time"`
	HashFull int      `json:"hashfull"` // permille
	Moves    []string `json:"moves"`
	SAN      []string `json:"san"`
}

// Score is a score for the side to move: centipawns, or moves to mate, which
// are negative for the side that is mated.
type Score struct {
	CP   *int `json:"cp,omitempty"`
	Mate *int `json:"mate,omitempty"`
}

// SearchResult is the move found.
type SearchResult struct {
	Move   string `json:"move"`
	SAN    string `json:"san"`
	Ponder string `json:"ponder,omitempty"` // the reply it expects
}

// NewSearchInfo tells what a search reports of a position.
func NewSearchInfo(r rules.Rules, p *board.Position, report search.Report) SearchInfo {
	info := SearchInfo{
		Depth: report.Depth, SelDepth: report.SelDepth, Line: report.Line, Nodes: report.Nodes,
		Time: report.Time.Milliseconds(), HashFull: report.HashFull,
		Moves: append([]string{}, engine.UCI(r, p, report.PV)...),
		SAN:   append([]string{}, engine.SAN(r, p, report.PV)...),
	}
	if report.Time > 0 {
		info.NPS = uint64(float64(report.Nodes) / report.Time.Seconds())
	}
	if mate, ok := search.MateIn(report.Score); ok {
		info.Score.Mate = &mate
	} else {
		info.Score.CP = &report.Score
	}
	return info
}

// Engines keeps an engine for each rule set and level that was asked for. It
// is safe for many callers.
type Engines struct {
	service *Service
	engines engine.Pool
}

// maxEngines bounds the engines that are kept, each with a table of its own.
// Those below full strength look at too few positions to need a large one.
const (
	maxEngines = 8
	weakHashMB = 2
)

// NewEngines returns engines for the rule sets of a service, made with options
// when they are first asked for. Level and book are set for each question.
func NewEngines(d *Service, o engine.Options) *Engines {
	return &Engines{service: d, engines: engine.Pool{Options: o, Size: maxEngines, Books: engine.OwnBook}}
}

// Search answers a question and tells report, which may be nil, of progress:
// the latest reports of all lines begin with different moves.
// When the context ends it answers with the best it has found.
func (t *Engines) Search(ctx context.Context, q SearchRequest, report func(SearchInfo)) (SearchResult, error) {
	line, err := t.service.Play(q.LineRequest)
	if err != nil {
		return SearchResult{}, err
	}
	r, p := line.Rules(), line.Position()
	limits, err := q.limits(p.Side)
	if err != nil {
		return SearchResult{}, err
	}
	e, err := t.engine(ctx, r, q.Level)
	if err != nil {
		return SearchResult{}, err
	}
	think := e.Search
	if q.chooses() {
		think = e.Choose
	}
	told := lines{report: report}
	found, err := think(ctx, line, limits, func(got search.Report) {
		if report != nil && !got.Lower && !got.Upper {
			told.tell(NewSearchInfo(r, &p, got))
		}
	})
	switch {
	case errors.Is(err, engine.ErrOver):
		return SearchResult{}, NewFailure(CodeOver, "engine.over", nil)
	case ctx.Err() != nil && err != nil:
		return SearchResult{}, NewFailure(CodeStopped, "engine.stopped", nil)
	case err != nil:
		return SearchResult{}, FailureOf(err)
	}
	best := []board.Move{found.Best, found.Ponder}
	answer := SearchResult{Move: r.Guide().FormatUCI(&p, found.Best), SAN: r.Guide().FormatSAN(&p, found.Best)}
	if text := engine.UCI(r, &p, best); len(text) == 2 {
		answer.Ponder = text[1]
	}
	return answer, nil
}

func (q *SearchRequest) chooses() bool { return q.Choose || q.Level > 0 }

// limits checks and translates the limits for the side to move.
func (q *SearchRequest) limits(side board.Colour) (engine.Limits, error) {
	const longest = 1 << 40 // milliseconds; more would overflow
	l := q.Limits
	for _, ms := range []float64{l.Time, l.White, l.Black, l.WhiteIncrement, l.BlackIncrement} {
		if !(ms >= 0 && ms <= longest) {
			return engine.Limits{}, NewFailure(CodeRequest, "request.milliseconds", message.Args{"time": fmt.Sprint(ms), "most": int(longest)})
		}
	}
	switch {
	case l.Depth < 0:
		return engine.Limits{}, NewFailure(CodeRequest, "request.depth", message.Args{"value": l.Depth})
	case q.MultiPV < 0 || q.MultiPV > MaxLines:
		return engine.Limits{}, NewFailure(CodeRequest, "request.range", message.Args{"name": "multipv", "value": q.MultiPV, "most": MaxLines})
	case q.Level < 0 || q.Level > engine.MaxLevel:
		return engine.Limits{}, NewFailure(CodeRequest, "request.range", message.Args{"name": "the level", "value": q.Level, "most": engine.MaxLevel})
	}
	out := engine.Limits{Depth: l.Depth, Nodes: l.Nodes, MoveTime: milliseconds(l.Time), MultiPV: q.MultiPV}
	left, increment := l.White, l.WhiteIncrement
	if side == board.Black {
		left, increment = l.Black, l.BlackIncrement
	}
	if left > 0 {
		out.Clock = &search.Clock{Left: milliseconds(left), Increment: milliseconds(increment)}
	}
	if q.chooses() && l.Depth == 0 && l.Nodes == 0 && l.Time == 0 && left == 0 {
		out.MoveTime = time.Second
	}
	return out, nil
}

// milliseconds translates a time. One too short to count must not become 0,
// which would be no limit at all.
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
