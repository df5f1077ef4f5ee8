package console

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/engine"
	"github.com/tainchess/tain/engine/book"
	"github.com/tainchess/tain/engine/search"
	"github.com/tainchess/tain/internal/locale"
	"github.com/tainchess/tain/internal/term/session"
	"github.com/tainchess/tain/message"
	"github.com/tainchess/tain/rules/perft"
)

// What the console can be asked of the engine beside a move.

// How long the console looks where nothing else is said.
const (
	analyseTime  = 5 * time.Second
	mostAnalysis = time.Hour
	mostDepth    = 100
)

// post lets the engine tell what it thinks before it moves.
func (c *console) post(string) error {
	c.Engine = c.Engine.Telling(c.thinking)
	c.say("%s", c.Text("command.play.the-engine-tells-what-it", nil))
	return nil
}

// noPost lets it think in silence.
func (c *console) noPost(string) error {
	c.Engine = c.Engine.Telling(nil)
	c.say("%s", c.Text("command.play.the-engine-thinks-in-silence", nil))
	return nil
}

// thinking writes a line the engine thinks of.
func (c *console) thinking(r search.Report) {
	if r.Lower || r.Upper || len(r.PV) == 0 {
		return
	}
	p := c.Game.Position()
	c.say("%3d %7s %7.2fs %9d  %s", r.Depth, c.ScoreText(&r.Score), r.Time.Seconds(), r.Nodes,
		strings.Join(engine.SAN(c.Rules(), &p, r.PV), " "))
	_ = c.flush() // the next line will fail too
}

// analyse shows how good the best line is, deeper and deeper.
func (c *console) analyse(word string) error {
	if c.Game.Over() {
		return errors.New(c.Over())
	}
	l := engine.Limits{Depth: c.Engine.Depth, MoveTime: c.Engine.MoveTime}
	if word != "" {
		n, err := strconv.ParseFloat(word, 64)
		if err != nil || !(n > 0 && n <= mostAnalysis.Seconds()) {
			return locale.NewError("command.play.is-no-time-give-seconds-2", message.Args{"word": session.Clip(session.Tidy(word)), "seconds": fmt.Sprintf("%.0f", mostAnalysis.Seconds())})
		}
		l = engine.Limits{MoveTime: max(time.Millisecond, time.Duration(n*float64(time.Second)))}
	}
	switch {
	case l.MoveTime > 0:
	case l.Depth > 0:
		l.MoveTime = session.MostThinking
	default:
		l.MoveTime = analyseTime
	}
	res, err := c.Engine.Telling(c.thinking).Search(c.ctx, c.Game.CopyLine(), l)
	if err != nil {
		return err
	}
	p := c.Game.Position()
	told := c.Describe(&p, res.Best)
	c.say("%s", c.Text("command.play.best", message.Args{"san": c.SAN(told.SAN), "text": c.Format(told.Message)}))
	return nil
}

// bench searches fixed positions: the nodes are the same on every machine.
func (c *console) bench(word string) error {
	var l engine.Limits
	if word != "" {
		n, err := strconv.Atoi(word)
		if err != nil || n < 1 || n > mostDepth {
			return locale.NewError("command.play.is-no-depth-give-a-2", message.Args{"word": session.Clip(session.Tidy(word)), "mostdepth": mostDepth})
		}
		l.Depth = n
	}
	var nodes uint64
	var took time.Duration
	ctx, cancel := context.WithTimeout(c.ctx, session.MostThinking)
	defer cancel()
	err := engine.Bench(ctx, c.Rules(), l, func(r engine.BenchResult) {
		nodes += r.Nodes
		took += r.Time
		c.say("%9d  %-9s %-8s %s", r.Nodes, c.Text("command.play.depth", message.Args{"depth": r.Depth}), r.Best, r.Position)
		_ = c.flush()
	})
	switch {
	case c.ctx.Err() != nil:
		return c.ctx.Err()
	case ctx.Err() != nil:
		return locale.NewError("command.play.a-minute-was-not-enough", message.Args{"rules": c.Rules().Info().Name, "word": word})
	case err != nil:
		return err
	}
	c.say("%s", c.Text("command.play.bench-total", message.Args{"rules": c.Rules().Info().Name, "nodes": int(nodes),
		"speed": int(float64(nodes) / max(took.Seconds(), 1e-6)), "seconds": fmt.Sprintf("%.2f", took.Seconds())}))
	return nil
}

// perft counts the lines of so many half-moves.
func (c *console) perft(word string) error { return c.count(word, false) }

// divide counts below each move.
func (c *console) divide(word string) error { return c.count(word, true) }

func (c *console) count(word string, divide bool) error {
	depth, err := strconv.Atoi(word)
	if err != nil || depth < 0 || depth > 40 {
		return locale.NewError("command.play.is-no-depth-give-a-3", message.Args{"word": session.Clip(session.Tidy(word))})
	}
	ctx, cancel := context.WithTimeout(c.ctx, session.MostThinking)
	defer cancel()
	p := c.Game.Position()
	counter := perft.Counter{Rules: c.Rules(), Threads: 1}
	var below []string
	if divide {
		counter.Divide = func(m board.Move, n uint64) {
			below = append(below, fmt.Sprintf("%s: %d", c.Rules().Guide().FormatUCI(&p, m), n))
		}
	}
	n, err := counter.Count(ctx, &p, depth)
	switch {
	case c.ctx.Err() != nil:
		return c.ctx.Err()
	case errors.Is(err, context.DeadlineExceeded):
		return locale.NewError("command.play.a-minute-was-not-enough-2", message.Args{"rules": c.Rules().Info().Name, "depth": depth})
	case err != nil:
		return err
	}
	for _, line := range below {
		c.say("%s", line)
	}
	c.say("%d", n)
	return nil
}

// showBook tells what the opening book knows, or lets the engine use it or not.
func (c *console) showBook(word string) error {
	switch strings.ToLower(word) {
	case "":
	case "on", "off":
		c.Engine = c.Engine.WithBook(strings.EqualFold(word, "on"))
		if c.Engine.NoBook {
			c.say("%s", c.Text("command.play.book-off", nil))
		} else {
			c.say("%s", c.Text("command.play.book-on", nil))
		}
		return nil
	default:
		return locale.NewError("command.play.is-not-known-of-a", message.Args{"word": session.Clip(session.Tidy(word))})
	}
	known := c.Engine.Book
	if known == nil || known.Rules() != c.Rules() {
		var err error
		if known, err = book.For(c.Rules()); err != nil {
			return err
		}
	}
	p := c.Game.Position()
	var moves []string
	for _, e := range known.Entries(&p) {
		m, err := c.Rules().Guide().ParseMove(&p, e.Move)
		if err != nil || e.Games == 0 {
			continue // another position with the same hash
		}
		moves = append(moves, c.Text("command.play.book-move", message.Args{"move": c.SAN(c.Rules().Guide().FormatSAN(&p, m)), "games": e.Games, "share": fmt.Sprintf("%.0f", 50*float64(e.Points)/float64(e.Games))}))
	}
	if len(moves) == 0 {
		c.say("%s", c.Text("command.play.the-book-does-not-know", nil))
		return nil
	}
	c.say("%s", c.Text("command.play.book", message.Args{"join": strings.Join(moves, ", ")}))
	return nil
}
