//go:build !js

package book

import (
	_ "embed"
	"encoding/binary"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/notation"
	"github.com/tainchess/tain/rules"
)

// A Polyglot book is what most chess programs read: records of 16 bytes, sorted by
// the key of their position. A record is the key, a move, its weight, and four
// bytes for learning, which are not ours. The keys are those of the format, not
// our own Zobrist hashes.

//go:embed polyglot.keys
var polyglotText string

// Where the random words of each sort begin, and how many there are.
const (
	polyCastling  = 768
	polyEnPassant = 772
	polyTurn      = 780
	polyWords     = 781
)

var polyglotKeys = sync.OnceValue(func() (keys [polyWords]uint64) {
	_, text, _ := strings.Cut(polyglotText, "\n")
	for i, word := range strings.Fields(text) {
		key, err := strconv.ParseUint(word, 16, 64)
		if err != nil || i >= polyWords {
			panic("book: polyglot.keys is damaged") // it is part of the program
		}
		keys[i] = key
	}
	return keys
})

// PolyglotKey returns the key of a position of orthodox chess in a Polyglot book.
// The format counts an en passant square wherever a pawn stands beside the pushed
// one; a position of ours holds it only where a capture is legal. So the keys differ
// in the rare position in which all such captures would leave the king in check.
func PolyglotKey(p *board.Position) uint64 {
	keys := polyglotKeys()
	var key uint64
	for set := p.Occupied(); set != 0; {
		s := set.Pop()
		pc := p.Piece(s)
		kind := 2 * (int(pc.Role()) - int(board.Pawn))
		if pc.Colour() == board.White {
			kind++
		}
		key ^= keys[64*kind+int(s)]
	}
	for i := range 4 {
		if p.Castling()>>i&1 != 0 {
			key ^= keys[polyCastling+i]
		}
	}
	if ep := p.EnPassant(); ep != board.NoSquare {
		key ^= keys[polyEnPassant+ep.File()]
	}
	if p.Side == board.White {
		key ^= keys[polyTurn]
	}
	return key
}

// polyRecord is how many bytes a record has; mostRecords bounds what is read.
const (
	polyRecord  = 16
	mostRecords = 1 << 24
)

// polyRoles are what a pawn becomes, by the format's numbers.
var polyRoles = []string{"", "n", "b", "r", "q"}

// checkPolyglot refuses rule sets that the format does not know.
func checkPolyglot(r rules.Rules) error {
	if r.Info().Name != "chess" {
		return fmt.Errorf("book: Polyglot books are of chess, not of %s", r.Info().Name)
	}
	return nil
}

// ParsePolyglot reads a Polyglot book. Moves that cannot be read are left out, as
// programs do that find them; a file that is not one of records, or not sorted, is
// refused.
func ParsePolyglot(r rules.Rules, data []byte) (*Book, error) {
	if err := checkPolyglot(r); err != nil {
		return nil, err
	}
	if len(data)%polyRecord != 0 || len(data)/polyRecord > mostRecords {
		return nil, fmt.Errorf("book: %d bytes are no Polyglot book: it has records of %d", len(data), polyRecord)
	}
	b := New(r)
	b.polyglot = true
	var last uint64
	for n := 0; len(data) > 0; n, data = n+1, data[polyRecord:] {
		key := binary.BigEndian.Uint64(data)
		if key < last {
			return nil, fmt.Errorf("book: record %d is out of order: this is no Polyglot book, or it is damaged", n+1)
		}
		last = key
		move, weight := binary.BigEndian.Uint16(data[8:]), int(binary.BigEndian.Uint16(data[10:]))
		to, from, promotion := board.Square(move&63), board.Square(move>>6&63), int(move>>12&7)
		if from == to || promotion >= len(polyRoles) {
			continue
		}
		// Castling is the king's move onto its rook, which the rules read.
		text := from.String() + to.String() + polyRoles[promotion]
		b.entries[key] = append(b.entries[key], Entry{text, weight, weight})
	}
	return b, nil
}

