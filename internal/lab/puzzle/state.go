package puzzle

import (
	"bufio"
	"fmt"
	"io"
	"strconv"
	"strings"
)

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
