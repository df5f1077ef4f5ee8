package text

import (
	"slices"
	"strings"

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
	if !d.Castles {
		d.Fault(fd.Offset, "fault.no-castling",
			"{variant} has no castling: write - for the castling rights, not {text, quote}", message.Args{"variant": d.Rules.Info().Name, "text": notation.Clip(fd.Text)})
		return
	}
	for i, letter := range fd.Text {
		c := d.named(letter)
		if (c == nil || !d.home(c)) && d.unread.Empty() {
			if other := d.shuffled(letter); other != nil {
				c = other
			}
		}
		switch {
		case c == nil && !d.unread.Empty() && d.names(letter): // if this is the start, the king or the rook may be missing
		case c == nil:
			d.Fault(fd.Offset+i, "fault.castling-letter.start",
				"castling letter {letter, sign} does not fit the starting position: castling needs the only king of a side and a rook on its rank", message.Args{"letter": string(letter)})
		case d.position.Castling()&c.Right != 0:
			d.Fault(fd.Offset+i, "fault.castling-letter.twice", "castling {letter} is given twice", message.Args{"letter": string(letter)})
		case d.unread.Has(c.King), d.unread.Has(c.Rook):
		case !d.home(c):
			d.Fault(fd.Offset+i, "fault.castling-home.board", "castling {letter} needs a {king} on {home} and a {rook} on {corner}", message.Args{
				"letter": string(letter), "king": d.kindName(board.King), "home": d.Name(c.King), "rook": d.kindName(board.Rook), "corner": d.Name(c.Rook),
			})
		default:
			d.Rules.Grant(&d.position, *c)
		}
	}
}

// names reports whether a letter can name a castling right.
func (d *draft) names(letter rune) bool {
	return strings.ContainsRune("KQkq", letter) || d.ByFile && letter|0x20 >= 'a' && int(letter|0x20)-'a' < d.Grid.Files
}

// named returns the castling move from the starting position that a letter in the castling field stands for, or nil.
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

// shuffled returns the castling move that a letter stands for in a position of a shuffled game, or nil. The letter is
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
	var kings, rooks []board.Square // by file
	for file := range b.Grid.Files {
		switch s := b.Along(usual.King, file); d.position.Piece(s) {
		case board.NewPiece(side, board.King):
			kings = append(kings, s)
		case board.NewPiece(side, board.Rook):
			rooks = append(rooks, s)
		}
	}
	if slices.Contains(kings, usual.King) {
		kings = []board.Square{usual.King}
	}
	if len(kings) != 1 {
		return nil
	}
	king := kings[0]
	rooks = slices.DeleteFunc(rooks, func(s board.Square) bool {
		switch {
		case small < b.Grid.Files:
			return b.File(s) != small
		case letter|0x20 == 'q':
			return s > king
		}
		return letter|0x20 != 'k' || s < king
	})
	if len(rooks) == 0 {
		return nil
	}
	c := Castle{Side: side, King: king, Rook: rooks[0]}
	if c.Rook > king {
		c.Rook = rooks[len(rooks)-1] // the outermost
	}
	if c.Right = castles[0].Right; c.Rook < king {
		c.Right = castles[1].Right
	}
	if c.Right == 0 {
		return nil
	}
	return &c
}
