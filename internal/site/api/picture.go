package api

import (
	"cmp"
	"maps"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/tainchess/tain/internal/locale"
	"github.com/tainchess/tain/internal/protocol/wire"
	"github.com/tainchess/tain/message"
	"github.com/tainchess/tain/notation"
	"github.com/tainchess/tain/notation/pgn"
	"github.com/tainchess/tain/render"
	"github.com/tainchess/tain/render/paint"
	"github.com/tainchess/tain/rules"
	flattext "github.com/tainchess/tain/variant/flat/text"
)

// ParsePicture parses the query of a diagram. The position may be link text, escaped or not. The query of a
// link is accepted too, so fen is another name for position, and field names are case-insensitive.
func ParsePicture(query string) (wire.PictureRequest, error) {
	var q wire.PictureRequest
	var link linkParts
	texts := map[string]*string{
		"variant": &q.Variant, "position": &q.Position, "chosen": &q.Chosen, "move": &q.Move, "lastMove": &q.LastMove,
		"theme": &q.Theme, "view": &q.View, "lang": &q.Lang, "board": &link.board, "turn": &link.turn, "castling": &link.castling,
	}
	switches := map[string]*bool{"study": &q.Study, "flip": &q.Flip, "coords": &q.Coords, "quadrants": &q.Quadrants}
	pairs, err := queryPairs(query)
	if err != nil {
		return q, err
	}
	names := slices.AppendSeq(slices.AppendSeq([]string{"width"}, maps.Keys(texts)), maps.Keys(switches))
	slices.Sort(names)
	times := map[string]int{}
	for i := range pairs {
		name := &pairs[i].name
		if strings.EqualFold(*name, "fen") {
			*name = "position"
		} else if at := slices.IndexFunc(names, func(known string) bool { return strings.EqualFold(known, *name) }); at >= 0 {
			*name = names[at]
		}
		times[*name]++
	}
	for _, pair := range pairs {
		name, text := pair.name, pair.value
		switch {
		case times[name] > 1:
			return q, wire.NewFailure(wire.CodeRequest, "request.repeated", message.Args{"name": notation.Clip(name), "count": times[name]})
		case texts[name] != nil:
			*texts[name] = text
		case switches[name] != nil:
			if !slices.Contains([]string{"", "0", "1", "false", "true"}, text) {
				return q, wire.NewFailure(wire.CodeRequest, "request.flag", message.Args{"name": name, "text": notation.Clip(text)})
			}
			*switches[name] = text == "" || text == "1" || text == "true"
		case name == "width":
			if q.Width, err = strconv.Atoi(text); err != nil {
				return q, wire.NewFailure(wire.CodeRequest, "request.width", message.Args{"text": notation.Clip(text)})
			}
			if err := paint.CheckWidth(q.Width); err != nil {
				return q, wire.FailureAs(wire.CodeDraw, err)
			}
		default:
			return q, wire.NewFailure(wire.CodeRequest, "request.diagram", message.Args{"text": notation.Clip(name), "names": message.Strings(names)})
		}
	}
	return q, link.join(&q)
}

// linkParts are the parts of a link that are separate fields in a diagram's query.
type linkParts struct{ board, turn, castling string }

// join reassembles link text that was split at its ampersands, because the query comes from a link or the
// text was not escaped.
func (l *linkParts) join(q *wire.PictureRequest) error {
	switch {
	case l.board == "" && l.turn == "" && l.castling == "" && !flattext.IsLink(q.Position):
		return nil
	case l.board != "" && q.Position != "":
		return wire.NewFailure(wire.CodeRequest, "request.diagram.two", nil)
	case l.board != "":
		q.Position = "?board=" + url.QueryEscape(l.board)
	case !flattext.IsLink(q.Position):
		return wire.NewFailure(wire.CodeRequest, "request.diagram.no-board", nil)
	}
	add := func(name, value string) {
		if value != "" {
			q.Position += "&" + name + "=" + url.QueryEscape(value)
		}
	}
	add("turn", l.turn)
	add("castling", l.castling)
	if q.LastMove != "" && !strings.Contains(strings.ToLower(q.Position), "lastmove=") {
		// The last move becomes part of the link text. Parsing the link validates it, derives the en passant
		// state from it and returns it.
		add("lastMove", q.LastMove)
		q.LastMove = ""
	}
	return nil
}

// queryPair is a decoded field of a query.
type queryPair struct{ name, value string }

// queryPairs splits a query at its ampersands. net/url would drop fields that contain a semicolon, such as
// the board of a link.
func queryPairs(query string) (pairs []queryPair, err error) {
	for part := range strings.SplitSeq(query, "&") {
		if part == "" {
			continue
		}
		name, value, _ := strings.Cut(part, "=")
		var pair queryPair
		if pair.name, err = url.QueryUnescape(name); err == nil {
			pair.value, err = url.QueryUnescape(value)
		}
		if err != nil {
			return nil, wire.NewFailure(wire.CodeRequest, "request.query", nil)
		}
		pairs = append(pairs, pair)
	}
	return pairs, nil
}

// Draw draws a position as SVG.
func (d *Service) Draw(q wire.PictureRequest) (wire.Picture, error) {
	drawing, width, err := d.Drawing(q)
	if err != nil {
		return wire.Picture{}, err
	}
	svg, err := drawing.SVG(width)
	if err != nil {
		return wire.Picture{}, failureIn(wire.CodeDraw, err)
	}
	return wire.Picture{SVG: string(svg)}, nil
}

// Drawing returns the drawing of a position and its width in pixels. It is for callers that need formats
// other than SVG.
func (d *Service) Drawing(q wire.PictureRequest) (*paint.Drawing, int, error) {
	o, err := d.Open(q.Variant, q.Position, q.Study)
	if err != nil {
		return nil, 0, err
	}
	r, p := o.Rules, o.Position
	last := cmp.Or(q.LastMove, o.LastMove)
	theme, ok := paint.ThemeByName(cmp.Or(q.Theme, paint.Light.Name))
	if !ok {
		return nil, 0, wire.NewFailure(wire.CodeDraw, "draw.theme", message.Args{"text": notation.Clip(q.Theme)})
	}
	s := render.NewScene(r, p)
	s.Chosen, s.Flip, s.Theme, s.Coordinates, s.Quadrants = q.Chosen, q.Flip, theme, q.Coords, q.Quadrants
	s.Language = d.Catalogue().Text
	if c, ok := locale.For(q.Lang); ok {
		s.Language = c.Text
	}
	s.View = render.View(cmp.Or(notation.Clip(q.View), string(render.Plan)))
	if last != "" && !pgn.IsNull(last) { // a null move has no squares to highlight
		if err := s.SetLast(last); err != nil {
			return nil, 0, failureIn(wire.CodeDraw, err)
		}
	}
	if q.Move != "" {
		played, err := rules.Play(r, &p, q.Move)
		if err != nil {
			return nil, 0, failureIn(wire.CodeSyntax, err)
		}
		s.Move = played.Move
	}
	drawing, err := render.Draw(s)
	if err != nil {
		return nil, 0, failureIn(wire.CodeDraw, err)
	}
	width := cmp.Or(q.Width, drawing.UsualWidth())
	if err := paint.CheckWidth(width); err != nil {
		return nil, 0, failureIn(wire.CodeDraw, err)
	}
	return drawing, width, nil
}
