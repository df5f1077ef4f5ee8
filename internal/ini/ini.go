// Package ini reads and writes variants.ini, the file in which Fairy-Stockfish defines variants.
//
// [Read] converts a section into a definition, and [Write] a definition into a section. Both cover what the two
// formats have in common: boards of up to 12 by 10 squares with holes, pieces in Betza notation, pawns,
// castling, checks and goal squares. Everything else is reported.
//
// sections.go splits a file into sections and keys. variant.go applies keys to a variant as Fairy-Stockfish
// does, and keys.go lists them. betza.go translates between the two dialects of Betza notation. region.go
// contains sets of squares, and start.go starting positions. templates.ini contains the variants of
// Fairy-Stockfish that a section can inherit from.
package ini

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/tainchess/tain/notation"
)

// Limits of Fairy-Stockfish.
const (
	mostFiles = 12
	mostRanks = 10
)

// Fault is an error in a file, or a rule that the other format cannot express.
type Fault struct {
	Line int    // line in the file, counted from 1; 0 if unknown
	Key  string // the key or field, or ""
	Text string
}

// Error returns the line, the key and the text.
func (f Fault) Error() string {
	text := f.Text
	if f.Key != "" {
		text = f.Key + ": " + text
	}
	if f.Line > 0 {
		text = fmt.Sprintf("line %d: %s", f.Line, text)
	}
	return text
}

// Faults lists all faults.
type Faults []Fault

// Error returns all faults, separated by semicolons.
func (f Faults) Error() string {
	var all []string
	for _, one := range f {
		all = append(all, one.Error())
	}
	return strings.Join(all, "; ")
}

// add adds a fault, unless the list already contains it or is full.
func (f *Faults) add(line int, key, format string, args ...any) {
	one := Fault{line, key, fmt.Sprintf(format, args...)}
	if len(*f) < notation.MostFaults && !slices.Contains(*f, one) {
		*f = append(*f, one)
	}
}

// err returns the faults as an error, or nil if there are none.
func (f Faults) err() error {
	if f == nil {
		return nil
	}
	slices.SortStableFunc(f, func(a, b Fault) int { return a.Line - b.Line })
	return f
}

// ReadText reads the text of a file. It reads at most one byte more than the size limit, so that [Read] can
// detect a file that is too long.
func ReadText(in io.Reader) (string, error) {
	text, err := io.ReadAll(io.LimitReader(in, mostText+1))
	return string(text), err
}

// ErrNoVariant is the error for a file without sections.
var ErrNoVariant = errors.New("the file contains no variant; a variant begins with its name in brackets, such as [losalamos]")
