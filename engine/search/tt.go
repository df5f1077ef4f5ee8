package search

import (
	"sync/atomic"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/engine/search/memory"
)

// transpositionTable caches search results by position. Threads share it without locks: the key of a slot is
// the Zobrist hash XOR the data, so that a torn write appears to belong to another position. Stored moves are
// only hints: the search plays a stored move only if it also generates it.
type transpositionTable struct {
	buckets    []bucket
	generation uint64 // number of the current search; entries of earlier searches are replaced sooner
}

const bucketSize = 4

type bucket [bucketSize]slot

type slot struct{ key, data atomic.Uint64 }

// bound states how a stored score relates to the true score.
type bound uint8

const (
	boundNone bound = iota
	boundUpper
	boundLower
	boundExact
)

// ttEntry is the result of searching a position. When packed, bits 0-25 hold the move, 26-41 the score, 42-49
// the depth, 50-51 the bound and 52-59 the generation.
type ttEntry struct {
	move  board.Move
	score int
	depth int
	bound bound
}

// moveMask selects the move in a packed entry.
const moveMask = 1<<board.MoveBits - 1

// cuts reports whether the entry's score settles a search with the given window, provided that the entry is
// deep enough.
func (e *ttEntry) cuts(alpha, beta int) bool {
	return e.bound == boundExact || e.bound == boundLower && e.score >= beta || e.bound == boundUpper && e.score <= alpha
}

// improves reports whether the entry's score is a better estimate than eval, given the bound of the score.
func (e *ttEntry) improves(eval int) bool {
	return !isMate(e.score) &&
		(e.bound == boundExact || e.bound == boundLower && e.score > eval || e.bound == boundUpper && e.score < eval)
}

func newTranspositionTable(megabytes int) transpositionTable {
	n := 1
	for n*2*bucketSize*16 <= megabytes<<20 {
		n *= 2
	}
	t := transpositionTable{buckets: make([]bucket, n)}
	memory.AdviseHugePages(t.buckets)
	return t
}

// newGeneration starts a new generation, which ages all entries.
func (t *transpositionTable) newGeneration() { t.generation = (t.generation + 1) & 255 }

// clear empties the table. No search may be running.
func (t *transpositionTable) clear() {
	clear(t.buckets)
	t.generation = 0
}

func (t *transpositionTable) bucket(hash uint64) *bucket {
	return &t.buckets[hash&uint64(len(t.buckets)-1)]
}

// probe returns the entry for a position and true, or false if there is none. Mate scores are converted from
// plies after the position to plies after the root.
func (t *transpositionTable) probe(hash uint64, ply int) (ttEntry, bool) {
	b := t.bucket(hash)
	for i := range b {
		data := b[i].data.Load()
		if data == 0 || b[i].key.Load()^data != hash {
			continue
		}
		e := ttEntry{
			move:  board.Move(data & moveMask),
			score: int(int16(data >> 26)),
			depth: int(data >> 42 & 255),
			bound: bound(data >> 50 & 3),
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

// store replaces an existing entry for the same position, or else the least valuable entry in the bucket: a
// shallow one or one from an old generation. It keeps a much deeper entry for the same position from the
// current search, unless the new score is exact.
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
			if e.bound != boundExact && data>>52&255 == t.generation && int(data>>42&255) > e.depth+3 {
				return // the existing entry is much deeper
			}
			if e.move == board.NoMove {
				e.move = board.Move(data & moveMask)
			}
			replace = &b[i]
			break
		}
		value := int(data>>42&255) - 8*int((t.generation-data>>52)&255)
		if value < worst {
			worst, replace = value, &b[i]
		}
	}
	if e.score > mateInMaxPly {
		e.score += ply
	} else if e.score < -mateInMaxPly {
		e.score -= ply
	}
	data := uint64(e.move)&moveMask |
		uint64(uint16(int16(e.score)))<<26 |
		uint64(max(0, min(e.depth, 255)))<<42 |
		uint64(e.bound)<<50 |
		t.generation<<52
	replace.data.Store(data)
	replace.key.Store(hash ^ data)
}

// hashfull estimates the share of the table that the current search uses, in permille.
func (t *transpositionTable) hashfull() int {
	used, seen := 0, 0
	for i := range min(len(t.buckets), 250) {
		for j := range t.buckets[i] {
			data := t.buckets[i][j].data.Load()
			seen++
			if data != 0 && data>>52&255 == t.generation {
				used++
			}
		}
	}
	return used * 1000 / max(1, seen)
}
