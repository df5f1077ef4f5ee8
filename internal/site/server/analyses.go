package server

import (
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
)

// analystWait is how long one is told to wait who finds no worker, or no place.
const analystWait = 30 * time.Second

// analysts tells whether workers analyse games here.
func (s *Server) analysts(w http.ResponseWriter, r *http.Request) error {
	if s.analyst == nil {
		return s.WriteJSON(w, r, http.StatusOK, wire.GameAnalysts{})
	}
	found, err := s.analyst.Analysts(r.Context())
	if err != nil {
		return err
	}
	return s.WriteJSON(w, r, http.StatusOK, found)
}

// askAnalysis has workers analyse a whole game.
func (s *Server) askAnalysis(w http.ResponseWriter, r *http.Request) error {
	if s.analyst == nil {
		return request.ErrNoQueue
	}
	var q wire.LineRequest
	if err := s.ReadJSON(w, r, &q); err != nil {
		return err
	}
	done, err := s.BeginWork(r, limit.Per(min(len(q.Moves), api.MaxMoves), limit.LinePerUnit))
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
	who := fair.Party{Address: s.Address(r), Person: s.EnsureSession(w, r).Hash()}
	made, err := s.analyst.Analyse(r.Context(), who, line)
	if err != nil {
		var why *wire.Failure
		if errors.As(err, &why) {
			return request.RetryLater(analystWait, err)
		}
		return err
	}
	w.Header().Set("Location", "/api/v1/analyses/"+made.ID)
	return s.WriteJSON(w, r, http.StatusCreated, made)
}

// readAnalysis tells how it stands with an analysis.
func (s *Server) readAnalysis(w http.ResponseWriter, r *http.Request) error {
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
	return s.WriteJSON(w, r, http.StatusOK, found)
}

// withdrawAnalysis takes an analysis back.
func (s *Server) withdrawAnalysis(w http.ResponseWriter, r *http.Request) error {
	if s.analyst == nil {
		return request.ErrNoQueue
	}
	if err := s.analyst.Withdraw(r.Context(), r.PathValue("id")); err != nil {
		return err
	}
	return s.NoContent(w, r)
}
