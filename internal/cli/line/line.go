// Package line plays moves, or a plan for one side, and prints each position.
package line

import (
	"errors"
	"fmt"
	"strconv"
	"unicode/utf8"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/internal/cli"
	"github.com/tainchess/tain/internal/protocol/wire"
	"github.com/tainchess/tain/notation"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/rules/describe"
)

// step is a played move as JSON.
type step struct {
	Move     string `json:"move"`
	SAN      string `json:"san"`
	Position string `json:"position"`
	Text     string `json:"text,omitempty"` // effect of a step in a plan
}

// played is a line as JSON.
type played struct {
	Variant string       `json:"variant"`
	Start   string       `json:"start"`
	Moves   []step       `json:"moves"`
	Outcome wire.Outcome `json:"outcome"`
	Plan    *planned     `json:"plan,omitempty"` // set if the moves are a plan
	Error   *cli.Problem `json:"error,omitempty"`
}

var _ = cli.AddFormat[played]("line", 1)

// planned is a plan as JSON.
type planned struct {
	Side   board.Colour `json:"side"`             // side that moves
	Failed int          `json:"failed,omitempty"` // number of the illegal step, from 1
}

// Options are the moves to play.
type Options struct {
	Rules    rules.Rules
	Moves    []string
	Plan     *string // plan to play instead of moves
	Position string  // empty for the starting position
	Parse    rules.ParseOptions
}

// Run plays the moves and prints them, stopping at the first illegal move.
func Run(c *cli.Console, l Options) error {
	r := l.Rules
	start, err := c.Position(r, []string{l.Position}, l.Parse)
	if err != nil {
		return err
	}
	doc := played{Variant: r.Info().Name, Start: r.Guide().FormatPosition(&start), Moves: []step{}}
	moves := cli.SplitMoves(l.Moves)
	var stop error
	switch {
	case l.Plan != nil && len(moves) > 0:
		return errors.New("moves and --plan cannot be combined")
	case l.Plan != nil:
		stop = doc.plan(c, r, &start, *l.Plan)
	case len(moves) == 0:
		return fmt.Errorf("no moves; give at least one, for example tain line %v %v", doc.Variant, anyMove(r, &start))
	default:
		stop = doc.moves(c, r, start, moves)
	}
	if c.JSON {
		if stop != nil {
			p := c.NewProblem(stop)
			doc.Error, stop = &p, cli.Reported{Err: stop}
		}
		if err := c.Document(doc); err != nil {
			return err
		}
		return stop
	}
	doc.write(c)
	switch {
	case stop != nil:
	case doc.Plan != nil:
		fmt.Fprintf(c.Out, "%s's plan is legal if %s makes no moves\n", start.Side.Name(), start.Side.Other().Name())
	case doc.Outcome.Sentence != "":
		fmt.Fprintln(c.Out, doc.Outcome.Sentence)
	}
	return stop
}

// write prints each move with the resulting position. Steps of a plan are numbered, because
// errors refer to the numbers.
func (doc *played) write(c *cli.Console) {
	width := 0
	for _, s := range doc.Moves {
		width = max(width, utf8.RuneCountInString(c.SAN(s.SAN)))
	}
	digits := len(strconv.Itoa(len(doc.Moves)))
	for i, s := range doc.Moves {
		if doc.Plan != nil {
			fmt.Fprintf(c.Out, "%*d. ", digits, i+1)
		}
		fmt.Fprintf(c.Out, "%-*s  %s\n", width, c.SAN(s.SAN), s.Position)
	}
}

// moves plays moves, and returns an error for the first illegal one.
func (doc *played) moves(c *cli.Console, r rules.Rules, start board.Position, moves []string) error {
	g := r.Guide()
	line := rules.NewLine(r, start)
	defer func() { doc.Outcome = wire.NewOutcome(c.Language, line.Outcome()) }()
	for _, text := range moves {
		before := line.Position()
		done, err := line.PlayText(c.EnglishMove(r, &before, text))
		if err != nil {
			return cli.MoveError(line.Ply()+1, text, err)
		}
		doc.Moves = append(doc.Moves, step{
			Move: g.FormatUCI(&before, done.Move), SAN: g.FormatSAN(&before, done.Move),
			Position: g.FormatPosition(&done.Next),
		})
	}
	return nil
}

// plan plays the steps of one side, and returns an error for the first illegal one.
func (doc *played) plan(c *cli.Console, r rules.Rules, start *board.Position, text string) error {
	g := r.Guide()
	steps, err := notation.Plan(r, start, text)
	doc.Plan = &planned{Side: start.Side}
	var failed *notation.PlanError
	if errors.As(err, &failed) {
		doc.Plan.Failed = failed.Step
	}
	before := *start
	for _, s := range steps {
		doc.Moves = append(doc.Moves, step{
			Move: g.FormatUCI(&before, s.Move), SAN: s.SAN, Position: g.FormatPosition(&s.Next), Text: c.Text(describe.Sentence(r, &before, s.Move)),
		})
		before = s.Next
	}
	return err
}

// anyMove returns a legal move in SAN, as an example for an error message.
func anyMove(r rules.Rules, p *board.Position) string {
	if legal := rules.LegalMoves(r, p); len(legal) > 0 {
		return r.Guide().FormatSAN(p, legal[0])
	}
	return "e4"
}
