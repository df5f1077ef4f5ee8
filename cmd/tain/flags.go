package main

import (
	"context"
	"fmt"
	"sync/atomic"
	"time"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/engine"
	"github.com/tainchess/tain/engine/book"
	"github.com/tainchess/tain/engine/eval"
	"github.com/tainchess/tain/engine/learn"
	"github.com/tainchess/tain/internal/cli"
	"github.com/tainchess/tain/internal/lab/match"
	"github.com/tainchess/tain/internal/lab/puzzle"
	"github.com/tainchess/tain/internal/lab/selfplay"
	"github.com/tainchess/tain/rules"
)

// engineFlags are the engine flags for commands that search.
type engineFlags struct {
	Threads int    `default:"1" placeholder:"N" help:"Search threads."`
	Hash    int    `default:"64" placeholder:"MB" help:"Transposition table size in megabytes."`
	Tables  string `placeholder:"DIR" complete:"files" help:"Endgame-table folder (default on Linux: ~/.local/share/tain/tables)."`
	Eval    string `default:"learnt" placeholder:"MODE" enum:"${modes}" help:"Evaluation: learnt (net or weights), weights, derived (from the rules), hand or blind."`
}

func (f *engineFlags) options(c *console) (engine.Options, error) {
	if most := cli.LargestHash(); f.Hash < 1 || f.Hash > most {
		return engine.Options{}, fmt.Errorf("--hash is %v; it must be from 1 to %d MB on this machine", f.Hash, most)
	}
	if err := cli.Within("--threads", f.Threads, 1, maxSearchThreads); err != nil {
		return engine.Options{}, err
	}
	tables, err := c.Tables(f.Tables)
	return engine.Options{HashMB: f.Hash, Threads: f.Threads, Mode: eval.Mode(f.Eval), Tables: tables}, err
}

// limitFlags are the search limits.
type limitFlags struct {
	Depth *int          `placeholder:"N" help:"Depth limit in plies."`
	Nodes *uint64       `placeholder:"N" help:"Node limit."`
	Time  *cli.Duration `placeholder:"TIME" help:"Time limit, such as 5s or 500ms."`
	Mate  *int          `placeholder:"N" help:"Search for a mate in at most this number of moves. Up to 4, the search also stops once it has proved that there is none."`
}

// limits returns the search limits set by the flags. The time limit is defaultTime if none of
// --depth, --nodes and --time is set.
func (f *limitFlags) limits(defaultTime time.Duration) (l engine.Limits, err error) {
	if l.Depth, err = atLeastOne("--depth", f.Depth); err != nil {
		return l, err
	}
	if l.Nodes, err = atLeastOne("--nodes", f.Nodes); err != nil {
		return l, err
	}
	if l.Mate, err = atLeastOne("--mate", f.Mate); err != nil {
		return l, err
	}
	switch {
	case f.Time != nil:
		l.MoveTime = time.Duration(*f.Time)
		err = f.Time.Within("--time", cli.MinTime, cli.MaxTime)
	case l.Depth == 0 && l.Nodes == 0:
		l.MoveTime = defaultTime
	}
	return l, err
}

func (f *limitFlags) given() bool {
	return f.Depth != nil || f.Nodes != nil || f.Time != nil || f.Mate != nil
}

// atLeastOne returns the value of a flag, or 0 if the flag is not set. It returns an error if the value is
// less than 1.
func atLeastOne[N int | uint64](flag string, n *N) (N, error) {
	if n == nil {
		return 0, nil
	}
	return *n, cli.AtLeast(flag, *n, 1)
}

const maxSearchThreads = 256

// crew are the workers of a cluster.
type crew interface {
	Selfplay(s selfplay.Series, mode string) func(ctx context.Context, number int) (*learn.Record, error)
	Match(ctx context.Context, t match.Task) (match.Played, error)
	Prove(ctx context.Context, r rules.Rules, s puzzle.Settings, all []puzzle.Puzzle, threads int, each func(done int)) ([]string, error)
}

// clusterFlags let a command share its work with the workers of a cluster.
type clusterFlags struct {
	Cluster string `placeholder:"URL" help:"PostgreSQL database whose workers (tain worker) share the work, such as postgres://tain@localhost/tain. The result does not change."`
}

// spread calls do. If --cluster is set, it first calls use with a crew of workers for jobs of the given
// kind, and with the number of jobs to run concurrently.
func (f *clusterFlags) spread(c *console, kind string, use func(with crew, jobs int) error, do func() error) error {
	if f.Cluster == "" {
		return do()
	}
	return withCrew(c.Context, f.Cluster, kind, func(with crew, n int) error {
		if err := use(with, n); err != nil {
			return err
		}
		return do()
	})
}

// kingless is the --kingless flag, which allows positions without a king.
type kingless struct {
	Kingless bool `aliases:"study" help:"Allow positions without a king."`
}

func (s kingless) options() rules.ParseOptions { return rules.ParseOptions{AllowNoKing: s.Kingless} }

// bookFlag is the --book flag.
type bookFlag struct {
	Book string `placeholder:"FILE" complete:"files" help:"Opening book built by tain book build or, for chess, a Polyglot book (.bin)."`
}

// open returns the book given by the flag, or the rule set's book if the flag is not set.
func (f bookFlag) open(r rules.Rules) (*book.Book, error) {
	if f.Book == "" {
		return book.For(r)
	}
	return book.Load(r, f.Book)
}

// console is a [cli.Console] with additional methods for the commands.
type console struct {
	*cli.Console
	schema bool // whether tain rules prints a schema
}

// position returns the rule set and the position given by a command's arguments.
func (c *console) position(variant string, words []string, k kingless) (r rules.Rules, p board.Position, err error) {
	if r, err = c.Choose(variant); err == nil {
		p, err = c.Position(r, words, k.options())
	}
	return r, p, err
}

// grace is the time that a command may take to finish after Ctrl-C, in nanoseconds.
var grace atomic.Int64
