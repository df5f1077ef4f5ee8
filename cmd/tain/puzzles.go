package main

import (
	"errors"
	"fmt"
	"hash/fnv"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/tainchess/tain/engine"
	"github.com/tainchess/tain/internal/cli"
	"github.com/tainchess/tain/internal/lab/puzzle"
	"github.com/tainchess/tain/internal/site/jobs"
	"github.com/tainchess/tain/notation/pgn"
	"github.com/tainchess/tain/rules"
)

type puzzlesCmd struct {
	Variant string `arg:"" complete:"variants" help:"Rule set, or a definition file."`

	Count      int      `default:"300" placeholder:"N" help:"Number of puzzles (default: 300)."`
	Games      int      `placeholder:"N" help:"Maximum games to search; simple puzzles fill the rest (default: no limit)."`
	PGN        []string `name:"pgn" sep:"none" placeholder:"FILE" complete:"files" help:"PGN file to search first; may be repeated. Games of other rule sets are skipped."`
	NoSelfplay bool     `help:"Search PGN files only."`
	Depth      int      `default:"4" placeholder:"N" help:"Depth in plies at which a material gain must show, and hold at twice that (default: 4)."`
	Nodes      uint64   `default:"300000" placeholder:"N" help:"Node limit of one proof search (default: 300000)."`
	ScanNodes  uint64   `default:"700" placeholder:"N" help:"Nodes per position while searching games (default: 700)."`
	Levels     string   `default:"1,4,7,10,13" placeholder:"LIST" help:"Engine levels used to rate each puzzle (default: 1,4,7,10,13)."`
	Seed       uint64   `default:"1" placeholder:"N" help:"Random seed (default: 1)."`
	Threads    int      `default:"${cores}" placeholder:"N" help:"Concurrent games (default: one per core, ${cores})."`
	Output     string   `short:"o" placeholder:"FILE" complete:"files" help:"Output file (default: standard output)."`
	State      string   `placeholder:"FILE" complete:"files" help:"File that saves progress; a named one is not removed (default: NAME.puzzles)."`
	Check      string   `placeholder:"FILE" complete:"files" help:"Puzzle file to verify instead."`

	clusterFlags
}

func (puzzlesCmd) Help() string {
	return `A puzzle is a position in which one move, and after each answer one move again, mates or wins material. They are found in games the engine plays against itself, not too well, and in played games: --pgn.

Each is proved by search. A mate, in three moves at most: the mate solver looks at everything, and no other first move mates as soon. Material: the move is ahead of the second best by 30 points in a hundred chances of winning, at the depth and at twice the depth, and at the end of the line there is more material than before. The same holds for every further move of the solver.

Tags tell what a puzzle teaches: over-the-seam, reflection-mate, held-reflection, made-piece, successor-chain, goes-on, several-kings, board-ride, quiet-move and others. The rating comes from how likely some levels of the engine find every move, on the scale of the levels: 700 is level 1, 1375 level 10. At most 15 in a hundred are mates in one, and 25 gains by a single move, unless --games ends the search.

Each game is kept as soon as it has been gone through: after Ctrl-C the same command goes on, also with another --count. The same settings make the same puzzles, with one thread or many.

A line of the file is an id, the position, the solution in UCI notation, the rating and the tags, the goal first, separated by tabs.

Examples:

    $ tain puzzles triboard -o puzzles.txt
    $ tain puzzles chess --pgn club.pgn --no-selfplay --count 50 --json
    $ tain puzzles mirrorsquare --check puzzles.txt`
}

