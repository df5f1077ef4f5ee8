// Package puzzle makes puzzles of a rule set: positions in which one move, and
// after each answer one move again, mates or wins material.
//
// The way of a puzzle: a [Miner] plays a game of the engine against itself, or
// takes one that was played, and looks for positions where the best move is far
// better than the second (mine.go). What it finds it proves (prove.go): a mate by
// the mate solver, a gain of material by a gap that holds at twice the depth. The
// solution says what the puzzle teaches (tags.go), and how the levels of the
// engine fare says how hard it is (rate.go). [Run] does that for game after game
// and takes a mixed choice (run.go); a [State] saves what is done.
//
// A file of puzzles is text, one a line; [Parse] reads it and [Format] writes it.
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
	"github.com/tainchess/tain/rules"
)

// Puzzle is a position and its one solution.
type Puzzle struct {
	ID       string   // made of the position
	Position string   // as the rule set writes it; the side to move solves
	Moves    []string // in UCI notation: the solver's, the answer, the solver's
	Rating   int      // how hard it is, on the scale of the levels
	Tags     []string // what it teaches, the goal first
}

// Heading begins the first line of a file of puzzles. The word after it is the
// rule set.
const Heading = "# tain puzzles "

// Bounds of what is read.
const (
	maxLine  = 4096
	maxMoves = 15
	maxTags  = 16
)

// String writes the puzzle as a line: its id, position, moves, rating and tags,
// separated by tabs.
func (z *Puzzle) String() string {
	return strings.Join([]string{z.ID, z.Position, strings.Join(z.Moves, " "), strconv.Itoa(z.Rating), strings.Join(z.Tags, " ")}, "\t")
}

// ParseLine reads a line that String wrote. Whether the position is one and the
// moves can be played is not looked at; see [Puzzle.Line].
func ParseLine(text string) (z Puzzle, err error) {
	parts := strings.Split(text, "\t")
	if len(text) > maxLine || len(parts) != 5 {
		return z, fmt.Errorf("puzzle: a puzzle has id, position, moves, rating and tags, separated by tabs, in at most %d bytes", maxLine)
	}
	z = Puzzle{ID: parts[0], Position: parts[1], Moves: strings.Fields(parts[2]), Tags: strings.Fields(parts[4])}
	if z.Rating, err = strconv.Atoi(parts[3]); err != nil || z.Rating < 0 || z.Rating > 9999 {
		return z, fmt.Errorf("puzzle: the rating %.20q is no number from 0 to 9999", parts[3])
	}
	switch {
	case z.ID == "" || len(z.ID) > 16 || strings.ContainsAny(z.ID, " "):
		return z, fmt.Errorf("puzzle: %.20q is no id", z.ID)
	case len(z.Moves)%2 == 0 || len(z.Moves) > maxMoves:
		return z, fmt.Errorf("puzzle: %s has %d half-moves; a solution begins and ends with the solver's, in at most %d", z.ID, len(z.Moves), maxMoves)
	case len(z.Tags) == 0 || len(z.Tags) > maxTags:
		return z, fmt.Errorf("puzzle: %s has %d tags; from 1 to %d are wanted", z.ID, len(z.Tags), maxTags)
	}
	for _, tag := range z.Tags {
		if _, ok := Goal(tag); !ok && !slices.Contains(Tags, tag) {
			return z, fmt.Errorf("puzzle: %s has the unknown tag %.30q", z.ID, tag)
		}
	}
	if _, ok := Goal(z.Tags[0]); !ok {
		return z, fmt.Errorf("puzzle: the first tag of %s is to be its goal, such as mate-in-2 or material, not %s", z.ID, z.Tags[0])
	}
	return z, nil
}

