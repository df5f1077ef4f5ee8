package server

import (
	"net/http"

	"github.com/tainchess/tain/internal/play/game"
	"github.com/tainchess/tain/internal/protocol/wire"
	"github.com/tainchess/tain/internal/site/limit"
	"github.com/tainchess/tain/internal/site/view"
)

// readAhead tells a player what they have said ahead in a game of days.
func (s *Server) readAhead(w http.ResponseWriter, r *http.Request) error {
	a, err := s.hub.Ahead(r.Context(), sessionOf(r), r.PathValue("id"))
	if err != nil {
		return err
	}
	return s.answer(w, r, http.StatusOK, view.Ahead(a))
}

// setAhead keeps what a player will answer.
func (s *Server) setAhead(w http.ResponseWriter, r *http.Request) error {
	var q wire.AheadRequest
	if err := s.read(w, r, &q); err != nil {
		return err
	}
	moves := 0
	for _, line := range q.Lines {
		moves += len(line)
	}
	if err := s.spend(r, limit.Per(moves, limit.LinePerUnit)); err != nil {
		return err
	}
	a, err := s.hub.SetAhead(r.Context(), sessionOf(r), r.PathValue("id"), q.Key, game.Ahead{Ply: q.Ply, Takebacks: q.Takebacks, Lines: q.Lines})
	if err != nil {
		return err
	}
	return s.answer(w, r, http.StatusOK, view.Ahead(a))
}
