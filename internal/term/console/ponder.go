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

// Limits for analyse and bench.
const (
	analyseTime = 5 * time.Second // default time, unless the user sets a limit
	maxAnalysis = time.Hour
	maxDepth    = 100
)

// post turns on the output of the engine's thinking.
func (c *console) post(string) error {
	c.Engine = c.Engine.WithReport(c.thinking)
	c.print("command.play.engine.post", nil)
	return nil
}

// noPost hides the engine's thinking.
func (c *console) noPost(string) error {
	c.Engine = c.Engine.WithReport(nil)
	c.print("command.play.engine.nopost", nil)
	return nil
}

// thinking prints a principal variation.
func (c *console) thinking(r search.Report) {
	if r.Lower || r.Upper || len(r.PV) == 0 {
		return
	}
	p := c.Game.Position()
	line := engine.SAN(c.Rules(), &p, r.PV)
	for i, san := range line {
		line[i] = c.SAN(san)
	}
	c.say("%3d %7s %7.2fs %9d  %s", r.Depth, c.ScoreText(&r.Score), r.Time.Seconds(), r.Nodes, strings.Join(line, " "))
	_ = c.flush() // the next flush returns the error
}

// analyse prints the best line at increasing depths, for a number of seconds.
func (c *console) analyse(word string) error {
	if c.Game.Over() {
		return errors.New(c.OverText())
	}
	l := engine.Limits{Depth: c.Engine.Depth, MoveTime: c.Engine.MoveTime}
	if word != "" {
		n, err := strconv.ParseFloat(word, 64)
		if err != nil || !(n > 0 && n <= maxAnalysis.Seconds()) {
			return locale.NewError("command.play.bad-time.analyse", message.Args{"word": session.Clip(word), "seconds": fmt.Sprintf("%.0f", maxAnalysis.Seconds())})
		}
		l = engine.Limits{MoveTime: max(time.Millisecond, time.Duration(n*float64(time.Second)))}
	}
	switch {
	case l.MoveTime > 0:
	case l.Depth > 0:
		l.MoveTime = session.MaxThinking
	default:
		l.MoveTime = analyseTime
	}
	res, err := c.Engine.WithReport(c.thinking).Search(c.ctx, c.Game.CopyLine(), l)
	if err != nil {
		return err
	}
	p := c.Game.Position()
	told := c.Describe(&p, res.Best)
	c.print("command.play.best", message.Args{"san": c.SAN(told.SAN), "text": c.Format(told.Message)})
	return nil
}

// bench searches fixed positions and prints the number of nodes, which is the same on every machine.
func (c *console) bench(word string) error {
	var l engine.Limits
	if word != "" {
		n, err := strconv.Atoi(word)
		if err != nil || n < 1 || n > maxDepth {
			return locale.NewError("command.play.bad-depth.bench", message.Args{"word": session.Clip(word), "max": maxDepth})
		}
		l.Depth = n
	}
	var nodes uint64
	var took time.Duration
	ctx, cancel := context.WithTimeout(c.ctx, session.MaxThinking)
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
		return locale.NewError("command.play.bench.too-deep", message.Args{"rules": c.Rules().Info().Name, "depth": word})
	case err != nil:
		return err
	}
	c.say("%s", c.Text("command.play.bench-total", message.Args{"rules": c.Rules().Info().Name, "nodes": int(nodes),
		"speed": int(engine.NodesPerSecond(nodes, took)), "seconds": fmt.Sprintf("%.2f", took.Seconds())}))
	return nil
}

// perft counts the leaf nodes at a depth.
func (c *console) perft(word string) error { return c.count(word, false) }

// divide counts the leaf nodes below each move.
func (c *console) divide(word string) error { return c.count(word, true) }

func (c *console) count(word string, divide bool) error {
	depth, err := strconv.Atoi(word)
	if err != nil || depth < 0 || depth > 40 {
		return locale.NewError("command.play.bad-depth.perft", message.Args{"word": session.Clip(word)})
	}
	ctx, cancel := context.WithTimeout(c.ctx, session.MaxThinking)
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
		return locale.NewError("command.play.perft.too-deep", message.Args{"rules": c.Rules().Info().Name, "depth": depth})
	case err != nil:
		return err
	}
	for _, line := range below {
		c.say("%s", line)
	}
	c.say("%d", n)
	return nil
}

// showBook prints the book moves, or turns the engine's book on or off.
func (c *console) showBook(word string) error {
	switch strings.ToLower(word) {
	case "":
	case "on", "off":
		c.Engine = c.Engine.WithBook(strings.EqualFold(word, "on"))
		if c.Engine.NoBook {
			c.print("command.play.book-off", nil)
		} else {
			c.print("command.play.book-on", nil)
		}
		return nil
	default:
		return locale.NewError("command.play.book.bad-option", message.Args{"word": session.Clip(word)})
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
			continue // another position has the same hash
		}
		moves = append(moves, c.Text("command.play.book-move", message.Args{"move": c.SAN(c.Rules().Guide().FormatSAN(&p, m)), "games": e.Games, "share": fmt.Sprintf("%.0f", 50*float64(e.Points)/float64(e.Games))}))
	}
	if len(moves) == 0 {
		c.print("command.play.book.no-moves", nil)
		return nil
	}
	c.print("command.play.book", message.Args{"moves": strings.Join(moves, ", ")})
	return nil
}
