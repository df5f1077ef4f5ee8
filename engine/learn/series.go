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

// mark is the prefix of a comment that gives the number, from 1, of the record
// below it. Records without one are numbered consecutively.
const mark = "# game "

// Series lists the games in a record file. Games are appended as they end, so
// that an interrupted series loses none. Concurrent games end in any order; a
// game out of order gets a mark.
type Series struct {
	Have  map[int]bool // game numbers, from 0
	Mixed bool         // whether games are out of order or missing
	next  int          // number of the next record without a mark
}

// line is one line of a record file.
type line struct {
	text   string // including its line end
	number int    // game number, or -1
}

// ReadSeries finds out which games a file has and returns the offset of the end
// of the last one. It ignores a truncated line and a mark without its game. A
// complete line that is not a record is an error.
func ReadSeries(in io.Reader) (s *Series, end int64, err error) {
	s = &Series{Have: map[int]bool{}}
	err = s.read(in, func(l line, to int64) { end = to })
	return s, end, err
}

// read calls each for every complete line except marks, with the offset of its
// end.
func (s *Series) read(in io.Reader, each func(l line, end int64)) error {
	lines, end := bufio.NewReader(in), int64(0)
	for n := 1; ; n++ {
		text, err := lines.ReadString('\n')
		if err == io.EOF {
			return nil // the last line is truncated
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
				return fmt.Errorf("line %d: duplicate game %d", n, l.number+1)
			}
			s.count(l.number)
		}
		each(l, end)
	}
}

// marked parses a mark.
func marked(text string) (number int, ok bool) {
	rest, ok := strings.CutPrefix(text, mark)
	if !ok {
		return 0, false
	}
	number, err := strconv.Atoi(strings.TrimSpace(rest))
	return number - 1, err == nil && number > 0
}

// count records that the file has a game.
func (s *Series) count(number int) {
	s.Mixed = s.Mixed || number != len(s.Have)
	s.Have[number] = true
	s.next = number + 1
}

// Add records a game and returns the text to append for it.
func (s *Series) Add(number int, r *Record) string {
	text := r.String() + "\n"
	if number != s.next {
		text = fmt.Sprintf("%s%d\n%s", mark, number+1, text)
	}
	s.count(number)
	return text
}

// SortSeries returns a record file with the games in numerical order below all
// comments.
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
