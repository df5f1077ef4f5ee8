package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"time"

	"github.com/tainchess/tain/variant"
)

// recordGames is the number of games in the benchmark file.
const recordGames = 20_000

// recordJob is a task in which a program works on a game file, with the lowest CPU time.
type recordJob struct {
	Program, What string
	CPU           time.Duration

	path string
	args []string // arguments before the file name
}

// command returns the job's command line.
func (j recordJob) command(file string) string {
	return strings.Join(append(append([]string{j.Program}, j.args...), file), " ")
}

// recordJobs lists the jobs. Those of pgn-extract are omitted if extract, its path, is empty.
func recordJobs(tain, extract string) (all []recordJob) {
	add := func(program, what, path string, args ...string) {
		if path != "" {
			all = append(all, recordJob{Program: program, What: what, path: path, args: args})
		}
	}
	add("pgn-extract", "reading", extract, "-s", "-r")
	add("tain", "reading", tain, "pgn", "check")
	add("pgn-extract", "rewriting", extract, "-s")
	add("tain", "rewriting", tain, "convert", "--to", "pgn")
	add("pgn-extract", "selecting by player", extract, "-s", "-TpPlayer7")
	add("tain", "selecting by player", tain, "pgn", "filter", "--player", "Player7")
	add("pgn-extract", "selecting by length", extract, "-s", "--minmoves", "40")
	add("tain", "selecting by length", tain, "pgn", "filter", "--min-moves", "40")
	add("pgn-extract", "removing duplicates", extract, "-s", "-D")
	add("tain", "removing duplicates", tain, "pgn", "dedupe")
	return all
}

// records measures how fast programs read and rewrite games, and returns the jobs with their times.
func records(tain string, rounds int) ([]recordJob, error) {
	chess, ok := variant.Builtin().Find("chess")
	if !ok {
		return nil, errors.New("rule set chess not found")
	}
	file, err := os.CreateTemp("", "bench-*.pgn")
	if err != nil {
		return nil, err
	}
	defer os.Remove(file.Name())
	defer file.Close()
	fmt.Fprintf(os.Stderr, "generating %d games\n", recordGames)
	if err := writeGames(file, chess, recordGames); err != nil {
		return nil, err
	}
	jobs := recordJobs(tain, programPath("pgn-extract"))
	for round := range rounds {
		for i := range jobs {
			j := &jobs[i]
			fmt.Fprintf(os.Stderr, "round %d of %d: %s %s games\n", round+1, rounds, j.Program, j.What)
			cmd := exec.Command(j.path, append(j.args[:len(j.args):len(j.args)], file.Name())...)
			if err := cmd.Run(); err != nil {
				return nil, fmt.Errorf("%s: %w", j.command(file.Name()), err)
			}
			if took := cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime(); round == 0 || took < j.CPU {
				j.CPU = took
			}
		}
	}
	return jobs, nil
}
