package matches

import (
	"cmp"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"time"

	"github.com/tainchess/tain/internal/cli"
	"github.com/tainchess/tain/internal/lab/adjudication"
	"github.com/tainchess/tain/internal/lab/match"
	"github.com/tainchess/tain/internal/lab/player"
	"github.com/tainchess/tain/notation"
	"github.com/tainchess/tain/rules"
)

// Limit returns the search limit set by the flags.
func Limit(tc string, movetime *cli.Duration, nodes uint64, depth int) (l player.Limit, err error) {
	if tc != "" {
		if l.Control, err = player.ParseControl(tc); err != nil {
			return l, err
		}
	}
	if movetime != nil {
		if err := movetime.Within("movetime", cli.MinTime, cli.MaxTime); err != nil {
			return l, err
		}
		l.MoveTime = time.Duration(*movetime)
	}
	l.Nodes, l.Depth = nodes, depth
	return l, cli.Within("the depth", depth, 0, 1000)
}

// Player is a player specification with the flags that modify it.
type Player struct {
	Spec, Name, Variant string
	Options             []string // NAME=VALUE
	Limit               player.Limit
}

// Parse returns the specification with the flags applied.
func (p Player) Parse() (s player.Spec, err error) {
	if s, err = player.ParseSpec(p.Spec); err != nil {
		return s, err
	}
	s.Name, s.Variant = cmp.Or(p.Name, s.Name), p.Variant
	if !p.Limit.None() {
		if !s.Limit.None() {
			return s, errors.New("the limit is given twice, as a setting and as a flag")
		}
		s.Limit = p.Limit
	}
	if s.Kind == player.Self && (len(p.Options) > 0 || p.Variant != "") {
		return s, errors.New("self takes its settings as self:NAME=VALUE,... and needs no variant or option flags")
	}
	for _, o := range p.Options {
		name, value, _ := strings.Cut(o, "=")
		if name = strings.TrimSpace(name); name == "" || strings.ContainsAny(o, "\r\n") {
			return s, fmt.Errorf("the option %q is not NAME=VALUE", notation.Clip(o))
		}
		s.Options = append(s.Options, player.Setting{Name: name, Value: strings.TrimSpace(value)})
	}
	return s, nil
}

// Adjudicate applies the values of --resign and --draw to a policy. An empty value leaves the policy
// unchanged.
func Adjudicate(p *adjudication.Policy, resign, draw string) error {
	if resign != "" {
		if err := cli.ParseNumbers("--resign", resign, &p.ResignScore, &p.ResignPlies); err != nil {
			return err
		}
	}
	if draw != "" {
		return cli.ParseNumbers("--draw", draw, &p.DrawScore, &p.DrawPlies, &p.DrawAfter)
	}
	return nil
}

// Openings contains the values of the opening flags. If RandomPlies or Bound is negative, the rule
// set's default applies.
type Openings struct {
	File               string // 960 for Chess960 starts; empty for random openings
	Plies              int    // number of plies to use from each game in the file; 0 for all
	Shuffle            bool
	RandomPlies, Bound int
	Seed               uint64
}

// Open returns the openings for a rule set.
func (o Openings) Open(con *cli.Console, r rules.Rules) (match.Openings, error) {
	switch {
	case o.File == "" && (o.Shuffle || o.Plies > 0):
		return nil, errors.New("--shuffle and --opening-plies need --openings")
	case o.File == "":
		if o.RandomPlies < 0 {
			o.RandomPlies = match.DefaultPlies(r)
		}
		if o.Bound < 0 {
			o.Bound = match.DefaultBound(r)
		}
		return match.NewRandomOpenings(r, o.RandomPlies, o.Bound, o.Seed)
	case o.RandomPlies >= 0 || o.Bound >= 0:
		return nil, errors.New("--openings cannot be combined with --random-plies or --bound")
	case o.File == "960":
		return match.NewOpenings960(r, o.Seed)
	}
	in, err := con.Open(o.File)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	seed := uint64(0)
	if o.Shuffle {
		seed = cmp.Or(o.Seed, 1)
	}
	return match.ReadOpenings(r, in, filepath.Base(o.File), o.Plies, seed)
}
