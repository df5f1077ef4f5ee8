package naive

import (
	"fmt"
	"slices"
	"strings"
)

// Pos960 is a Chess960 position: a chess position without castling rights, plus castling rights with
// the home squares of king and rook. Castling is written as the king's move to its rook's square.
type Pos960 struct {
	pos    *Pos
	rights []right960
}

type right960 struct {
	white      bool
	king, rook int
}

// Parse960 parses a Shredder-FEN, in which castling letters are the files of rooks.
func Parse960(fen string) (*Pos960, error) {
	fields := strings.Fields(fen)
	if len(fields) != 6 {
		return nil, fmt.Errorf("%q has %d fields, want 6", fen, len(fields))
	}
	letters := fields[2]
	fields[2] = "-"
	pos, err := Parse("chess", strings.Join(fields, " "))
	if err != nil {
		return nil, err
	}
	p := &Pos960{pos: pos}
	for i := range len(letters) {
		if letters[i] == '-' {
			continue
		}
		white := isWhite(letters[i])
		rank := 0
		if !white {
			rank = 7
		}
		rook := square(int(role(letters[i])-'a'), rank)
		king := slices.Index(pos.board[rank*8:rank*8+8], coloured('k', white)) + rank*8
		p.rights = append(p.rights, right960{white, king, rook})
	}
	return p, nil
}

// next returns the position after each legal move, keyed by UCI notation.
func (p *Pos960) next() map[string]*Pos960 {
	all := map[string]*Pos960{}
	for _, m := range p.pos.legal() {
		n := &Pos960{pos: p.pos.apply(m)}
		for _, r := range p.rights {
			if m.from != r.king && m.from != r.rook && m.to != r.king && m.to != r.rook {
				n.rights = append(n.rights, r)
			}
		}
		all[m.text()] = n
	}
	for _, r := range p.rights {
		if n := p.castle(r); n != nil {
			all[squareName(r.king)+squareName(r.rook)] = n
		}
	}
	return all
}

// castle returns the position after castling with a right, or nil if that is illegal.
func (p *Pos960) castle(r right960) *Pos960 {
	if r.white != p.pos.white {
		return nil
	}
	kingTo, rookTo := square(6, rank(r.king)), square(5, rank(r.king))
	if r.rook < r.king {
		kingTo, rookTo = square(2, rank(r.king)), square(3, rank(r.king))
	}
	lifted := *p.pos // neither the king nor the rook blocks the other
	lifted.board[r.king], lifted.board[r.rook] = empty, empty
	for sq := min(r.king, kingTo, r.rook, rookTo); sq <= max(r.king, kingTo, r.rook, rookTo); sq++ {
		way := sq >= min(r.king, kingTo) && sq <= max(r.king, kingTo)
		if (way || sq >= min(r.rook, rookTo) && sq <= max(r.rook, rookTo)) && lifted.board[sq] != empty {
			return nil
		}
		if way && p.pos.attacked(sq, !r.white) {
			return nil
		}
	}
	n := lifted
	n.board[kingTo], n.board[rookTo] = coloured('k', r.white), coloured('r', r.white)
	if n.kingAttacked(r.white) {
		return nil
	}
	n.white, n.ep, n.half = !n.white, none, n.half+1
	if !r.white {
		n.full++
	}
	after := &Pos960{pos: &n}
	for _, other := range p.rights {
		if other.white != r.white {
			after.rights = append(after.rights, other)
		}
	}
	return after
}

// Moves returns the legal moves, sorted.
func (p *Pos960) Moves() (texts []string) {
	for text := range p.next() {
		texts = append(texts, text)
	}
	slices.Sort(texts)
	return texts
}

// Play returns the position after a legal move in UCI notation, or nil if the move is illegal.
func (p *Pos960) Play(text string) *Pos960 { return p.next()[text] }

// Board returns the board and the side to move, as in a FEN.
func (p *Pos960) Board() string { return strings.Join(strings.Fields(p.pos.FEN())[:2], " ") }
