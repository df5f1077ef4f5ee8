// Package book holds the openings the engine knows by heart.
//
// A rule set has its book beside it, made from its own games. A book is text:
// for each position its Zobrist hash, and the moves that were played
// there with how often and with what success. It is small and meant for
// variety, not for depth.
package book

import (
	"bufio"
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/rules/bundle"
)

// Entry is a move known in a position.
type Entry struct {
	Move   string // UCI notation
	Games  int
	Points int // half points of the side that played it
}

// Book is the openings of one rule set.
type Book struct {
	rules   rules.Rules
	entries map[uint64][]Entry
	// seen are the positions of which moves were added, by hash, where they are
	// wanted for a book of another format.
	seen map[uint64]board.Position
	// polyglot tells that the entries are by Polyglot's keys, and their points
	// are its weights.
	polyglot bool
}

// For returns the book that lies beside a rule set; it is empty if there is
// none.
func For(r rules.Rules) (*Book, error) {
	text, ok := bundle.Read(r, bundle.Book)
	if !ok {
		return New(r), nil
	}
	return Parse(r, text)
}

// New returns an empty book.
func New(r rules.Rules) *Book { return &Book{rules: r, entries: map[uint64][]Entry{}} }

// Rules returns the rule set that the book is of.
func (b *Book) Rules() rules.Rules { return b.rules }

// Len returns how many positions the book knows.
func (b *Book) Len() int { return len(b.entries) }

// Add notes that a move was played and what it earned.
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

// Keep notes a position of which moves are added, so that [Book.Polyglot] knows it.
func (b *Book) Keep(p *board.Position) {
	if b.seen == nil {
		b.seen = map[uint64]board.Position{}
	}
	b.seen[p.Hash] = *p
}

// Weighted reports whether moves have weights instead of games and points, as in a
// Polyglot book: Games and Points of an entry are then both its weight.
func (b *Book) Weighted() bool { return b.polyglot }

// Prune keeps moves played at least so often with at least this share of the
// points.
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

// Entries returns what is known in a position, most played first.
func (b *Book) Entries(p *board.Position) []Entry {
	hash := p.Hash
	if b.polyglot {
		hash = PolyglotKey(p)
	}
	list := slices.Clone(b.entries[hash])
	slices.SortFunc(list, func(x, y Entry) int {
		return cmp.Or(cmp.Compare(y.Games, x.Games), cmp.Compare(x.Move, y.Move))
	})
	return list
}

// Move draws a move for a position, those that earned more the more often, and
// reports whether the book knows one. The move is legal.
func (b *Book) Move(p *board.Position, rng *rand.Rand) (board.Move, bool) {
	list := b.Entries(p)
	least := 1 // of our own, also what has earned nothing may be played
	if b.polyglot {
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
		// A hash is only a number: the move counts only if it can be played.
		played, err := rules.Play(b.rules, p, e.Move)
		return played.Move, err == nil
	}
	return board.NoMove, false
}

// String writes the book as text that Parse reads: its rule set, and a line a
// position.
func (b *Book) String() string { return b.Format("") }

// Format is String with a comment of any number of lines: where the book is
// from.
func (b *Book) Format(comment string) string {
	hashes := make([]uint64, 0, len(b.entries))
	for hash := range b.entries {
		hashes = append(hashes, hash)
	}
	slices.Sort(hashes)
	var out strings.Builder
	name := b.rules.Info().Name
	if hash := b.rules.Info().Hash; hash != "" {
		name += "#" + hash
	}
	fmt.Fprintf(&out, "%s%s: %d positions.\n", heading, name, b.Len())
	for line := range strings.Lines(comment) {
		fmt.Fprintf(&out, "# %s\n", strings.TrimSpace(line))
	}
	for _, hash := range hashes {
		fmt.Fprintf(&out, "%016x", hash)
		for _, e := range b.Entries(&board.Position{Hash: hash}) {
			fmt.Fprintf(&out, " %s %d %d", e.Move, e.Games, e.Points)
		}
		out.WriteByte('\n')
	}
	return out.String()
}

// Parse reads a book. One that says that it is of another rule set, or of what a
// definition was before it was changed, is refused.
func Parse(r rules.Rules, text string) (*Book, error) {
	of, hash := ruleSetOf(text)
	switch own := r.Info(); {
	case of != "" && of != own.Name:
		return nil, fmt.Errorf("book: it is a book of %.40s, not of %s", of, own.Name)
	case hash != "" && hash != own.Hash:
		return nil, fmt.Errorf("book: it is a book of other rules that were called %s", of)
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
			return nil, fmt.Errorf("book: line %d is not a hash and moves with two numbers each", n)
		}
		var list []Entry
		for f := fields[1:]; len(f) > 0; f = f[3:] {
			games, err1 := strconv.Atoi(f[1])
			points, err2 := strconv.Atoi(f[2])
			if err1 != nil || err2 != nil || games < 1 || points < 0 || points > 2*games {
				return nil, fmt.Errorf("book: line %d: %.40q has impossible numbers", n, f[0])
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
