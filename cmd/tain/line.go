package main

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/tainchess/tain/rules"
)

type lineCmd struct {
	Variant string   `arg:"" complete:"variants" help:"The rule set."`
	Moves   []string `arg:"" name:"move" sep:"none" help:"Moves: e4, Nf3, e2e4, O-O; move numbers are skipped."`

	Position string `placeholder:"P" help:"Where to start from, if not from the start."`
	study
}

func (lineCmd) Help() string {
	return `After each move comes its written form and the position. The first move that cannot be played stops the line, with the reason.

Examples:

    $ tain line chess e4 e5 Nf3 Nc6 Bb5
    $ tain line mirrorsquare "1. e4 dxe4 2. Nc3"
    $ tain line triboard --position "4k3/8/8/P6p/8/8/8/4K3 w - h6 0 2" a5h7`
}

// step is a played move as JSON.
type step struct {
	Move     string `json:"move"`
	SAN      string `json:"san"`
	Position string `json:"position"`
}

// played is a line as JSON.
type played struct {
	Variant string        `json:"variant"`
	Start   string        `json:"start"`
	Moves   []step        `json:"moves"`
	Outcome rules.Outcome `json:"outcome"`
	Error   *problem      `json:"error,omitempty"`
}

func (l *lineCmd) Run(c *console) error {
	r, err := findRules(l.Variant)
	if err != nil {
		return err
	}
	start, err := c.position(r, []string{l.Position}, l.options())
	if err != nil {
		return err
	}
	g := r.Guide()
	line := rules.NewLine(r, start)
	doc := played{Variant: r.Info().Name, Start: g.FormatPosition(&start), Moves: []step{}}
	stop := l.play(line, &doc)
	doc.Outcome = line.Outcome()
	if c.json {
		if stop != nil {
			p := newProblem(stop)
			doc.Error, stop = &p, told{stop}
		}
		if err := c.document(doc); err != nil {
			return err
		}
		return stop
	}
	width := 0
	for _, s := range doc.Moves {
		width = max(width, utf8.RuneCountInString(s.SAN))
	}
	for _, s := range doc.Moves {
		fmt.Fprintf(c.out, "%-*s  %s\n", width, s.SAN, s.Position)
	}
	if stop == nil && doc.Outcome.Sentence != "" {
		fmt.Fprintln(c.out, doc.Outcome.Sentence)
	}
	return stop
}

// play plays the moves up to the first that cannot be played.
func (l *lineCmd) play(line *rules.Line, doc *played) error {
	g := line.Rules().Guide()
	for _, text := range splitMoves(l.Moves) {
		before := line.Position()
		done, err := line.PlayText(text)
		if err != nil {
			return fmt.Errorf("move %d, %s: %w", line.Ply()+1, clip(text), err)
		}
		doc.Moves = append(doc.Moves, step{
			Move: g.FormatMove(&before, done.Move), SAN: g.FormatSAN(&before, done.Move),
			Position: g.FormatPosition(&done.Next),
		})
	}
	return nil
}

// splitMoves takes moves as people paste them: several in one word, with move
// numbers, and with the e.p. that belongs to the move before it.
func splitMoves(args []string) (moves []string) {
	for _, word := range strings.Fields(strings.Join(args, " ")) {
		if digits := strings.TrimLeft(word, "0123456789"); digits != word && strings.HasPrefix(digits, ".") {
			if word = strings.TrimLeft(digits, ".…"); word == "" {
				continue
			}
		}
		if (word == "e.p." || word == "ep" || word == "e.p") && len(moves) > 0 {
			moves[len(moves)-1] += " " + word
			continue
		}
		moves = append(moves, word)
	}
	return moves
}
