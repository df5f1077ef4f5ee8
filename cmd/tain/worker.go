package main

import (
	"cmp"
	"fmt"
	"runtime"
	"strings"
	"time"

	"github.com/tainchess/tain/internal/background"
	"github.com/tainchess/tain/internal/cli"
	"github.com/tainchess/tain/internal/site/app"
	"github.com/tainchess/tain/internal/site/config"
	"github.com/tainchess/tain/internal/site/jobs"
	"github.com/tainchess/tain/internal/site/store/postgres"
)

type workerCmd struct {
	Store             string       `required:"" placeholder:"URL" env:"TAIN_STORE" help:"PostgreSQL database of the servers, such as postgres://tain@localhost/tain. Put the password in PGPASSWORD or ~/.pgpass: command lines are visible to other users."`
	StorePasswordFile string       `placeholder:"FILE" complete:"files" env:"TAIN_STORE_PASSWORD_FILE" help:"File with the database password in its first line."`
	StoreWait         cli.Duration `default:"30s" placeholder:"TIME" env:"TAIN_STORE_WAIT" help:"Time to wait for an unreachable or unused database; 0 for none."`
	Threads           int          `default:"0" placeholder:"N" help:"Concurrent jobs (default: one per core)."`
	Kinds             string       `placeholder:"LIST" help:"Job kinds, separated by commas: moves, analysis, puzzles, selfplay, match (default: all)."`
	LogFormat         string       `default:"text" enum:"text,json" env:"TAIN_LOG_FORMAT" help:"Log format on standard error: text or json."`
	LogLevel          string       `default:"info" env:"TAIN_LOG_LEVEL" placeholder:"LEVEL" help:"Log level: debug, info, warn or error."`
}

func (workerCmd) Help() string {
	return `Workers do the engine work of servers that share a PostgreSQL database: computer moves, game analyses requested on the page or over the API, and the work of tain selfplay, tain match and tain puzzles with --cluster. Start any number, on any machine that reaches the database. Ctrl-C stops one; other workers take over its jobs. A killed worker is noticed within a second. See docs/scale.md.

Examples:

    $ tain worker --store postgres://tain@localhost/tain
    $ tain worker --store postgres://tain@localhost/tain --threads 4 --kinds moves`
}

type workerStarted struct {
	Store   string   `json:"store"`
	Threads int      `json:"threads"`
	Kinds   []string `json:"kinds"`
}

func (w *workerCmd) Run(c *console) error {
	kinds, err := jobs.ParseKinds(w.Kinds)
	if err != nil {
		return fmt.Errorf("--kinds is %q; it takes a comma-separated list of %v", cli.Clip(w.Kinds), strings.Join(jobs.Kinds, ", "))
	}
	if w.Threads < 0 || w.Threads > cli.MaxThreads {
		return fmt.Errorf("--threads is %v; it must be from 1 to %d", w.Threads, cli.MaxThreads)
	}
	threads := cmp.Or(w.Threads, runtime.NumCPU())
	if err := w.StoreWait.Within("--store-wait", 0, cli.MaxTime); err != nil {
		return err
	}
	level, err := config.ParseLevel(w.LogLevel)
	if err != nil {
		return err
	}
	log := app.NewLog(c.Errs, w.LogFormat, level)
	games, err := postgres.Open(c.Context, postgres.Options{
		URL: w.Store, PasswordFile: w.StorePasswordFile, Aside: true, Existing: true, Wait: time.Duration(w.StoreWait), Log: log,
	})
	if err != nil {
		return err
	}
	defer games.Close()
	if err := app.CheckCopied(c.Context, games); err != nil {
		return err
	}
	background.MakeRoom(2 * threads)
	grace.Store(int64(app.ShutdownGrace))
	var printed error
	err = jobs.Run(c.Context, jobs.Options{
		Store: games, Rules: c.Rules, Threads: threads, Kinds: kinds, Log: log,
		Ready: func() {
			printed = c.Result(workerStarted{games.Where(), threads, kinds},
				"Working for the servers of %v: %v; threads: %v. Press Ctrl-C to stop.\n", games.Where(), strings.Join(kinds, ", "), threads)
			if printed == nil {
				printed = c.Out.Flush()
			}
		},
	})
	return cmp.Or(err, printed)
}
