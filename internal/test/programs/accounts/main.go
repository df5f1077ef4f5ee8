// Command accounts measures what accounts cost a server. It runs three servers on SQLite: one without accounts, one with
// accounts whose players are guests, and one whose players are signed in and play rated games. In turn, it plays the
// same number of moves on each of them, and prints the servers' CPU time per move.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"slices"
	"time"

	"github.com/tainchess/tain/internal/site/load"
	"github.com/tainchess/tain/internal/site/store/sqlite"
	"github.com/tainchess/tain/internal/test/passkey"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/variant"
)

// setup is a server and the people who play on it.
type setup struct {
	name     string
	off      bool // whether the server has no accounts
	signedIn bool
	url      string
	cookies  []string
	works    []float64 // CPU time per move, µs
}

func main() {
	program := flag.String("program", "bin/tain", "server `program`")
	rounds := flag.Int("rounds", 5, "`number` of rounds")
	plan := load.Plan{}
	flag.IntVar(&plan.Games, "games", 100, "`number` of concurrent games")
	flag.Float64Var(&plan.MovesPerSecond, "moves-per-second", 200, "`number` of moves per second")
	flag.DurationVar(&plan.Time, "time", 10*time.Second, "duration of each round")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	chess, _ := variant.Builtin().Find("chess")
	plan.Rules = []rules.Rules{chess}
	if err := measure(ctx, *program, *rounds, plan); err != nil {
		fmt.Fprintln(os.Stderr, "accounts:", err)
		os.Exit(1)
	}
}

// start starts a server that stops when the context ends. ended waits until it has stopped.
func (s *setup) start(ctx context.Context, program, folder string, games int) (ended func(), err error) {
	if s.signedIn {
		store, err := sqlite.Open(ctx, folder)
		if err != nil {
			return nil, err
		}
		s.cookies, err = passkey.Accounts(ctx, store, 2*games, 0)
		if err = errors.Join(err, store.Close()); err != nil {
			return nil, err
		}
	}
	server := exec.CommandContext(ctx, program, "--json", "serve", "--addr", "localhost:0", "--data", folder, "--no-limits", "--public-metrics",
		"--log-level", "error", "--set", fmt.Sprint("accounts.off=", s.off))
	server.Cancel = func() error { return server.Process.Signal(os.Interrupt) }
	server.Stderr = os.Stderr
	out, err := server.StdoutPipe()
	if err == nil {
		err = server.Start()
	}
	if err != nil {
		return nil, err
	}
	var ready struct{ URL string }
	err = json.NewDecoder(out).Decode(&ready)
	s.url = ready.URL
	return func() { _ = server.Wait() }, err // interrupted
}

// measure runs the servers, plays the rounds and prints the result.
func measure(ctx context.Context, program string, rounds int, plan load.Plan) error {
	folder, err := os.MkdirTemp("", "tain-accounts-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(folder)
	setups := []*setup{{name: "no accounts", off: true}, {name: "accounts, players are guests"}, {name: "accounts, rated games", signedIn: true}}
	running, stop := context.WithCancel(ctx)
	for i, s := range setups {
		ended, err := s.start(running, program, fmt.Sprint(folder, "/", i), plan.Games)
		if ended != nil {
			defer ended()
		}
		if err != nil {
			stop()
			return fmt.Errorf("%s: %w", s.name, err)
		}
	}
	defer stop()
	for round := range rounds {
		for i := range setups {
			s := setups[(i+round)%len(setups)]
			plan.URL, plan.Accounts = s.url, s.cookies
			report, err := load.Run(ctx, plan)
			if err != nil {
				return fmt.Errorf("%s: %w", s.name, err)
			}
			if !report.Passed() || report.Work == 0 || report.Moves == 0 {
				return fmt.Errorf("%s: the run has failed:\n%s", s.name, &report)
			}
			s.works = append(s.works, 1e6*report.Work/float64(report.Moves))
			fmt.Fprintf(os.Stderr, "accounts: round %d, %s: %.0f µs per move, %d moves\n", round+1, s.name, s.works[round], report.Moves)
		}
	}
	fmt.Println("| server | µs per move, median | least | most | median ratio to no accounts |\n|---|---:|---:|---:|---:|")
	for _, s := range setups {
		var ratios []float64 // in the same round
		for i := range s.works {
			ratios = append(ratios, s.works[i]/setups[0].works[i])
		}
		fmt.Printf("| %s | %.0f | %.0f | %.0f | %.2f |\n", s.name, median(s.works), slices.Min(s.works), slices.Max(s.works), median(ratios))
	}
	return nil
}

func median(list []float64) float64 {
	sorted := slices.Sorted(slices.Values(list))
	return sorted[len(sorted)/2]
}
