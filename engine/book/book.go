// Package book implements opening books.
//
// A rule set may have a book, built from games played with its rules. A book is a text file with one line per
// position: the Zobrist hash and the moves played there, each with the number of games and the points scored.
// Books are small and provide variety rather than depth. For chess, the package also reads and writes
// Polyglot books (polyglot.go). Named openings are in openings.go.
package book

import (
	"bufio"
	"cmp"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/rules/bundle"
)

// Entry is one book move in a position.
type Entry struct {
	Move   string // UCI notation
	Games  int
	Points int // half points scored by the side that played the move
}

// Book is the opening book of one rule set.
type Book struct {
	rules   rules.Rules
	entries map[uint64][]Entry
	// seen maps hashes to positions, for conversion to Polyglot, whose keys are computed from positions.
	seen map[uint64]board.Position
	// key returns a position's key in a Polyglot book. It is nil for a book in our own format, which uses the
	// Zobrist hash as the key.
	key func(*board.Position) uint64
}

// For returns the built-in book of a rule set, or an empty book if there is none. It returns an error if the
// book cannot be parsed.
func For(r rules.Rules) (*Book, error) {
	text, ok := bundle.Read(r, bundle.Book)
	if !ok {
		return New(r), nil
	}
	return Parse(r, text)
}

// New returns an empty book.
func New(r rules.Rules) *Book { return &Book{rules: r, entries: map[uint64][]Entry{}} }

// Rules returns the rule set of the book.
func (b *Book) Rules() rules.Rules { return b.rules }

// Len returns the number of positions in the book.
func (b *Book) Len() int { return len(b.entries) }

// Add records one game in which a move was played and scored the given half points.
func (b *Book) Add(hash uint64, move string, points int) {
	list := b.entries[hash]
	for i := range list {
		if list[i].Move == move {
			list[i].Games++
			list[i].Points += points
			return
		}
	}
	b.entries[hash] = append(list, Entry{move, 1, points})
}

// Keep stores a position that has book moves. [Book.Polyglot] needs the positions to compute their keys.
func (b *Book) Keep(p *board.Position) {
	if b.seen == nil {
		b.seen = map[uint64]board.Position{}
	}
	b.seen[p.Hash] = *p
}

// Weighted reports whether moves have weights instead of games and points, as in a Polyglot book. The Games
// and Points of an entry are then both equal to its weight.
func (b *Book) Weighted() bool { return b.key != nil }

// Prune removes moves played in fewer than the given number of games, and moves that scored less than the
// given share of the points possible in their games.
func (b *Book) Prune(games int, share float64) {
	for hash, list := range b.entries {
		list = slices.DeleteFunc(list, func(e Entry) bool {
			return e.Games < games || float64(e.Points) < share*2*float64(e.Games)
		})
		if b.entries[hash] = list; len(list) == 0 {
			delete(b.entries, hash)
		}
	}
}

// Entries returns the book moves in a position, most played first.
func (b *Book) Entries(p *board.Position) []Entry {
	hash := p.Hash
	if b.key != nil {
		hash = b.key(p)
	}
	list := slices.Clone(b.entries[hash])
	slices.SortFunc(list, func(x, y Entry) int {
		return cmp.Or(cmp.Compare(y.Games, x.Games), cmp.Compare(x.Move, y.Move))
	})
	return list
}

// Move returns a random book move for a position and true, or false if there is none or, after a hash
// collision, the chosen move is illegal. The probability of a move increases with its points.
func (b *Book) Move(p *board.Position, rng *rand.Rand) (board.Move, bool) {
	list := b.Entries(p)
	least := 1 // in our own format, moves without points may also be chosen
	if b.key != nil {
		least = 0
	}
	total := 0
	for _, e := range list {
		total += e.Points + least
	}
	if total == 0 {
		return board.NoMove, false
	}
	draw := rng.IntN(total)
	for _, e := range list {
		if draw -= e.Points + least; draw >= 0 {
			continue
		}
		// Hashes may collide, so the move may be illegal.
		played, err := rules.Play(b.rules, p, e.Move)
		return played.Move, err == nil
	}
	return board.NoMove, false
}