// Polyglot writes the book in Polyglot's format. The weight of a move is its
// points, scaled down where a position has more than fit; moves that have earned
// nothing are left out. A book of our own knows the positions of which moves were
// added, or those its moves lead to from the start.
func (b *Book) Polyglot() ([]byte, error) {
	if err := checkPolyglot(b.rules); err != nil {
		return nil, err
	}
	found := b.seen
	if found == nil {
		var err error
		if found, err = b.walk(); err != nil {
			return nil, err
		}
	}
	type record struct {
		key          uint64
		move, weight uint16
	}
	var records []record
	for _, p := range found {
		list := b.Entries(&p)
		most := 0
		for _, e := range list {
			most = max(most, e.Points)
		}
		for _, e := range list {
			m, err := b.rules.Guide().ParseMove(&p, e.Move)
			if err != nil || e.Points == 0 {
				continue // another position with the same hash, or never to be played
			}
			weight := e.Points
			if most > 0xffff {
				weight = max(1, e.Points*0xffff/most)
			}
			m = notation.KingTakesRook(b.rules, &p, m)
			move := uint16(m.To()) | uint16(m.From())<<6
			if k := m.Promotion(); k != board.NoRole {
				move |= uint16(k-board.Knight+1) << 12
			}
			records = append(records, record{PolyglotKey(&p), move, uint16(weight)})
		}
	}
	slices.SortFunc(records, func(x, y record) int {
		switch {
		case x.key != y.key && x.key < y.key, x.key == y.key && x.weight > y.weight, x.key == y.key && x.weight == y.weight && x.move < y.move:
			return -1
		case x == y:
			return 0
		}
		return 1
	})
	out := make([]byte, 0, polyRecord*len(records))
	for _, rec := range records {
		out = binary.BigEndian.AppendUint64(out, rec.key)
		out = binary.BigEndian.AppendUint16(out, rec.move)
		out = binary.BigEndian.AppendUint16(out, rec.weight)
		out = append(out, 0, 0, 0, 0)
	}
	return out, nil
}

// mostWalked bounds how many positions are looked at from the start.
const mostWalked = 1 << 20

// walk finds the positions that the moves of the book lead to from the start. A
// book may know one side's moves alone, since those that earned nothing are not in
// it: where it has no move, every answer is tried, and those after which it goes on
// are followed.
func (b *Book) walk() (map[uint64]board.Position, error) {
	start, err := b.rules.Guide().ParsePosition(b.rules.Info().Start, rules.ParseOptions{})
	if err != nil {
		return nil, err
	}
	found := map[uint64]board.Position{}
	unknown := map[uint64]bool{} // positions without a move, whose answers were tried
	for queue := []board.Position{start}; len(queue) > 0 && len(found) < mostWalked; {
		p := queue[0]
		queue = queue[1:]
		if _, again := found[p.Hash]; again || unknown[p.Hash] {
			continue
		}
		list := b.Entries(&p)
		if len(list) == 0 {
			unknown[p.Hash] = true
			for _, m := range rules.LegalMoves(b.rules, &p) {
				var next board.Position
				if b.rules.Apply(&p, m, &next) && len(b.Entries(&next)) > 0 {
					queue = append(queue, next)
				}
			}
			continue
		}
		found[p.Hash] = p
		for _, e := range list {
			if played, err := rules.Play(b.rules, &p, e.Move); err == nil {
				queue = append(queue, played.Next)
			}
		}
	}
	return found, nil
}

// Plain returns the book as one of our own format can hold it: by our hashes, as
// far as its moves lead from the start. A weight becomes as many points, of games
// half of which were won.
func (b *Book) Plain() (*Book, error) {
	if !b.polyglot {
		return b, nil
	}
	found, err := b.walk()
	if err != nil {
		return nil, err
	}
	plain := New(b.rules)
	for hash, p := range found {
		for _, e := range b.Entries(&p) {
			if m, err := b.rules.Guide().ParseMove(&p, e.Move); err == nil && e.Points > 0 {
				plain.entries[hash] = append(plain.entries[hash], Entry{b.rules.Guide().FormatUCI(&p, m), e.Points, e.Points})
			}
		}
	}
	return plain, nil
}
