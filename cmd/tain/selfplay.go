package main

import (
	"bufio"
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/tainchess/tain/engine"
	"github.com/tainchess/tain/engine/eval"
	"github.com/tainchess/tain/engine/learn"
	"github.com/tainchess/tain/engine/train"
	"github.com/tainchess/tain/internal/cli"
	"github.com/tainchess/tain/internal/lab/player"
	"github.com/tainchess/tain/internal/lab/selfplay"
	"github.com/tainchess/tain/internal/site/jobs"
	"github.com/tainchess/tain/rules"
)

type selfplayCmd struct {
	Variant string `arg:"" complete:"variants" help:"Rule set."`
	Output  string `arg:"" complete:"files" help:"Game file to write or continue."`

	Games       int    `default:"1000" help:"Games in the finished file."`
	Nodes       uint64 `default:"2000" help:"Nodes per move."`
	Soft        bool   `help:"Finish the current depth when the nodes are spent."`
	RandomPlies int    `default:"8" help:"Random opening plies; half of the games have one more, so that either side chooses first. With 0, all games are equal unless --vary-plies is set."`
	VaryPlies   int    `placeholder:"N" help:"Plies in which moves about as good as the best are chosen at random."`
	Seed        uint64 `default:"1" help:"Random seed; the same seed gives the same games."`
	Mode        string `default:"learnt" enum:"${modes}" help:"Evaluation: learnt (net or weights), weights, derived (from the rules), hand or blind."`
	Weights     string `placeholder:"FILE" complete:"files" help:"Weights file from tain tune."`
	Net         string `placeholder:"FILE" complete:"files" help:"Net file from tain learn."`
	Concurrency int    `default:"${cores}" help:"Concurrent games (default: one per core, ${cores})."`

	clusterFlags

	// sum tells what is in the file of --weights or --net; empty where nobody changes it.
	sum string
}

func (selfplayCmd) Help() string {
	return `Writes one game per line: White's half points, the starting position, and the moves with the engine's scores. An existing file is continued. Each game is saved when it ends, so an interruption costs only the games in progress. The same settings give the same file, in one run or several. Until the last game has ended, games may be out of order; comments then give their numbers.

Examples:

    $ tain selfplay mirrorsquare games.txt --games 4000
    $ tain selfplay mirrorsquare games.txt --games 40000 --cluster postgres://tain@localhost/tain
    $ tain tune mirrorsquare games.txt -o weights.txt`
}

func (s *selfplayCmd) Run(c *console) error {
	r, err := c.Choose(s.Variant)
	if err != nil {
		return err
	}
	if s.Games < 1 || s.Nodes < 1 || s.RandomPlies < 0 || s.RandomPlies > 40 || s.VaryPlies < 0 || s.Concurrency < 1 || s.Concurrency > maxThreads {
		return errors.New("--games, --nodes and --concurrency must be at least 1, --random-plies from 0 to 40, --vary-plies 0 or more")
	}
	s.sum = player.FileSum(cmp.Or(s.Net, s.Weights))
	doc, err := s.play(c, r)
	switch {
	case err != nil && c.Context.Err() != nil && !c.JSON:
		c.Note(fmt.Sprintf("%s saved in %v; run the same command to continue", cli.Plural(doc.Games, "game"), s.Output))
		return err
	case err != nil:
		return err
	case c.JSON:
		return c.Document(doc)
	}
	fmt.Fprintln(c.Out, fmt.Sprintf("%s in %v (%v new in %v): White won %v, drew %v, lost %v of the new games", cli.Plural(doc.Games, "game"), doc.File, doc.New, time.Duration(doc.Seconds*float64(time.Second)).Round(time.Second), doc.Wins, doc.Draws, doc.Losses))
	return nil
}