// String returns the book in the format of Parse.
func (b *Book) String() string { return b.Format("") }

// Format returns the book in the format of Parse, with a comment, which may have several lines.
func (b *Book) Format(comment string) string {
	var out strings.Builder
	name := b.rules.Info().Name
	if hash := b.rules.Info().Hash; hash != "" {
		name += "#" + hash
	}
	fmt.Fprintf(&out, "%s%s: %d positions.\n", heading, name, b.Len())
	for line := range strings.Lines(comment) {
		fmt.Fprintf(&out, "# %s\n", strings.TrimSpace(line))
	}
	for _, hash := range slices.Sorted(maps.Keys(b.entries)) {
		fmt.Fprintf(&out, "%016x", hash)
		for _, e := range b.Entries(&board.Position{Hash: hash}) {
			fmt.Fprintf(&out, " %s %d %d", e.Move, e.Games, e.Points)
		}
		out.WriteByte('\n')
	}
	return out.String()
}

// Parse reads a book. It returns an error if a line is malformed, or if the book is for another rule set or
// another version of a definition.
func Parse(r rules.Rules, text string) (*Book, error) {
	of, hash := ruleSetOf(text)
	switch own := r.Info(); {
	case of != "" && of != own.Name:
		return nil, fmt.Errorf("book: this book is for %.40s, not for %s", of, own.Name)
	case hash != "" && hash != own.Hash:
		return nil, fmt.Errorf("book: this book is for other rules named %s", of)
	}
	b := New(r)
	lines := bufio.NewScanner(strings.NewReader(strings.TrimPrefix(text, "\ufeff")))
	n := 1
	for ; lines.Scan(); n++ {
		line := strings.TrimSpace(lines.Text())
		if line == "" || line[0] == '#' {
			continue
		}
		fields := strings.Fields(line)
		hash, err := strconv.ParseUint(fields[0], 16, 64)
		if err != nil || len(fields)%3 != 1 {
			return nil, fmt.Errorf("book: line %d: want a hash and moves with two numbers each", n)
		}
		var list []Entry
		for f := fields[1:]; len(f) > 0; f = f[3:] {
			games, err1 := strconv.Atoi(f[1])
			points, err2 := strconv.Atoi(f[2])
			if err1 != nil || err2 != nil || games < 1 || points < 0 || points > 2*games {
				return nil, fmt.Errorf("book: line %d: %.40q has invalid numbers", n, f[0])
			}
			list = append(list, Entry{f[0], games, points})
		}
		b.entries[hash] = list
	}
	if err := lines.Err(); err != nil {
		return nil, fmt.Errorf("book: line %d: %w", n, err)
	}
	return b, nil
}

// heading is the prefix of the line that names a book's rule set.
const heading = "# Book of "

// RuleSetOf returns the rule set name in a book's heading, or "" if there is none.
func RuleSetOf(text string) string {
	name, _ := ruleSetOf(text)
	return name
}

// ruleSetOf returns the rule set name in a book's heading, or "" if there is none, and the hash if the rule
// set is a definition.
func ruleSetOf(text string) (name, hash string) {
	for line := range strings.Lines(strings.TrimPrefix(text, "\ufeff")) {
		if rest, ok := strings.CutPrefix(strings.TrimSpace(line), heading); ok {
			words := strings.FieldsFunc(rest, func(c rune) bool { return c == ' ' || c == ':' || c == '\t' })
			if len(words) > 0 {
				name, hash, _ = strings.Cut(words[0], "#")
				return name, hash
			}
		}
		if line = strings.TrimSpace(line); line != "" && line[0] != '#' {
			break // the first move ends the heading
		}
	}
	return "", ""
}
