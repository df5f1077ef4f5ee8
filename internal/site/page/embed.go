package page

import (
	"bytes"
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"errors"
	"html/template"
	"net/http"
	"net/url"
	"strconv"
	"sync"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/internal/locale"
	"github.com/tainchess/tain/internal/play/game"
	"github.com/tainchess/tain/internal/play/room"
	"github.com/tainchess/tain/internal/protocol/wire"
	"github.com/tainchess/tain/internal/site/api"
	"github.com/tainchess/tain/internal/site/limit"
	"github.com/tainchess/tain/internal/site/request"
	"github.com/tainchess/tain/internal/site/view"
	"github.com/tainchess/tain/message"
	"github.com/tainchess/tain/notation"
	"github.com/tainchess/tain/render/paint"
)

// Pages for frames on other sites show a picture, and let readers step through the moves of a game. They show
// nothing that depends on the session and change no data, so clickjacking is harmless.

var (
	//go:embed embed/page.css
	embedStyle string
	//go:embed embed/page.js
	embedScript string
	//go:embed embed/page.html
	embedText string

	// embedPage is parsed on first use, because most runs of the program never need it.
	embedPage = sync.OnceValue(func() *template.Template { return template.Must(template.New("embed").Parse(embedText)) })
	// embedPolicy lets any site frame these pages. It allows no scripts and styles but the inline ones of
	// these pages, which it identifies by their hashes.
	embedPolicy = "default-src 'none'; img-src 'self'; style-src " + hashOf(embedStyle) + "; script-src " + hashOf(embedScript) +
		"; base-uri 'none'; form-action 'none'; frame-ancestors *"
)

func hashOf(text string) string {
	sum := sha256.Sum256([]byte(text))
	return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
}

// maxFrameMoves is the maximum number of moves that a frame can step through. For a longer game it only shows
// the last position.
const maxFrameMoves = 400

// frame is the content of a page for frames.
type frame struct {
	Title string
	Text  string // alternative text of the picture
	// Light and Dark are the URLs of the picture; Dark is empty if a theme was requested.
	Light, Dark string
	Theme       string
	Link        string // URL of the full page
	Moves       []frameMove
	// Back, On and Last are the plies to which the buttons lead.
	Back, On, Last int
	Problem        string
	// Words are the labels of the page.
	Words frameWords

	// ratio is the picture's width divided by its height.
	ratio float64
}

// frameWords are the labels of a page for frames in a language.
type frameWords struct {
	Language, Nothing, Moves, List, First, Back, On, Last, Open string
}

func newFrameWords(c *locale.Catalogue) frameWords {
	return frameWords{
		Language: c.Language(), Nothing: sentence(c, "embed.nothing", nil), Moves: sentence(c, "embed.moves", nil), List: sentence(c, "embed.moves.list", nil),
		First: sentence(c, "embed.first", nil), Back: sentence(c, "embed.back", nil), On: sentence(c, "embed.on", nil), Last: sentence(c, "embed.last", nil),
		Open: sentence(c, "embed.open", nil),
	}
}

// frameMove is a position of a game with the move that led to it.
type frameMove struct {
	Ply                               int
	Number, SAN, Text, Position, Last string
	Current                           bool
}

// embedPosition shows a position, given by the query of a diagram.
func (s *Pages) embedPosition(w http.ResponseWriter, r *http.Request) error {
	f, err := s.positionFrame(r, r.URL.RawQuery)
	if err != nil {
		return s.writeProblem(w, r, err)
	}
	w.Header().Set("Cache-Control", "public, max-age=3600")
	return s.writeFrame(w, r, http.StatusOK, f)
}

// positionFrame returns the frame for the position in a diagram's query.
func (s *Pages) positionFrame(r *http.Request, query string) (f frame, err error) {
	err = s.requests.Measured(r, func() (err error) {
		f, err = s.drawPosition(request.Catalogue(r), query)
		return err
	})
	return f, err
}