// play plays the games that the file lacks. What it tells holds also of a series
// that was broken off.
func (s *selfplayCmd) play(c *console, r rules.Rules) (doc selfplayed, err error) {
	doc = selfplayed{Variant: r.Info().Name, File: s.Output}
	if err := s.contradiction(); err != nil {
		return doc, err
	}
	e, err := s.evaluator(r)
	if err != nil {
		return doc, err
	}
	settings := fmt.Sprintf("%s%s --nodes %d --random-plies %d --seed %d --mode %s",
		learn.Heading, learn.SeriesOf(r), s.Nodes, s.RandomPlies, s.Seed, s.Mode)
	if s.Soft {
		settings += " --soft"
	}
	if s.VaryPlies > 0 {
		settings += fmt.Sprintf(" --vary-plies %d", s.VaryPlies)
	}
	if s.Weights != "" {
		settings += " --weights " + filepath.Base(s.Weights)
	}
	if s.Net != "" {
		settings += " --net " + filepath.Base(s.Net)
	}
	plain := settings // as it was written before the sum was
	if s.sum != "" {
		settings += " sha256:" + s.sum
	}
	file, series, err := openSeries(s.Output, settings, plain)
	if err != nil {
		return doc, err
	}
	defer file.Close()
	began, bar := time.Now(), c.Progress(fmt.Sprintf("selfplay %s", r.Info().Name), false)
	run := selfplay.Series{
		Rules: r, Eval: e, Games: s.Games, Have: maps.Clone(series.Have), Nodes: s.Nodes, Soft: s.Soft, Seed: s.Seed,
		RandomPlies: s.RandomPlies, VaryPlies: s.VaryPlies, Concurrency: s.Concurrency,
		Done: func(number int, record *learn.Record) error {
			if _, err := file.WriteString(series.Add(number, record)); err != nil {
				return cli.CannotWrite(s.Output, err)
			}
			doc.count(record)
			bar.Set(int64(len(series.Have)), int64(s.Games))
			return nil
		},
	}
	err = s.spread(c, jobs.Selfplay, func(crew *jobs.Crew, threads int) error {
		if s.Weights != "" || s.Net != "" {
			return errors.New("--cluster cannot be combined with --weights or --net: workers use the built-in evaluation")
		}
		run.Elsewhere, run.Concurrency = crew.Selfplay(run, s.Mode), threads
		return nil
	}, func() error { return run.Run(c.Context) })
	bar.Clear()
	if closed := file.Close(); err == nil && closed != nil {
		err = cli.CannotWrite(s.Output, closed)
	}
	if err == nil && series.Mixed {
		err = c.sortSeries(s.Output)
	}
	doc.Games, doc.Seconds = len(series.Have), time.Since(began).Seconds()
	return doc, err
}

// selfplayed tells of a series as JSON. Wins, draws and losses are White's in
// the new games.
type selfplayed struct {
	Variant string  `json:"variant"`
	File    string  `json:"file"`
	Games   int     `json:"games"` // in the file
	New     int     `json:"new"`
	Wins    int     `json:"wins"`
	Draws   int     `json:"draws"`
	Losses  int     `json:"losses"`
	Seconds float64 `json:"seconds"`
}

// count adds a new game.
func (d *selfplayed) count(r *learn.Record) {
	d.New++
	switch r.Points {
	case 2:
		d.Wins++
	case 1:
		d.Draws++
	default:
		d.Losses++
	}
}

// records reads files of a rule set's games and tells how many there were.
func (c *console) records(r rules.Rules, files []string, each func(record *learn.Record, number int) error) (games int, err error) {
	for _, name := range files {
		in, err := c.Open(name)
		if err != nil {
			return games, err
		}
		bar := c.Progress(fmt.Sprintf("reading %v", filepath.Base(name)), true)
		err = learn.Records(in, r, func(record learn.Record) error {
			games++
			bar.Set(in.Done, in.Size)
			return each(&record, games-1)
		})
		in.Close()
		bar.Clear()
		if err != nil {
			return games, noGames(name, err)
		}
	}
	return games, nil
}

// noGames says why no games could be read from a file: what lies beside them may have
// been named in their place.
func noGames(name string, err error) error {
	head := make([]byte, len(train.Magic))
	if file, opened := os.Open(name); opened == nil {
		n, _ := io.ReadFull(file, head) // where there is less, it is something else
		head = head[:n]
		file.Close()
	}
	switch {
	case bytes.HasPrefix(head, []byte("TAIN NET ")):
		return fmt.Errorf("%v is a net, not a game file; to start training from a net use tain train --from", name)
	case string(head) == train.Magic:
		return fmt.Errorf("%v has samples, not games; only tain train reads samples", name)
	}
	return fmt.Errorf("%s: %w", name, err)
}

