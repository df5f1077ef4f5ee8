// Package learn makes weights and books from games the engine has played against
// itself.
//
// A [Series] keeps games in a file, one [Record] per line; [AddSamples] turns
// records into positions with targets; [Fit] tunes the tapered weights of an evaluation to them,
// with a validation set to tell learning from learning by heart; [AddToBook]
// collects the openings.
package learn

import (
	"bufio"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/rules"
)

// Record is one finished game.
type Record struct {
	// Points are White's half points: 2 for a win, 1 for a draw, 0.
	Points int
	Start  string // position text
	Steps  []Step
}

// Step is a move with the score the engine gave the position it played it in,
// for the side to move; the random moves of an opening have none.
type Step struct {
	Move   string // UCI notation
	Score  int
	Scored bool
}

// String writes the record as one line: points, start and moves, separated by
// tabs, each move with its score after a slash.
func (r *Record) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%d\t%s\t", r.Points, r.Start)
	for i, s := range r.Steps {
		if i > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(s.Move)
		if s.Scored {
			b.WriteByte('/')
			b.WriteString(strconv.Itoa(s.Score))
		}
	}
	return b.String()
}

// ParseRecord reads a line that String wrote.
func ParseRecord(line string) (Record, error) {
	fields := strings.Split(line, "\t")
	if len(fields) != 3 {
		return Record{}, fmt.Errorf("learn: a record has three fields, this line has %d", len(fields))
	}
	points, err := strconv.Atoi(fields[0])
	if err != nil || points < 0 || points > 2 {
		return Record{}, fmt.Errorf("learn: %q is not 0, 1 or 2 half points", fields[0])
	}
	r := Record{Points: points, Start: fields[1]}
	for _, word := range strings.Fields(fields[2]) {
		move, score, scored := strings.Cut(word, "/")
		s := Step{Move: move, Scored: scored}
		if scored {
			if s.Score, err = strconv.Atoi(score); err != nil {
				return Record{}, fmt.Errorf("learn: the score of %q is no number", word)
			}
		}
		r.Steps = append(r.Steps, s)
	}
	return r, nil
}

// Heading begins the comment, at the top of a file of records, that tells the
// command that made it. The word after it is the rule set.
const Heading = "# tain selfplay "

// SeriesOf returns the word by which the heading names a rule set. Behind the name of
// a definition stands its hash: a file has games by one set of rules only.
func SeriesOf(r rules.Rules) string {
	info := r.Info()
	if info.Hash == "" {
		return info.Name
	}
	return info.Name + "#" + info.Hash
}

// maxRecord bounds a line of a file of records.
const maxRecord = 1 << 20

// Records reads a file of a rule set's records, calling each with every one; it
// stops at the first error, which names the line. A file whose heading names
// another rule set is refused: its moves may all be legal here and would teach
// the wrong game.
func Records(in io.Reader, v rules.Rules, each func(Record) error) error {
	lines := bufio.NewScanner(in)
	lines.Buffer(nil, maxRecord)
	n, own := 0, SeriesOf(v)
	for lines.Scan() {
		n++
		if made, ok := strings.CutPrefix(lines.Text(), Heading); ok {
			of, _, _ := strings.Cut(made, " ")
			switch name, _, _ := strings.Cut(of, "#"); {
			case of != own && name == v.Info().Name:
				return fmt.Errorf("line %d: these are games of other rules that were called %.80s", n, name)
			case of != own:
				return fmt.Errorf("line %d: these are games of %.80s, not of %s", n, name, v.Info().Name)
			}
		}
		if strings.TrimSpace(lines.Text()) == "" || lines.Text()[0] == '#' {
			continue
		}
		r, err := ParseRecord(lines.Text())
		if err == nil {
			err = each(r)
		}
		if err != nil {
			return fmt.Errorf("line %d: %w", n, err)
		}
	}
	if err := lines.Err(); err != nil {
		return fmt.Errorf("line %d: %w", n+1, err)
	}
	return nil
}

// Replay plays a record's moves and calls each with every position and the
// step played in it.
func (r *Record) Replay(v rules.Rules, each func(p *board.Position, m board.Move, s Step)) error {
	p, err := v.Guide().ParsePosition(r.Start, rules.ParseOptions{})
	if err != nil {
		return err
	}
	for i, s := range r.Steps {
		played, err := rules.Play(v, &p, s.Move)
		if err != nil {
			return fmt.Errorf("move %d, %s: %w", i+1, s.Move, err)
		}
		each(&p, played.Move, s)
		p = played.Next
	}
	return nil
}
