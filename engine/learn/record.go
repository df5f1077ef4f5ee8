// Package learn uses self-play games to fit evaluation weights and to build opening books.
//
// A [Series] describes a file of games, with one [Record] per line. [AddSamples] turns records into positions
// with targets. [Fit] tunes tapered weights to those targets, with a validation set to detect overfitting.
// [AddToBook] adds the opening moves of a game to a book.
package learn

import (
	"bufio"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/engine/book"
	"github.com/tainchess/tain/engine/eval"
	"github.com/tainchess/tain/rules"
)

// Record is one finished game.
type Record struct {
	// Points are White's half points: 2 for a win, 1 for a draw, 0 for a loss.
	Points int
	Start  string // position text
	Steps  []Step
}

// Step is a move with the engine's score for the position before the move, from the point of view of the side
// to move. Random opening moves have no score.
type Step struct {
	Move   string // UCI notation
	Score  int
	Scored bool
}

// String formats the record as one line: the points, the starting position and the moves, separated by tabs.
// Each move with a score is followed by a slash and the score.
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

// ParseRecord parses a line written by String.
func ParseRecord(line string) (Record, error) {
	fields := strings.Split(line, "\t")
	if len(fields) != 3 {
		return Record{}, fmt.Errorf("learn: %d fields in a record; want 3", len(fields))
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
				return Record{}, fmt.Errorf("learn: the score of %q is not a number", word)
			}
		}
		r.Steps = append(r.Steps, s)
	}
	return r, nil
}

// Heading starts the comment at the top of a record file. It is followed by the key of the rule set and the
// other arguments of the command that created the file.
const Heading = "# tain selfplay "

// maxRecord limits the length of a line.
const maxRecord = 1 << 20

// Records reads a record file and calls each for every record. It stops at the first error, which names the
// line. It returns an error if the heading names another rule set: the moves might all be legal, but would
// teach the wrong game.
func Records(in io.Reader, v rules.Rules, each func(Record) error) error {
	lines := bufio.NewScanner(in)
	lines.Buffer(nil, maxRecord)
	n, own := 0, eval.Key(v)
	for lines.Scan() {
		n++
		if made, ok := strings.CutPrefix(lines.Text(), Heading); ok {
			of, _, _ := strings.Cut(made, " ")
			switch name, _, _ := strings.Cut(of, "#"); {
			case of != own && name == v.Info().Name:
				return fmt.Errorf("line %d: these are games of other rules named %.80s", n, name)
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

// Replay plays the moves of a record and calls each with every position and the move and step played there.
// It returns an error if the starting position or a move is invalid.
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

// decidedScore is the absolute score in centipawns above which a position is considered decided and is not
// learnt from.
const decidedScore = 3000

// ReplayQuiet is like Replay, but calls each only with the positions to learn from: quiet positions with a
// score that are not decided. A position is quiet if the side to move is not in check and the engine did not
// capture or promote.
func (r *Record) ReplayQuiet(v rules.Rules, each func(p *board.Position, s Step)) error {
	return r.Replay(v, func(p *board.Position, m board.Move, s Step) {
		if s.Scored && max(s.Score, -s.Score) <= decidedScore && !rules.InCheck(v, p) &&
			v.Guide().Class(p, m)&(rules.Capture|rules.Promotion) == 0 {
			each(p, s)
		}
	})
}

// AddToBook adds the moves in the first plies of a game to a book. It skips random moves.
func AddToBook(b *book.Book, v rules.Rules, r *Record, plies int) error {
	ply := 0
	return r.Replay(v, func(p *board.Position, _ board.Move, s Step) {
		if ply++; ply > plies || !s.Scored {
			return
		}
		points := r.Points
		if p.Side == board.Black {
			points = 2 - points
		}
		b.Keep(p)
		b.Add(p.Hash, s.Move, points)
	})
}
