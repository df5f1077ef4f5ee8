package rest

import (
	"errors"
	"net/http"
	"strconv"
	"time"

	"github.com/tainchess/tain/internal/play/fair"
	"github.com/tainchess/tain/internal/play/game"
	"github.com/tainchess/tain/internal/protocol/wire"
	"github.com/tainchess/tain/internal/site/api"
	"github.com/tainchess/tain/internal/site/jobs"
	"github.com/tainchess/tain/internal/site/request"
	"github.com/tainchess/tain/message"
	"github.com/tainchess/tain/rules"
)

// retryAfter is how long a client should wait if there are no workers or too many analyses are unfinished.
const retryAfter = 30 * time.Second

// analysts sends how many games the workers can analyse at a time and how many are waiting.
func (s *API) analysts(w http.ResponseWriter, r *http.Request) error {
	if s.analyst == nil {
		return s.requests.WriteJSON(w, r, http.StatusOK, wire.GameAnalysts{})
	}
	waiting, _, _, threads, err := s.analyst.Queue(r.Context())
	if err != nil {
		return err
	}
	return s.requests.WriteJSON(w, r, http.StatusOK, wire.GameAnalysts{Queue: true, Workers: threads, Waiting: waiting})
}

// queued returns a handler that calls handle if the server has an analysis queue, and otherwise returns an
// error.
func (s *API) queued(handle request.Handler) request.Handler {
	return func(w http.ResponseWriter, r *http.Request) error {
		if s.analyst == nil {
			return request.ErrNoQueue
		}
		return handle(w, r)
	}
}

// requestAnalysis queues a whole game for analysis by workers, and sends the state of the analysis.
func (s *API) requestAnalysis(w http.ResponseWriter, r *http.Request) error {
	var q wire.LineRequest
	if err := s.requests.ReadJSON(w, r, &q); err != nil {
		return err
	}
	var line *rules.Line
	err := s.requests.MeasuredWork(r, linePrice(q.Moves), func() (err error) {
		line, err = s.service.Play(q)
		return err
	})
	switch {
	case err != nil:
		return err
	case line.Ply() == 0:
		return wire.NewFailure(wire.CodeRequest, "analysis.nothing", nil)
	}
	who := fair.Party{Address: s.requests.Address(r), Person: s.requests.EnsureSession(w, r).Hash()}
	made, err := s.analyst.Analyse(r.Context(), who, line)
	if err != nil {
		return analysisError(err)
	}
	w.Header().Set("Location", "/api/v1/analyses/"+made.ID)
	return s.requests.WriteJSON(w, r, http.StatusCreated, newGameAnalysis(made))
}

// readAnalysis sends the state and results of an analysis.
func (s *API) readAnalysis(w http.ResponseWriter, r *http.Request) error {
	from := 0
	if text := r.URL.Query().Get("from"); text != "" {
		n, err := strconv.Atoi(text)
		if err != nil || n < 0 || n > api.MaxMoves+1 {
			return wire.NewFailure(wire.CodeRequest, "request.number", message.Args{"name": "from", "text": text})
		}
		from = n
	}
	found, err := s.analyst.Analysis(r.Context(), r.PathValue("id"), from)
	if err != nil {
		return analysisError(err)
	}
	return s.requests.WriteJSON(w, r, http.StatusOK, newGameAnalysis(found))
}

// withdrawAnalysis cancels an analysis.
func (s *API) withdrawAnalysis(w http.ResponseWriter, r *http.Request) error {
	if err := s.analyst.Withdraw(r.Context(), r.PathValue("id")); err != nil {
		return analysisError(err)
	}
	return s.requests.NoContent(w, r)
}

// analysisError converts an error from package jobs.
func analysisError(err error) error {
	switch {
	case errors.Is(err, jobs.ErrNotFound):
		return wire.NewFailure(string(game.CodeNotFound), "analysis.not-found", nil)
	case errors.Is(err, jobs.ErrNoAnalyst):
		err = wire.NewFailure(wire.CodeNoWorkers, "analysis.no-workers", nil)
	case errors.Is(err, jobs.ErrTooMany):
		err = wire.NewFailure(wire.CodeTooMany, "analysis.too-many", nil)
	case errors.Is(err, jobs.ErrFull):
		err = wire.NewFailure(wire.CodeBusy, "analysis.full", nil)
	default:
		return err
	}
	return request.RetryLater(retryAfter, err)
}

// newGameAnalysis returns the response for an analysis.
func newGameAnalysis(a jobs.GameAnalysis) wire.GameAnalysis {
	found := make([]wire.PositionVerdict, len(a.Found))
	for i, v := range a.Found {
		found[i] = wire.PositionVerdict{Score: wire.Score(v.Score), Depth: v.Depth, Moves: v.Moves, SAN: v.SAN}
	}
	return wire.GameAnalysis{
		ID: a.ID, State: string(a.State), Place: a.Place, Done: a.Done, Total: a.Total, Workers: a.Workers, Nodes: a.Nodes, From: a.From, Found: found,
	}
}
