package main

import (
	"bufio"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/tainchess/tain/eval"
	"github.com/tainchess/tain/learn"
	"github.com/tainchess/tain/rules"
)

type selfplayCmd struct {
	Variant string `arg:"" complete:"variants" help:"The rule set."`
	Output  string `arg:"" complete:"files" help:"File of records to write or to go on with."`

	Games       int    `default:"1000" help:"How many games the file is to hold in the end."`
	Nodes       uint64 `default:"2000" help:"Positions looked at for each move."`
	RandomPlies int    `default:"8" help:"Random moves that open each game."`
	VaryPlies   int    `help:"How far into a game to draw among moves that are about as good as the best."`
	Seed        uint64 `default:"1" help:"Where chance begins; the same seed gives the same games."`
	Mode        string `default:"learnt" enum:"learnt,hand,blind" help:"Which weights play: learnt, hand or blind."`
	Weights     string `placeholder:"FILE" complete:"files" help:"Play by the weights in a file that tain tune wrote."`
	Concurrency int    `default:"${cores}" help:"Games at the same time (default: one a core, ${cores})."`
}

func (selfplayCmd) Help() string {
	return `Plays the engine against itself and writes one game a line: White's half points, the start, and the moves with the engine's scores. A file that exists is gone on with: broken off games cost nothing but themselves, and the same settings give the same file in one go or in many.

Examples:

    $ tain selfplay mirrorsquare games.txt --games 4000
    $ tain tune mirrorsquare games.txt -o weights.txt`
}

func (s *selfplayCmd) Run(c *console) error {
	r, err := findRules(s.Variant)
	if err != nil {
		return err
	}
	if s.Games < 1 || s.Nodes < 1 || s.RandomPlies < 0 || s.RandomPlies > 40 || s.VaryPlies < 0 || s.Concurrency < 1 || s.Concurrency > maxThreads {
		return fmt.Errorf("--games, --nodes and --concurrency must be at least 1, --random-plies from 0 to 40, --vary-plies not negative")
	}
	e, err := s.evaluator(r)
	if err != nil {
		return err
	}
	settings := fmt.Sprintf("# tain selfplay %s --nodes %d --random-plies %d --seed %d --mode %s",
		r.Info().Name, s.Nodes, s.RandomPlies, s.Seed, s.Mode)
	if s.VaryPlies > 0 {
		settings += fmt.Sprintf(" --vary-plies %d", s.VaryPlies)
	}
	if s.Weights != "" {
		settings += " --weights " + filepath.Base(s.Weights)
	}
	file, have, err := openSeries(s.Output, settings)
	if err != nil {
		return err
	}
	defer file.Close()
	began, bar := time.Now(), c.progress("selfplay "+r.Info().Name, false)
	var tally [3]int
	run := learn.Selfplay{
		Rules: r, Eval: e, First: have, Last: s.Games, Nodes: s.Nodes, Seed: s.Seed,
		RandomPlies: s.RandomPlies, VaryPlies: s.VaryPlies, Concurrency: s.Concurrency,
		Done: func(number int, record *learn.Record) error {
			tally[record.Points]++
			bar.at(int64(number+1), int64(s.Games))
			_, err := file.WriteString(record.String() + "\n")
			return err
		},
	}
	err = run.Run(c.ctx)
	bar.clear()
	if closed := file.Close(); err == nil {
		err = closed
	}
	if err != nil {
		return err
	}
	fmt.Fprintf(c.out, "%d games in %s (%d new in %s): White won %d, drew %d, lost %d of the new\n",
		max(s.Games, have), s.Output, max(0, s.Games-have), time.Since(began).Round(time.Second), tally[2], tally[1], tally[0])
	return nil
}

// evaluator is what plays: the weights of a mode, or of a file.
func (s *selfplayCmd) evaluator(r rules.Rules) (eval.Evaluator, error) {
	if s.Weights == "" {
		return eval.New(r, eval.Mode(s.Mode))
	}
	w, err := eval.LoadWeights(r, s.Weights)
	if err != nil {
		return nil, err
	}
	return eval.WithWeights(r, w)
}

// openSeries opens a file of records for going on with and counts those it
// holds. A last line that was cut off is dropped. A file that other settings
// made is refused: games of two kinds in one file would be nobody's.
func openSeries(name, settings string) (file *os.File, have int, err error) {
	file, err = os.OpenFile(name, os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		return nil, 0, fmt.Errorf("cannot write %s: %w", name, err)
	}
	defer func() {
		if err != nil {
			file.Close()
		}
	}()
	first, _ := bufio.NewReader(file).ReadString('\n')
	switch {
	case first == "":
		_, err = file.WriteString(settings + "\n")
		return file, 0, err
	case strings.TrimSpace(first) != settings:
		return nil, 0, fmt.Errorf("%s was made with other settings (%s); choose another file", name, clip(strings.TrimSpace(first)))
	}
	have, end, err := learn.Resume(file)
	if err != nil {
		return nil, 0, cannotRead(name, err)
	}
	if err = file.Truncate(end); err == nil {
		_, err = file.Seek(end, 0)
	}
	return file, have, err
}
