// Package puzzle creates puzzles for a rule set. A puzzle is a position in which exactly one move mates or
// wins material, and again exactly one after each reply in the solution.
//
// A miner plays a self-play game, or replays an existing one, and looks for positions in which the best move
// is far better than the second-best (mine.go). It proves each candidate (prove.go): a mate with the mate
// solver, and a gain of material by a gap between the two best moves that holds at twice the depth. The
// solution determines the puzzle's themes (tags.go), and the engine levels that solve it determine its rating
// (rate.go). [Run] repeats this for many games and selects puzzles, with a limited share of the simplest
// (run.go). A [State] saves its progress.
//
// A puzzles file is text with one puzzle per line. [Parse] reads it and [Format] writes it.
package puzzle

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/engine"
	"github.com/tainchess/tain/engine/eval"
	"github.com/tainchess/tain/rules"
)

// Puzzle is a position with a unique solution.
type Puzzle struct {
	ID       string   // derived from the position
	Position string   // in the rule set's notation; the side to move solves
	Moves    []string // UCI notation; the solver plays the first and the last move
	Rating   int      // difficulty, on the scale of the engine's levels
	Tags     []string // the goal, followed by the themes
}

// Settings are the settings for creating puzzles. The same settings produce the same puzzles with any number
// of threads.
type Settings struct {
	Seed       uint64
	Depth      int    // search depth in plies; the gap between the two best moves must also hold at twice the depth
	ProofNodes uint64 // node limit per search in a proof
	ScanNodes  uint64 // node limit per position of a game
	Levels     []int  // levels that rate puzzles; nil means the package's Levels
}

// Heading is the prefix of the first line in a puzzles file. It is followed by the key of the rule set.
const Heading = "# tain puzzles "

// Limits on input.
const (
	maxLine  = 4096
	maxMoves = 15
	maxTags  = 16
)

// String formats the puzzle as a line: ID, position, moves, rating and tags, separated by tabs.
func (z *Puzzle) String() string {
	return strings.Join([]string{z.ID, z.Position, strings.Join(z.Moves, " "), strconv.Itoa(z.Rating),
		strings.Join(z.Tags, " ")}, "\t")
}

// ParseLine parses a line written by String. It does not validate the position or the moves; see
// [Puzzle.Line].
func ParseLine(text string) (z Puzzle, err error) {
	parts := strings.Split(text, "\t")
	if len(text) > maxLine || len(parts) != 5 {
		return z, fmt.Errorf("puzzle: a puzzle has id, position, moves, rating and tags, separated by tabs, in at "+
			"most %d bytes", maxLine)
	}
	z = Puzzle{ID: parts[0], Position: parts[1], Moves: strings.Fields(parts[2]), Tags: strings.Fields(parts[4])}
	if z.Rating, err = strconv.Atoi(parts[3]); err != nil || z.Rating < 0 || z.Rating > 9999 {
		return z, fmt.Errorf("puzzle: rating %.20q is not a number from 0 to 9999", parts[3])
	}
	switch {
	case z.ID == "" || len(z.ID) > 16 || strings.ContainsAny(z.ID, " "):
		return z, fmt.Errorf("puzzle: invalid id %.20q", z.ID)
	case len(z.Moves)%2 == 0 || len(z.Moves) > maxMoves:
		return z, fmt.Errorf("puzzle: %s has %d half-moves; want an odd number, at most %d", z.ID, len(z.Moves), maxMoves)
	case len(z.Tags) == 0 || len(z.Tags) > maxTags:
		return z, fmt.Errorf("puzzle: %s has %d tags; want 1 to %d", z.ID, len(z.Tags), maxTags)
	}
	for _, tag := range z.Tags {
		if _, ok := Goal(tag); !ok && !slices.Contains(Tags, tag) {
			return z, fmt.Errorf("puzzle: %s has the unknown tag %.30q", z.ID, tag)
		}
	}
	if _, ok := Goal(z.Tags[0]); !ok {
		return z, fmt.Errorf("puzzle: the first tag of %s must be a goal, such as mate-in-2 or material, not %s",
			z.ID, z.Tags[0])
	}
	return z, nil
}

// Parse reads a puzzles file. Lines that start with # are comments. It returns an error if the heading names
// another rule set.
func Parse(in io.Reader, r rules.Rules) (all []Puzzle, err error) {
	lines := bufio.NewScanner(in)
	lines.Buffer(nil, maxLine+1)
	seen := map[string]bool{}
	for n := 1; lines.Scan(); n++ {
		text := strings.TrimRight(lines.Text(), "\r")
		if of, ok := strings.CutPrefix(text, Heading); ok && n == 1 {
			if name, _, _ := strings.Cut(of, " "); name != eval.Key(r) {
				return nil, fmt.Errorf("line 1: these are puzzles of %.40s, not of %s", name, eval.Key(r))
			}
		}
		if text == "" || text[0] == '#' {
			continue
		}
		z, err := ParseLine(text)
		if err == nil && seen[z.ID] {
			err = fmt.Errorf("puzzle: duplicate %s", z.ID)
		}
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", n, err)
		}
		seen[z.ID] = true
		all = append(all, z)
	}
	return all, lines.Err()
}

