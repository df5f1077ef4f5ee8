package api

import (
	"cmp"
	"errors"
	"io"
	"strings"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/internal/message"
	"github.com/tainchess/tain/notation"
	"github.com/tainchess/tain/rules"
)

// PGNGame is a game record: where it starts, what is known about it, and its
// moves as a tree.
type PGNGame struct {
	Variant string   `json:"variant"`
	Start   string   `json:"start"`
	Study   bool     `json:"study,omitempty"` // a side has no king at the start
	Tags    []PGNTag `json:"tags"`            // without those that follow from the rest
	Result  string   `json:"result"`
	// Root is the start: its comment is what is said before the first move.
	Root *PGNNode `json:"root"`
	// Warnings tell what had to be guessed in the reading.
	Warnings []PGNNote `json:"warnings,omitempty"`
}

// PGNNote is something to be said about a place in a text.
type PGNNote struct {
	Message string          `json:"message"`
	Said    message.Message `json:"said"`   // what the message is made of
	Game    int             `json:"game"`   // the number of the game in the text, from 1
	Line    int             `json:"line"`   // from 1
	Column  int             `json:"column"` // from 1, in characters
	Offset  int             `json:"offset"` // in bytes from 0
}

func newPGNNote(at notation.Place, game int, said message.Message) PGNNote {
	return PGNNote{said.String(), said, game, at.Line, at.Column, at.Offset}
}

// PGNTag is one thing known about a game.
type PGNTag struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// ReadPGNRequest asks for the games of a text.
type ReadPGNRequest struct {
	Text string `json:"text"`
}

// PGNGames are the games of a text.
type PGNGames struct {
	Games []PGNGame `json:"games"`
	// Skipped tells of games that could not be read, and why.
	Skipped []PGNNote `json:"skipped,omitempty"`
}

// ReadPGN reads the games of a text. It fails if none can be read.
func (d *Service) ReadPGN(q ReadPGNRequest) (PGNGames, error) {
	if len(q.Text) > MaxRecord {
		return PGNGames{}, NewFailure(CodeTooLong, "request.too-long.text", message.Args{"count": len(q.Text), "most": MaxRecord})
	}
	answer := PGNGames{Games: []PGNGame{}}
	r := notation.NewReader(strings.NewReader(q.Text), d.known.Find)
	w := recorder{left: MaxNodes}
	var first error
	for n := 1; ; n++ {
		g, err := r.Next()
		var bad *notation.PGNError
		switch {
		case err == io.EOF && len(answer.Games) > 0:
			return answer, nil
		case err == io.EOF && first != nil:
			return PGNGames{}, FailureOf(first)
		case err == io.EOF:
			return PGNGames{}, NewFailure(CodeGame, "pgn.no-game", nil)
		case n > MaxGames:
			return PGNGames{}, NewFailure(CodeTooLong, "request.too-long.games", message.Args{"most": MaxGames})
		case errors.As(err, &bad):
			first = cmp.Or(first, err)
			answer.Skipped = append(answer.Skipped, newPGNNote(bad.Place, bad.Game, bad.Message))
			continue
		case err != nil:
			return PGNGames{}, FailureAs(CodeGame, err)
		}
		game, err := w.game(g, n)
		if err != nil {
			return PGNGames{}, err
		}
		answer.Games = append(answer.Games, game)
	}
}

// recorder turns games into trees. It has only so many nodes to give.
type recorder struct{ left int }

func (w *recorder) game(g *notation.Game, number int) (PGNGame, error) {
	game := PGNGame{
		Variant: g.Rules.Info().Name, Start: g.Rules.Guide().FormatPosition(&g.Start),
		Study: kingless(g.Rules, &g.Start), Tags: []PGNTag{}, Result: g.Tag("Result"),
		Root: &PGNNode{Comment: joined(g.Comments)},
	}
	for _, t := range g.Tags {
		game.Tags = append(game.Tags, PGNTag(t))
	}
	for _, n := range g.Warnings {
		game.Warnings = append(game.Warnings, newPGNNote(n.Place, number, n.Message))
	}
	return game, w.line(g.Rules, g.Start, game.Root, 0, g.Line)
}

