package api

import (
	"cmp"
	"errors"
	"io"
	"math"
	"strings"
	"time"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/internal/protocol/wire"
	"github.com/tainchess/tain/message"
	"github.com/tainchess/tain/notation"
	"github.com/tainchess/tain/notation/pgn"
	"github.com/tainchess/tain/rules"
)

func (d *Service) pgnNote(at notation.Place, game int, m message.Message) wire.PGNNote {
	return wire.PGNNote{Message: d.text(m), Game: game, Line: at.Line, Column: at.Column, Offset: at.Offset}
}

// ReadPGN parses the games in the text, and lists the games that it cannot parse. It fails if it cannot parse
// any game, or if the text is too long or contains too many games or moves.
func (d *Service) ReadPGN(q wire.ReadPGNRequest) (wire.PGNGames, error) {
	if len(q.Text) > MaxRecord {
		return wire.PGNGames{}, wire.NewFailure(wire.CodeTooLong, "request.too-long.text", message.Args{"count": len(q.Text), "most": MaxRecord})
	}
	answer := wire.PGNGames{Games: []wire.PGNGame{}}
	r := pgn.NewReader(strings.NewReader(q.Text), d.known.Find)
	w := recorder{service: d, left: wire.MaxNodes}
	var first error
	for n := 1; ; n++ {
		g, err := r.Next()
		var bad *pgn.Error
		switch {
		case err == io.EOF && len(answer.Games) > 0:
			return answer, nil
		case err == io.EOF && first != nil:
			return wire.PGNGames{}, wire.FailureOf(first)
		case err == io.EOF:
			return wire.PGNGames{}, wire.NewFailure(wire.CodeGame, "pgn.no-game", nil)
		case n > MaxGames:
			return wire.PGNGames{}, wire.NewFailure(wire.CodeTooLong, "request.too-long.games", message.Args{"most": MaxGames})
		case errors.As(err, &bad):
			first = cmp.Or(first, err)
			answer.Skipped = append(answer.Skipped, d.pgnNote(bad.Place, bad.Game, bad.Message))
			continue
		case err != nil:
			return wire.PGNGames{}, wire.FailureAs(wire.CodeGame, err)
		}
		game, err := w.game(g, n)
		if err != nil {
			return wire.PGNGames{}, err
		}
		answer.Games = append(answer.Games, game)
	}
}

// recorder converts games to trees, up to a maximum number of nodes.
type recorder struct {
	service *Service
	left    int
	remarks *pgn.RemarkReader // reads the comments of the current game
}

func (w *recorder) game(g *pgn.Game, number int) (wire.PGNGame, error) {
	w.remarks = pgn.NewRemarkReader(g.Rules)
	game := wire.PGNGame{
		Variant: g.Rules.Info().Ref(), Start: g.Rules.Guide().FormatPosition(&g.Start),
		Study: Kingless(g.Rules, &g.Start), Tags: []wire.PGNTag{}, Result: g.Tag("Result"),
		Root: &wire.PGNNode{},
	}
	w.remark(game.Root, g.Comments)
	for _, t := range g.Tags {
		game.Tags = append(game.Tags, wire.PGNTag(t))
	}
	for _, n := range g.Warnings {
		game.Warnings = append(game.Warnings, w.service.pgnNote(n.Place, number, n.Message))
	}
	return game, w.line(g.Rules, g.Start, game.Root, 0, g.Line)
}

// line adds a line of moves and its variations to the node that they follow.
func (w *recorder) line(r rules.Rules, p board.Position, at *wire.PGNNode, ply int, line []*pgn.Node) error {
	for _, n := range line {
		if w.left--; w.left < 0 {
			return wire.NewFailure(wire.CodeTooLong, "request.too-long.nodes", message.Args{"most": wire.MaxNodes})
		}
		if ply++; ply > wire.MaxDepth {
			return wire.NewFailure(wire.CodeTooLong, "request.too-long.half-moves", message.Args{"most": wire.MaxDepth})
		}
		child := &wire.PGNNode{
			Move: rules.FormatUCI(r, &p, n.Move), SAN: rules.FormatSAN(r, &p, n.Move),
			Before: strings.Join(n.Before, " "), NAGs: n.NAGs,
		}
		w.remark(child, n.After)
		at.Children = append(at.Children, child)
		for _, v := range n.Variations {
			if err := w.line(r, p, at, ply-1, v); err != nil {
				return err
			}
		}
		var next board.Position
		if n.Move == board.NullMove {
			next, _ = rules.Pass(r, &p) // the PGN reader has validated it
		} else {
			r.Apply(&p, n.Move, &next)
		}
		p, at = next, child
	}
	return nil
}

// remark fills in the parts of a node that are stored in comments.
func (w *recorder) remark(n *wire.PGNNode, comments []string) {
	remark := w.remarks.Read(strings.Join(comments, " "))
	n.Comment = remark.Text
	for _, s := range remark.Shapes {
		n.Shapes = append(n.Shapes, wire.PGNShape{Colour: colourNames[s.Colour], From: s.From, To: s.To})
	}
	if e := remark.Eval; e != nil {
		n.Eval = &wire.PGNEval{CP: e.Centipawns, Mate: e.Mate, Depth: e.Depth}
	}
	if remark.Clock != nil {
		left := remark.Clock.Milliseconds()
		n.Clock = &left
	}
}