func (s *Pages) drawPosition(c *locale.Catalogue, query string) (frame, error) {
	q, err := api.ParsePicture(query)
	if err != nil {
		return frame{}, err
	}
	o, err := s.service.Open(q.Variant, q.Position, q.Study)
	if err != nil {
		return frame{}, err
	}
	// The link is parsed only here. The URLs of the picture and the page contain its position.
	q.Variant, q.Position = o.Rules.Info().Ref(), o.Rules.Guide().FormatPosition(&o.Position)
	q.Study = q.Study || api.Kingless(o.Rules, &o.Position)
	if q.LastMove == "" {
		q.LastMove = o.LastMove
	}
	f, err := s.diagramFrame(c, q)
	if err != nil {
		return frame{}, err
	}
	f.Title = sentence(c, "preview.to-move", message.Args{"title": titleOf(c, o.Rules), "side": o.Position.Side})
	page := positionOf(q)
	if o.Rules.Info().Definition != "" { // the page uses a different field for definitions
		page.Set("rules", page.Get("variant"))
		page.Del("variant")
	}
	f.Link = "/analysis?" + page.Encode()
	return f, nil
}

// positionOf returns the part of a diagram's query that identifies the position.
func positionOf(q wire.PictureRequest) url.Values {
	v := url.Values{"variant": {q.Variant}, "position": {q.Position}}
	if q.LastMove != "" {
		v.Set("lastMove", q.LastMove)
	}
	return v
}

// diagramFrame returns a frame with a picture and its description, in both themes unless one was requested.
func (s *Pages) diagramFrame(c *locale.Catalogue, q wire.PictureRequest) (frame, error) {
	q.Lang = c.Language()
	drawing, _, err := s.service.Drawing(q)
	if err != nil {
		return frame{}, err
	}
	v := positionOf(q)
	v.Set(request.LanguageField, q.Lang)
	for name, text := range map[string]string{"chosen": q.Chosen, "move": q.Move, "view": q.View} {
		if text != "" {
			v.Set(name, text)
		}
	}
	for name, on := range map[string]bool{"study": q.Study, "flip": q.Flip, "coords": true, "quadrants": q.Quadrants} {
		if on {
			v.Set(name, "1")
		}
	}
	at := func(theme string) string {
		v.Set("theme", theme)
		return "/api/v1/diagram.svg?" + v.Encode()
	}
	f := frame{Text: drawing.Title + ". " + drawing.Text, ratio: drawing.Width / drawing.Height, Theme: q.Theme}
	if q.Theme != "" {
		f.Light = at(q.Theme)
		return f, nil
	}
	f.Dark, f.Light = at(paint.Dark.Name), at(paint.Light.Name)
	return f, nil
}

// embedGame shows a game, as visible to spectators, whose moves the reader can step through.
func (s *Pages) embedGame(w http.ResponseWriter, r *http.Request) error {
	f, err := s.gameFrame(r, r.PathValue("id"), r.URL.Query())
	if err != nil {
		return s.writeProblem(w, r, err)
	}
	w.Header().Set("Cache-Control", "no-cache")
	w.Header().Set("X-Robots-Tag", "noindex") // search engines must not list games
	return s.writeFrame(w, r, http.StatusOK, f)
}

// gameFrame returns the frame of a game, at the requested ply.
func (s *Pages) gameFrame(r *http.Request, id string, query url.Values) (frame, error) {
	g, err := s.games.Snapshot(r.Context(), room.Session{}, id)
	if err != nil {
		return frame{}, err
	}
	c := request.Catalogue(r)
	s.requests.Charge(r, limit.Per(g.Ply, limit.GamePerUnit))
	list, at, err := s.frameMoves(r, &g, query.Get("ply"))
	if err != nil {
		return frame{}, err
	}
	q := wire.PictureRequest{
		Variant: g.Rules.Info().Ref(), Position: list[at].Position, LastMove: list[at].Last, Study: true,
		Theme: query.Get("theme"), View: query.Get("view"), Flip: query.Get("flip") == "1" || query.Get("flip") == "true",
	}
	f, err := s.diagramFrame(c, q)
	if err != nil {
		return frame{}, err
	}
	f.Title = gameTitle(c, &g)
	if g.Result != nil {
		f.Title += ". " + c.Text(g.Result.Message())
	}
	f.Text, f.Link = list[at].Text, "/game/"+url.PathEscape(g.ID)
	if len(list) > 1 {
		list[at].Current = true
		f.Moves, f.Last, f.Back, f.On = list, len(list)-1, max(at-1, 0), min(at+1, len(list)-1)
	}
	return f, nil
}

