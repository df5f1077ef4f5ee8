package anyboard

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// nameOf returns the name of a square (1.1).
func (g *Game) nameOf(sq int) string {
	name := string(rune('a'+g.file(sq))) + strconv.Itoa(g.rank(sq)+1)
	if g.planes == 2 {
		name += string(rune('A' + g.plane(sq)))
	}
	return name
}

// readSquare parses the name of a square.
func (g *Game) readSquare(name string) (int, error) {
	for sq := range g.squares() {
		if g.nameOf(sq) == name {
			return sq, nil
		}
	}
	return none, fmt.Errorf("unknown square %q", name)
}

// readSquares parses a list of squares. A name without a plane's letter stands for the square on both
// planes.
func (g *Game) readSquares(text string) ([]int, error) {
	var squares []int
	for _, name := range strings.Fields(text) {
		var found bool
		for sq := range g.squares() {
			if full := g.nameOf(sq); full == name || g.planes == 2 && full[:len(full)-1] == name {
				squares = append(squares, sq)
				found = true
			}
		}
		if !found {
			return nil, fmt.Errorf("unknown square %q", name)
		}
	}
	return squares, nil
}

// Start returns the text of the starting position.
func (g *Game) Start() string { return g.start.FEN() }

// Parse parses a FEN (1.2). It does not check whether the side that is not to move is in check.
func (g *Game) Parse(fen string) (*Pos, error) {
	fields := strings.Fields(fen)
	if len(fields) != 6 && len(fields) != 7 {
		return nil, fmt.Errorf("%q has %d fields", fen, len(fields))
	}
	board, err := g.readField(fields[0])
	if err != nil {
		return nil, err
	}
	if fields[1] != "w" && fields[1] != "b" {
		return nil, fmt.Errorf("the side %q is neither w nor b", fields[1])
	}
	p := &Pos{g: g, board: board, white: fields[1] == "w", ep: none, pusher: none, rights: make([]bool, len(g.rights))}
	if err := p.readCastling(fields[2]); err != nil {
		return nil, err
	}
	if err := p.readEP(fields[3]); err != nil {
		return nil, err
	}
	half, errHalf := strconv.ParseUint(fields[4], 10, 31)
	full, errFull := strconv.ParseUint(fields[5], 10, 31)
	if errHalf != nil || errFull != nil {
		return nil, fmt.Errorf("the clocks %q and %q are not both numbers", fields[4], fields[5])
	}
	p.half, p.full = int(half), int(full)
	if len(fields) == 7 && g.checks == 0 {
		return nil, fmt.Errorf("%q counts checks", fen)
	}
	if len(fields) == 7 {
		if n, err := fmt.Sscanf(fields[6], "+%d+%d", &p.checks[0], &p.checks[1]); n != 2 || err != nil {
			return nil, fmt.Errorf("checks %q", fields[6])
		}
	}
	return p, nil
}

// readField parses the first field of a FEN.
func (g *Game) readField(field string) ([]byte, error) {
	board := bytes.Repeat([]byte{empty}, g.squares())
	planes := strings.Split(field, "|")
	if len(planes) != g.planes {
		return nil, fmt.Errorf("%q has %d planes, want %d", field, len(planes), g.planes)
	}
	for plane, text := range planes {
		ranks := strings.Split(text, "/")
		if len(ranks) != g.ranks {
			return nil, fmt.Errorf("%q has %d ranks, want %d", text, len(ranks), g.ranks)
		}
		for i, row := range ranks {
			cells, err := readRank(row)
			if err != nil {
				return nil, err
			}
			if len(cells) != g.files {
				return nil, fmt.Errorf("the rank %q has %d squares, want %d", row, len(cells), g.files)
			}
			copy(board[g.square(0, g.ranks-1-i, plane):], cells)
		}
	}
	for sq, c := range board {
		switch {
		case g.holes[sq] != (c == hole):
			return nil, fmt.Errorf("%s: hole = %v in the definition only", g.nameOf(sq), g.holes[sq])
		case isPiece(c) && g.kinds[kindOf(c)] == nil:
			return nil, fmt.Errorf("%s: unknown piece %c", g.nameOf(sq), c)
		case kindOf(c) == 'p' && (g.rank(sq) == g.last(isWhite(c)) || g.partOne && g.rank(sq) == g.last(isBlack(c))):
			return nil, fmt.Errorf("%s: a pawn cannot stand there", g.nameOf(sq))
		}
	}
	return board, nil
}