func (s *puzzlesCmd) Run(c *console) error {
	r, err := c.Choose(s.Variant)
	if err != nil {
		return err
	}
	settings, err := s.settings()
	if err != nil {
		return err
	}
	if s.Check != "" {
		return s.check(c, r, settings)
	}
	if s.Cluster != "" {
		return errors.New("--cluster needs --check: workers only verify puzzles")
	}
	out, err := c.Create(s.Output)
	if err != nil {
		return err
	}
	defer out.Discard()
	job := puzzle.Job{Rules: r, Settings: settings, Count: s.Count, Games: s.Games, Selfplay: !s.NoSelfplay, Threads: s.Threads}
	sum := fnv.New64a()
	for _, name := range s.PGN {
		played, err := s.played(c, r, name, sum)
		if err != nil {
			return err
		}
		job.Played = append(job.Played, played...)
	}
	if s.NoSelfplay && len(job.Played) == 0 {
		return fmt.Errorf("no %s games to search for puzzles; add some with --pgn, or remove --no-selfplay", r.Info().Name)
	}
	file, err := s.open(r, &job, sum.Sum64())
	if err != nil {
		return err
	}
	defer file.Close()
	bar := c.Progress(fmt.Sprintf("puzzles of %s", r.Info().Name), false)
	defer bar.Clear()
	job.Done = func(added string, found int) error {
		bar.Set(int64(found), int64(s.Count))
		if _, err := file.WriteString(added); err != nil {
			return cli.CannotWrite(file.Name(), err)
		}
		return nil
	}
	made, games, err := puzzle.Run(c.Context, job)
	bar.Clear()
	if err != nil {
		if c.Context.Err() != nil && !c.JSON {
			c.Note(fmt.Sprintf("%s saved in %v; run the same command to continue", cli.Plural(len(job.State.Games), "game"), file.Name()))
		}
		return err
	}
	if err := s.write(c, r, out, made, games); err != nil {
		return err
	}
	if s.State == "" {
		file.Close()
		os.Remove(file.Name()) // the puzzles are written: a file that stays does no harm
	}
	return nil
}

// settings checks the flags.
func (s *puzzlesCmd) settings() (puzzle.Settings, error) {
	made := puzzle.Settings{Seed: s.Seed, Depth: s.Depth, ProofNodes: s.Nodes, ScanNodes: s.ScanNodes}
	if s.Games < 0 || s.Count < 1 || s.Count > 100_000 || s.Depth < 1 || s.Depth > 20 || s.Nodes < 1000 || s.Nodes > 1e9 || s.ScanNodes < 100 || s.ScanNodes > 1e7 ||
		s.Threads < 1 || s.Threads > maxThreads {
		return made, fmt.Errorf("--count must be from 1 to 100000, --games 0 or more, --depth from 1 to 20, --nodes from 1000 to 1000000000, --scan-nodes from 100 to 10000000, --threads from 1 to %d", maxThreads)
	}
	for _, word := range strings.Split(s.Levels, ",") {
		level, err := strconv.Atoi(strings.TrimSpace(word))
		if err != nil || level < 1 || level > engine.MaxLevel || slices.Contains(made.Levels, level) {
			return made, fmt.Errorf("--levels must be different numbers from 1 to %v, separated by commas, not %s", engine.MaxLevel, cli.Clip(s.Levels))
		}
		made.Levels = append(made.Levels, level)
	}
	return made, nil
}

// story tells how puzzles are made: all that they depend on.
func (s *puzzlesCmd) story(r rules.Rules) string {
	text := fmt.Sprintf("%s --depth %d --nodes %d --scan-nodes %d --levels %s --seed %d", r.Info().Name, s.Depth, s.Nodes, s.ScanNodes, s.Levels, s.Seed)
	for _, name := range s.PGN {
		text += " --pgn " + filepath.Base(name)
	}
	if s.NoSelfplay {
		text += " --no-selfplay"
	}
	return text
}

// played reads the games of a rule set in a file, and adds the file to a hash.
func (s *puzzlesCmd) played(c *console, r rules.Rules, name string, sum io.Writer) ([]puzzle.PlayedGame, error) {
	in, err := c.Open(name)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	games, others, err := puzzle.ReadPlayed(c.Context, io.TeeReader(in, sum), r, c.Rules.Find, func(fault *pgn.Error) {
		c.Note(fmt.Sprintf("%v:%v:%v: %v; game skipped", in.Name, fault.Line, fault.Column, fault.Message))
	})
	switch {
	case c.Context.Err() != nil:
		return nil, c.Context.Err()
	case err != nil:
		return nil, cli.CannotRead(in.Name, err)
	case others > 0:
		c.Note(fmt.Sprintf("%v: skipped %s of other rule sets", in.Name, cli.Plural(others, "game")))
	}
	return games, nil
}

