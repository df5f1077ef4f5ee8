// Command bench measures how fast Tain counts moves, reads game records and draws pictures, and
// compares the speeds with those of other installed programs. It writes the figures to a result file,
// and can write the page that shows all result files.
//
// The time of a count is the user and system CPU time of a child process, minus the CPU time of the
// same program for a count of depth 1. This excludes the time for loading tables and networks. Programs
// take turns, and the best of several rounds counts, because other load can only make a round slower.
package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/tainchess/tain/internal/tool/results"
)

// boards are the positions to count: the starting position, and a well-known middlegame with castling,
// pins and promotions.
var boards = []struct {
	name, fen string
	depth     int
}{
	{"start", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 6},
	{"Kiwipete", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 5},
}

func main() {
	tain := flag.String("tain", "bin/tain", "program to measure")
	rounds := flag.Int("rounds", 5, "rounds; the best counts")
	write := flag.String("write", "", "result file (JSON) to write")
	page := flag.String("page", "", "write this page from the result files in the folder of the same name, and measure nothing")
	flag.Parse()
	run := func() error { return bench(*tain, *rounds, *write) }
	if *page != "" {
		run = func() error { return results.WritePage(*page) }
	}
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

func bench(tain string, rounds int, write string) error {
	if rounds < 1 {
		return fmt.Errorf("-rounds is %d; it must be at least 1", rounds)
	}
	list, err := ruleSets(tain)
	if err != nil {
		return err
	}
	r := report{
		Machine: machine(), Cores: runtime.NumCPU(), Go: runtime.Version(),
		Rounds: rounds, Day: time.Now().Format(time.DateOnly), Commit: commit(),
	}
	folder, err := os.MkdirTemp("", "bench-*")
	if err != nil {
		return err
	}
	defer os.RemoveAll(folder)
	written, err := definitionJobs(tain, folder)
	if err != nil {
		return err
	}
	if r.Counts, err = measureAll(slices.Concat(jobs(tain, list), written, wideJobs(tain)), rounds); err != nil {
		return err
	}
	if r.Threads, err = threads(tain, rounds); err != nil {
		return err
	}
	if r.Startup, err = startup(tain); err != nil {
		return err
	}
	if r.Records, err = records(tain, rounds); err != nil {
		return err
	}
	if r.SVG, r.PNG, err = pictures(rounds); err != nil {
		return err
	}
	g := r.group()
	fmt.Print(g.Markdown())
	if write == "" {
		return nil
	}
	return results.Write(write, g)
}

// commit returns the commit of the working tree, or "" outside a repository.
func commit() string {
	out, err := exec.Command("git", "rev-parse", "--short", "HEAD").Output()
	if err != nil {
		return ""
	}
	return strings.TrimSpace(string(out))
}

// ruleSet is a rule set in the output of tain variants.
type ruleSet struct {
	Name     string
	Castling bool
	Levels   []string
	Shape    struct{ Planes int }
}

// ruleSets lists Tain's rule sets.
func ruleSets(tain string) (list []ruleSet, err error) {
	out, err := exec.Command(tain, "variants", "--json").Output()
	var all struct{ Variants []ruleSet }
	if err == nil {
		err = json.Unmarshal(out, &all)
	}
	if err != nil {
		return nil, fmt.Errorf("%s variants: %w", tain, err)
	}
	return all.Variants, nil
}

// jobs lists the counts: orthodox chess with every program, then each rule set with Tain. Rule sets with two
// planes are counted as wide definitions.
func jobs(tain string, list []ruleSet) (all []job) {
	for _, b := range boards {
		for _, engine := range []string{"stockfish", "fairy-stockfish"} {
			if path := programPath(engine); path != "" {
				all = append(all, job{Program: engine, Rules: "chess", Board: b.name, fen: b.fen, Depth: b.depth, path: path, uci: true})
			}
		}
		all = append(all, job{Program: "tain", Rules: "chess", Board: b.name, fen: b.fen, Depth: b.depth, path: tain})
	}
	for _, r := range list {
		switch {
		case r.Name == "chess" || r.Shape.Planes > 1:
		case len(r.Levels) > 0:
			all = append(all, job{Program: "tain", Rules: r.Name, Board: "start", fen: "start", Depth: 5, path: tain})
		default:
			for _, b := range boards {
				fen := b.fen
				if !r.Castling {
					fen = strings.Replace(fen, "KQkq", "-", 1)
				}
				all = append(all, job{Program: "tain", Rules: r.Name, Board: b.name, fen: fen, Depth: b.depth, path: tain})
			}
		}
	}
	return all
}

// programPath returns the path of a program on PATH or in Debian's games folder. If the program is not
// installed, programPath prints a warning and returns "".
func programPath(name string) string {
	for _, try := range []string{name, "/usr/games/" + name} {
		if path, err := exec.LookPath(try); err == nil {
			return path
		}
	}
	fmt.Fprintf(os.Stderr, "bench: %s is not installed; the table will not include it\n", name)
	return ""
}

// machine returns the processor model, or the architecture if the model is unknown.
func machine() string {
	info, err := os.ReadFile("/proc/cpuinfo")
	if err != nil {
		return runtime.GOARCH
	}
	for line := range strings.Lines(string(info)) {
		if key, value, ok := strings.Cut(line, ":"); ok && strings.TrimSpace(key) == "model name" {
			return strings.TrimSpace(value)
		}
	}
	return runtime.GOARCH
}
