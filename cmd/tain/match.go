package main

import (
	"cmp"
	"errors"
	"fmt"
	"runtime"
	"time"

	"github.com/tainchess/tain/internal/cli"
	"github.com/tainchess/tain/internal/cli/matches"
	"github.com/tainchess/tain/internal/cli/studies"
	"github.com/tainchess/tain/internal/lab/adjudication"
	"github.com/tainchess/tain/internal/lab/match"
	"github.com/tainchess/tain/internal/lab/player"
	"github.com/tainchess/tain/internal/lab/stats"
	"github.com/tainchess/tain/internal/lab/study"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/variant/chess"
)

// seatFlags are the flags for one player, --a-... or --b-....
type seatFlags struct {
	Name     string        `placeholder:"NAME" help:"Displayed name."`
	Variant  string        `placeholder:"NAME" help:"Name of the rule set to send to the program; - for none."`
	Option   []string      `sep:"none" placeholder:"NAME=VALUE" help:"Program option; may be repeated."`
	TC       string        `name:"tc" placeholder:"TC" help:"Time control for this player."`
	MoveTime *cli.Duration `name:"movetime" placeholder:"TIME" help:"Time per move for this player."`
	Nodes    uint64        `placeholder:"N" help:"Nodes per move for this player."`
	Depth    int           `placeholder:"N" help:"Search depth for this player."`
}

type matchCmd struct {
	Variant string `arg:"" complete:"variants" help:"Rule set."`

	A      string    `placeholder:"PLAYER" default:"self" help:"Player a: self, self:mode=blind,..., uci:COMMAND or xboard:COMMAND."`
	B      string    `placeholder:"PLAYER" default:"self" help:"Player b, in the same form."`
	AFlags seatFlags `embed:"" prefix:"a-"`
	BFlags seatFlags `embed:"" prefix:"b-"`

	TC       string        `name:"tc" placeholder:"TC" help:"Time control: seconds and increment, such as 5+0.05, or moves and seconds, such as 40/60; 5m+3 means five minutes plus three seconds (default: 5+0.05 if no other limit is set)."`
	MoveTime *cli.Duration `name:"movetime" placeholder:"TIME" help:"Time per move, such as 1s or 100ms."`
	Nodes    uint64        `placeholder:"N" help:"Nodes per move."`
	Depth    int           `placeholder:"N" help:"Search depth in plies."`
	Margin   cli.Duration  `default:"50ms" placeholder:"TIME" help:"Time by which a player may exceed a limit without losing."`
	Patience cli.Duration  `default:"20s" placeholder:"TIME" help:"Response time limit in games without a clock."`
	Hash     int           `default:"16" placeholder:"MB" help:"Hash size per player in megabytes."`
	Threads  int           `default:"1" placeholder:"N" help:"Threads per player."`

	Book string `placeholder:"FILE" complete:"files" help:"Opening book for Tain's engine (default: none)."`

	Games       *int   `placeholder:"N" help:"Number of games (default: 100, or 1000 with --self-check)."`
	Concurrency int    `placeholder:"N" help:"Concurrent games (default: one per core, ${cores}; fewer if players use several threads)."`
	Seed        uint64 `default:"1" placeholder:"N" help:"Random seed for openings, levels and books."`

	Openings     string `placeholder:"FILE" complete:"files" help:"Openings file: PGN, or one position per line; 960 for shuffled starting positions, as in Chess960, in random order."`
	OpeningPlies int    `placeholder:"N" help:"Plies to use from each opening game (default: all)."`
	Shuffle      bool   `help:"Shuffle the openings."`
	RandomPlies  int    `default:"-1" placeholder:"N" help:"Random opening plies (default: 6 or 8, depending on the rule set)."`
	Bound        int    `default:"-1" placeholder:"CP" help:"Maximum score of a random opening in centipawns; 0 for any (default: 150 or 300, depending on the rule set)."`

	Resign   string `placeholder:"SCORE,PLIES" help:"Adjudicate a win when both players report at least SCORE centipawns for the same side for PLIES plies; off to disable (default: 1000,6, or 3000,8 in games with reflections)."`
	Draw     string `placeholder:"SCORE,PLIES,AFTER" help:"Adjudicate a draw when both players stay within SCORE centipawns for PLIES plies, after ply AFTER; off to disable (default: 10,16,120)."`
	MaxPlies int    `default:"600" placeholder:"N" help:"Plies after which a game is drawn; 0 for no limit."`

	SPRT   string `name:"sprt" placeholder:"E0,E1[,A,B]" help:"Sequential test of Elo E0 against E1, with error rates A and B (default: 0.05)."`
	PGN    string `name:"pgn" placeholder:"FILE" complete:"files" help:"PGN file to append finished games to."`
	Resume bool   `help:"Continue the match saved in --pgn."`
	GiveUp int    `default:"10" placeholder:"N" help:"Consecutive forfeits that end the match; 0 for no limit."`
	clusterFlags
	SelfCheck bool `help:"Play Tain against itself and fail on any illegal move, time loss, crash or hang (default: 1000 games at 0.2+0.005)."`
}