// Format returns a puzzles file. Story, which may have several lines, describes how the puzzles were created.
func Format(r rules.Rules, all []Puzzle, story string) string {
	var b strings.Builder
	b.WriteString(Heading + eval.Key(r) + "\n")
	for line := range strings.Lines(story) {
		b.WriteString("# " + strings.TrimRight(line, "\n") + "\n")
	}
	for _, z := range all {
		b.WriteString(z.String() + "\n")
	}
	return b.String()
}

// Line plays the solution and returns the line. It returns an error if the position is invalid, a move is
// illegal, or the game ends early.
func (z *Puzzle) Line(r rules.Rules) (*rules.Line, error) {
	start, err := r.Guide().ParsePosition(z.Position, rules.ParseOptions{})
	if err != nil {
		return nil, fmt.Errorf("puzzle %s: %w", z.ID, err)
	}
	line := rules.NewLine(r, start)
	for _, text := range z.Moves {
		if o := line.Outcome(); o.Over() {
			return nil, fmt.Errorf("puzzle %s: the game is over before %s: %s", z.ID, text, o.String())
		}
		if _, err := line.PlayText(text); err != nil {
			return nil, fmt.Errorf("puzzle %s: %s: %w", z.ID, text, err)
		}
	}
	return line, nil
}

// idOf derives an ID of six letters and digits from a position.
func idOf(p *board.Position) string {
	const letters = "0123456789abcdefghijklmnopqrstuvwxyz"
	id := make([]byte, 6)
	h := p.Hash ^ p.Hash>>29
	for i := range id {
		id[i] = letters[h%uint64(len(letters))]
		h /= uint64(len(letters))
	}
	return string(id)
}

// fresh returns a position with its half-move clock and move number reset.
func fresh(p board.Position) board.Position {
	p.HalfmoveClock, p.FullmoveNumber = 0, 1
	return p
}

// Description describes a puzzle. It is encoded as JSON.
type Description struct {
	ID       string   `json:"id"`
	Position string   `json:"position"`
	Moves    []string `json:"moves"`
	SAN      []string `json:"san"`
	Rating   int      `json:"rating"`
	Tags     []string `json:"tags"`
}

// Describe returns a description of the puzzle, with the solution also in SAN.
func (z *Puzzle) Describe(r rules.Rules) (Description, error) {
	line, err := z.Line(r)
	if err != nil {
		return Description{}, err
	}
	start := line.Start()
	return Description{z.ID, z.Position, z.Moves, engine.SAN(r, &start, line.Moves()), z.Rating, z.Tags}, nil
}

// State holds the games processed so far, with their puzzles.
type State struct {
	Settings string // the Settings with which the puzzles are created, as text
	Games    map[int][]Puzzle
}

// stateHead begins the first line of a state file.
const stateHead = "# tain puzzles state "

// NewState returns an empty state.
func NewState(settings string) *State {
	return &State{Settings: settings, Games: map[int][]Puzzle{}}
}

// Head returns the first line of the state file.
func (s *State) Head() string { return stateHead + s.Settings + "\n" }

// Add records the puzzles found in a game and returns the lines to append to the state file: the puzzles,
// followed by the game number.
func (s *State) Add(number int, found []Puzzle) string {
	s.Games[number] = found
	var b strings.Builder
	for _, z := range found {
		b.WriteString(z.String() + "\n")
	}
	fmt.Fprintf(&b, "game %d\n", number)
	return b.String()
}

// ReadState reads a state file and returns the state and the offset of the end of its last complete game.
func ReadState(in io.Reader) (s *State, end int64, err error) {
	lines := bufio.NewReaderSize(in, 2*maxLine)
	s = NewState("")
	var open []Puzzle
	at := int64(0)
	for n := 1; ; n++ {
		bytes, err := lines.ReadSlice('\n')
		if err == io.EOF {
			return s, end, nil
		}
		if err != nil {
			return nil, 0, fmt.Errorf("line %d: longer than %d bytes", n, 2*maxLine)
		}
		at += int64(len(bytes))
		text := strings.TrimRight(string(bytes), "\r\n")
		if n == 1 {
			settings, ok := strings.CutPrefix(text, stateHead)
			if !ok {
				return nil, 0, fmt.Errorf("line 1: not a state file of tain puzzles")
			}
			s.Settings, end = settings, at
			continue
		}
		if number, ok := strings.CutPrefix(text, "game "); ok {
			game, err := strconv.Atoi(number)
			if err != nil || game < 0 {
				return nil, 0, fmt.Errorf("line %d: invalid game number %.20q", n, number)
			}
			s.Games[game], open, end = open, nil, at
			continue
		}
		z, err := ParseLine(text)
		if err != nil {
			return nil, 0, fmt.Errorf("line %d: %w", n, err)
		}
		open = append(open, z)
	}
}
