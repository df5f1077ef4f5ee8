package notation

import (
	"bytes"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/rules"
)

// PlainSign returns the ASCII form of a dash or an arrow, or 0 for any other character. An arrow becomes >,
// which [JoinArrows] replaces with a hyphen.
func PlainSign(sign rune) byte {
	switch sign {
	case '‐', '‑', '‒', '–', '—', '−':
		return '-'
	case '→', '⇒', '⟶', '⟹', '➔', '➙', '➛', '➜', '➝', '➞', '↦', '⇨':
		return '>'
	}
	return 0
}

// JoinArrows replaces the arrows in a move's text (>, -> and =>), including surrounding spaces, with a
// hyphen, in place. The slice at holds the offset of every byte; JoinArrows deletes the elements for the
// bytes that it removes. It leaves an arrow at the start or end unchanged, because it joins no squares.
func JoinArrows(chars []byte, at []int) ([]byte, []int) {
	if bytes.IndexByte(chars, '>') < 0 {
		return chars, at
	}
	kept := 0
	for i := 0; i < len(chars); i++ {
		chars[kept], at[kept] = chars[i], at[i]
		if chars[i] != '>' || i == len(chars)-1 {
			kept++
			continue
		}
		begin := kept
		for begin > 0 && (chars[begin-1] == '-' || chars[begin-1] == '=') {
			begin--
		}
		for begin > 0 && chars[begin-1] == ' ' {
			begin--
		}
		if begin == 0 {
			kept++
			continue
		}
		chars[begin], at[begin] = '-', at[i]
		kept = begin + 1
		for i+1 < len(chars) && chars[i+1] == ' ' {
			i++
		}
	}
	return chars[:kept], at[:kept]
}

// KingTakesRook converts a legal castling move to the form that Chess960 programs use in UCI notation: the
// king moves onto its rook. It returns other moves, and all moves in rule sets without Chess960, unchanged.
func KingTakesRook(r rules.Rules, p *board.Position, m board.Move) board.Move {
	if !r.Info().Chess960 || r.Guide().Class(p, m)&rules.Castling == 0 {
		return m
	}
	right := board.WhiteShort << (2 * p.Side)
	if m.To() < m.From() {
		right <<= 1
	}
	king, rook := p.CastlingHome(right)
	return board.NewMove(king, rook, board.NoRole)
}
