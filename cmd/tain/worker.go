package main

import (
	"fmt"
	"log/slog"
	"runtime"
	"strings"
	"time"

	"github.com/tainchess/tain/internal/background"
	"github.com/tainchess/tain/internal/site/config"
	"github.com/tainchess/tain/internal/site/jobs"
	"github.com/tainchess/tain/internal/site/store/postgres"
)

type workerCmd struct {
	Store             string   `required:"" placeholder:"URL" env:"TAIN_STORE" help:"The PostgreSQL database of the servers, such as postgres://tain@localhost/tain. Whoever may list processes sees what stands here: leave the password to PGPASSWORD or ~/.pgpass."`
	StorePasswordFile string   `placeholder:"FILE" complete:"files" env:"TAIN_STORE_PASSWORD_FILE" help:"A file with the password of the database in its first line."`
	StoreWait         duration `default:"30s" placeholder:"TIME" env:"TAIN_STORE_WAIT" help:"How long to wait for a database that cannot be reached or does not answer, or that no server has used yet; 0 is not at all."`
	Threads           int      `default:"0" placeholder:"N" help:"How many jobs are done at a time; as many as there are cores if not told."`
	Kinds             string   `placeholder:"LIST" help:"What it takes, with commas between: moves, analysis, puzzles, selfplay, match; everything if not told."`
	LogFormat         string   `default:"text" enum:"text,json" env:"TAIN_LOG_FORMAT" help:"How the log on standard error is written: text or json."`
	LogLevel          string   `default:"info" env:"TAIN_LOG_LEVEL" placeholder:"LEVEL" help:"What is logged: debug, info, warn or error."`
}

func (workerCmd) Help() string {
	return `Servers that share a PostgreSQL database leave it to workers to think, where there are any: computer moves, analyses of whole games that are asked for on the page or over the API, and what tain selfplay, tain match and tain puzzles spread with --cluster. Start as many as you like, on any machine that reaches the database. Ctrl-C ends one: what it had begun others do. One that is killed is missed within a second. docs/scale.md tells more.

Examples:

    $ tain worker --store postgres://tain@localhost/tain
    $ tain worker --store postgres://tain@localhost/tain --threads 4 --kinds moves`
}

// mostThreads is how many jobs a worker does at a time at most.
const mostThreads = 1024

// workerStarted tells of a worker as JSON.
type workerStarted struct {
	Store   string   `json:"store"`
	Threads int      `json:"threads"`
	Kinds   []string `json:"kinds"`
}

func (w *workerCmd) Run(c *console) error {
	kinds, err := jobs.ParseKinds(w.Kinds)
	if err != nil {
		return fmt.Errorf("--kinds is %q; it takes a comma-separated list of %v", clip(w.Kinds), strings.Join(jobs.Kinds, ", "))
	}
	if w.Threads < 0 || w.Threads > mostThreads {
		return fmt.Errorf("--threads is %v; it must be from 1 to %d", w.Threads, mostThreads)
	}
	threads := w.Threads
	if threads == 0 {
		threads = runtime.NumCPU()
	}
	if err := w.StoreWait.within("--store-wait", 0, mostTime); err != nil {
		return err
	}
	level, err := config.ParseLevel(w.LogLevel)
	if err != nil {
		return err
	}
	o := &slog.HandlerOptions{Level: level}
	log := slog.New(slog.NewTextHandler(c.errs, o))
	if w.LogFormat == "json" {
		log = slog.New(slog.NewJSONHandler(c.errs, o))
	}
	kept, err := postgres.Open(c.ctx, postgres.Options{
		URL: w.Store, PasswordFile: w.StorePasswordFile, Aside: true, Existing: true, Wait: time.Duration(w.StoreWait), Log: log,
	})
	if err != nil {
		return err
	}
	defer kept.Close()
	if err := finished(c.ctx, kept); err != nil {
		return err
	}
	background.MakeRoom(2 * threads)
	grace.Store(int64(shutdownGrace))
	var told error
	err = jobs.Run(c.ctx, jobs.Options{
		Store: kept, Rules: c.rules, Threads: threads, Kinds: kinds, Log: log,
		Ready: func() {
			if c.json {
				told = c.document(workerStarted{kept.Where(), threads, kinds})
			} else {
				fmt.Fprintln(c.out, fmt.Sprintf("Working for the servers of %v: %v; threads: %v. Press Ctrl-C to stop.", kept.Where(), strings.Join(kinds, ", "), threads))
			}
			if told == nil {
				told = c.out.Flush()
			}
		},
	})
	if err == nil {
		err = told
	}
	return err
}
