package ini

import (
	"fmt"
	"strconv"
	"strings"
)

// region is a set of squares: a bit for each file, by rank.
type region [mostRanks]uint16

// cell is a square: its file and rank, both counted from 0.
type cell struct{ file, rank int }

func (c cell) String() string { return string(rune('a'+c.file)) + strconv.Itoa(c.rank+1) }

func (r *region) has(c cell) bool {
	return c.rank >= 0 && c.rank < mostRanks && c.file >= 0 && c.file < mostFiles && r[c.rank]>>c.file&1 != 0
}
func (r *region) put(c cell) { r[c.rank] |= 1 << c.file }

// and returns the squares in both regions.
func (r region) and(other region) region {
	for i := range r {
		r[i] &= other[i]
	}
	return r
}

// ranksOf returns the squares of all ranks from first to last, on a board with the given number of files.
func ranksOf(files, first, last int) (r region) {
	for rank := max(0, first); rank <= min(last, mostRanks-1); rank++ {
		r[rank] = 1<<files - 1
	}
	return r
}

// mirrored returns the region mirrored top to bottom.
func (r region) mirrored(ranks int) (m region) {
	for rank := range ranks {
		m[ranks-1-rank] = r[rank]
	}
	return m
}

// parseRegion parses a list of squares. *2 stands for a whole rank and a* for a whole file; - ends the
// list.
func parseRegion(text string) (r region, err error) {
	for word := range strings.FieldsSeq(text) {
		if word == "-" {
			break
		}
		file, digits := -1, word[1:]
		if word[0] != '*' {
			file = int(word[0]|0x20) - 'a'
		}
		rank, err := strconv.Atoi(digits)
		if digits == "*" {
			rank, err = 0, nil
		}
		if err != nil || rank < 0 || rank > mostRanks || digits != "*" && rank == 0 || word[0] != '*' && (file < 0 || file >= mostFiles) || word == "**" {
			return r, fmt.Errorf("%q is not a square of a board of at most %d by %d squares, a rank such as *8 or a file such as a*", word, mostFiles, mostRanks)
		}
		for c := (cell{}); c.rank < mostRanks; c.rank++ {
			for c.file = 0; c.file < mostFiles; c.file++ {
				if (file < 0 || c.file == file) && (digits == "*" || c.rank == rank-1) {
					r.put(c)
				}
			}
		}
	}
	return r, nil
}

// format writes the squares of a region on a board with the given number of files, whole ranks first.
func (r region) format(files int) string {
	var whole, single []string
	for rank, row := range r {
		if row == 1<<files-1 {
			whole = append(whole, "*"+strconv.Itoa(rank+1))
			continue
		}
		for file := range files {
			if row>>file&1 != 0 {
				single = append(single, cell{file, rank}.String())
			}
		}
	}
	if all := append(whole, single...); len(all) > 0 {
		return strings.Join(all, " ")
	}
	return "-"
}
