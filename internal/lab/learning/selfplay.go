package learning

import (
	"bufio"
	"context"
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
	"github.com/tainchess/tain/internal/lab/selfplay"
	"github.com/tainchess/tain/notation"
	"github.com/tainchess/tain/rules"
)

// Selfplay describes a file of self-play games to create or continue.
type Selfplay struct {
	Output      string
	Games       int // number of games in the finished file
	Nodes       uint64
	Soft        bool
	RandomPlies int
	VaryPlies   int
	Seed        uint64
	Mode        string
	Weights     string // weights file; empty means the mode's weights
	Net         string // net file; empty means the mode's net
	Concurrency int
	// Checksum is the checksum of the Weights or Net file. It is empty if the file cannot change.
	Checksum string
	// Spread, if not nil, must call do to run the series. It may let other processes play some of the games.
	Spread func(run *selfplay.Series, do func() error) error
}

// Play plays the games that are missing from the file. If the series is interrupted, the result is valid for
// the games played so far.
func (s *Selfplay) Play(ctx context.Context, h Host, r rules.Rules) (doc Played, err error) {
	doc = Played{Variant: r.Info().Name, File: s.Output}
	if err := s.contradiction(); err != nil {
		return doc, err
	}
	e, err := s.evaluator(r)
	if err != nil {
		return doc, err
	}
	settings := fmt.Sprintf("%s%s --nodes %d --random-plies %d --seed %d --mode %s",
		learn.Heading, eval.Key(r), s.Nodes, s.RandomPlies, s.Seed, s.Mode)
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
	if s.Checksum != "" {
		settings += " sha256:" + s.Checksum
	}
	file, series, err := openSeries(h, s.Output, settings)
	if err != nil {
		return doc, err
	}
	defer file.Close()
	began, bar := time.Now(), h.Progress(fmt.Sprintf("selfplay %s", r.Info().Name), false)
	run := selfplay.Series{
		Rules: r, Eval: e, Games: s.Games, Have: maps.Clone(series.Have), Nodes: s.Nodes, Soft: s.Soft, Seed: s.Seed,
		RandomPlies: s.RandomPlies, VaryPlies: s.VaryPlies, Concurrency: s.Concurrency,
		Done: func(number int, record *learn.Record) error {
			if _, err := file.WriteString(series.Add(number, record)); err != nil {
				return failed("write", s.Output, err)
			}
			doc.count(record)
			bar.Set(int64(len(series.Have)), int64(s.Games))
			return nil
		},
	}
	do := func() error { return run.Run(ctx) }
	if s.Spread != nil {
		err = s.Spread(&run, do)
	} else {
		err = do()
	}
	bar.Clear()
	if closed := file.Close(); err == nil && closed != nil {
		err = failed("write", s.Output, closed)
	}
	if err == nil && series.Mixed {
		err = sortSeries(h, s.Output)
	}
	doc.Games, doc.Seconds = len(series.Have), time.Since(began).Seconds()
	return doc, err
}

// Played describes a series of games. It is encoded as JSON. Wins, draws and losses count the new games,
// from White's point of view.
type Played struct {
	Variant string  `json:"variant"`
	File    string  `json:"file"`
	Games   int     `json:"games"` // total in the file
	New     int     `json:"new"`
	Wins    int     `json:"wins"`
	Draws   int     `json:"draws"`
	Losses  int     `json:"losses"`
	Seconds float64 `json:"seconds"`
}

func (d *Played) count(r *learn.Record) {
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

// sortSeries sorts the games in a file, so that the same settings produce the same file at any concurrency.
func sortSeries(h Host, name string) error {
	in, err := h.Open(name)
	if err != nil {
		return err
	}
	text, err := learn.SortSeries(in)
	in.Close()
	if err != nil {
		return failed("read", name, err)
	}
	return h.Write(name, text)
}

// contradiction returns an error if settings exclude each other.
func (s *Selfplay) contradiction() error {
	mode := eval.Mode(s.Mode)
	switch {
	case s.Net != "" && s.Weights != "":
		return fmt.Errorf("--net %s and --weights %s cannot be combined", notation.Clip(s.Net), notation.Clip(s.Weights))
	case s.Net != "" && !mode.PlaysNet():
		return fmt.Errorf("--mode %v uses no net, but --net %s is given; remove one, or use --mode learnt", s.Mode,
			notation.Clip(s.Net))
	case s.Weights != "" && !mode.PlaysLearnt():
		return fmt.Errorf("--mode %v uses no learnt weights, but --weights %s is given; remove one, or use --mode "+
			"learnt", s.Mode, notation.Clip(s.Weights))
	}
	return nil
}

// evaluator returns the evaluator for the net file, the weights file or the mode.
func (s *Selfplay) evaluator(r rules.Rules) (eval.Evaluator, error) {
	if s.Net != "" {
		return engine.LoadNet(r, s.Net)
	}
	if s.Weights == "" {
		return engine.NewEvaluator(r, eval.Mode(s.Mode))
	}
	w, err := eval.LoadWeights(r, s.Weights)
	if err != nil {
		return nil, err
	}
	return eval.WithWeights(r, w)
}

// openSeries opens a record file to continue it, and returns the games that it contains. It removes a
// truncated last line. It returns an error if the file was created with other settings, so that a file never
// mixes games with different settings.
func openSeries(h Host, name, settings string) (file *os.File, series *learn.Series, err error) {
	if err := h.Appendable(name); err != nil {
		return nil, nil, err
	}
	file, err = os.OpenFile(name, os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		return nil, nil, failed("write", name, err)
	}
	defer func() {
		if err != nil {
			file.Close()
		}
	}()
	first, _ := bufio.NewReader(file).ReadString('\n')
	begun := strings.HasSuffix(first, "\n")
	if bare := strings.TrimSpace(first); begun && bare != settings || !strings.HasPrefix(settings, bare) {
		if !strings.HasPrefix(bare, learn.Heading) {
			bare = notation.Clip(bare) // settings are not clipped, so that the difference is visible
		}
		return nil, nil, fmt.Errorf("%v was created with different settings (%.500s); choose another file", name, bare)
	}
	if _, err = file.Seek(0, io.SeekStart); err != nil {
		return nil, nil, failed("read", name, err)
	}
	series, end, err := learn.ReadSeries(file)
	if err != nil {
		return nil, nil, failed("read", name, err)
	}
	if first != "" { // never truncate an empty file, which may be a device
		err = file.Truncate(end)
	}
	if err == nil {
		_, err = file.Seek(end, io.SeekStart)
	}
	if err == nil && !begun {
		_, err = file.WriteString(settings + "\n")
	}
	if err != nil {
		return nil, nil, failed("write", name, err)
	}
	return file, series, nil
}