// open opens the state file and reads the state of a job from it.
func (s *puzzlesCmd) open(r rules.Rules, job *puzzle.Job, games uint64) (*os.File, error) {
	name := s.State
	if name == "" {
		stem := filepath.Base(s.Variant)
		name = strings.TrimSuffix(stem, filepath.Ext(stem)) + ".puzzles"
	}
	job.State = puzzle.NewState(fmt.Sprintf("%s --played %x%s", s.story(r), games, r.Info().Hash))
	return cli.Resume(name, job.State.Settings, job.State.Head(), "puzzles made", func(in io.Reader) (string, int64, error) {
		state, end, err := puzzle.ReadState(in)
		if err != nil || end == 0 {
			return "", end, err
		}
		job.State = state
		return state.Settings, end, nil
	})
}

// write writes the puzzles, and tells how many there are if they go to a file.
func (s *puzzlesCmd) write(c *console, r rules.Rules, out *cli.Output, made []puzzle.Puzzle, games int) error {
	if c.JSON && out.Standard() {
		all := c.List("puzzles")
		for _, z := range made {
			described, err := z.Describe(r)
			if err != nil {
				return err
			}
			if err := all.Add(described); err != nil {
				return err
			}
		}
		return all.End(struct {
			Games int `json:"games"`
		}{games})
	}
	story := fmt.Sprintf("%s from %s.\ntain puzzles %s --count %d", cli.Plural(len(made), "puzzle"), cli.Plural(games, "game"), s.story(r), s.Count)
	if s.Games > 0 {
		story += fmt.Sprintf(" --games %d", s.Games)
	}
	if err := out.CommitText(puzzle.Format(r, made, story)); err != nil {
		return err
	}
	switch {
	case c.JSON:
		return c.Document(map[string]any{"file": s.Output, "puzzles": len(made), "games": games})
	case !out.Standard():
		fmt.Fprintf(c.Out, "%s from %s\n", cli.Plural(len(made), "puzzle"), cli.Plural(games, "game"))
	}
	return nil
}

// check proves the puzzles of a file again and lists those that fail.
func (s *puzzlesCmd) check(c *console, r rules.Rules, settings puzzle.Settings) error {
	in, err := c.Open(s.Check)
	if err != nil {
		return err
	}
	defer in.Close()
	all, err := puzzle.Parse(in, r)
	if err != nil {
		return cli.CannotRead(in.Name, err)
	}
	checker, err := puzzle.NewChecker(r, settings)
	if err != nil {
		return err
	}
	bar := c.Progress("checking", false)
	defer bar.Clear()
	prove := func(each func(done int)) ([]string, error) { return checker.ProveAll(c.Context, all, each) }
	var failed []string
	err = s.spread(c, jobs.Puzzles, func(crew *jobs.Crew, threads int) error {
		prove = func(each func(done int)) ([]string, error) {
			return crew.Prove(c.Context, r, settings, all, threads, each)
		}
		return nil
	}, func() error {
		faults, err := prove(func(done int) { bar.Set(int64(done), int64(len(all))) })
		failed = slices.DeleteFunc(faults, func(text string) bool { return text == "" })
		return err
	})
	bar.Clear()
	if err != nil {
		return err
	}
	if c.JSON {
		if err := c.Document(map[string]any{"puzzles": len(all), "failed": append([]string{}, failed...)}); err != nil {
			return err
		}
	} else {
		for _, text := range failed {
			fmt.Fprintln(c.Out, cli.Printable(text))
		}
		fmt.Fprintf(c.Out, "%d of %s verified\n", len(all)-len(failed), cli.Plural(len(all), "puzzle"))
	}
	if len(failed) > 0 {
		return cli.ErrFound
	}
	return nil
}
