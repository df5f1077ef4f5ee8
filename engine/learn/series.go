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

// mark is the prefix of a comment that contains the number of the record below it, counting from 1. A record
// without a mark has the number after that of the previous record.
const mark = "# game "

// Series lists the games in a record file. Each game is appended when it ends, so that an interruption loses
// no finished game. Concurrent games may end in any order; a game out of order gets a mark.
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

// ReadSeries returns the series in a record file and the offset of the end of its last game. It ignores a
// truncated last line and a mark without a game. It returns an error if a complete line is not a record.
func ReadSeries(in io.Reader) (s *Series, end int64, err error) {
	s = &Series{Have: map[int]bool{}}
	err = s.read(in, func(l line, to int64) { end = to })
	return s, end, err
}

// read calls each for every complete line except marks, with the offset of the end of the line.
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

// marked returns the game number, counting from 0, in a mark. Ok is false if the text is not a mark.
func marked(text string) (number int, ok bool) {
	rest, ok := strings.CutPrefix(text, mark)
	if !ok {
		return 0, false
	}
	number, err := strconv.Atoi(strings.TrimSpace(rest))
	return number - 1, err == nil && number > 0
}

// count records that the file contains a game.
func (s *Series) count(number int) {
	s.Mixed = s.Mixed || number != len(s.Have)
	s.Have[number] = true
	s.next = number + 1
}

// Add records a game and returns the text to append to the file.
func (s *Series) Add(number int, r *Record) string {
	text := r.String() + "\n"
	if number != s.next {
		text = fmt.Sprintf("%s%d\n%s", mark, number+1, text)
	}
	s.count(number)
	return text
}

// SortSeries returns a record file with all comments first, followed by the games in numerical order.
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
