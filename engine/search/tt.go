package search

import (
	"sync/atomic"

	"github.com/tainchess/tain/board"
)

// transpositionTable remembers what was found about positions. Threads share it
// without locks: a slot's key word is the Zobrist hash xor its data, so a torn
// write is seen as another position. Moves in it are hints: the search plays
// one only if it generates it itself.
type transpositionTable struct {
	buckets    []bucket
	generation uint64 // of the search; older entries are replaced first
}

const bucketSize = 4

type bucket [bucketSize]slot

type slot struct{ key, data atomic.Uint64 }

// bound tells whether a score is exact or bounds the true one.
type bound uint8

const (
	boundNone bound = iota
	boundUpper
	boundLower
	boundExact
)

// ttEntry is what the table knows of a position. Packed: move in bits 0-17,
// score in 18-33, depth in 34-41, bound in 42-43, generation in 44-51.
type ttEntry struct {
	move  board.Move
	score int
	depth int
	bound bound
}

// cuts reports whether the entry's score, if its depth suffices, settles a
// search within the window.
func (e *ttEntry) cuts(alpha, beta int) bool {
	return e.bound == boundExact || e.bound == boundLower && e.score >= beta || e.bound == boundUpper && e.score <= alpha
}

// improves reports whether the entry's score is a better guess than a static
// evaluation: it was searched, and its bound does not let the other stand.
func (e *ttEntry) improves(eval int) bool {
	return !isMate(e.score) && (e.bound == boundExact || e.bound == boundLower && e.score > eval || e.bound == boundUpper && e.score < eval)
}

func newTranspositionTable(megabytes int) transpositionTable {
	n := 1
	for n*2*bucketSize*16 <= megabytes<<20 {
		n *= 2
	}
	t := transpositionTable{buckets: make([]bucket, n)}
	adviseHugePages(t.buckets)
	return t
}

// newGeneration begins a new search: what is in the table grows older.
func (t *transpositionTable) newGeneration() { t.generation = (t.generation + 1) & 255 }

// clear empties the table. No search may be running.
func (t *transpositionTable) clear() {
	clear(t.buckets)
	t.generation = 0
}

func (t *transpositionTable) bucket(hash uint64) *bucket {
	return &t.buckets[hash&uint64(len(t.buckets)-1)]
}

// probe looks a position up. Mate scores come back counted from ply.
func (t *transpositionTable) probe(hash uint64, ply int) (ttEntry, bool) {
	b := t.bucket(hash)
	for i := range b {
		data := b[i].data.Load()
		if data == 0 || b[i].key.Load()^data != hash {
			continue
		}
		e := ttEntry{
			move:  board.Move(data & (1<<18 - 1)),
			score: int(int16(data >> 18)),
			depth: int(data >> 34 & 255),
			bound: bound(data >> 42 & 3),
		}
		if e.score > mateInMaxPly {
			e.score -= ply
		} else if e.score < -mateInMaxPly {
			e.score += ply
		}
		return e, true
	}
	return ttEntry{}, false
}

// store keeps an entry in place of the same position's or the least valuable:
// shallow, or of an old generation.
func (t *transpositionTable) store(hash uint64, ply int, e ttEntry) {
	b := t.bucket(hash)
	var replace *slot
	worst := 1 << 30
	for i := range b {
		data := b[i].data.Load()
		if data == 0 {
			replace = &b[i]
			break
		}
		if b[i].key.Load()^data == hash {
			if e.bound != boundExact && data>>44&255 == t.generation && int(data>>34&255) > e.depth+3 {
				return // what this search has found out far deeper is worth more
			}
			if e.move == board.NoMove {
				e.move = board.Move(data & (1<<18 - 1))
			}
			replace = &b[i]
			break
		}
		value := int(data>>34&255) - 8*int((t.generation-data>>44)&255)
		if value < worst {
			worst, replace = value, &b[i]
		}
	}
	if e.score > mateInMaxPly {
		e.score += ply
	} else if e.score < -mateInMaxPly {
		e.score -= ply
	}
	data := uint64(e.move)&(1<<18-1) |
		uint64(uint16(int16(e.score)))<<18 |
		uint64(max(0, min(e.depth, 255)))<<34 |
		uint64(e.bound)<<42 |
		t.generation<<44
	replace.data.Store(data)
	replace.key.Store(hash ^ data)
}

// hashfull estimates how much of the table this search uses, in permille.
func (t *transpositionTable) hashfull() int {
	used, seen := 0, 0
	for i := range min(len(t.buckets), 250) {
		for j := range t.buckets[i] {
			data := t.buckets[i][j].data.Load()
			seen++
			if data != 0 && data>>44&255 == t.generation {
				used++
			}
		}
	}
	return used * 1000 / max(1, seen)
}