func (matchCmd) Help() string {
	return `Players:

    self                        Tain's engine, in this process
    self:mode=blind,level=12    the same with settings
    "uci:toga2"                 a UCI program
    "xboard:fairymax"           an XBoard program

The settings of self are mode (learnt, weights, derived, hand or blind), level (1 to 20), weights=FILE, net=FILE, book=FILE, hash, threads, name, tc, movetime, nodes and depth.

Programs are searched for in PATH and in /usr/games. Tain sends them the name of the rule set with the UCI option UCI_Variant or the XBoard command variant; --a-variant sends another name. Each opening is played twice with colours reversed. Tain checks every move. An illegal move, a late move, a crash, a hang or a false claim forfeits the game and is counted, and the program is restarted. Programs of the Fruit family (GNU Chess, Toga) keep a second in reserve and hardly search if they have less time: give them ten seconds or more.

Elo, its error bars, the likelihood of superiority (LOS) and the log-likelihood ratio (LLR) of --sprt are computed from pairs of games with the same opening, because their results are correlated. The five pentanomial counts are the numbers of pairs in which player a scored 0, 0.5, 1, 1.5 and 2 points. To keep Elo and LOS honest after a few pairs, each count is increased by a half (Jeffreys' prior): the LOS is 90.6 % after 4-0, and 98.1 % after 8-0. After a hundred pairs this hardly matters.

Examples:

    $ tain match cylinder --b xboard:fairymax --games 100 --tc 10+0.1 --pgn cylinder.pgn
    $ tain match cylinder --b xboard:fairymax --games 200 --tc 10+0.1 --pgn cylinder.pgn --resume
    $ tain match chess --b "uci:gnuchess --uci" --b-option OwnBook=false
    $ tain match mirrorsquare --b self:mode=blind --tc 1+0.01 --sprt 0,20
    $ tain match mirrorsquare --b self:mode=blind --nodes 2000 --games 10000 --cluster postgres://tain@localhost/tain
    $ tain match --self-check triboard --nodes 200`
}

func (c *matchCmd) Run(con *console) error {
	r, err := con.Choose(c.Variant)
	if err != nil {
		return err
	}
	config, err := c.config(con, r)
	if err != nil {
		return err
	}
	live := matches.New(con.Console)
	config.Progress = live.Show
	var sum *match.Summary
	err = c.spread(con, matchJobs, func(with crew, threads int) error {
		config.Elsewhere, config.Concurrency = with.Match, threads
		return nil
	}, func() (err error) {
		sum, err = match.Run(con.Context, config)
		return err
	})
	live.Clear()
	return matches.Report(con.Console, sum, c.PGN, c.SelfCheck, err)
}

// config returns the configuration of the match that the flags describe.
func (c *matchCmd) config(con *console, r rules.Rules) (m match.Config, err error) {
	games, control, policy := 100, "5+0.05", match.DefaultAdjudication(r)
	if c.SelfCheck {
		games, control, policy = 1000, "0.2+0.005", adjudication.Policy{} // no adjudication
	}
	if c.Games != nil {
		games = *c.Games
	}
	if err := c.check(games); err != nil {
		return m, err
	}
	policy.MaxPlies = c.MaxPlies
	m = match.Config{
		Rules: r, HashMB: c.Hash, Threads: c.Threads, Book: c.Book, Margin: time.Duration(c.Margin), Patience: time.Duration(c.Patience),
		Games: games, Concurrency: cmp.Or(c.Concurrency, max(1, runtime.GOMAXPROCS(0)/c.Threads)), Seed: c.Seed,
		Once: c.SelfCheck, PGN: c.PGN, Resume: c.Resume, GiveUp: c.GiveUp,
	}
	if m.Limit, err = matches.Limit(c.TC, c.MoveTime, c.Nodes, c.Depth); err != nil {
		return m, err
	}
	if c.SelfCheck && (c.A != "self" || c.B != "self") {
		return m, errors.New("--self-check plays Tain against itself; remove --a and --b")
	}
	if m.Limit.None() {
		if m.Limit.Control, err = player.ParseControl(control); err != nil {
			return m, err
		}
	}
	if m.Players[0], err = c.AFlags.spec(c.A); err != nil {
		return m, fmt.Errorf("player a: %w", err)
	}
	if m.Players[1], err = c.BFlags.spec(c.B); err != nil {
		return m, fmt.Errorf("player b: %w", err)
	}
	if c.SPRT != "" {
		t, err := stats.ParseSPRT(c.SPRT)
		if err != nil {
			return m, err
		}
		m.SPRT = &t
	}
	if err := matches.Adjudicate(&policy, c.Resign, c.Draw); err != nil {
		return m, err
	}
	m.Adjudication = policy
	openings := matches.Openings{
		File: c.Openings, Plies: c.OpeningPlies, Shuffle: c.Shuffle, RandomPlies: c.RandomPlies, Bound: c.Bound, Seed: c.Seed,
	}
	m.Openings, err = openings.Open(con.Console, r)
	return m, err
}

