package rest

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"time"

	"github.com/tainchess/tain/engine"
	"github.com/tainchess/tain/internal/background"
	"github.com/tainchess/tain/internal/protocol/wire"
	"github.com/tainchess/tain/internal/site/api"
	"github.com/tainchess/tain/internal/site/limit"
	"github.com/tainchess/tain/internal/site/request"
	"github.com/tainchess/tain/message"
)

// hashMB is the size of a search's transposition table, in megabytes.
const hashMB = 32

// Limits and defaults for searches.
const (
	maxLines    = 5
	maxDepth    = 60
	defaultTime = time.Second
)

// analyseRequest requests the best lines in the position after a line of moves.
type analyseRequest struct {
	wire.LineRequest
	Depth   int   `json:"depth,omitempty"`
	Time    int64 `json:"time,omitempty"` // in milliseconds
	MultiPV int   `json:"multipv,omitempty"`
}

// analysis contains the lines found by a search, best first.
type analysis struct {
	Lines []wire.SearchInfo `json:"lines"`
	wire.Notes
}

// search validates a request and converts it for the engine.
func (q *analyseRequest) search(longest time.Duration) (wire.SearchRequest, error) {
	most := longest.Milliseconds()
	switch {
	case q.Time < 0 || q.Time > most:
		return wire.SearchRequest{}, wire.NewFailure(wire.CodeRequest, "request.time", message.Args{"time": q.Time, "most": most})
	case q.Depth < 0 || q.Depth > maxDepth:
		return wire.SearchRequest{}, wire.NewFailure(wire.CodeRequest, "request.range", message.Args{"name": "depth", "value": q.Depth, "most": maxDepth})
	case q.MultiPV < 0 || q.MultiPV > maxLines:
		return wire.SearchRequest{}, wire.NewFailure(wire.CodeRequest, "request.range", message.Args{"name": "multipv", "value": q.MultiPV, "most": maxLines})
	}
	limits := wire.SearchLimits{Time: float64(q.Time), Depth: q.Depth}
	switch {
	case q.Time == 0 && q.Depth == 0:
		limits.Time = float64(min(defaultTime.Milliseconds(), most))
	case q.Time == 0:
		limits.Time = float64(most) // a search that is limited only by depth may take forever
	}
	return wire.SearchRequest{LineRequest: q.LineRequest, MultiPV: max(1, q.MultiPV), Limits: limits}, nil
}

// analyse searches a position. Only a few searches run at a time, and the others wait for their turn. A
// search ends when the client disconnects.
func (s *API) analyse(w http.ResponseWriter, r *http.Request) error {
	var q analyseRequest
	if err := s.requests.ReadJSON(w, r, &q); err != nil {
		return err
	}
	search, err := q.search(s.requests.Limits.AnalysisTime)
	if err != nil {
		return err
	}
	if err := s.requests.Spend(r, linePrice(q.Moves)); err != nil {
		return err
	}
	mine, err := s.turns.Join(s.requests.Party(r), request.RetryLater(s.requests.Limits.AnalysisTime, request.ErrBusy))
	switch {
	case errors.Is(err, limit.ErrOverShare):
		return request.RetryLater(s.requests.Limits.AnalysisTime, request.ErrAnalyses)
	case err != nil:
		return request.RetryLater(s.requests.Limits.AnalysisTime, request.ErrBusy)
	}
	defer s.turns.Leave(mine)
	s.metrics.waiting.Inc()
	defer s.metrics.waiting.Dec()
	ctx, stop := context.WithCancelCause(r.Context())
	defer stop(nil)
	defer context.AfterFunc(s.requests.Closing, func() { stop(request.ErrClosing) })()
	if !strings.Contains(r.Header.Get("Accept"), request.LinesType) {
		found, err := s.search(ctx, r, mine, search, nil)
		s.requests.ExtendDeadline(w)
		if err != nil {
			return err
		}
		return s.requests.WriteJSON(w, r, http.StatusOK, found)
	}
	w.Header().Set("Content-Type", request.LinesType)
	w.Header().Set("X-Accel-Buffering", "no") // prevents proxies from buffering the reported places
	language := request.Catalogue(r)
	request.SetLanguage(w, language)
	send := func(v any) {
		s.requests.ExtendDeadline(w)
		_, err := w.Write(append(wire.Encode(v), '\n'))
		if err == nil {
			err = http.NewResponseController(w).Flush()
		}
		if err != nil {
			stop(context.Canceled) // the client is gone
		}
	}
	found, err := s.search(ctx, r, mine, search, func(place int) { send(analysisPlace{place}) })
	if err != nil {
		send(wire.Failed{Error: s.requests.Failure(err).In(language)})
		return nil
	}
	send(found)
	return nil
}

// analysisPlace reports how many searches must end before this one begins. 0 means that it is running.
type analysisPlace struct {
	Place int `json:"place"`
}

// search waits for a turn and searches. It calls report, which may be nil, with the place in the queue. Compiling a
// definition and playing the moves is charged by its CPU time, because it does not count towards the time of the search.
func (s *API) search(ctx context.Context, r *http.Request, mine *limit.Turn, search wire.SearchRequest, report func(place int)) (analysis, error) {
	if err := s.turns.Wait(ctx, mine, report); err != nil {
		return analysis{}, err
	}
	search.Limits.Time = min(search.Limits.Time, float64(mine.Time().Milliseconds()))
	found := analysis{Lines: []wire.SearchInfo{}}
	var err error
	background.Do(func() {
		_ = s.requests.Measured(r, func() error {
			found.Notes = s.service.In(request.Catalogue(r)).LineNotes(search.LineRequest)
			return nil
		})
		_, err = s.engines.Search(ctx, search, found.update)
	})
	var why *wire.Failure
	if errors.As(err, &why) && why.Code == wire.CodeOver {
		err = nil // the game is over, so there are no lines
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

// update replaces the report of a line with a newer one.
func (a *analysis) update(i wire.SearchInfo) {
	for len(a.Lines) < i.Line {
		a.Lines = append(a.Lines, wire.SearchInfo{Line: len(a.Lines) + 1, Moves: []string{}, SAN: []string{}})
	}
	a.Lines[i.Line-1] = i
}

// newEngines returns the engines for searches.
func newEngines(d *api.Service, l limit.Limits, t api.Tables) *api.Engines {
	return api.NewEngines(d, engine.Options{HashMB: hashMB, Threads: 1, Callers: max(1, l.Analyses), Tables: t.Search})
}
