package main

import (
	"fmt"
	"strings"
	"time"
)

// report is everything that was measured in one run.
type report struct {
	Machine, Go, Day string
	Cores, Rounds    int
	Counts           []count
	Threads          float64
	Startup          time.Duration
	Records          []recordJob
	SVG, PNG         time.Duration
}

// Markdown writes the report as a page.
func (r report) Markdown() string {
	var b strings.Builder
	fmt.Fprintf(&b, `# Benchmarks

Made by %[1]smake bench%[1]s on %[2]s: %[3]s, %[4]d cores, %[5]s.
Figures of one run on one machine can be compared; figures of different runs cannot.

A figure is million lines counted a second of CPU time (user and system), on one thread, without the time the
program needs to start; the best of %[6]d rounds. Stockfish and Fairy-Stockfish are Debian's, asked %[1]sgo perft%[1]s.

How many games a server keeps up with is measured by %[1]stain load%[1]s, see [load.md](load.md).

## Chess beside other programs

| board | depth | program | lines | million a second | of Stockfish |
|---|---:|---|---:|---:|---:|
`, "`", r.Day, r.Machine, r.Cores, r.Go, r.Rounds)
	for _, c := range r.Counts {
		if c.Rules != "chess" {
			continue
		}
		ratio := "-"
		if base, ok := r.find("stockfish", "chess", c.Board); ok {
			ratio = fmt.Sprintf("%.2f", c.Rate()/base.Rate())
		}
		fmt.Fprintf(&b, "| %s | %d | %s | %d | %.1f | %s |\n", c.Board, c.Depth, c.Program, c.Nodes, c.Rate()/1e6, ratio)
	}
	b.WriteString(`
## The rule sets beside chess

| rule set | board | depth | lines | million a second | of our chess |
|---|---|---:|---:|---:|---:|
`)
	for _, c := range r.Counts {
		if c.Program == "tain" && c.About == "" {
			fmt.Fprintf(&b, "| %s | %s | %d | %d | %.1f | %s |\n", c.Rules, c.Board, c.Depth, c.Nodes, c.Rate()/1e6, r.ofChess(c))
		}
	}
	b.WriteString(`
## Definitions beside chess

Rule sets as people write them, one of each sort.

| definition | what it has | board | depth | lines | million a second | of our chess |
|---|---|---|---:|---:|---:|---:|
`)
	for _, c := range r.Counts {
		if c.About != "" {
			fmt.Fprintf(&b, "| %s | %s | %s | %d | %d | %.1f | %s |\n", c.Rules, c.About, c.Board, c.Depth, c.Nodes, c.Rate()/1e6, r.ofChess(c))
		}
	}
	fmt.Fprintf(&b, `
## Threads and start

| what | figure |
|---|---:|
| chess, depth 6, two threads beside one, by the clock | %.2f times |
| %s to its first output, median | %.1f ms |
`, r.Threads, "`tain version`", milliseconds(r.Startup))
	fmt.Fprintf(&b, `
## Game records

%d games of chess that the benchmark makes, alike on every machine. CPU time (user and system), the best of %d rounds
in which the programs took turns, pgn-extract is Debian's.

| what | command | seconds | of pgn-extract |
|---|---|---:|---:|
`, recordGames, r.Rounds)
	for _, j := range r.Records {
		ratio := "-"
		if base, ok := r.record("pgn-extract", j.What); ok {
			ratio = fmt.Sprintf("%.2f", j.CPU.Seconds()/base.CPU.Seconds())
		}
		fmt.Fprintf(&b, "| %s | `%s` | %.2f | %s |\n", j.What, j.command("games.pgn"), j.CPU.Seconds(), ratio)
	}
	fmt.Fprintf(&b, `
## Pictures

Three boards with a chosen piece, %d pixels wide, the best of %d.

| what | figure |
|---|---:|
| SVG | %.2f ms |
| PNG | %.1f ms |
`, pictureWidth, 5*r.Rounds, milliseconds(r.SVG), milliseconds(r.PNG))
	return b.String()
}

// ofChess returns a rate as a share of our chess on the same board.
func (r report) ofChess(c count) string {
	base, ok := r.find("tain", "chess", c.Board)
	if !ok {
		return "-"
	}
	return fmt.Sprintf("%.2f", c.Rate()/base.Rate())
}

func milliseconds(d time.Duration) float64 { return d.Seconds() * 1000 }

func (r report) find(program, rules, board string) (count, bool) {
	for _, c := range r.Counts {
		if c.Program == program && c.Rules == rules && c.Board == board {
			return c, true
		}
	}
	return count{}, false
}

func (r report) record(program, what string) (recordJob, bool) {
	for _, j := range r.Records {
		if j.Program == program && j.What == what {
			return j, true
		}
	}
	return recordJob{}, false
}
