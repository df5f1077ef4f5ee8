// Package naivetrid is a slow but simple second implementation of tri-dimensional chess, for
// comparison in tests. Only tests import it.
//
// Numbers in comments refer to the rulebook of trid unless they name meder.
package naivetrid

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// Pos is a position of one of the two rule sets.
type Pos struct {
	rules     *ruleSet
	at        map[string]byte // piece letters by square name
	boards    []board
	squares   []string            // all existing squares, in text order
	columns   map[[2]int][]string // all existing squares by file and rank
	white     bool                // whether White is to move
	castling  string
	enPassant string          // square of the pawn that has just made a double step, or ""
	twoStep   map[string]bool // squares of pawns that may still make a double step
	clock     int
	number    int
}

// Parse parses the seven fields of section 5 for the variant "trid" or "meder". It does not check
// whether the position is legal.
func Parse(variant, text string) (*Pos, error) {
	p := &Pos{at: map[string]byte{}, twoStep: map[string]bool{}}
	fields := strings.Fields(text)
	if p.rules = ruleSets[variant]; p.rules == nil || len(fields) != 7 {
		return nil, fmt.Errorf("want trid or meder and seven fields, got %s %q", variant, text)
	}
	for group := range strings.SplitSeq(fields[0], "|") {
		if err := p.parseGroup(group); err != nil {
			return nil, err
		}
	}
	p.findSquares()
	if p.white = fields[1] == "w"; !p.white && fields[1] != "b" {
		return nil, fmt.Errorf("not a side: %q", fields[1])
	}
	if fields[2] != "-" {
		p.castling = fields[2]
	}
	if fields[3] != "-" {
		if p.at[fields[3]] != coloured('p', !p.white) {
			return nil, fmt.Errorf("no pawn on %q has made a double step", fields[3])
		}
		p.enPassant = fields[3]
	}
	named := strings.Split(fields[4], ",")
	for square, piece := range p.at {
		if atHome(square, piece) && (fields[4] == "*" || slices.Contains(named, square)) {
			p.twoStep[square] = true
		}
	}
	var err1, err2 error
	p.clock, err1 = strconv.Atoi(fields[5])
	p.number, err2 = strconv.Atoi(fields[6])
	if err := errors.Join(err1, err2); err != nil {
		return nil, err
	}
	return p, nil
}

// parseGroup places the pieces of one main board ("N:4/4/4/4") or one attack
// board ("QL1w^:PP/RQ").
func (p *Pos) parseGroup(group string) error {
	head, body, _ := strings.Cut(group, ":")
	name := head
	if len(head) > 1 {
		mark, turned := strings.CutSuffix(head, "^")
		name = strings.TrimRight(mark, "wb")
		if len(mark) != 4 || !slices.Contains(pins, name) || p.boardOn(name) >= 0 || turned && !p.rules.halfTurns {
			return fmt.Errorf("not a board: %q", group)
		}
		p.boards = append(p.boards, board{pin: name, owner: mark[3], turned: turned})
	}
	if !slices.Contains(levels, name) {
		return fmt.Errorf("not a board: %q", group)
	}
	wide := extents[name].width
	rows := strings.Split(body, "/")
	if len(rows) != wide {
		return fmt.Errorf("%d ranks in %q", len(rows), group)
	}
	slices.Reverse(rows) // cells are ordered from low rank to high
	for i, row := range rows {
		for digit := 1; digit <= wide; digit++ {
			row = strings.ReplaceAll(row, strconv.Itoa(digit), strings.Repeat(".", digit))
		}
		if len(row) != wide || strings.Trim(row, "PNBRQKpnbrqk.") != "" {
			return fmt.Errorf("unknown letter or wrong width in %q", group)
		}
		for j, letter := range []byte(row) {
			if letter != '.' {
				p.at[cells(name)[i*wide+j]] = letter
			}
		}
	}
	return nil
}

// findSquares lists the squares that exist with the boards on their current pins.
func (p *Pos) findSquares() {
	p.squares, p.columns = nil, map[[2]int][]string{}
	for _, level := range levels {
		if len(level) == 1 || p.boardOn(level) >= 0 {
			p.squares = append(p.squares, cells(level)...)
		}
	}
	for _, square := range p.squares {
		place := [2]int{fileOf(square), rankOf(square)}
		p.columns[place] = append(p.columns[place], square)
	}
}

// boardOn returns the index of the board on a pin, or -1 if the pin is empty.
func (p *Pos) boardOn(pin string) int {
	return slices.IndexFunc(p.boards, func(b board) bool { return b.pin == pin })
}

// column returns the squares of a column, possibly none.
func (p *Pos) column(file, rank int) []string { return p.columns[[2]int{file, rank}] }

// Text formats the seven fields of section 5. It includes the en passant square only if an en
// passant capture is legal.
func (p *Pos) Text() string {
	var groups []string
	for _, level := range levels {
		head := level
		if i := p.boardOn(level); i >= 0 {
			head += string(p.boards[i].owner)
			if p.boards[i].turned {
				head += "^"
			}
		} else if len(level) > 1 {
			continue
		}
		groups = append(groups, head+":"+p.rows(level))
	}
	side := "b"
	if p.white {
		side = "w"
	}
	rights := ""
	for _, right := range []string{"K", "Q", "k", "q"} {
		if strings.Contains(p.castling, right) {
			rights += right
		}
	}
	if rights == "" {
		rights = "-"
	}
	enPassant := "-"
	if p.enPassant != "" && slices.ContainsFunc(p.pieceMoves(), func(m move) bool {
		return m.enPassant && !m.after.kingAttacked(p.white)
	}) {
		enPassant = p.enPassant
	}
	return fmt.Sprintf("%s %s %s %s %s %d %d",
		strings.Join(groups, "|"), side, rights, enPassant, p.twoStepText(), p.clock, p.number)
}

// rows formats the pieces of a main board or of the board on a pin.
func (p *Pos) rows(level string) string {
	var rows []string
	for rank := range slices.Chunk(cells(level), extents[level].width) {
		row := ""
		for _, cell := range rank {
			if p.at[cell] == 0 {
				row += "."
			} else {
				row += string(p.at[cell])
			}
		}
		for digit := 4; digit >= 1; digit-- {
			row = strings.ReplaceAll(row, strings.Repeat(".", digit), strconv.Itoa(digit))
		}
		rows = append(rows, row)
	}
	slices.Reverse(rows)
	return strings.Join(rows, "/")
}

// twoStepText returns the double-step field: "-", "*" or the squares in order.
func (p *Pos) twoStepText() string {
	all := true
	var may []string
	for _, square := range p.squares {
		if p.twoStep[square] {
			may = append(may, square)
		} else if atHome(square, p.at[square]) {
			all = false
		}
	}
	switch {
	case len(may) == 0:
		return "-"
	case all:
		return "*"
	}
	return strings.Join(may, ",")
}

// next returns a copy of the position with the other side to move.
func (p *Pos) next() *Pos {
	q := *p
	q.at = maps.Clone(p.at)
	q.boards = slices.Clone(p.boards)
	q.twoStep = maps.Clone(p.twoStep)
	q.white = !p.white
	q.enPassant = ""
	q.clock++
	if q.white {
		q.number++
	}
	return &q
}

// touch removes the double-step or castling rights of a square that a piece has left, reached
// or been carried from (3.5, 3.8, 4.5).
func (p *Pos) touch(square string) {
	delete(p.twoStep, square)
	for _, c := range castlings {
		if square == c.king || square == c.rook {
			p.castling = strings.ReplaceAll(p.castling, c.right, "")
		}
	}
}