// Parse reads a file of puzzles. Lines that begin with # are comments; a heading
// that names another rule set is an error.
func Parse(in io.Reader, r rules.Rules) (all []Puzzle, err error) {
	lines := bufio.NewScanner(in)
	lines.Buffer(nil, maxLine+1)
	seen := map[string]bool{}
	for n := 1; lines.Scan(); n++ {
		text := strings.TrimRight(lines.Text(), "\r")
		if of, ok := strings.CutPrefix(text, Heading); ok && n == 1 {
			if name, _, _ := strings.Cut(of, " "); name != seriesOf(r) {
				return nil, fmt.Errorf("line 1: these are puzzles of %.40s, not of %s", name, seriesOf(r))
			}
		}
		if text == "" || text[0] == '#' {
			continue
		}
		z, err := ParseLine(text)
		if err == nil && seen[z.ID] {
			err = fmt.Errorf("puzzle: %s is there twice", z.ID)
		}
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", n, err)
		}
		seen[z.ID] = true
		all = append(all, z)
	}
	return all, lines.Err()
}

// Format writes a file of puzzles. The story, which may have several lines, tells
// how they were made.
func Format(r rules.Rules, all []Puzzle, story string) string {
	var b strings.Builder
	b.WriteString(Heading + seriesOf(r) + "\n")
	for line := range strings.Lines(story) {
		b.WriteString("# " + strings.TrimRight(line, "\n") + "\n")
	}
	for _, z := range all {
		b.WriteString(z.String() + "\n")
	}
	return b.String()
}

// seriesOf is the word by which a file names a rule set: behind the name of a
// definition stands its hash.
func seriesOf(r rules.Rules) string {
	info := r.Info()
	if info.Hash == "" {
		return info.Name
	}
	return info.Name + "#" + info.Hash
}

// Line plays the solution and returns it, or tells which move cannot be played.
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

// idOf makes an id of a position: six letters and figures.
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

// fresh is a position as a puzzle has it: its clocks begin again, and nothing has
// come before it.
func fresh(p board.Position) board.Position {
	p.HalfmoveClock, p.FullmoveNumber = 0, 1
	return p
}

// Description is a puzzle for programs.
type Description struct {
	ID       string   `json:"id"`
	Position string   `json:"position"`
	Moves    []string `json:"moves"`
	SAN      []string `json:"san"`
	Rating   int      `json:"rating"`
	Tags     []string `json:"tags"`
}

// Describe returns the puzzle with its solution in SAN too.
func (z *Puzzle) Describe(r rules.Rules) (Description, error) {
	line, err := z.Line(r)
	if err != nil {
		return Description{}, err
	}
	start := line.Start()
	return Description{z.ID, z.Position, z.Moves, engine.SAN(r, &start, line.Moves()), z.Rating, z.Tags}, nil
}

// State is the games that have been gone through so far, and what was found.
type State struct {
	Settings string // what the puzzles are made with
	Games    map[int][]Puzzle
}

// stateHead begins the first line of a state.
const stateHead = "# tain puzzles state "

// NewState returns an empty one.
func NewState(settings string) *State {
	return &State{Settings: settings, Games: map[int][]Puzzle{}}
}

// Head is the text that a file begins with.
func (s *State) Head() string { return stateHead + s.Settings + "\n" }

// Add keeps what was found in a game and returns the lines that keep it in the
// file: the puzzles, and last the number of the game.
func (s *State) Add(number int, found []Puzzle) string {
	s.Games[number] = found
	var b strings.Builder
	for _, z := range found {
		b.WriteString(z.String() + "\n")
	}
	fmt.Fprintf(&b, "game %d\n", number)
	return b.String()
}

// ReadState reads a file and returns where its last whole game ends: what was cut
// off behind it is not counted.
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
			return nil, 0, fmt.Errorf("line %d: it is longer than %d bytes", n, 2*maxLine)
		}
		at += int64(len(bytes))
		text := strings.TrimRight(string(bytes), "\r\n")
		if n == 1 {
			settings, ok := strings.CutPrefix(text, stateHead)
			if !ok {
				return nil, 0, fmt.Errorf("line 1: this is no file that tain puzzles keeps games in")
			}
			s.Settings, end = settings, at
			continue
		}
		if number, ok := strings.CutPrefix(text, "game "); ok {
			game, err := strconv.Atoi(number)
			if err != nil || game < 0 {
				return nil, 0, fmt.Errorf("line %d: %.20q is no number of a game", n, number)
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