// check returns an error if a flag is out of range.
func (c *matchCmd) check(games int) error {
	return cmp.Or(
		cli.Within("--games", games, 1, 10_000_000), cli.Within("--concurrency", c.Concurrency, 0, cli.MaxThreads),
		cli.Within("--threads", c.Threads, 1, cli.MaxThreads), cli.Within("--hash", c.Hash, 1, cli.MaxHashMB),
		cli.Within("--opening-plies", c.OpeningPlies, 0, 1000), cli.Within("--random-plies", c.RandomPlies, -1, 100),
		cli.Within("--bound", c.Bound, -1, 30000), cli.Within("--max-plies", c.MaxPlies, 0, 10000),
		cli.Within("--give-up", c.GiveUp, 0, 10_000_000), c.Margin.Within("--margin", 0, time.Hour),
		c.Patience.Within("--patience", 100*time.Millisecond, cli.MaxTime), cli.CheckAppendable(c.PGN),
	)
}

func (f *seatFlags) spec(text string) (s player.Spec, err error) {
	p := matches.Player{Spec: text, Name: f.Name, Variant: f.Variant, Options: f.Option}
	if p.Limit, err = matches.Limit(f.TC, f.MoveTime, f.Nodes, f.Depth); err != nil {
		return s, err
	}
	return p.Parse()
}

type studyCmd struct {
	Variant string `arg:"" optional:"" complete:"variants" help:"Rule set, or a definition file."`

	Family      string `placeholder:"NAME" help:"Family of rule sets to compare instead: portal (64 games, one switch per piece type) or gallery."`
	Games       int    `default:"100" placeholder:"N" help:"Games per rule set in which both sides search the same number of nodes."`
	DepthGames  int    `default:"-1" placeholder:"N" help:"Games per rule set in which one side searches more nodes (see --times); 0 for none (default: same as --games)."`
	Nodes       uint64 `default:"500" placeholder:"N" help:"Nodes per move."`
	Times       int    `default:"4" placeholder:"N" help:"Node multiplier for the stronger side."`
	RandomPlies int    `default:"4" placeholder:"N" help:"Random opening plies, an even number."`
	Mode        string `default:"learnt" placeholder:"MODE" enum:"${modes}" help:"Evaluation; derived uses weights derived from the rules for all games, including chess."`
	Seed        uint64 `default:"1" placeholder:"N" help:"Random seed; the same seed gives the same figures."`
	Concurrency int    `default:"${cores}" placeholder:"N" help:"Concurrent games (default: one per core, ${cores})."`
	Output      string `short:"o" placeholder:"FILE" complete:"files" help:"Output file for a picture of the figures: .svg or .png."`
	Theme       string `default:"light" placeholder:"THEME" enum:"light,dark,print" help:"Picture theme: light, dark or print."`
	State       string `placeholder:"FILE" complete:"files" help:"State file that an interrupted study continues from (default: NAME.study, which is removed at the end; a given file is kept)."`
}

func (studyCmd) Help() string {
	return `Plays games of a rule set and compares it with chess: White's score, draws and their reasons, length, legal moves, frequency of each special rule, how often a one-piece lead wins, repetition, and the gain from more nodes. Every figure has a 95 % interval, which is wide if there are few games.

The engine uses the rule set's weights, or weights derived from its rules. A side wins when the engine has scored it ahead by more than 15 pawns (30 in games with reflections) for six plies. A lead is a material advantage of three pawns for six plies. After 300 plies a game is drawn. Each game is saved when it ends. To continue after Ctrl-C, run the same command. To add games to a finished study, run it with --state and a larger --games.

Examples:

    $ tain study portal.toml -o portal.svg
    $ tain study mirrorsquare --games 400 --nodes 2000 --json
    $ tain study --family portal --games 40 --nodes 200 --mode derived`
}

func (s *studyCmd) Run(c *console) error {
	if s.DepthGames < 0 {
		s.DepthGames = s.Games
	}
	err := cmp.Or(
		cli.Within("--games", s.Games, 1, 1e6), cli.Within("--depth-games", s.DepthGames, 0, 1e6), cli.Within("--nodes", s.Nodes, 1, 1e9),
		cli.Within("--times", s.Times, 2, 1000), cli.Within("--random-plies", s.RandomPlies, 2, 40),
		cli.Within("--concurrency", s.Concurrency, 1, cli.MaxThreads),
	)
	switch {
	case err != nil:
		return err
	case s.RandomPlies%2 != 0:
		return fmt.Errorf("--random-plies is %d; it must be even", s.RandomPlies)
	}
	s.DepthGames += s.DepthGames % 2 // round up, because these games are played in pairs
	o := studies.Options{
		Variant: s.Variant, Family: s.Family, Concurrency: s.Concurrency, Output: s.Output, Theme: s.Theme, State: s.State,
		Settings: study.Settings{
			Games: s.Games, DepthGames: s.DepthGames, Nodes: s.Nodes, Times: s.Times, RandomPlies: s.RandomPlies, Seed: s.Seed, Mode: s.Mode,
			LeadPlies: study.LeadPlies, LeadPoints: study.LeadPoints, Decided: adjudication.WinningScore(chess.Rules),
		},
	}
	return o.Run(c.Console)
}
