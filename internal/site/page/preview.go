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
	"github.com/tainchess/tain/message"
	"github.com/tainchess/tain/rules"
	flattext "github.com/tainchess/tain/variant/flat/text"
)

// preview describes a link. Other sites show it next to the link.
type preview struct {
	title, text string
	picture     url.Values // query of a diagram
	missing     bool       // whether the address does not exist
	frame       string     // path of the page that other sites can frame, if any
}

// previewOfGame returns the preview of a game as spectators see it, or a not-found preview if the game does not
// exist.
func (s *Pages) previewOfGame(r *http.Request, id string, p preview) preview {
	c := request.Catalogue(r)
	g, err := s.games.Snapshot(r.Context(), room.Session{}, id)
	var refused *game.Error
	if errors.As(err, &refused) && refused.Code == game.CodeNotFound {
		p.title, p.text, p.missing = sentence(c, "preview.no-game.title", nil), sentence(c, "preview.no-game", nil), true
		return p
	}
	if err != nil {
		return p
	}
	s.requests.Charge(r, limit.Per(g.Ply, limit.GamePerUnit))
	p.title = gameTitle(c, &g)
	switch {
	case g.Result != nil:
		p.text = c.Text(g.Result.Message())
	case g.Players.White == nil || g.Players.Black == nil:
		p.text = strings.Join(append([]string{sentence(c, "preview.free-seat", nil)}, view.In(c).OwnRules(g.Rules.Info()).Differences...), " ")
	default:
		p.text = sentence(c, "preview.playing", message.Args{"count": g.Ply, "side": g.Turn.Colour()})
	}
	p.frame = "/game/" + url.PathEscape(g.ID)
	p.picture = url.Values{"variant": {g.Rules.Info().Ref()}, "position": {g.Rules.Guide().FormatPosition(&g.Position)}}
	if n := len(g.Moves); n > 0 {
		p.picture.Set("lastMove", g.Moves[n-1].UCI)
	}
	return p
}

// gameTitle returns the title of a game: its players and its rule set.
func gameTitle(c *locale.Catalogue, g *room.Snapshot) string {
	return playerName(c, g.Players.White) + " – " + playerName(c, g.Players.Black) + ": " + titleOf(c, g.Rules)
}

// playerName returns a player's name for use in a title.
func playerName(c *locale.Catalogue, p *game.Player) string {
	switch {
	case p == nil:
		return "?"
	case p.Computer > 0:
		return sentence(c, "preview.computer", nil)
	case strings.TrimSpace(p.Name) == "":
		return sentence(c, "preview.anonymous", nil)
	}
	return p.Name
}

// titleOf returns the title of a rule set in a language.
func titleOf(c *locale.Catalogue, v rules.Rules) string {
	return api.NewVariantInfo(v, c).Title
}

// sentence formats the message with a code in a language.
func sentence(c *locale.Catalogue, code message.Code, args message.Args) string {
	return c.Text(locale.New(code, args))
}

// previewWidth is the width of the preview's picture in pixels.
const previewWidth = 1200

// maxDiscovered is the maximum length of a URL that a page offers for framing. Other sites may not accept
// longer URLs.
const maxDiscovered = 4 << 10

// previewOf returns the preview of the page at a request's path and query.
func (s *Pages) previewOf(r *http.Request) preview {
	c := request.Catalogue(r)
	p := preview{title: sentence(c, "preview.title", nil), text: sentence(c, "preview.text", nil)}
	if id, ok := strings.CutPrefix(r.URL.Path, "/game/"); ok {
		return s.previewOfGame(r, id, p)
	}
	if name, ok := strings.CutPrefix(r.URL.Path, "/learn/"); ok {
		name, _, _ = strings.Cut(name, "/")
		if v, found := s.find(name); found {
			info := api.NewVariantInfo(v, c)
			p.title, p.text = sentence(c, "preview.learn", message.Args{"title": info.Title}), info.Summary
			p.picture = url.Values{"variant": {v.Info().Ref()}}
		}
		return p
	}
	if link, err := flattext.ParseLink(r.URL.RawQuery, s.find); err == nil {
		return previewOfLink(c, link, p)
	}
	p.picture = url.Values{"variant": {flattext.DefaultVariant}}
	return p
}

// previewOfLink returns the preview of a link's position.
func previewOfLink(c *locale.Catalogue, l flattext.Link, p preview) preview {
	info := l.Rules.Info()
	p.title = sentence(c, "preview.to-move", message.Args{"title": titleOf(c, l.Rules), "side": l.Position.Side})
	p.picture = url.Values{"variant": {info.Ref()}, "position": {l.Rules.Guide().FormatPosition(&l.Position)}}
	if l.Kingless {
		p.picture.Set("study", "1")
	}
	if l.LastMove != "" {
		p.picture.Set("lastMove", l.LastMove)
	}
	p.frame = "/embed/position?" + p.picture.Encode()
	return p
}
