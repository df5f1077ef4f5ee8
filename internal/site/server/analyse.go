package server

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"time"

	"github.com/tainchess/tain/engine"
	"github.com/tainchess/tain/internal/background"
	"github.com/tainchess/tain/internal/locale"
	"github.com/tainchess/tain/internal/play/fair"
	"github.com/tainchess/tain/internal/protocol/wire"
	"github.com/tainchess/tain/internal/site/api"
)

// analysisHash is the memory of an analysis, in megabytes.
const analysisHash = 32

// What an analysis may ask for.
const (
	mostLines = 5
	mostDepth = 60
	usualTime = time.Second
)

// analyseRequest asks for the best lines of the position a line of moves leads
// to.
type analyseRequest struct {
	wire.LineRequest
	Depth   int   `json:"depth,omitempty"`
	Time    int64 `json:"time,omitempty"` // milliseconds
	MultiPV int   `json:"multipv,omitempty"`
}

// analysis is the lines that were found, the best first.
type analysis struct {
	Lines []wire.SearchInfo `json:"lines"`
	wire.Notes
}

// search checks what is asked for and puts it in the engine's terms.
func (q *analyseRequest) search(longest time.Duration) (wire.SearchRequest, error) {
	most := longest.Milliseconds()
	switch {
	case q.Time < 0 || q.Time > most:
		return wire.SearchRequest{}, wire.NewFailure(wire.CodeRequest, "request.time", locale.Args{"time": q.Time, "most": most})
	case q.Depth < 0 || q.Depth > mostDepth:
		return wire.SearchRequest{}, wire.NewFailure(wire.CodeRequest, "request.range", locale.Args{"name": "depth", "value": q.Depth, "most": mostDepth})
	case q.MultiPV < 0 || q.MultiPV > mostLines:
		return wire.SearchRequest{}, wire.NewFailure(wire.CodeRequest, "request.range", locale.Args{"name": "multipv", "value": q.MultiPV, "most": mostLines})
	}
	limits := wire.SearchLimits{Time: float64(q.Time), Depth: q.Depth}
	switch {
	case q.Time == 0 && q.Depth == 0:
		limits.Time = float64(min(usualTime.Milliseconds(), most))
	case q.Time == 0:
		limits.Time = float64(most) // a depth alone may take for ever
	}
	return wire.SearchRequest{LineRequest: q.LineRequest, MultiPV: max(1, q.MultiPV), Limits: limits}, nil
}

// analyse searches a position. Searches are few at a time; others wait until it
// is their turn. A search ends when the asker leaves.
func (s *Server) analyse(w http.ResponseWriter, r *http.Request) error {
	var q analyseRequest
	if err := s.read(w, r, &q); err != nil {
		return err
	}
	search, err := q.search(s.limits.AnalysisTime)
	if err != nil {
		return err
	}
	mine, why := s.analyses.join(s.party(r), busy(s.limits.AnalysisTime, errBusy))
	switch why {
	case share:
		return busy(s.limits.AnalysisTime, errAnalyses)
	case full:
		return busy(s.limits.AnalysisTime, errBusy)
	}
	defer s.analyses.leave(mine)
	s.metrics.waiting.Inc()
	defer s.metrics.waiting.Dec()
	ctx, stop := context.WithCancelCause(r.Context())
	defer stop(nil)
	defer context.AfterFunc(s.closing, func() { stop(errClosing) })()
	if !strings.Contains(r.Header.Get("Accept"), linesType) {
		found, err := s.analysed(ctx, catalogue(r), mine, search, nil)
		s.extend(w)
		if err != nil {
			return err
		}
		return s.answer(w, r, http.StatusOK, found)
	}
	w.Header().Set("Content-Type", linesType)
	w.Header().Set("X-Accel-Buffering", "no") // or a proxy would keep the places to itself
	speaks := catalogue(r)
	inLanguage(w, speaks)
	say := func(v any) {
		s.extend(w)
		_, err := w.Write(append(encodeIn(speaks, v), '\n'))
		if err == nil {
			err = http.NewResponseController(w).Flush()
		}
		if err != nil {
			stop(context.Canceled) // nobody reads
		}
	}
	found, err := s.analysed(ctx, catalogue(r), mine, search, func(place int) { say(analysisPlace{place}) })
	if err != nil {
		say(wire.Failed{Error: s.failure(err)})
		return nil
	}
	say(found)
	return nil
}

// linesType is what an asker takes who wants to be told the place in the queue: a
// JSON text a line, the answer in the last.
const linesType = "application/x-ndjson"

// analysisPlace tells how many analyses are before one; with 0 it runs.
type analysisPlace struct {
	Place int `json:"place"`
}

// extend gives an asker who has waited the time to read the answer.
func (s *Server) extend(w http.ResponseWriter) {
	// There is no deadline to be had in a test without a network.
	_ = http.NewResponseController(w).SetWriteDeadline(time.Now().Add(s.limits.Patience))
}

// party tells who asks when something scarce is shared.
func (s *Server) party(r *http.Request) fair.Party {
	return fair.Party{Address: s.address(r), Person: sessionOf(r).Hash()}
}

// analysed waits for a turn and searches.
func (s *Server) analysed(ctx context.Context, c *locale.Catalogue, mine *turn, search wire.SearchRequest, tell func(place int)) (analysis, error) {
	if err := s.analyses.wait(ctx, mine, tell); err != nil {
		return analysis{}, err
	}
	found := analysis{Lines: []wire.SearchInfo{}, Notes: s.service.In(c).LineNotes(search.LineRequest)}
	var err error
	background.Do(func() { _, err = s.engines.Search(ctx, search, found.note) })
	var why *wire.Failure
	if errors.As(err, &why) && why.Code == wire.CodeOver {
		err = nil // no move to find, no lines
	}
	if ctx.Err() != nil {
		return analysis{}, context.Cause(ctx)
	}
	if err != nil {
		return analysis{}, err
	}
	s.metrics.analyses.Inc()
	return found, nil
}

// note keeps the latest report of each line.
func (a *analysis) note(i wire.SearchInfo) {
	for len(a.Lines) < i.Line {
		a.Lines = append(a.Lines, wire.SearchInfo{Line: len(a.Lines) + 1, Moves: []string{}, SAN: []string{}})
	}
	a.Lines[i.Line-1] = i
}

// newEngines returns the engines of the analyses.
func newEngines(d *api.Service, l Limits, t api.Tables) *api.Engines {
	return api.NewEngines(d, engine.Options{HashMB: analysisHash, Threads: 1, Callers: max(1, l.Analyses), Tables: t.Search})
}
