// Package puzzles creates and verifies puzzle files.
package puzzles

import (
	"context"
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
	"github.com/tainchess/tain/notation"
	"github.com/tainchess/tain/notation/pgn"
	"github.com/tainchess/tain/rules"
)

// Options describes the puzzles to create.
type Options struct {
	Rules    rules.Rules
	Settings puzzle.Settings
	Count    int
	Games    int      // maximum number of games to search; 0 for no limit
	PGN      []string // files to search first
	Selfplay bool
	Threads  int
	Output   string // file; empty for standard output
	State    string // file that saves progress; if empty, a file named after the rule set, deleted at the end
	Variant  string // name or file of the rule set, as given by the user
}

// ParseLevels parses the engine levels in --levels.
func ParseLevels(text string) (levels []int, err error) {
	for word := range strings.SplitSeq(text, ",") {
		level, err := strconv.Atoi(strings.TrimSpace(word))
		if err != nil || level < 1 || level > engine.MaxLevel || slices.Contains(levels, level) {
			return nil, fmt.Errorf("--levels must be different numbers from 1 to %v, separated by commas, not %s", engine.MaxLevel, notation.Clip(text))
		}
		levels = append(levels, level)
	}
	return levels, nil
}

// Create creates puzzles and writes them. After an interruption, a call with the same options continues
// the work.
func (o *Options) Create(c *cli.Console) error {
	out, err := c.Create(o.Output)
	if err != nil {
		return err
	}
	defer out.Discard()
	job := puzzle.Job{Rules: o.Rules, Settings: o.Settings, Count: o.Count, Games: o.Games, Selfplay: o.Selfplay, Threads: o.Threads}
	sum := fnv.New64a()
	for _, name := range o.PGN {
		played, err := o.played(c, name, sum)
		if err != nil {
			return err
		}
		job.Played = append(job.Played, played...)
	}
	if !o.Selfplay && len(job.Played) == 0 {
		return fmt.Errorf("no %s games to search for puzzles; add some with --pgn, or remove --no-selfplay", o.Rules.Info().Name)
	}
	file, err := o.open(&job, sum.Sum64())
	if err != nil {
		return err
	}
	defer file.Close()
	bar := c.Progress(fmt.Sprintf("puzzles of %s", o.Rules.Info().Name), false)
	defer bar.Clear()
	job.Done = func(added string, found int) error {
		bar.Set(int64(found), int64(o.Count))
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
	if err := o.write(c, out, made, games); err != nil {
		return err
	}
	if o.State == "" {
		file.Close()
		os.Remove(file.Name()) // the puzzles are already written, so ignore the error
	}
	return nil
}

// story returns the settings that determine the puzzles, in the form of command-line flags.
func (o *Options) story() string {
	s := o.Settings
	levels := strings.ReplaceAll(strings.Trim(fmt.Sprint(s.Levels), "[]"), " ", ",")
	text := fmt.Sprintf("%s --depth %d --nodes %d --scan-nodes %d --levels %s --seed %d", o.Rules.Info().Name, s.Depth, s.ProofNodes, s.ScanNodes, levels, s.Seed)
	for _, name := range o.PGN {
		text += " --pgn " + filepath.Base(name)
	}
	if !o.Selfplay {
		text += " --no-selfplay"
	}
	return text
}

// played reads the games of this rule set in a file. It also writes the content of the file to sum.
func (o *Options) played(c *cli.Console, name string, sum io.Writer) (games []puzzle.PlayedGame, err error) {
	in, err := c.Open(name)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	in.Copy(sum)
	others := 0
	err = c.Games(in, in.Name, c.Rules.Find, func(g *pgn.Game, bad *pgn.Error) error {
		switch {
		case bad != nil:
			c.NoteSkipped(in, bad)
		case g.Rules != o.Rules:
			others++
		default:
			games = append(games, puzzle.PlayedGame{Start: g.Start, Moves: g.Moves()})
		}
		return nil
	})
	if err == nil {
		c.NoteOthers(in, others)
	}
	return games, err
}

// open opens the state file and restores the state of a job.
func (o *Options) open(job *puzzle.Job, games uint64) (*os.File, error) {
	name := o.State
	if name == "" {
		stem := filepath.Base(o.Variant)
		name = strings.TrimSuffix(stem, filepath.Ext(stem)) + ".puzzles"
	}
	job.State = puzzle.NewState(fmt.Sprintf("%s --played %x%s", o.story(), games, o.Rules.Info().Hash))
	return cli.Resume(name, job.State.Settings, job.State.Head(), "puzzles made", func(in io.Reader) (string, int64, error) {
		state, end, err := puzzle.ReadState(in)
		if err != nil || end == 0 {
			return "", end, err
		}
		job.State = state
		return state.Settings, end, nil
	})
}

// listed is the JSON output if the puzzles are written to standard output.
type listed struct {
	Puzzles []puzzle.Description `json:"puzzles"`
	listedGames
}

// listedGames holds the fields that follow the list.
type listedGames struct {
	Games int `json:"games"` // searched games
}

// saved is the JSON output if the puzzles are written to a file.
type saved struct {
	File    string `json:"file"`
	Puzzles int    `json:"puzzles"`
	Games   int    `json:"games"` // searched games
}

// checked is the JSON output of a check.
type checked struct {
	Puzzles int      `json:"puzzles"`
	Failed  []string `json:"failed"`
}

var (
	_ = cli.AddFormat[listed]("puzzles", 1)
	_ = cli.AddFormat[saved]("puzzles file", 1, "puzzles")
	_ = cli.AddFormat[checked]("puzzles check", 1, "puzzles")
)

// write writes the puzzles. If they go to a file, it also prints how many there are.
func (o *Options) write(c *cli.Console, out *cli.Output, made []puzzle.Puzzle, games int) error {
	if c.JSON && out.Standard() {
		all := cli.NewList[listed](c)
		for _, z := range made {
			described, err := z.Describe(o.Rules)
			if err != nil {
				return err
			}
			if err := all.Add(described); err != nil {
				return err
			}
		}
		return all.End(listedGames{games})
	}
	story := fmt.Sprintf("%s from %s.\ntain puzzles %s --count %d", cli.Plural(len(made), "puzzle"), cli.Plural(games, "game"), o.story(), o.Count)
	if o.Games > 0 {
		story += fmt.Sprintf(" --games %d", o.Games)
	}
	if err := out.CommitText(puzzle.Format(o.Rules, made, story)); err != nil || out.Standard() {
		return err
	}
	return c.Result(saved{o.Output, len(made), games}, "%s from %s\n", cli.Plural(len(made), "puzzle"), cli.Plural(games, "game"))
}

// Prover verifies puzzles. It returns one error text per puzzle, which is empty if the puzzle is
// correct.
type Prover func(ctx context.Context, all []puzzle.Puzzle, each func(done int)) ([]string, error)

// Check verifies the puzzles in a file and lists those that fail.
func Check(c *cli.Console, r rules.Rules, file string, prove Prover) error {
	in, err := c.Open(file)
	if err != nil {
		return err
	}
	defer in.Close()
	all, err := puzzle.Parse(in, r)
	if err != nil {
		return cli.CannotRead(in.Name, err)
	}
	bar := c.Progress("checking", false)
	faults, err := prove(c.Context, all, func(done int) { bar.Set(int64(done), int64(len(all))) })
	bar.Clear()
	if err != nil {
		return err
	}
	failed := slices.DeleteFunc(faults, func(text string) bool { return text == "" })
	if c.JSON {
		if err := c.Document(checked{len(all), append([]string{}, failed...)}); err != nil {
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
