package server

import (
	"errors"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"github.com/tainchess/tain/internal/play/game"
	"github.com/tainchess/tain/internal/play/room"
	"github.com/tainchess/tain/internal/protocol/wire"
)

// preview is what other sites show of a link to a page.
type preview struct {
	title, text string
	picture     url.Values // of a diagram
	missing     bool       // there is nothing to show at that address
	frame       string     // the path of what can be put into other pages, if anything can
}

// previewOfGame shows how a game stands, as anybody may see it. A game that
// there is not is said not to be there.
func (s *Server) previewOfGame(r *http.Request, id string, p preview) preview {
	g, err := s.hub.Snapshot(r.Context(), room.Session{}, id)
	var refused *game.Error
	if errors.As(err, &refused) && refused.Code == game.CodeNotFound {
		p.title, p.text, p.missing = "There is no such game: Tain", "The link may be mistyped, or the game was deleted.", true
		return p
	}
	if err != nil {
		return p
	}
	s.charge(r, per(g.Ply, gamePerUnit))
	v, ok := s.find(g.Ref())
	if !ok {
		return p
	}
	p.title = playerName(g.Players.White) + " – " + playerName(g.Players.Black) + ": " + v.Info().Title
	switch {
	case g.Result != nil:
		p.text = g.Result.Sentence
	case g.Players.White == nil || g.Players.Black == nil:
		p.text = strings.Join(append([]string{"A seat is free: join the game."}, g.Differences...), " ")
	default:
		p.text = strconv.Itoa(g.Ply) + " moves played, " + string(g.Turn) + " to move."
	}
	p.frame = "/game/" + url.PathEscape(g.ID)
	p.picture = url.Values{"variant": {g.Ref()}, "position": {g.Position}}
	if n := len(g.Moves); n > 0 {
		p.picture.Set("lastMove", g.Moves[n-1].Move)
	}
	return p
}

// playerName says who sits on a seat.
func playerName(p *wire.PlayerInfo) string {
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
