package search

import (
	"sync/atomic"

	"github.com/tainchess/tain/board"
)

// table remembers what was found about positions. Threads share it without
// locks: an entry's check word is its key mixed with its data, so a torn write
// is seen as another position. Moves in it are hints: the search plays one only
// if it generates it itself.
type table struct {
	buckets []bucket
	round   uint64 // of the search, to prefer fresh entries
}

const perBucket = 4

type bucket [perBucket]slot

type slot struct{ check, data atomic.Uint64 }

// bound tells what a score means.
type bound uint8

const (
	none bound = iota
	upper
	lower
	exact
)

// An entry's data: move in bits 0-17, score in 18-33, depth in 34-41, bound in
// 42-43, round in 44-51.
type entry struct {
	move  board.Move
	score int
	depth int
	bound bound
}

func newTable(megabytes int) table {
	n := 1
	for n*2*perBucket*16 <= megabytes<<20 {
		n *= 2
	}
	t := table{buckets: make([]bucket, n)}
	spread(t.buckets)
	return t
}

func (t *table) age() { t.round = (t.round + 1) & 255 }

func (t *table) clear() {
	for i := range t.buckets {
		for j := range t.buckets[i] {
			t.buckets[i][j].check.Store(0)
			t.buckets[i][j].data.Store(0)
		}
	}
	t.round = 0
}

func (t *table) bucket(key uint64) *bucket { return &t.buckets[key&uint64(len(t.buckets)-1)] }

// probe looks a position up. Mate scores come back counted from ply.
func (t *table) probe(key uint64, ply int) (entry, bool) {
	b := t.bucket(key)
	for i := range b {
		data := b[i].data.Load()
		if data == 0 || b[i].check.Load()^data != key {
			continue
		}
		e := entry{
			move:  board.Move(data & (1<<18 - 1)),
			score: int(int16(data >> 18)),
			depth: int(data >> 34 & 255),
			bound: bound(data >> 42 & 3),
		}
		if e.score > mateEdge {
			e.score -= ply
		} else if e.score < -mateEdge {
			e.score += ply
		}
		return e, true
	}
	return entry{}, false
}

// store keeps an entry in place of the same position's or the least useful.
func (t *table) store(key uint64, ply int, e entry) {
	b := t.bucket(key)
	var place *slot
	worst := 1 << 30
	for i := range b {
		data := b[i].data.Load()
		if data == 0 {
			place = &b[i]
			break
		}
		if b[i].check.Load()^data == key {
			if e.move == board.NoMove {
				e.move = board.Move(data & (1<<18 - 1))
			}
			place = &b[i]
			break
		}
		worth := int(data>>34&255) - 8*int((t.round-data>>44)&255)
		if worth < worst {
			worst, place = worth, &b[i]
		}
	}
	if e.score > mateEdge {
		e.score += ply
	} else if e.score < -mateEdge {
		e.score -= ply
	}
	data := uint64(e.move)&(1<<18-1) |
		uint64(uint16(int16(e.score)))<<18 |
		uint64(max(0, min(e.depth, 255)))<<34 |
		uint64(e.bound)<<42 |
		t.round<<44
	place.data.Store(data)
	place.check.Store(key ^ data)
}

// full estimates how much of the table this search uses, in permille.
func (t *table) full() int {
	used, seen := 0, 0
	for i := range min(len(t.buckets), 250) {
		for j := range t.buckets[i] {
			data := t.buckets[i][j].data.Load()
			seen++
			if data != 0 && data>>44&255 == t.round {
				used++
			}
		}
	}
	return used * 1000 / max(1, seen)
}
