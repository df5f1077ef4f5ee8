// Package tables turns the lines along which pieces move on a board into tables.
//
// Which squares a piece reaches along its lines from a square depends on the occupancy of a few squares. If
// these are at most tableBits squares, one multiplication finds the entry of a table (a magic bitboard).
// Longer lines are cut into segments, or walked if they have a hurdle. Once the tables of a rule set have
// reached their maximum size, all further lines are walked.
//
// lines.go contains these tables. attacks.go contains the captures of a kind and, in the other direction, the ways
// in which a piece attacks a square. men.go combines captures and moves without capture.
package tables

import (
	"encoding/binary"
	"math/bits"
	"slices"
	"unsafe"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/variant/betza"
)

// Leap is one leap of a line: its landing square, and the squares that must be empty.
type Leap struct {
	To    board.Square
	Empty board.Set
}

// Line lists the leaps that a piece can make in succession on an empty board.
type Line struct {
	Leaps  []Leap
	Hurdle betza.Hurdle
	Passed int // number of leaps at the beginning after which the piece cannot stop
	Atom   int // identifies the leap that the line repeats; a table holds lines of one atom, so that kinds can share it
}

// Reach returns the squares that a line reaches, given the occupied squares. They include the square of the
// piece that stops the line.
func (l *Line) Reach(occupied board.Set) (all board.Set) {
	hurdles := 0
	for i, at := range l.Leaps {
		if occupied.And(at.Empty) != (board.Set{}) {
			return all
		}
		free := !occupied.Has(at.To)
		switch {
		case l.Hurdle == betza.NoHurdle || hurdles == 1:
			if i >= l.Passed {
				all.Add(at.To)
			}
			if !free || l.Hurdle == betza.Hopper {
				return all
			}
		case !free:
			hurdles++
		}
	}
	return all
}

// depends returns the squares on which the reach of a line depends.
func (l *Line) depends() (all board.Bitboard) {
	for i, at := range l.Leaps {
		all |= at.Empty.Bitboard()
		if i < len(l.Leaps)-1 {
			all |= at.To.Bit()
		}
	}
	return all
}

// Limits of the tables.
const (
	tableBits = 8 // maximum number of squares on which a table depends
	cut       = 7 // maximum number of leaps in a segment of a long line
	// maxTables is the maximum number of entries in the tables of a rule set, and maxWays is the maximum number
	// of ways. Chess on a Möbius strip needs 130,000 entries and 10,000 ways.
	maxTables = 3 << 17
	maxWays   = 1 << 16
)

// group is a table for one or several lines. If next is not 0, the group is a segment of a long line: the
// groups up to next continue it and count only if all squares of the mask are empty.
type group struct {
	mask  board.Bitboard
	magic uint64
	base  uint32
	next  uint32
	shift uint8
	walks bool // the group is not a table but the walks from index base to next
}

// walk is a line that is walked: the range of its squares in steps, and the index in empty of the squares that
// must be empty for each step, or -1.
type walk struct {
	first, end uint32
	empty      int32
	hurdle     betza.Hurdle
	passed     uint8 // number of squares at the beginning on which the walk cannot end
}

// span is a range of groups or of walks.
type span struct{ from, to uint32 }

// Tables holds the moves of all kinds of a rule set. The zero value is empty.
type Tables struct {
	groups []group
	tables []board.Bitboard
	walks  []walk
	steps  []board.Square   // squares of the walks
	empty  []board.Bitboard // squares that must be empty for each step, for walks of lame leaps
	known  map[string]group // tables by their lines, to share equal ones; nil after compilation
	ways   []Way
	// Hurdles is true if some pieces capture along lines with a hurdle.
	Hurdles bool
}

// reach returns the squares that the lines in a span reach.
func (t *Tables) reach(sp span, occupied board.Bitboard) (all board.Bitboard) {
	for i := sp.from; i < sp.to; {
		g := &t.groups[i]
		i++
		if g.walks {
			all |= t.walkAll(span{g.base, g.next}, occupied)
			continue
		}
		x := occupied & g.mask
		all |= t.tables[g.base+uint32(uint64(x)*g.magic>>(g.shift&63))]
		if g.next != 0 && x != 0 {
			i = g.next
		}
	}
	return all
}

// walkAll returns the squares that the walks in a span reach.
func (t *Tables) walkAll(sp span, occupied board.Bitboard) (all board.Bitboard) {
	for i := sp.from; i < sp.to; i++ {
		w := &t.walks[i]
		hurdles := 0
		for n, to := range t.steps[w.first:w.end] {
			if w.empty >= 0 && occupied&t.empty[int(w.empty)+n] != 0 {
				break
			}
			free := !occupied.Has(to)
			if w.hurdle == betza.NoHurdle || hurdles == 1 {
				if n >= int(w.passed) {
					all |= to.Bit()
				}
				if !free || w.hurdle == betza.Hopper {
					break
				}
			} else if !free {
				hurdles++
			}
		}
	}
	return all
}

