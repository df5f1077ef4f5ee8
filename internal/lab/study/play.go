package study

import (
	"cmp"
	"context"
	"fmt"
	"hash/fnv"
	"maps"
	"slices"
	"strings"

	"github.com/tainchess/tain/engine/eval"
	"github.com/tainchess/tain/engine/learn"
	"github.com/tainchess/tain/internal/lab/adjudication"
	"github.com/tainchess/tain/internal/lab/selfplay"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/variant/chess"
	"github.com/tainchess/tain/variant/definition"
	"github.com/tainchess/tain/variant/gallery"
)

// Study plays games of several rule sets and measures them.
type Study struct {
	Rules       []rules.Rules
	Settings    Settings
	Concurrency int
	State       *State // games played so far; Play adds new ones
	Name        string // name of the state file, for error messages
	// Save appends a line to the state file after each game.
	Save func(line string) error
	// Progress is called with the current rule set, the number of games done
	// and the total.
	Progress func(variant string, done, total int64)
	// Decided, if not nil, is called before the games of a rule set whose starting position is decided.
	Decided func(variant string, s Start)
}

// Play plays the missing games and returns the figures of each rule set. It returns the error of the first
// game that fails, or the context's error.
func (s *Study) Play(ctx context.Context) (figures []Figures, err error) {
	total, done := int64(len(s.Rules)*(s.Settings.Games+s.Settings.DepthGames)), int64(0)
	for _, r := range s.Rules {
		name, err := s.playedBy(r)
		if err != nil {
			return nil, err
		}
		e, err := eval.New(r, eval.Mode(s.Settings.Mode))
		if err != nil {
			return nil, err
		}
		start, err := startOf(ctx, r, e)
		if err != nil {
			return nil, err
		}
		if start.Decided && s.Decided != nil {
			s.Decided(r.Info().Name, start)
		}
		var two [2][]Game
		for i, n := range [2]int{s.Settings.Games, s.Settings.DepthGames} {
			of := Series{Of: name, Unequal: i == 1}
			before := done
			count := func() { s.Progress(r.Info().Name, before+int64(len(s.State.Games[of])), total) }
			count()
			if err := s.series(ctx, r, e, of, n, count); err != nil {
				return nil, err
			}
			if two[i], err = readGames(r, s.State.Games[of], n); err != nil {
				return nil, fmt.Errorf("%s: %w", s.Name, err)
			}
			done += int64(n)
		}
		f := Figure(r, two[0], two[1])
		f.Start = start
		figures = append(figures, f)
	}
	return figures, nil
}

// playedBy returns a string that identifies the rules and the weights, so that games played with other
// weights are not used.
func (s *Study) playedBy(r rules.Rules) (string, error) {
	w, err := eval.Weights(r, eval.Mode(s.Settings.Mode))
	if err != nil {
		return "", err
	}
	sum := fnv.New64a()
	fmt.Fprint(sum, w)
	return fmt.Sprintf("%s-%x", cmp.Or(r.Info().Hash, r.Info().Name), sum.Sum64()), nil
}

// series plays the missing games of a series.
func (s *Study) series(ctx context.Context, r rules.Rules, e eval.Evaluator, of Series, n int, count func()) error {
	have := map[int]bool{}
	for number := range s.State.Games[of] {
		have[number] = true
	}
	run := selfplay.Series{
		Rules: r, Eval: e, Games: n, Have: have, Nodes: s.Settings.Nodes, Seed: s.Settings.Seed,
		RandomPlies: s.Settings.RandomPlies,
		OneSide:     !of.Unequal, WinningScore: adjudication.WinningScore(r), Concurrency: s.Concurrency,
		Done: func(number int, record *learn.Record) error {
			if err := s.Save(s.State.Add(of, number, *record)); err != nil {
				return err
			}
			count()
			return nil
		},
	}
	if of.Unequal {
		run.RivalNodes = s.Settings.Nodes * uint64(s.Settings.Times)
	}
	return run.Run(ctx)
}

// readGames replays the records of the first n games, in numerical order.
func readGames(r rules.Rules, records map[int]learn.Record, n int) (games []Game, err error) {
	for _, number := range slices.Sorted(maps.Keys(records)) {
		if number >= n {
			break
		}
		record := records[number]
		g, err := Read(r, &record, number)
		if err != nil {
			return nil, err
		}
		games = append(games, g)
	}
	return games, nil
}

var families = map[string]func() ([]rules.Rules, error){"portal": portals, "gallery": shown}

// Family returns a family of rule sets, starting with chess, or an error if the name is unknown. In the
// portal family, each game lets a different set of roles cross the edge, which makes 64 games including
// chess. The gallery family contains the built-in gallery definitions.
func Family(name string) ([]rules.Rules, error) {
	list, ok := families[name]
	if !ok {
		return nil, fmt.Errorf("unknown family %.40q; families are %s", name,
			strings.Join(slices.Sorted(maps.Keys(families)), ", "))
	}
	return list()
}

func portals() ([]rules.Rules, error) {
	const letters = "pnbrqk"
	all := []rules.Rules{chess.Rules}
	for set := 1; set < 64; set++ {
		kinds := ""
		for i, l := range letters {
			if set>>i&1 == 1 {
				kinds += string(l)
			}
		}
		d := definition.New("portal-" + kinds)
		d.Title = "Portal for " + kinds
		d.Seam = definition.Seam{Crossing: definition.Hop, Kinds: definition.KindsOf(kinds)}
		all = append(all, d.Compile())
	}
	return all, nil
}

func shown() ([]rules.Rules, error) {
	all := []rules.Rules{chess.Rules}
	for _, e := range gallery.All() {
		d, _, err := definition.Parse(e.Definition)
		if err != nil {
			return nil, err
		}
		all = append(all, d.Compile())
	}
	return all, nil
}