// baseNames are files' names without their folders, as a heading tells them.
func baseNames(files []string) string {
	var names []string
	for _, name := range files {
		names = append(names, filepath.Base(name))
	}
	return strings.Join(names, " ")
}

// sortSeries puts the games of a file in order, so that the same settings give
// the same file however many were played at once.
func (c *console) sortSeries(name string) error {
	in, err := c.Open(name)
	if err != nil {
		return err
	}
	text, err := learn.SortSeries(in)
	in.Close()
	if err != nil {
		return cli.CannotRead(name, err)
	}
	out, err := c.Create(name)
	if err != nil {
		return err
	}
	defer out.Discard()
	return out.CommitText(text)
}

// contradiction says what cannot be had together: the games would be played by one
// of the two, and the first line of their file would tell of the other.
func (s *selfplayCmd) contradiction() error {
	mode := eval.Mode(s.Mode)
	switch {
	case s.Net != "" && s.Weights != "":
		return fmt.Errorf("--net %s and --weights %s cannot be combined", cli.Clip(s.Net), cli.Clip(s.Weights))
	case s.Net != "" && !mode.PlaysNet():
		return fmt.Errorf("--mode %v uses no net, but --net %s is given; remove one, or use --mode learnt", s.Mode, cli.Clip(s.Net))
	case s.Weights != "" && !mode.PlaysLearnt():
		return fmt.Errorf("--mode %v uses no learnt weights, but --weights %s is given; remove one, or use --mode learnt", s.Mode, cli.Clip(s.Weights))
	}
	return nil
}

// evaluator is what plays: the weights of a mode, or of a file.
func (s *selfplayCmd) evaluator(r rules.Rules) (eval.Evaluator, error) {
	switch {
	case s.Net != "":
		return engine.LoadNet(r, s.Net)
	case s.Weights == "" && s.Mode == string(eval.Learnt):
		if e, err := engine.OwnNet(r); e != nil || err != nil {
			return e, err
		}
	}
	if s.Weights == "" {
		return eval.New(r, eval.Mode(s.Mode))
	}
	w, err := eval.LoadWeights(r, s.Weights)
	if err != nil {
		return nil, err
	}
	return eval.WithWeights(r, w)
}

// openSeries opens a file of records for going on with and tells which games it
// holds. A last line that was cut off is dropped. A file that other settings
// made is refused: games of two kinds in one file would be nobody's. Those of older
// programs were written in another way, which is as good.
func openSeries(name, settings, older string) (file *os.File, series *learn.Series, err error) {
	if err := cli.CheckAppendable(name); err != nil {
		return nil, nil, err
	}
	file, err = os.OpenFile(name, os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		return nil, nil, cli.CannotWrite(name, err)
	}
	defer func() {
		if err != nil {
			file.Close()
		}
	}()
	first, _ := bufio.NewReader(file).ReadString('\n')
	begun := strings.HasSuffix(first, "\n")
	if bare := strings.TrimSpace(first); begun && bare != settings && bare != older || !strings.HasPrefix(settings, bare) {
		if !strings.HasPrefix(bare, learn.Heading) {
			bare = cli.Clip(bare) // the settings of a series are told in full: one of them is the other
		}
		return nil, nil, fmt.Errorf("%v was made with other settings (%.500s); choose another file", name, bare)
	}
	if _, err = file.Seek(0, io.SeekStart); err != nil {
		return nil, nil, cli.CannotRead(name, err)
	}
	series, end, err := learn.ReadSeries(file)
	if err != nil {
		return nil, nil, cli.CannotRead(name, err)
	}
	if first != "" { // a device has nothing to cut off
		err = file.Truncate(end)
	}
	if err == nil {
		_, err = file.Seek(end, io.SeekStart)
	}
	if err == nil && !begun {
		_, err = file.WriteString(settings + "\n")
	}
	if err != nil {
		return nil, nil, cli.CannotWrite(name, err)
	}
	return file, series, nil
}
