package text

import (
	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/message"
	"github.com/tainchess/tain/notation"
)

// rights lists the castling rights in the order of FEN.
const rights = "KQkq"

// formatRights formats the castling field: KQkq, or the files of the rooks.
func (f Fairy) formatRights(p *board.Position) string {
	if !f.Rules.Settings().ByFile || p.Castling() == 0 {
		return p.Castling().String()
	}
	var text []byte
	for i := range len(rights) {
		if c := f.Rules.Castle(p, i); p.Castling()&c.Right != 0 {
			text = append(text, f.fileLetter(&c))
		}
	}
	return string(text)
}

// fileLetter returns the letter of a right that is named by the file of its rook.
func (f Fairy) fileLetter(c *Castle) byte {
	return 'A' + byte(f.Rules.Settings().File(c.Rook)) | byte(c.Side)<<5
}

// home reports whether the king and the rook of a castling move are on their squares.
func (d *draft) home(c *Castle) bool {
	return d.position.Piece(c.King) == board.NewPiece(c.Side, board.King) && d.position.Piece(c.Rook) == board.NewPiece(c.Side, board.Rook)
}

func (d *draft) readCastling(fd notation.Field) {
	if fd.Text == "-" {
		return
	}
	if d.castles == [4]Castle{} {
		d.Fault(fd.Offset, "fault.no-castling",
			"{variant} has no castling: write - for the castling rights, not {text, quote}", message.Args{"variant": d.Rules.Info().Name, "text": notation.Clip(fd.Text)})
		return
	}
	for i, letter := range fd.Text {
		c := d.named(letter)
		if (c == nil || !d.home(c)) && d.unread == 0 {
			if other := d.shuffled(letter); other != nil {
				c = other
			}
		}
		switch {
		case c == nil:
			d.Fault(fd.Offset+i, "fault.castling-letter.start",
				"castling letter {letter, sign} does not name a right of the starting position", message.Args{"letter": string(letter)})
		case d.position.Castling()&c.Right != 0:
			d.Fault(fd.Offset+i, "fault.castling-letter.twice", "castling {letter} is given twice", message.Args{"letter": string(letter)})
		case d.unread&(c.King.Bit()|c.Rook.Bit()) != 0:
		case !d.home(c):
			d.Fault(fd.Offset+i, "fault.castling-home.board", "castling {letter} needs a {king} on {home} and a {rook} on {corner}", message.Args{
				"letter": string(letter), "king": d.kindName(board.King), "home": d.Name(c.King), "rook": d.kindName(board.Rook), "corner": d.Name(c.Rook),
			})
		default:
			d.Rules.Grant(&d.position, *c)
		}
	}
}

// named returns the castling move of the start that a letter in the castling field means, or nil.
func (d *draft) named(letter rune) *Castle {
	for i := range d.castles {
		c := &d.castles[i]
		if c.Right == 0 {
			continue
		}
		usual := rune(rights[i])
		if d.ByFile {
			if letter == rune(d.fileLetter(c)) {
				return c
			}
			if int(usual|0x20)-'a' < d.Grid.Files {
				continue // the letter is a file
			}
		}
		if letter == usual {
			return c
		}
	}
	return nil
}

// shuffled returns the castling move that a letter means in a position of a shuffled game, or nil. The letter is
// the file of the rook, or K or Q if that letter is not a file.
func (d *draft) shuffled(letter rune) *Castle {
	b, side, small := d.Settings, board.White, int(letter|0x20)-'a'
	if !d.ByFile || small < 0 || small > 25 {
		return nil
	}
	if letter >= 'a' {
		side = board.Black
	}
	castles := d.castles[2*side : 2*side+2]
	usual := castles[0]
	if usual.Right == 0 {
		usual = castles[1]
	}
	if usual.Right == 0 {
		return nil
	}
	rank := b.Rank(usual.King)
	kings, rooks := board.Bitboard(0), board.Bitboard(0)
	for file := range b.Grid.Files {
		switch s := b.At(file, rank); d.position.Piece(s) {
		case board.NewPiece(side, board.King):
			kings |= s.Bit()
		case board.NewPiece(side, board.Rook):
			rooks |= s.Bit()
		}
	}
	if kings.Has(usual.King) {
		kings = usual.King.Bit()
	}
	if kings == 0 || kings.Many() {
		return nil
	}
	king := kings.First()
	switch {
	case small < b.Grid.Files:
		rooks &= b.At(small, rank).Bit()
	case letter|0x20 == 'q':
		rooks &= king.Bit() - 1
		rooks &= -rooks
	case letter|0x20 == 'k':
		for rooks &^= king.Bit() - 1; rooks.Many(); {
			rooks.Pop()
		}
	default:
		return nil
	}
	if rooks == 0 {
		return nil
	}
	c := Castle{Side: side, King: king, Rook: rooks.First()}
	if c.Right = castles[0].Right; c.Rook < king {
		c.Right = castles[1].Right
	}
	if c.Right == 0 {
		return nil
	}
	return &c
}
