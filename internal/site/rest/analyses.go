package rest

import (
	"context"
	"errors"
	"net/http"
	"strconv"
	"time"

	"github.com/tainchess/tain/internal/locale"
	"github.com/tainchess/tain/internal/play/fair"
	"github.com/tainchess/tain/internal/protocol/wire"
	"github.com/tainchess/tain/internal/site/api"
	"github.com/tainchess/tain/internal/site/limit"
	"github.com/tainchess/tain/internal/site/request"
	"github.com/tainchess/tain/rules"
)

// Analyst has whole games analysed by workers.
type Analyst interface {
	// Analyse asks for the analysis of a game.
	Analyse(ctx context.Context, who fair.Party, line *rules.Line) (wire.GameAnalysis, error)
	// Analysis tells how it stands with one, and what is known of the positions after so
	// many half-moves and later.
	Analysis(ctx context.Context, id string, from int) (wire.GameAnalysis, error)
	// Withdraw takes one back.
	Withdraw(ctx context.Context, id string) error
	// Analysts tells who could be asked.
	Analysts(ctx context.Context) (wire.GameAnalysts, error)
	// Queue tells how many wait and run, for how long the one has waited that was asked
	// for first, and how many can be done at a time.
	Queue(ctx context.Context) (waiting, running int, oldest time.Duration, threads int, err error)
}

// retryAfter is how long one is told to wait who finds no worker, or no place.
const retryAfter = 30 * time.Second

// analysts tells whether workers analyse games here.
func (s *API) analysts(w http.ResponseWriter, r *http.Request) error {
	if s.analyst == nil {
		return s.requests.WriteJSON(w, r, http.StatusOK, wire.GameAnalysts{})
	}
	found, err := s.analyst.Analysts(r.Context())
	if err != nil {
		return err
	}
	return s.requests.WriteJSON(w, r, http.StatusOK, found)
}

// askAnalysis has workers analyse a whole game.
func (s *API) askAnalysis(w http.ResponseWriter, r *http.Request) error {
	if s.analyst == nil {
		return request.ErrNoQueue
	}
	var q wire.LineRequest
	if err := s.requests.ReadJSON(w, r, &q); err != nil {
		return err
	}
	done, err := s.requests.BeginWork(r, limit.Per(min(len(q.Moves), api.MaxMoves), limit.LinePerUnit))
	if err != nil {
		return err
	}
	defer done()
	line, err := s.service.Play(q)
	switch {
	case err != nil:
		return err
	case line.Ply() == 0:
		return wire.NewFailure(wire.CodeRequest, "analysis.nothing", nil)
	}
	who := fair.Party{Address: s.requests.Address(r), Person: s.requests.EnsureSession(w, r).Hash()}
	made, err := s.analyst.Analyse(r.Context(), who, line)
	if err != nil {
		var why *wire.Failure
		if errors.As(err, &why) {
			return request.RetryLater(retryAfter, err)
		}
		return err
	}
	w.Header().Set("Location", "/api/v1/analyses/"+made.ID)
	return s.requests.WriteJSON(w, r, http.StatusCreated, made)
}

// readAnalysis tells how it stands with an analysis.
func (s *API) readAnalysis(w http.ResponseWriter, r *http.Request) error {
	if s.analyst == nil {
		return request.ErrNoQueue
	}
	from := 0
	if text := r.URL.Query().Get("from"); text != "" {
		n, err := strconv.Atoi(text)
		if err != nil || n < 0 || n > api.MaxMoves+1 {
			return wire.NewFailure(wire.CodeRequest, "request.number", locale.Args{"name": "from", "text": text})
		}
		from = n
	}
	found, err := s.analyst.Analysis(r.Context(), r.PathValue("id"), from)
	if err != nil {
		return err
	}
	return s.requests.WriteJSON(w, r, http.StatusOK, found)
}

// withdrawAnalysis takes an analysis back.
func (s *API) withdrawAnalysis(w http.ResponseWriter, r *http.Request) error {
	if s.analyst == nil {
		return request.ErrNoQueue
	}
	if err := s.analyst.Withdraw(r.Context(), r.PathValue("id")); err != nil {
		return err
	}
	return s.requests.NoContent(w, r)
}
