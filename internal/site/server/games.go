package server

import (
	"bytes"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"github.com/tainchess/tain/internal/play/game"
	"github.com/tainchess/tain/internal/site/api"
	"github.com/tainchess/tain/notation"
)

// oneGame, openList and ownList are answers about games.
type (
	oneGame struct {
		Game game.Snapshot `json:"game"`
	}
	openList struct {
		Games []game.Challenge `json:"games"`
	}
	ownList struct {
		Games []game.Summary `json:"games"`
	}
)

// createGame starts a game.
func (s *Server) createGame(w http.ResponseWriter, r *http.Request) error {
	var spec game.Spec
	if err := s.read(w, r, &spec); err != nil {
		return err
	}
	g, err := s.host.Create(r.Context(), s.known(w, r), spec)
	if err != nil {
		return err
	}
	w.Header().Set("Location", "/api/v1/games/"+g.ID)
	return s.answer(w, r, http.StatusCreated, oneGame{g})
}

// joinGame takes the free seat of a game.
func (s *Server) joinGame(w http.ResponseWriter, r *http.Request) error {
	var ticket game.Ticket
	if err := s.read(w, r, &ticket); err != nil {
		return err
	}
	g, err := s.host.Join(r.Context(), s.known(w, r), r.PathValue("id"), ticket)
	if err != nil {
		return err
	}
	return s.answer(w, r, http.StatusOK, oneGame{g})
}

// readGame tells a game as the asker may see it.
func (s *Server) readGame(w http.ResponseWriter, r *http.Request) error {
	g, err := s.host.Snapshot(r.Context(), browser(r), r.PathValue("id"))
	if err != nil {
		return err
	}
	return s.answer(w, r, http.StatusOK, oneGame{g})
}

// openGames lists the games that anybody may join.
func (s *Server) openGames(w http.ResponseWriter, r *http.Request) error {
	if r.URL.Query().Get("open") != "1" {
		return api.NewFailure(api.CodeRequest, "request.open-games", nil)
	}
	games, err := s.host.Open(r.Context())
	if err != nil {
		return err
	}
	return s.answer(w, r, http.StatusOK, openList{append([]game.Challenge{}, games...)})
}

// myGames lists the games of the asker's browser.
func (s *Server) myGames(w http.ResponseWriter, r *http.Request) error {
	games, err := s.host.Mine(r.Context(), browser(r))
	if err != nil {
		return err
	}
	return s.answer(w, r, http.StatusOK, ownList{append([]game.Summary{}, games...)})
}

// gamePGN sends a game as PGN. It is a file to keep, never a page.
func (s *Server) gamePGN(w http.ResponseWriter, r *http.Request) error {
	id := r.PathValue("id")
	g, err := s.host.PGN(r.Context(), id)
	if err != nil {
		return err
	}
	var b bytes.Buffer
	if err := notation.WriteGame(&b, g); err != nil {
		return err
	}
	w.Header().Set("Content-Disposition", `attachment; filename="tain-`+url.PathEscape(id)+`.pgn"`)
	s.write(w, r, http.StatusOK, "application/x-chess-pgn; charset=utf-8", b.Bytes())
	return nil
}

// previewOfGame shows how a game stands, as anybody may see it. A game that
// there is not is shown as nothing in particular.
func (s *Server) previewOfGame(r *http.Request, id string, p preview) preview {
	g, err := s.host.Snapshot(r.Context(), game.Browser{}, id)
	if err != nil {
		return p
	}
	v, ok := s.find(g.Variant)
	if !ok {
		return p
	}
	p.title = playerName(g.Players.White) + " – " + playerName(g.Players.Black) + ": " + v.Info().Title
	switch {
	case g.Result != nil:
		p.text = g.Result.Sentence
	case g.Players.White == nil || g.Players.Black == nil:
		p.text = "A seat is free: join the game."
	default:
		p.text = strconv.Itoa(g.Ply) + " moves played, " + string(g.Turn) + " to move."
	}
	p.picture = url.Values{"variant": {g.Variant}, "position": {g.Position}}
	if n := len(g.Moves); n > 0 {
		p.picture.Set("last", g.Moves[n-1].Move)
	}
	return p
}

// playerName says who sits on a seat.
func playerName(p *game.PlayerInfo) string {
	switch {
	case p == nil:
		return "?"
	case p.Computer > 0:
		return "Computer"
	case strings.TrimSpace(p.Name) == "":
		return "Anonymous"
	}
	return p.Name
}
