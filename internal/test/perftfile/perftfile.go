// Package perftfile reads files with perft counts for tests.
//
// A file lists positions with the number of leaf nodes per depth:
//
//	id start
//	epd rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -
//	perft 1 20
//	perft 2 400
//
// Empty lines and lines that start with # are ignored.
package perftfile

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
)

// Entry is a position with its perft counts.
type Entry struct {
	ID     string
	EPD    string // position without move counters
	Counts []Count
}

// Count is the number of leaf nodes at a depth.
type Count struct {
	Depth int
	Lines uint64
}

// Text returns the position with the move counters that perft files omit. The full-move number is 1 for the
// entry named start and 9 for all others. It matters only in tri-dimensional chess, which forbids castling on
// the first move.
func (e Entry) Text() string {
	if e.ID == "start" {
		return e.EPD + " 0 1"
	}
	return e.EPD + " 0 9"
}

// Load reads all entries from a file.
func Load(path string) ([]Entry, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("perftfile: %w", err)
	}
	defer file.Close()
	entries, err := Read(file)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return entries, nil
}

// Read reads all entries. It returns an error for a malformed line and for an entry without counts.
func Read(r io.Reader) ([]Entry, error) {
	var entries []Entry
	lines := bufio.NewScanner(r)
	for number := 1; lines.Scan(); number++ {
		line := strings.TrimSpace(lines.Text())
		if line == "" || line[0] == '#' {
			continue
		}
		if err := add(&entries, line); err != nil {
			return nil, fmt.Errorf("perftfile: line %d: %w", number, err)
		}
	}
	if err := lines.Err(); err != nil {
		return nil, fmt.Errorf("perftfile: %w", err)
	}
	if n := len(entries); n > 0 && len(entries[n-1].Counts) == 0 {
		return nil, fmt.Errorf("perftfile: no count for %q", entries[n-1].ID)
	}
	return entries, nil
}

// add parses a line and starts an entry or extends the last one. An entry is complete once it has a count.
func add(entries *[]Entry, line string) error {
	word, rest, _ := strings.Cut(line, " ")
	rest = strings.TrimSpace(rest)
	var last *Entry
	if n := len(*entries); n > 0 {
		last = &(*entries)[n-1]
	}
	switch {
	case word == "id":
		if rest == "" {
			return errors.New("id without a name")
		}
		if last != nil && len(last.Counts) == 0 {
			return fmt.Errorf("id %q: the previous entry %q has no count", rest, last.ID)
		}
		*entries = append(*entries, Entry{ID: rest})
		return nil
	case word != "epd" && word != "perft":
		return fmt.Errorf("%q is not id, epd or perft", word)
	case last == nil:
		return fmt.Errorf("%s before the first id", word)
	case word == "epd":
		if rest == "" || last.EPD != "" {
			return fmt.Errorf("%q needs one epd with a position", last.ID)
		}
		last.EPD = rest
		return nil
	case last.EPD == "":
		return fmt.Errorf("perft before the epd for %q", last.ID)
	}
	count, err := parseCount(rest)
	if err != nil {
		return err
	}
	last.Counts = append(last.Counts, count)
	return nil
}

func parseCount(text string) (Count, error) {
	fields := strings.Fields(text)
	if len(fields) == 2 {
		depth, err1 := strconv.ParseUint(fields[0], 10, 8)
		lines, err2 := strconv.ParseUint(fields[1], 10, 64)
		if err1 == nil && err2 == nil {
			return Count{Depth: int(depth), Lines: lines}, nil
		}
	}
	return Count{}, fmt.Errorf("perft needs a depth and a count, not %q", text)
}
