package naive

import (
	"fmt"
	"strconv"
	"strings"
)

// Parse parses a FEN with six fields (8). It rejects positions that it could not play. It does
// not check whether a position is legal, for example with the opponent in check or a side
// without a king.
func Parse(variant, fen string) (*Pos, error) {
	r := variants[variant]
	if r == nil {
		return nil, fmt.Errorf("unknown rule set %q", variant)
	}
	return r.parse(fen)
}

func (r *rules) parse(fen string) (*Pos, error) {
	fields := strings.Fields(fen)
	if len(fields) != 6 {
		return nil, fmt.Errorf("%q has %d fields, want 6", fen, len(fields))
	}
	p := &Pos{rules: r, ep: none, white: fields[1] == "w"}
	if err := p.readBoard(fields[0]); err != nil {
		return nil, err
	}
	if fields[1] != "w" && fields[1] != "b" {
		return nil, fmt.Errorf("the side %q is neither w nor b", fields[1])
	}
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
	return p, nil
}

func (p *Pos) readBoard(field string) error {
	for sq := range p.board {
		p.board[sq] = empty
	}
	ranks := strings.Split(field, "/")
	if len(ranks) != 8 {
		return fmt.Errorf("the board %q has %d ranks, want 8", field, len(ranks))
	}
	for i, text := range ranks {
		f, r := 0, 7-i
		for _, c := range []byte(text) {
			switch {
			case c >= '1' && c <= '8':
				f += int(c - '0')
			case !strings.ContainsRune("PNBRQKpnbrqk", rune(c)):
				return fmt.Errorf("rank %d contains the unknown letter %q", r+1, c)
			case role(c) == 'p' && (r == 0 || r == 7):
				return fmt.Errorf("rank %d contains a pawn", r+1)
			case f < 8:
				p.board[square(f, r)] = c
				f++
			default:
				f++ // too wide; reported below
			}
		}
		if f != 8 {
			return fmt.Errorf("rank %d is %d wide, want 8", r+1, f)
		}
	}
	return nil
}

func (p *Pos) readCastling(field string) error {
	if field == "-" {
		return nil
	}
	if !p.rules.castles {
		return fmt.Errorf("castling rights %q in a game without castling", field)
	}
	if strings.Trim(field, "KQkq") != "" {
		return fmt.Errorf("castling %q contains an unknown letter", field)
	}
	for _, c := range corners { // accept any order, write the canonical one
		if !strings.Contains(field, c.right) {
			continue
		}
		white := isWhite(c.right[0])
		if p.board[c.king] != coloured('k', white) || p.board[c.rook] != coloured('r', white) {
			return fmt.Errorf("castling %s: the king or the rook is not on its home square", c.right)
		}
		p.castling += c.right
	}
	return nil
}

func (p *Pos) readEP(field string) error {
	if field == "-" {
		return nil
	}
	crossedRank := byte('6')
	if !p.white {
		crossedRank = '3'
	}
	if len(field) != 2 || field[0] < 'a' || field[0] > 'h' || field[1] != crossedRank {
		return fmt.Errorf("en passant %q is not a square on rank %c", field, crossedRank)
	}
	crossed := square(int(field[0]-'a'), int(field[1]-'1'))
	dr := forward(p.white)
	home := square(file(crossed), rank(crossed)+dr)
	pushed := square(file(crossed), rank(crossed)-dr)
	if p.board[pushed] != coloured('p', !p.white) {
		return fmt.Errorf("en passant %s: there is no pushed pawn", field)
	}
	if p.board[crossed] != empty || p.board[home] != empty {
		return fmt.Errorf("en passant %s: the pawn's path is blocked", field)
	}
	p.ep = crossed
	return nil
}

// FEN formats the position. It includes the en passant square only if an en passant capture is
// legal (8).
func (p *Pos) FEN() string {
	var b strings.Builder
	for r := 7; r >= 0; r-- {
		gap := 0
		for f := range 8 {
			piece := p.board[square(f, r)]
			if piece == empty {
				gap++
				continue
			}
			if gap > 0 {
				b.WriteByte(byte('0' + gap))
				gap = 0
			}
			b.WriteByte(piece)
		}
		if gap > 0 {
			b.WriteByte(byte('0' + gap))
		}
		if r > 0 {
			b.WriteByte('/')
		}
	}
	side := "b"
	if p.white {
		side = "w"
	}
	castling := p.castling
	if castling == "" {
		castling = "-"
	}
	ep := "-"
	if p.ep != none {
		for _, m := range p.pseudo() {
			// En passant is the only capture on a square other than the landing square.
			if m.taken != none && m.taken != m.to && !p.apply(m).kingAttacked(p.white) {
				ep = squareName(p.ep)
			}
		}
	}
	fmt.Fprintf(&b, " %s %s %s %d %d", side, castling, ep, p.half, p.full)
	return b.String()
}
