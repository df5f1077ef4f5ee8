//go:build !js

package book

import (
	"cmp"
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

// Many chess programs read Polyglot books. A book consists of 16-byte records, sorted by the key of the
// position. A record holds the key, a move, the weight of the move, and four bytes of learning data, which we
// ignore. The format defines the keys, which differ from our Zobrist hashes.

//go:embed polyglot.keys
var polyglotText string

// Offsets into the table of random numbers, and its size.
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
			panic("book: polyglot.keys is damaged") // cannot happen: the file is embedded
		}
		keys[i] = key
	}
	return keys
})

// PolyglotKey returns the key of a chess position in a Polyglot book. The format includes the en passant file
// whenever an enemy pawn is next to the pawn that advanced two squares. Our positions include it only if the
// capture is legal, so the keys differ in the rare positions in which every en passant capture would leave
// the king in check.
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

// polyRecord is the size of a record in bytes; maxRecords limits the number of
// records in a book.
const (
	polyRecord = 16
	maxRecords = 1 << 24
)

// polyRoles maps the promotion numbers of the format to UCI letters.
var polyRoles = []string{"", "n", "b", "r", "q"}

// checkPolyglot returns an error for rule sets other than chess.
func checkPolyglot(r rules.Rules) error {
	if r.Info().Name != "chess" {
		return fmt.Errorf("book: Polyglot books are for chess, not for %s", r.Info().Name)
	}
	return nil
}

// ParsePolyglot reads a Polyglot book. Like other programs, it skips moves that it cannot decode. It returns
// an error for rule sets other than chess, and for files with an invalid size or unsorted keys.
func ParsePolyglot(r rules.Rules, data []byte) (*Book, error) {
	if err := checkPolyglot(r); err != nil {
		return nil, err
	}
	if len(data)%polyRecord != 0 || len(data)/polyRecord > maxRecords {
		return nil, fmt.Errorf("book: a file of %d bytes is not a Polyglot book: its size is invalid for records "+
			"of %d", len(data), polyRecord)
	}
	b := New(r)
	b.key = PolyglotKey
	var last uint64
	for n := 0; len(data) > 0; n, data = n+1, data[polyRecord:] {
		key := binary.BigEndian.Uint64(data)
		if key < last {
			return nil, fmt.Errorf("book: record %d is out of order: this is not a Polyglot book, or it is damaged", n+1)
		}
		last = key
		move, weight := binary.BigEndian.Uint16(data[8:]), int(binary.BigEndian.Uint16(data[10:]))
		to, from, promotion := board.Square(move&63), board.Square(move>>6&63), int(move>>12&7)
		if from == to || promotion >= len(polyRoles) {
			continue
		}
		// Castling is encoded as king takes rook, which rules.Play accepts.
		text := from.String() + to.String() + polyRoles[promotion]
		b.entries[key] = append(b.entries[key], Entry{text, weight, weight})
	}
	return b, nil
}

// Polyglot returns the book in Polyglot format, or an error for rule sets other than chess. The weight of a
// move is its points, scaled down if they do not fit. Moves without points are omitted. The positions are
// those passed to Keep or, if there are none, those that book moves reach from the start.
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
				continue // hash collision, or a move without points
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
		return cmp.Or(cmp.Compare(x.key, y.key), cmp.Compare(y.weight, x.weight), cmp.Compare(x.move, y.move))
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

// maxWalked is the maximum number of positions that walk returns.
const maxWalked = 1 << 20

// walk returns the positions that book moves reach from the start, by hash. A book may have moves for one
// side only, because moves without points are omitted. In a position without a book move, walk therefore
// follows every reply that leads back into the book.
func (b *Book) walk() (map[uint64]board.Position, error) {
	start, err := b.rules.Guide().ParsePosition(b.rules.Info().Start, rules.ParseOptions{})
	if err != nil {
		return nil, err
	}
	found := map[uint64]board.Position{}
	unknown := map[uint64]bool{} // positions without a book move whose replies were tried
	for queue := []board.Position{start}; len(queue) > 0 && len(found) < maxWalked; {
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

// Plain converts a Polyglot book to our own format, keyed by our hashes. It converts only positions that book
// moves reach from the start. A weight of n becomes n games and n half points. A book already in our own
// format is returned unchanged.
func (b *Book) Plain() (*Book, error) {
	if !b.Weighted() {
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
