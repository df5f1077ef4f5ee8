package server

import (
	"bytes"
	"net/http"
	"net/url"
	"time"

	"github.com/tainchess/tain/internal/protocol/wire"
	"github.com/tainchess/tain/internal/site/limit"
	"github.com/tainchess/tain/internal/site/view"
	"github.com/tainchess/tain/notation"
)

// createGame starts a game.
func (s *Server) createGame(w http.ResponseWriter, r *http.Request) error {
	if s.handing.Load() {
		return busy(time.Second, errClosing)
	}
	var q wire.NewGame
	if err := s.read(w, r, &q); err != nil {
		return err
	}
	notices, lastMove, err := s.begin(r, &q)
	if err != nil {
		return err
	}
	refused := func() {}
	if !s.hub.Keeps(r.Context(), q.Variant) {
		back, wait, ok := s.limiter.AddDefinition(s.visitor(r))
		if !ok {
			return busy(wait, errDefinitions)
		}
		refused = back
	}
	if _, wait, ok := s.limiter.CreateGame(s.visitor(r)); !ok {
		refused()
		return busy(wait, errGames)
	}
	g, err := s.hub.Create(r.Context(), s.known(w, r).At(s.address(r)), view.NewGame(q, lastMove))
	if err != nil {
		refused()
		return err
	}
	w.Header().Set("Location", "/api/v1/games/"+g.ID)
	return s.answer(w, r, http.StatusCreated, wire.OneGame{Game: viewFor(r).Game(&g), Notices: notices})
}

// begin replaces link text by what it says, and returns notices about it and the
// move that led there.
func (s *Server) begin(r *http.Request, q *wire.NewGame) (notices []string, lastMove string, err error) {
	o, err := s.service.In(catalogue(r)).Beginning(q.Variant, q.Position)
	if o == nil || err != nil {
		return nil, "", err
	}
	q.Variant, q.Position = o.Rules.Info().Ref(), o.Text()
	return o.Notes().Notices, o.LastMove, nil
}

// joinGame takes the free seat of a game.
func (s *Server) joinGame(w http.ResponseWriter, r *http.Request) error {
	var q wire.JoinRequest
	if err := s.read(w, r, &q); err != nil {
		return err
	}
	// Whoever is given a cookie and a seat by one answer, and never gets it, is somebody
	// else when they ask again, and the seat is taken. So a page has the cookie first.
	known := hasSession(r)
	who := s.known(w, r)
	if !known && r.URL.Query().Get("known") == "1" {
		return s.answer(w, r, http.StatusAccepted, struct{}{})
	}
	g, err := s.hub.Join(r.Context(), who.At(s.address(r)), r.PathValue("id"), q.Token, q.Name)
	if err != nil {
		return err
	}
	return s.answer(w, r, http.StatusOK, wire.OneGame{Game: viewFor(r).Game(&g)})
}

// readGame tells a game as the asker may see it.
func (s *Server) readGame(w http.ResponseWriter, r *http.Request) error {
	g, err := s.hub.Snapshot(r.Context(), sessionOf(r), r.PathValue("id"))
	if err != nil {
		return err
	}
	s.charge(r, limit.Per(g.Ply, limit.GamePerUnit))
	return s.answer(w, r, http.StatusOK, wire.OneGame{Game: viewFor(r).Game(&g)})
}

// openGames lists the games that anybody may join.
func (s *Server) openGames(w http.ResponseWriter, r *http.Request) error {
	if r.URL.Query().Get("open") != "1" {
		return wire.NewFailure(wire.CodeRequest, "request.open-games", nil)
	}
	games, err := s.hub.Challenges(r.Context())
	if err != nil {
		return err
	}
	return s.answer(w, r, http.StatusOK, wire.Challenges{Games: viewFor(r).Challenges(games)})
}

// playingGames lists the games that are being played, with their boards. Whoever
// asks again and again costs no more than the bytes.
func (s *Server) playingGames(w http.ResponseWriter, r *http.Request) error {
	return s.answer(w, r, http.StatusOK, wire.Playing{Games: s.playing.in(catalogue(r), s.hub.Playing()), Now: s.hub.Now()})
}

// myGames lists the games of the asker's session.
func (s *Server) myGames(w http.ResponseWriter, r *http.Request) error {
	games, err := s.hub.GamesOf(r.Context(), sessionOf(r))
	if err != nil {
		return err
	}
	return s.answer(w, r, http.StatusOK, wire.Summaries{Games: viewFor(r).Summaries(games)})
}

// gamePGN sends a game as PGN. It is a file to keep, never a page.
func (s *Server) gamePGN(w http.ResponseWriter, r *http.Request) error {
	id := r.PathValue("id")
	g, err := s.hub.PGN(r.Context(), id)
	if err != nil {
		return err
	}
	s.charge(r, limit.Per(len(g.Line), limit.GamePerUnit))
	var b bytes.Buffer
	if err := notation.WriteGame(&b, g); err != nil {
		return err
	}
	w.Header().Set("Content-Disposition", `attachment; filename="tain-`+url.PathEscape(id)+`.pgn"`)
	s.write(w, r, http.StatusOK, "application/x-chess-pgn; charset=utf-8", b.Bytes())
	return nil
}