// colourNames maps the colours of arrows and highlighted squares to their names.
var colourNames = map[pgn.ShapeColour]string{pgn.Green: "green", pgn.Red: "red", pgn.Yellow: "yellow", pgn.Blue: "blue"}

// comments returns the comment of a node in a game record, or nil if it has none. It omits data that PGN
// cannot express.
func comments(known *pgn.RemarkReader, n *wire.PGNNode) []string {
	remark := pgn.Remark{Text: n.Comment}
	for _, s := range n.Shapes {
		for colour, name := range colourNames {
			if name == s.Colour {
				remark.Shapes = append(remark.Shapes, pgn.Shape{Colour: colour, From: s.From, To: s.To})
			}
		}
	}
	if n.Eval != nil {
		remark.Eval = &pgn.Evaluation{Centipawns: n.Eval.CP, Mate: n.Eval.Mate, Depth: n.Eval.Depth}
	}
	if n.Clock != nil {
		left := time.Duration(min(max(*n.Clock, -1), int64(math.MaxInt64/time.Millisecond))) * time.Millisecond
		remark.Clock = &left
	}
	text := known.Tidy(remark).String()
	if text == "" {
		return nil
	}
	return []string{text}
}

// WritePGN formats a game with its variations as PGN. It fails if a move is illegal.
func (d *Service) WritePGN(q wire.WritePGNRequest) (wire.PGNText, error) {
	o, err := d.Open(q.Game.Variant, q.Game.Start, true)
	if err != nil {
		return wire.PGNText{}, err
	}
	r, start := o.Rules, o.Position
	g := pgn.NewGame(r, start)
	for _, t := range q.Game.Tags {
		switch strings.ToLower(t.Name) {
		case "variant", "setup", "fen", "result": // derived from the game
			continue
		}
		if err := g.SetTag(t.Name, t.Value); err != nil {
			return wire.PGNText{}, wire.FailureAs(wire.CodeGame, err)
		}
	}
	if err := g.SetTag("Result", cmp.Or(q.Game.Result, "*")); err != nil {
		return wire.PGNText{}, wire.FailureAs(wire.CodeGame, err)
	}
	if root := q.Game.Root; root != nil {
		w := player{rules: r, remarks: pgn.NewRemarkReader(r), left: wire.MaxNodes}
		g.Comments = comments(w.remarks, root)
		if len(root.Children) > 0 {
			if g.Line, err = w.line(root.Children[0], root.Children[1:], start, 0, 0); err != nil {
				return wire.PGNText{}, err
			}
		}
	}
	var b strings.Builder
	if err := pgn.Write(&b, g); err != nil {
		return wire.PGNText{}, wire.FailureAs(wire.CodeGame, err)
	}
	return wire.PGNText{Text: b.String()}, nil
}

// player converts a tree to lines of moves.
type player struct {
	rules   rules.Rules
	remarks *pgn.RemarkReader
	left    int
}

// line plays the line that starts with first. The alternatives to first are in others.
func (w *player) line(first *wire.PGNNode, others []*wire.PGNNode, p board.Position, ply, depth int) (line []*pgn.Node, err error) {
	if depth > pgn.MaxGameDepth {
		return nil, wire.NewFailure(wire.CodeTooLong, "request.too-long.variations", message.Args{"most": pgn.MaxGameDepth})
	}
	for {
		n, next, err := w.play(first, &p, ply)
		if err != nil {
			return nil, err
		}
		for _, other := range others {
			v, err := w.line(other, nil, p, ply, depth+1)
			if err != nil {
				return nil, err
			}
			n.Variations = append(n.Variations, v)
		}
		line, p, ply = append(line, n), next, ply+1
		if len(first.Children) == 0 {
			return line, nil
		}
		first, others = first.Children[0], first.Children[1:]
	}
}

// play plays the move of a node, and returns the node in its PGN form and the position after the move.
func (w *player) play(n *wire.PGNNode, p *board.Position, ply int) (*pgn.Node, board.Position, error) {
	switch w.left--; {
	case n == nil:
		return nil, *p, wire.NewFailure(wire.CodeRequest, "request.missing-move", nil)
	case w.left < 0:
		return nil, *p, wire.NewFailure(wire.CodeTooLong, "request.too-long.moves", message.Args{"most": wire.MaxNodes})
	case ply >= wire.MaxDepth:
		return nil, *p, wire.NewFailure(wire.CodeTooLong, "request.too-long.half-moves", message.Args{"most": wire.MaxDepth})
	}
	text := cmp.Or(n.Move, n.SAN)
	var (
		played rules.Played
		err    error
	)
	if pgn.IsNull(text) {
		played.Move = board.NullMove
		played.Next, err = rules.Pass(w.rules, p)
	} else {
		played, err = rules.Play(w.rules, p, text)
	}
	if err != nil {
		return nil, *p, moveFailure(ply, text, err)
	}
	made := &pgn.Node{Move: played.Move, NAGs: n.NAGs, After: comments(w.remarks, n)}
	if n.Before != "" {
		made.Before = []string{n.Before}
	}
	return made, played.Next, nil
}
