package page

import (
	"errors"
	"net/http"
	"net/url"
	"strings"

	"github.com/tainchess/tain/internal/locale"
	"github.com/tainchess/tain/internal/play/game"
	"github.com/tainchess/tain/internal/play/room"
	"github.com/tainchess/tain/internal/site/api"
	"github.com/tainchess/tain/internal/site/limit"
	"github.com/tainchess/tain/internal/site/request"
	"github.com/tainchess/tain/internal/site/view"
	"github.com/tainchess/tain/rules"
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
func (s *Pages) previewOfGame(r *http.Request, id string, p preview) preview {
	c := request.Catalogue(r)
	g, err := s.games.Snapshot(r.Context(), room.Session{}, id)
	var refused *game.Error
	if errors.As(err, &refused) && refused.Code == game.CodeNotFound {
		p.title, p.text, p.missing = say(c, "preview.no-game.title", nil), say(c, "preview.no-game", nil), true
		return p
	}
	if err != nil {
		return p
	}
	s.requests.Charge(r, limit.Per(g.Ply, limit.GamePerUnit))
	p.title = playerName(c, g.Players.White) + " – " + playerName(c, g.Players.Black) + ": " + titleOf(c, g.Rules)
	switch {
	case g.Result != nil:
		p.text = c.Text(g.Result.Message())
	case g.Players.White == nil || g.Players.Black == nil:
		p.text = strings.Join(append([]string{say(c, "preview.free-seat", nil)}, view.In(c).GameWithout(&g).Differences...), " ")
	default:
		p.text = say(c, "preview.playing", locale.Args{"count": g.Ply, "side": g.Turn.Colour()})
	}
	p.frame = "/game/" + url.PathEscape(g.ID)
	p.picture = url.Values{"variant": {g.Rules.Info().Ref()}, "position": {g.Rules.Guide().FormatPosition(&g.Position)}}
	if n := len(g.Moves); n > 0 {
		p.picture.Set("lastMove", g.Moves[n-1].UCI)
	}
	return p
}

// playerName says who sits on a seat.
func playerName(c *locale.Catalogue, p *game.Player) string {
	switch {
	case p == nil:
		return "?"
	case p.Computer > 0:
		return say(c, "preview.computer", nil)
	case strings.TrimSpace(p.Name) == "":
		return say(c, "preview.anonymous", nil)
	}
	return p.Name
}

// titleOf returns what a rule set is called in a language.
func titleOf(c *locale.Catalogue, v rules.Rules) string {
	return api.NewVariantInfo(v, c).Title
}

// say returns a sentence in a language.
func say(c *locale.Catalogue, code locale.Code, args locale.Args) string {
	return c.Text(locale.New(code, args))
}