// walk adds lines to walk.
func (t *Tables) walk(lines []Line) span {
	sp := span{from: uint32(len(t.walks))}
	for _, l := range lines {
		w := walk{first: uint32(len(t.steps)), empty: -1, hurdle: l.Hurdle, passed: uint8(l.Passed)}
		if slices.ContainsFunc(l.Leaps, func(at Leap) bool { return !at.Empty.Empty() }) {
			w.empty = int32(len(t.empty))
		}
		for _, at := range l.Leaps {
			t.steps = append(t.steps, at.To)
			if w.empty >= 0 {
				t.empty = append(t.empty, at.Empty.Bitboard())
			}
		}
		w.end = uint32(len(t.steps))
		t.walks = append(t.walks, w)
	}
	sp.to = uint32(len(t.walks))
	return sp
}

// add adds the groups for the lines from a square.
func (t *Tables) add(lines []Line) span {
	sp := span{from: uint32(len(t.groups))}
	var short, long []Line
	for _, l := range lines {
		n := bits.OnesCount64(uint64(l.depends()))
		switch {
		case len(t.tables) > maxTables || n > tableBits && l.Hurdle != betza.NoHurdle:
			long = append(long, l)
		case n <= tableBits:
			short = append(short, l)
		default:
			t.chain(l)
		}
	}
	if len(long) > 0 {
		walks := t.walk(long)
		t.groups = append(t.groups, group{walks: true, base: walks.from, next: walks.to})
	}
	for len(short) > 0 {
		// Put as many lines into one table as possible.
		together, mask := short[:1:1], short[0].depends()
		var rest []Line
		for _, l := range short[1:] {
			if both := mask | l.depends(); bits.OnesCount64(uint64(both)) <= tableBits && l.Atom == short[0].Atom {
				together, mask = append(together, l), both
			} else {
				rest = append(rest, l)
			}
		}
		t.groups = append(t.groups, t.table(together, mask))
		short = rest
	}
	sp.to = uint32(len(t.groups))
	return sp
}

// Size returns the approximate memory in bytes.
func (t *Tables) Size() int {
	return len(t.groups)*int(unsafe.Sizeof(group{})) + (len(t.tables)+len(t.empty))*8 + len(t.walks)*int(unsafe.Sizeof(walk{})) + len(t.steps) +
		len(t.ways)*int(unsafe.Sizeof(Way{}))
}

// Trim releases memory that only adding lines needs. No lines may be added afterwards.
func (t *Tables) Trim() {
	*t = Tables{
		groups: slices.Clone(t.groups), tables: slices.Clone(t.tables), walks: slices.Clone(t.walks), steps: slices.Clone(t.steps), empty: slices.Clone(t.empty),
		ways: slices.Clone(t.ways), Hurdles: t.Hurdles,
	}
}

// chain adds the segments of a long line.
func (t *Tables) chain(l Line) {
	first := len(t.groups)
	for at := 0; at < len(l.Leaps); {
		end, mask := at, board.Bitboard(0)
		for ; end < len(l.Leaps) && end < at+cut; end++ {
			more := mask | l.Leaps[end].Empty.Bitboard() | l.Leaps[end].To.Bit()
			if bits.OnesCount64(uint64(more)) > tableBits {
				break
			}
			mask = more
		}
		t.groups = append(t.groups, t.table([]Line{{Leaps: l.Leaps[at:end], Passed: max(0, l.Passed-at)}}, mask))
		at = end
	}
	for i := first; i < len(t.groups)-1; i++ {
		t.groups[i].next = uint32(len(t.groups))
	}
}

// table returns the group for some lines that depend on the squares of a mask.
func (t *Tables) table(lines []Line, mask board.Bitboard) group {
	n := bits.OnesCount64(uint64(mask))
	key := make([]byte, 0, 256)
	for _, l := range lines {
		key = append(key, byte(l.Hurdle), byte(l.Passed), byte(len(l.Leaps)))
		for _, at := range l.Leaps {
			key = binary.LittleEndian.AppendUint64(append(key, byte(at.To)), at.Empty[0])
		}
	}
	if g, ok := t.known[string(key)]; ok {
		return g
	}
	entries := make([]board.Bitboard, 1<<n)
	subset := board.Bitboard(0)
	for i := range entries {
		for j := range lines {
			all := lines[j].Reach(board.SetOf(subset))
			entries[i] |= all.Bitboard()
		}
		subset = (subset - mask) & mask
	}
	g := t.place(mask, entries)
	if t.known == nil {
		t.known = map[string]group{}
	}
	t.known[string(key)] = g
	return g
}

// place finds a multiplier that maps the subsets of a mask to different entries, and stores the entries.
func (t *Tables) place(mask board.Bitboard, entries []board.Bitboard) group {
	random := board.SeededRandom(uint64(mask))
	for size := bits.Len(uint(len(entries) - 1)); ; size++ {
		table, used := make([]board.Bitboard, 1<<size), make([]uint32, 1<<size)
		for try := uint32(1); try <= 30; try++ {
			magic := random()
			for range 2 { // multipliers with few bits fit more often
				magic &= random()
			}
			if size == 0 {
				magic = 0
			}
			subset, fits := board.Bitboard(0), true
			for _, e := range entries {
				i := uint64(subset) * magic >> ((64 - size) & 63)
				if size == 0 {
					i = 0
				}
				if used[i] == try && table[i] != e {
					fits = false
					break
				}
				used[i], table[i] = try, e
				subset = (subset - mask) & mask
			}
			if !fits {
				continue
			}
			g := group{mask: mask, magic: magic, shift: uint8(64 - max(size, 1)), base: uint32(len(t.tables))}
			t.tables = append(t.tables, table...)
			return g
		}
	}
}
