package main

import (
	"fmt"
	"time"

	"github.com/tainchess/tain/internal/tool/results"
)

// report holds the figures of one run.
type report struct {
	Machine, Go, Day, Commit string
	Cores, Rounds            int
	Counts                   []count
	Threads                  float64
	Startup                  time.Duration
	Records                  []recordJob
	SVG, PNG                 time.Duration
}

// group returns the report as the content of a result file.
func (r report) group() results.Group {
	g := results.Group{
		Title: "Speed",
		Shows: "How fast Tain counts moves, reads records and draws. Move counting is measured in millions of lines (leaf nodes) per second " +
			"of CPU time (user and system) on one thread, without program start-up. The programs run in turn, and the best round " +
			"counts, because other work on the machine can only slow a round down.",
	}
	add := func(title, shows string, columns []string, rows [][]string) {
		if len(rows) == 0 {
			return
		}
		g.Results = append(g.Results, results.Result{
			Title: title, Shows: shows, Commands: []string{fmt.Sprintf(`make bench BENCHFLAGS="-rounds %d"`, r.Rounds)},
			Machine: fmt.Sprintf("%s, %d cores, %s", r.Machine, r.Cores, r.Go), Date: r.Day, Commit: r.Commit,
			Tables: []results.Table{{Columns: columns, Rows: rows}},
		})
	}
	var others, own, written, wide, records [][]string
	for _, c := range r.Counts {
		rate, depth, nodes := fmt.Sprintf("%.1f", c.Rate()/1e6), fmt.Sprint(c.Depth), fmt.Sprint(c.Nodes)
		if c.Rules == "chess" && c.About == "" {
			ratio := "-"
			if base, ok := r.find("stockfish", "chess", c.Board); ok {
				ratio = fmt.Sprintf("%.2f", c.Rate()/base.Rate())
			}
			others = append(others, []string{c.Board, depth, c.Program, nodes, rate, ratio})
		}
		switch {
		case c.wide:
			wide = append(wide, []string{c.Rules, c.About, depth, nodes, rate, r.ofChess(c)})
		case c.About != "":
			written = append(written, []string{c.Rules, c.About, c.Board, depth, nodes, rate, r.ofChess(c)})
		case c.Program == "tain":
			own = append(own, []string{c.Rules, c.Board, depth, nodes, rate, r.ofChess(c)})
		}
	}
	for _, j := range r.Records {
		ratio := "-"
		if base, ok := r.record("pgn-extract", j.What); ok {
			ratio = fmt.Sprintf("%.2f", j.CPU.Seconds()/base.CPU.Seconds())
		}
		records = append(records, []string{j.What, "`" + j.command("games.pgn") + "`", fmt.Sprintf("%.2f", j.CPU.Seconds()), ratio})
	}
	add("Move counting compared with other programs", "Orthodox chess. Stockfish and Fairy-Stockfish are Debian's packages and run `go perft`.",
		[]string{"board", "depth", "program", "lines", "million/s", "relative to Stockfish"}, others)
	add("Move counting by rule set", "Each built-in rule set, relative to Tain's chess on the same board.",
		[]string{"rule set", "board", "depth", "lines", "million/s", "relative to chess"}, own)
	add("Move counting by definition", "Typical user-written definitions, one of each kind.",
		[]string{"definition", "feature", "board", "depth", "lines", "million/s", "relative to chess"}, written)
	add("Move counting on wide boards", "Definitions in `testdata/boards` with more than 64 squares or two planes, relative to Tain's chess from its starting position.",
		[]string{"game", "board", "depth", "lines", "million/s", "relative to chess"}, wide)
	add("Threads and start-up", "Two threads compared with one, by wall-clock time, and the time until the program prints its first output.",
		[]string{"measurement", "value"}, [][]string{
			{"chess, depth 6, two threads compared with one", fmt.Sprintf("%.2f times", r.Threads)},
			{"time to the first output of `tain version`, median", fmt.Sprintf("%.1f ms", milliseconds(r.Startup))},
		})
	add("Game records", fmt.Sprintf("CPU seconds to work on %d generated games of chess. pgn-extract is Debian's package.", recordGames),
		[]string{"task", "command", "seconds", "relative to pgn-extract"}, records)
	add("Pictures", fmt.Sprintf("Time to draw three boards with a selected piece, %d pixels wide; best of %d runs.", pictureWidth, 5*r.Rounds),
		[]string{"format", "time"}, [][]string{
			{"SVG", fmt.Sprintf("%.2f ms", milliseconds(r.SVG))},
			{"PNG", fmt.Sprintf("%.1f ms", milliseconds(r.PNG))},
		})
	return g
}

// ofChess formats a rate relative to Tain's rate for chess on the same board, or "-" if that was not
// measured.
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