// frameMoves returns the positions of a game, starting with the first, and the index of the requested
// position, which defaults to the last. For a game of more than maxFrameMoves moves it returns only the last
// position.
func (s *Pages) frameMoves(r *http.Request, g *room.Snapshot, ply string) ([]frameMove, int, error) {
	guide := g.Rules.Guide()
	if n := len(g.Moves); n > maxFrameMoves {
		last := view.In(request.Catalogue(r)).Moves(g.Rules, &g.Start, g.Moves, n-1)[0]
		return []frameMove{{Position: guide.FormatPosition(&g.Position), Last: last.Move, Text: last.Text}}, 0, nil
	}
	moves := make([]string, len(g.Moves))
	for i, m := range g.Moves {
		moves[i] = m.UCI
	}
	c := request.Catalogue(r)
	var line wire.LineAnswer
	err := s.requests.MeasuredWork(r, limit.Per(len(moves), limit.LinePerUnit), func() (err error) {
		line, err = s.service.In(c).Line(wire.LineRequest{
			Variant: g.Rules.Info().Ref(), Position: guide.FormatPosition(&g.Start), Moves: moves, Study: true,
		})
		return err
	})
	if err != nil {
		return nil, 0, err
	}
	first, side := line.State.Turn, 0
	if len(line.Steps)%2 == 1 {
		first = first.Other()
	}
	if first == board.Black {
		side = 1
	}
	list := []frameMove{{SAN: sentence(c, "embed.start", nil), Text: sentence(c, "embed.start.text", nil), Position: line.Start, Last: g.LastMove}}
	for i, step := range line.Steps {
		m := frameMove{Ply: i + 1, SAN: step.SAN, Text: step.Text, Position: step.Position, Last: step.Move}
		if n := i + side; n%2 == 0 {
			m.Number = strconv.Itoa(n/2+1) + "."
		} else if i == 0 {
			m.Number = "1…"
		}
		list = append(list, m)
	}
	if ply == "" {
		return list, len(list) - 1, nil
	}
	at, err := strconv.Atoi(ply)
	if err != nil || at < 0 || at >= len(list) {
		return nil, 0, wire.NewFailure(wire.CodeRequest, "request.ply", message.Args{"text": notation.Clip(ply), "most": len(list) - 1})
	}
	return list, at, nil
}

// writeProblem sends a frame that shows an error in the URL to a client that accepts HTML. It returns all other
// errors to the caller.
func (s *Pages) writeProblem(w http.ResponseWriter, r *http.Request, err error) error {
	why := s.requests.Failure(err, "request", request.ID(r))
	status, known := request.Status(why.Code)
	if known && status != http.StatusNotFound || !acceptsHTML(r) {
		return err
	}
	if !known {
		status = http.StatusBadRequest
	}
	var refused *game.Error
	c := request.Catalogue(r)
	text := c.Text(why.Explain())
	if errors.As(err, &refused) && refused.Code == game.CodeNotFound {
		text = sentence(c, "embed.no-game", nil)
	}
	w.Header().Set("Cache-Control", "no-store")
	return s.writeFrame(w, r, status, frame{Title: sentence(c, "embed.nothing.title", nil), Problem: text})
}

// writeFrame sends a page for frames. The template escapes all external text.
func (s *Pages) writeFrame(w http.ResponseWriter, r *http.Request, status int, f frame) error {
	var b bytes.Buffer
	c := request.Catalogue(r)
	f.Words = newFrameWords(c)
	request.SetLanguage(w, c)
	b.WriteString("<!doctype html><html lang=\"" + c.Language() + "\"")
	if f.Theme == paint.Light.Name || f.Theme == paint.Dark.Name {
		b.WriteString(" data-theme=\"" + f.Theme + "\"")
	}
	b.WriteString("><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"><style>" + embedStyle + "</style>")
	if err := embedPage().Execute(&b, f); err != nil {
		return err
	}
	if len(f.Moves) > 0 {
		b.WriteString("<script>" + embedScript + "</script>")
	}
	b.WriteString("</html>")
	s.requests.Charge(r, limit.Per(b.Len(), limit.MadePerUnit))
	h := w.Header()
	h.Set("Content-Security-Policy", embedPolicy)
	h.Set("Cross-Origin-Resource-Policy", "cross-origin")
	s.requests.Write(w, r, status, contentTypes[".html"], b.Bytes())
	return nil
}