// line adds a line of moves and its variations to the node they follow.
func (w *recorder) line(r rules.Rules, p board.Position, at *PGNNode, ply int, line []*notation.Node) error {
	for _, n := range line {
		if w.left--; w.left < 0 {
			return NewFailure(CodeTooLong, "request.too-long.nodes", message.Args{"most": MaxNodes})
		}
		if ply++; ply > MaxDepth {
			return NewFailure(CodeTooLong, "request.too-long.half-moves", message.Args{"most": MaxDepth})
		}
		child := &PGNNode{
			Move: rules.FormatUCI(r, &p, n.Move), SAN: rules.FormatSAN(r, &p, n.Move),
			Before: joined(n.Before), Comment: joined(n.After), NAGs: n.NAGs,
		}
		at.Children = append(at.Children, child)
		for _, v := range n.Variations {
			if err := w.line(r, p, at, ply-1, v); err != nil {
				return err
			}
		}
		var next board.Position
		if n.Move == board.NullMove {
			next, _ = rules.Pass(r, &p) // the reader has seen that it can be
		} else {
			r.Apply(&p, n.Move, &next)
		}
		p, at = next, child
	}
	return nil
}

// joined makes one comment of several.
func joined(comments []string) string { return strings.Join(comments, " ") }

// WritePGNRequest asks for a game as text.
type WritePGNRequest struct {
	Game PGNGame `json:"game"`
}

// PGNText is a game as text.
type PGNText struct {
	Text string `json:"text"`
}

// WritePGN writes a game as PGN.
func (d *Service) WritePGN(q WritePGNRequest) (PGNText, error) {
	r, start, err := d.Position(q.Game.Variant, q.Game.Start, true)
	if err != nil {
		return PGNText{}, err
	}
	g := notation.NewGame(r, start)
	for _, t := range q.Game.Tags {
		switch strings.ToLower(t.Name) {
		case "variant", "setup", "fen", "result": // follow from the game
			continue
		}
		if err := g.SetTag(t.Name, t.Value); err != nil {
			return PGNText{}, gameFailure(err)
		}
	}
	if err := g.SetTag("Result", cmp.Or(q.Game.Result, "*")); err != nil {
		return PGNText{}, gameFailure(err)
	}
	if root := q.Game.Root; root != nil {
		if root.Comment != "" {
			g.Comments = []string{root.Comment}
		}
		if len(root.Children) > 0 {
			w := player{rules: r, left: MaxNodes}
			if g.Line, err = w.line(root.Children[0], root.Children[1:], start, 0, 0); err != nil {
				return PGNText{}, err
			}
		}
	}
	var b strings.Builder
	if err := notation.WriteGame(&b, g); err != nil {
		return PGNText{}, gameFailure(err)
	}
	return PGNText{b.String()}, nil
}

// gameFailure is why a game cannot be written. What notation says is meant for
// people.
func gameFailure(err error) *Failure {
	return FailureAs(CodeGame, err)
}

// player turns a tree back into lines of moves.
type player struct {
	rules rules.Rules
	left  int
}

// line plays the line that a node begins; others are played instead of it.
func (w *player) line(first *PGNNode, others []*PGNNode, p board.Position, ply, depth int) (line []*notation.Node, err error) {
	if depth > notation.MaxGameDepth {
		return nil, NewFailure(CodeTooLong, "request.too-long.variations", message.Args{"most": notation.MaxGameDepth})
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

// play plays the move of a node.
func (w *player) play(n *PGNNode, p *board.Position, ply int) (*notation.Node, board.Position, error) {
	switch w.left--; {
	case n == nil:
		return nil, *p, NewFailure(CodeRequest, "request.missing-move", nil)
	case w.left < 0:
		return nil, *p, NewFailure(CodeTooLong, "request.too-long.moves", message.Args{"most": MaxNodes})
	case ply >= MaxDepth:
		return nil, *p, NewFailure(CodeTooLong, "request.too-long.half-moves", message.Args{"most": MaxDepth})
	}
	text := cmp.Or(n.Move, n.SAN)
	var (
		played rules.Played
		err    error
	)
	if notation.IsNull(text) {
		played.Move = board.NullMove
		played.Next, err = rules.Pass(w.rules, p)
	} else {
		played, err = rules.Play(w.rules, p, text)
	}
	if err != nil {
		why := *FailureOf(err)
		why.say(message.New("request.move", message.Args{"number": ply + 1, "text": notation.Clip(text), "why": why.Said}))
		why.Ply = &ply
		return nil, *p, &why
	}
	made := &notation.Node{Move: played.Move, NAGs: n.NAGs}
	if n.Before != "" {
		made.Before = []string{n.Before}
	}
	if n.Comment != "" {
		made.After = []string{n.Comment}
	}
	return made, played.Next, nil
}
