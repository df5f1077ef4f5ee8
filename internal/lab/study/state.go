package study

import (
	"bufio"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/tainchess/tain/engine/learn"
)

// Series names games of one sort of one rule set.
type Series struct {
	Of      string // the rule set: its name, or the hash of its definition
	Unequal bool   // one side thinks longer
}

func (s Series) String() string {
	if s.Unequal {
		return s.Of + " unequal"
	}
	return s.Of + " equal"
}

// State is the games that have been played so far.
type State struct {
	// Settings are those the games were played with.
	Settings string
	Games    map[Series]map[int]learn.Record
}

// stateHead begins the first line of a state.
const stateHead = "# tain study "

// maxLine bounds a line of a state.
const maxLine = 1 << 20

// NewState returns an empty one.
func NewState(settings string) *State {
	return &State{Settings: settings, Games: map[Series]map[int]learn.Record{}}
}

// Head is the text that a file begins with.
func (s *State) Head() string { return stateHead + s.Settings + "\n" }

// Add keeps a game and returns the line that keeps it in the file.
func (s *State) Add(of Series, number int, r learn.Record) string {
	if s.Games[of] == nil {
		s.Games[of] = map[int]learn.Record{}
	}
	s.Games[of][number] = r
	return fmt.Sprintf("%s %d\t%s\n", of, number, r.String())
}

// ReadState reads a file and returns where its last whole line ends: what was cut
// off behind it is not counted.
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

// wholeLine reads a line with its end; what has none is the end of the file.
func wholeLine(in *bufio.Reader) (string, error) {
	var b strings.Builder
	for {
		part, err := in.ReadSlice('\n')
		b.Write(part)
		if err != bufio.ErrBufferFull {
			return b.String(), err
		}
		if b.Len() > maxLine {
			return "", fmt.Errorf("study: it is longer than %d bytes", maxLine)
		}
	}
}

func (s *State) read(text string, n int) error {
	text = strings.TrimRight(text, "\r\n")
	if n == 1 {
		settings, ok := strings.CutPrefix(text, stateHead)
		if !ok {
			return fmt.Errorf("study: this is no file of a study")
		}
		s.Settings = settings
		return nil
	}
	head, record, _ := strings.Cut(text, "\t")
	words := strings.Fields(head)
	if len(words) != 3 || words[1] != "equal" && words[1] != "unequal" {
		return fmt.Errorf("study: %.40q names no game", head)
	}
	number, err := strconv.Atoi(words[2])
	if err != nil || number < 0 {
		return fmt.Errorf("study: %.20q is no number of a game", words[2])
	}
	r, err := learn.ParseRecord(record)
	if err != nil {
		return err
	}
	s.Add(Series{words[0], words[1] == "unequal"}, number, r)
	return nil
}
