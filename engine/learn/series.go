package learn

import (
	"bufio"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// mark begins the comment that tells the number, from 1, of the record below
// it. Most need none: a record's number is one more than the last one's.
const mark = "# game "

// Series says which games a file of records holds. Games are added as they
// end, so that none is lost when a series is broken off. With several at once
// they end in any order; what goes against the order of numbers gets a mark.
type Series struct {
	Have  map[int]bool // by their numbers, from 0
	Mixed bool         // whether the games are out of order, or some are missing
	next  int          // the number of a record without a mark
}

// line is one of a file of records.
type line struct {
	text   string // with its end
	number int    // of the game; -1 if it is none
}

// ReadSeries reads which games a file holds and returns where they end: a line
// that was cut off is not counted, nor a mark without its game. A whole line
// that is no record is an error.
func ReadSeries(in io.Reader) (s *Series, end int64, err error) {
	s = &Series{Have: map[int]bool{}}
	err = s.read(in, func(l line, to int64) { end = to })
	return s, end, err
}

// read calls each with every whole line but the marks, and where it ends.
func (s *Series) read(in io.Reader, each func(l line, end int64)) error {
	lines, end := bufio.NewReader(in), int64(0)
	for n := 1; ; n++ {
		text, err := lines.ReadString('\n')
		if err == io.EOF {
			return nil // what is left was cut off
		}
		if err != nil {
			return err
		}
		end += int64(len(text))
		if number, ok := marked(text); ok {
			s.next = number
			continue
		}
		l := line{text, -1}
		if bare := strings.TrimSpace(text); bare != "" && bare[0] != '#' {
			if _, err := ParseRecord(strings.TrimRight(text, "\r\n")); err != nil {
				return fmt.Errorf("line %d: %w", n, err)
			}
			l.number = s.next
			if s.Have[l.number] {
				return fmt.Errorf("line %d: game %d is there twice", n, l.number+1)
			}
			s.count(l.number)
		}
		each(l, end)
	}
}

// marked returns the number that a mark tells.
func marked(text string) (number int, ok bool) {
	rest, ok := strings.CutPrefix(text, mark)
	if !ok {
		return 0, false
	}
	number, err := strconv.Atoi(strings.TrimSpace(rest))
	return number - 1, err == nil && number > 0
}

// count notes a game that is there.
func (s *Series) count(number int) {
	s.Mixed = s.Mixed || number != len(s.Have)
	s.Have[number] = true
	s.next = number + 1
}

// Add returns the text that adds a game to the end of the file.
func (s *Series) Add(number int, r *Record) string {
	text := r.String() + "\n"
	if number != s.next {
		text = fmt.Sprintf("%s%d\n%s", mark, number+1, text)
	}
	s.count(number)
	return text
}

// SortSeries returns the text of a file of records with the games in the order
// of their numbers, below all comments.
func SortSeries(in io.Reader) (string, error) {
	var b strings.Builder
	games := map[int]string{}
	s := &Series{Have: map[int]bool{}}
	err := s.read(in, func(l line, _ int64) {
		if l.number < 0 {
			b.WriteString(l.text)
		} else {
			games[l.number] = l.text
		}
	})
	if err != nil {
		return "", err
	}
	next := 0
	for _, number := range slices.Sorted(maps.Keys(games)) {
		if number != next {
			fmt.Fprintf(&b, "%s%d\n", mark, number+1)
		}
		b.WriteString(games[number])
		next = number + 1
	}
	return b.String(), nil
}
