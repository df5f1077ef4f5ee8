package study

import (
	"bufio"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/tainchess/tain/engine/learn"
)

// Series identifies the games of one rule set, either between equal sides or with unequal nodes.
type Series struct {
	Of      string // rule set and weights, as returned by playedBy
	Unequal bool   // whether one side has more nodes
}

func (s Series) String() string {
	if s.Unequal {
		return s.Of + " unequal"
	}
	return s.Of + " equal"
}

// State holds the games played so far.
type State struct {
	// Settings are the settings of the games.
	Settings string
	Games    map[Series]map[int]learn.Record
}

// stateHead begins the first line of a state file.
const stateHead = "# tain study "

// maxLine limits the length of a line in a state file, in bytes.
const maxLine = 1 << 20

// NewState returns an empty state.
func NewState(settings string) *State {
	return &State{Settings: settings, Games: map[Series]map[int]learn.Record{}}
}

// Head returns the first line of the state file.
func (s *State) Head() string { return stateHead + s.Settings + "\n" }

// Add adds a game to a series and returns the line to append to the state file.
func (s *State) Add(of Series, number int, r learn.Record) string {
	if s.Games[of] == nil {
		s.Games[of] = map[int]learn.Record{}
	}
	s.Games[of][number] = r
	return fmt.Sprintf("%s %d\t%s\n", of, number, r.String())
}

// ReadState reads a state file and returns the state and the offset of the end of its last complete line.
func ReadState(in io.Reader) (s *State, end int64, err error) {
	lines := bufio.NewReaderSize(in, 1<<16)
	s = NewState("")
	for n := 1; ; n++ {
		text, err := wholeLine(lines)
		if err == io.EOF {
			return s, end, nil
		}
		if err == nil {
			err = s.read(text, n)
		}
		if err != nil {
			return nil, 0, fmt.Errorf("line %d: %w", n, err)
		}
		end += int64(len(text))
	}
}

// wholeLine reads a line including its line break. A last line without a line break counts as the end of the
// file.
func wholeLine(in *bufio.Reader) (string, error) {
	var b strings.Builder
	for {
		part, err := in.ReadSlice('\n')
		b.Write(part)
		if err != bufio.ErrBufferFull {
			return b.String(), err
		}
		if b.Len() > maxLine {
			return "", fmt.Errorf("study: longer than %d bytes", maxLine)
		}
	}
}

func (s *State) read(text string, n int) error {
	text = strings.TrimRight(text, "\r\n")
	if n == 1 {
		settings, ok := strings.CutPrefix(text, stateHead)
		if !ok {
			return fmt.Errorf("study: not a study file")
		}
		s.Settings = settings
		return nil
	}
	head, record, _ := strings.Cut(text, "\t")
	words := strings.Fields(head)
	if len(words) != 3 || words[1] != "equal" && words[1] != "unequal" {
		return fmt.Errorf("study: invalid game %.40q", head)
	}
	number, err := strconv.Atoi(words[2])
	if err != nil || number < 0 {
		return fmt.Errorf("study: invalid game number %.20q", words[2])
	}
	r, err := learn.ParseRecord(record)
	if err != nil {
		return err
	}
	s.Add(Series{words[0], words[1] == "unequal"}, number, r)
	return nil
}
