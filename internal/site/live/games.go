package live

import (
	"bytes"
	"net/http"
	"net/url"
	"time"

	"github.com/tainchess/tain/internal/play/game"
	"github.com/tainchess/tain/internal/protocol/wire"
	"github.com/tainchess/tain/internal/site/limit"
	"github.com/tainchess/tain/internal/site/request"
	"github.com/tainchess/tain/internal/site/view"
	"github.com/tainchess/tain/notation/pgn"
)

// createGame creates a game, and charges the client's quotas of games and definitions.
func (s *Service) createGame(w http.ResponseWriter, r *http.Request) error {
	if s.handingOver.Load() {
		return request.RetryLater(time.Second, request.ErrClosing)
	}
	var q wire.NewGame
	if err := s.requests.ReadJSON(w, r, &q); err != nil {
		return err
	}
	return s.requests.Measured(r, func() error { return s.createRequested(w, r, q) })
}

// createRequested creates the game in a request.
func (s *Service) createRequested(w http.ResponseWriter, r *http.Request, q wire.NewGame) error {
	notices, lastMove, err := s.resolveStart(r, &q)
	if err != nil {
		return err
	}
	party := s.requests.Party(r)
	refundDefinition := func() {}
	if !s.hub.HasDefinition(r.Context(), q.Variant) {
		refund, wait, ok := s.requests.Limiter.AddDefinition(party)
		if !ok {
			return request.RetryLater(wait, request.ErrDefinitions)
		}
		refundDefinition = refund
	}
	refundGame, wait, ok := s.requests.Limiter.CreateGame(party)
	if !ok {
		refundDefinition()
		return request.RetryLater(wait, request.ErrGames)
	}
	g, err := s.hub.Create(r.Context(), s.requests.EnsureSession(w, r).At(s.requests.Address(r)), view.NewGame(q, lastMove))
	if err != nil {
		refundGame()
		refundDefinition()
		return err
	}
	w.Header().Set("Location", "/api/v1/games/"+g.ID)
	return s.requests.WriteJSON(w, r, http.StatusCreated, wire.OneGame{Game: viewFor(r).Room(&g), Notices: notices})
}

// resolveStart replaces a link in a request with its rule set and position. It returns the notices about the
// position and the last move.
func (s *Service) resolveStart(r *http.Request, q *wire.NewGame) (notices []string, lastMove string, err error) {
	o, err := s.positions.In(request.Catalogue(r)).Beginning(q.Variant, q.Position)
	if o == nil || err != nil {
		return nil, "", err
	}
	q.Variant, q.Position = o.Rules.Info().Ref(), o.Text()
	return o.Notes().Notices, o.LastMove, nil
}

// viewFor returns a view in the client's language.
func viewFor(r *http.Request) roomView { return roomView{view.In(request.Catalogue(r))} }

// joinGame gives the client the free seat of a game.
func (s *Service) joinGame(w http.ResponseWriter, r *http.Request) error {
	var q wire.JoinRequest
	if err := s.requests.ReadJSON(w, r, &q); err != nil {
		return err
	}
	// A page must have its cookie before it takes a seat: if a single response did both and got lost, the
	// page would return with a different session and find the seat taken. A program sends an Idempotency-Key
	// instead.
	known := request.HasSession(r)
	who, err := s.requests.EnsureKeyedSession(w, r)
	if err != nil {
		return err
	}
	if !known && r.URL.Query().Get("known") == "1" {
		return s.requests.WriteJSON(w, r, http.StatusAccepted, struct{}{})
	}
	g, err := s.hub.Join(r.Context(), who.At(s.requests.Address(r)), r.PathValue("id"), q.Token, q.Name)
	if err != nil {
		return err
	}
	return s.requests.WriteJSON(w, r, http.StatusOK, wire.OneGame{Game: viewFor(r).Room(&g)})
}

// readGame sends a game as visible to the client.
func (s *Service) readGame(w http.ResponseWriter, r *http.Request) error {
	g, err := s.hub.Snapshot(r.Context(), request.SessionOf(r), r.PathValue("id"))
	if err != nil {
		return err
	}
	s.requests.Charge(r, limit.Per(g.Ply, limit.GamePerUnit))
	return s.requests.WriteJSON(w, r, http.StatusOK, wire.OneGame{Game: viewFor(r).Room(&g)})
}

// openGames lists the games that anybody may join.
func (s *Service) openGames(w http.ResponseWriter, r *http.Request) error {
	if r.URL.Query().Get("open") != "1" {
		return wire.NewFailure(wire.CodeRequest, "request.open-games", nil)
	}
	games, err := s.hub.Challenges(r.Context())
	if err != nil {
		return err
	}
	return s.requests.WriteJSON(w, r, http.StatusOK, wire.Challenges{Games: viewFor(r).Challenges(games)})
}

// playingGames lists the games in progress, with their boards. The list is built once for all clients with
// the same language.
func (s *Service) playingGames(w http.ResponseWriter, r *http.Request) error {
	return s.requests.WriteJSON(w, r, http.StatusOK, wire.Playing{Games: s.playing.in(request.Catalogue(r), s.hub.Playing()), Now: s.hub.Now()})
}

// myGames lists the games of the client's session.
func (s *Service) myGames(w http.ResponseWriter, r *http.Request) error {
	games, err := s.hub.GamesOf(r.Context(), request.SessionOf(r))
	if err != nil {
		return err
	}
	return s.requests.WriteJSON(w, r, http.StatusOK, wire.Summaries{Games: viewFor(r).Summaries(games)})
}

// gamePGN sends a game as a PGN file.
func (s *Service) gamePGN(w http.ResponseWriter, r *http.Request) error {
	id := r.PathValue("id")
	g, err := s.hub.PGN(r.Context(), id)
	if err != nil {
		return err
	}
	s.requests.Charge(r, limit.Per(len(g.Line), limit.GamePerUnit))
	var b bytes.Buffer
	if err := pgn.Write(&b, g); err != nil {
		return err
	}
	w.Header().Set("Content-Disposition", `attachment; filename="tain-`+url.PathEscape(id)+`.pgn"`)
	s.requests.Write(w, r, http.StatusOK, "application/x-chess-pgn; charset=utf-8", b.Bytes())
	return nil
}

// readAhead sends a player's conditional moves in a correspondence game.
func (s *Service) readAhead(w http.ResponseWriter, r *http.Request) error {
	a, err := s.hub.Ahead(r.Context(), request.SessionOf(r), r.PathValue("id"))
	if err != nil {
		return err
	}
	return s.requests.WriteJSON(w, r, http.StatusOK, view.Ahead(a))
}

// setAhead saves a player's conditional moves and sends them back.
func (s *Service) setAhead(w http.ResponseWriter, r *http.Request) error {
	var q wire.AheadRequest
	if err := s.requests.ReadJSON(w, r, &q); err != nil {
		return err
	}
	moves := 0
	for _, line := range q.Lines {
		moves += len(line)
	}
	if err := s.requests.Spend(r, limit.Per(moves, limit.LinePerUnit)); err != nil {
		return err
	}
	var a game.Ahead
	err := s.requests.Measured(r, func() (err error) {
		a, err = s.hub.SetAhead(r.Context(), request.SessionOf(r), r.PathValue("id"), q.Key, game.Ahead{Ply: q.Ply, Takebacks: q.Takebacks, Lines: q.Lines})
		return err
	})
	if err != nil {
		return err
	}
	return s.requests.WriteJSON(w, r, http.StatusOK, view.Ahead(a))
}