// readRank parses one rank of a FEN into cells.
func readRank(text string) ([]byte, error) {
	var cells []byte
	gap := 0
	for _, c := range []byte(text + "/") {
		if c >= '0' && c <= '9' {
			gap = min(gap*10+int(c-'0'), 100)
			continue
		}
		cells = append(cells, bytes.Repeat([]byte{empty}, gap)...)
		gap = 0
		if isPiece(c) || c == hole {
			cells = append(cells, c)
		} else if c != '/' {
			return nil, fmt.Errorf("the rank %q contains %q", text, c)
		}
	}
	return cells, nil
}

// readEP parses the en passant field: the passed square and, unless the pushed pawn is directly beyond it,
// the pawn's square.
func (p *Pos) readEP(field string) error {
	if field == "-" {
		return nil
	}
	for sq := range p.g.squares() {
		rest, ok := strings.CutPrefix(field, p.g.nameOf(sq))
		if !ok || p.g.holes[sq] {
			continue
		}
		pusher := p.g.beyond(sq, !p.white)
		if rest != "" {
			pusher = none
			if read, err := p.g.readSquare(rest); err == nil {
				pusher = read
			}
		}
		if pusher != none && p.board[pusher] == coloured('p', !p.white) && p.g.pushed(sq, pusher) {
			p.ep, p.pusher = sq, pusher
			return nil
		}
	}
	return fmt.Errorf("en passant %q", field)
}

// beyond returns the square directly in front of another from the point of view of a side's pawns, or none.
func (g *Game) beyond(sq int, white bool) int {
	rank := g.rank(sq) - 1
	if white {
		rank = g.rank(sq) + 1
	}
	if rank < 0 || rank >= g.ranks {
		return none
	}
	return g.square(g.file(sq), rank, g.plane(sq))
}

// pushed reports whether a pawn on pusher can have passed the square passed: the two are one step apart, and
// the pawn's origin, one step on the other side of passed, is on the board.
func (g *Game) pushed(passed, pusher int) bool {
	file, rank := 2*g.file(passed)-g.file(pusher), 2*g.rank(passed)-g.rank(pusher)
	return passed != pusher && g.plane(passed) == g.plane(pusher) &&
		abs(g.file(passed)-g.file(pusher)) <= 1 && abs(g.rank(passed)-g.rank(pusher)) <= 1 &&
		file >= 0 && file < g.files && rank >= 0 && rank < g.ranks
}

// FEN formats the position.
func (p *Pos) FEN() string {
	side := "b"
	if p.white {
		side = "w"
	}
	text := fmt.Sprintf("%s %s %s %s %d %d", p.formatBoard(), side, p.g.formatRights(p.rights), p.formatEP(), p.half, p.full)
	if p.g.checks > 0 {
		text += fmt.Sprintf(" +%d+%d", p.checks[0], p.checks[1])
	}
	return text
}

func (p *Pos) formatBoard() string {
	var planes []string
	for plane := range p.g.planes {
		var ranks []string
		for rank := range p.g.ranks {
			row := ""
			gap := 0
			for file := range p.g.files + 1 {
				c := byte('/')
				if file < p.g.files {
					c = p.board[p.g.square(file, rank, plane)]
				}
				if c == empty {
					gap++
					continue
				}
				if gap > 0 {
					row += strconv.Itoa(gap)
					gap = 0
				}
				if c != '/' {
					row += string(c)
				}
			}
			ranks = append(ranks, row)
		}
		slices.Reverse(ranks)
		planes = append(planes, strings.Join(ranks, "/"))
	}
	return strings.Join(planes, "|")
}

// formatEP names the en passant square if an enemy pawn attacks it (3.8). In part one, a capture must be legal.
func (p *Pos) formatEP() string {
	if p.ep == none {
		return "-"
	}
	named := false
	for _, m := range p.enPassant() {
		if _, legal := p.play(m); legal || !p.g.partOne {
			named = true
		}
	}
	switch {
	case !named:
		return "-"
	case p.g.beyond(p.ep, !p.white) == p.pusher:
		return p.g.nameOf(p.ep)
	}
	return p.g.nameOf(p.ep) + p.g.nameOf(p.pusher)
}
