package text

import (
	"slices"
	"strconv"
	"strings"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/message"
	"github.com/tainchess/tain/notation"
	"github.com/tainchess/tain/rules"
)

// maxFEN is the maximum length of a FEN in bytes.
const maxFEN = 512

// FormatPosition formats a position as FEN. Holes are written as *, and gaps may have two digits. In rule sets
// in which checks win, the number of checks given by White and Black follows the move number.
func (f Fairy) FormatPosition(p *board.Position) string {
	settings, info := f.Rules.Settings(), f.Rules.Info()
	b := settings
	text := make([]byte, 0, 128)
	for n := range b.Grid.Ranks * b.Grid.Planes {
		plane, rank := n/b.Grid.Ranks, b.Grid.Ranks-1-n%b.Grid.Ranks
		gap := 0
		flush := func() {
			if gap > 0 {
				text = strconv.AppendInt(text, int64(gap), 10)
				gap = 0
			}
		}
		for file := range b.Grid.Files {
			s := b.Number(b.Grid.At(file, rank, plane))
			switch pc := p.Piece(s); {
			case !b.All.Has(s):
				flush()
				text = append(text, '*')
			case pc == board.NoPiece:
				gap++
			default:
				flush()
				text = append(text, info.Letter(pc))
			}
		}
		switch flush(); {
		case rank > 0:
			text = append(text, '/')
		case plane < b.Grid.Planes-1:
			text = append(text, '|')
		}
	}
	text = append(text, ' ', "wb"[p.Side&1], ' ')
	text = append(text, f.formatRights(p)...)
	text = append(text, ' ')
	text = append(text, f.formatEnPassant(p)...)
	text = append(text, ' ')
	text = strconv.AppendUint(text, uint64(p.HalfmoveClock), 10)
	text = append(text, ' ')
	text = strconv.AppendUint(text, uint64(min(p.FullmoveNumber, notation.MaxFullmoveNumber)), 10)
	if f.Rules.WinningChecks() > 0 {
		text = append(text, ' ')
		for side := range board.Colour(2) {
			text = strconv.AppendInt(append(text, '+'), int64(f.Rules.Checks(p, side)), 10)
		}
	}
	return string(text)
}

// formatEnPassant formats the en passant field. If the pushed pawn is not directly beyond the square that it
// crossed, the field contains both squares.
func (f Fairy) formatEnPassant(p *board.Position) string {
	crossed, pawn := f.Rules.Pushed(p)
	switch {
	case crossed == board.NoSquare:
		return "-"
	case pawn == f.Rules.Settings().Beyond(crossed, p.Side.Other()):
		return f.Rules.Settings().Name(crossed)
	}
	return f.Rules.Settings().Name(crossed) + f.Rules.Settings().Name(pawn)
}

// ParseBoard parses the pieces of a position and ignores all else, including faults.
func (f Fairy) ParseBoard(text string) board.Position {
	d := newDraft(f)
	if fields := notation.Fields(text); len(fields) > 0 {
		d.readBoard(fields[0])
	}
	return d.position
}

// ParsePosition parses a FEN, or its first four fields as in EPD, the board with or without the side to move,
// the word "start", or the number of a shuffled start, as in 960:518. The error is of type [rules.Faults].
func (f Fairy) ParsePosition(text string, o rules.ParseOptions) (board.Position, error) {
	info := f.Rules.Info()
	o.AllowNoKing = o.AllowNoKing || info.Kingless
	text = notation.OrStart(text, info.Start)
	d := newDraft(f)
	if len(text) > maxFEN {
		d.Fault(maxFEN, "fault.too-long.fen",
			"the position has {count} characters: the limit is {most}", message.Args{"count": len(text), "most": maxFEN})
		return board.Empty(), d.Err()
	}
	if number, is := notation.StartNumber(text); is {
		n, ok := d.StartNumber(number, info.Starts)
		if !ok {
			return board.Empty(), d.Err()
		}
		p := f.Rules.Shuffled(n)
		text = f.FormatPosition(&p)
	}
	fields := notation.Fields(text)
	for i, fd := range fields {
		if i > 3 && f.Rules.WinningChecks() > 0 && strings.HasPrefix(fd.Text, "+") {
			d.readChecks(fd)
			fields = slices.Delete(fields, i, i+1)
			break
		}
	}
	short := len(fields) == 1 || len(fields) == 2
	if n := len(fields); n != 6 && n != 4 && !(short && strings.Contains(fields[0].Text, "/")) {
		offset := len(text)
		if n > 6 {
			offset = fields[6].Offset
		}
		d.Fault(offset, "fault.field-count.fen",
			"the position has {count, plural, one {# field} other {# fields}} instead of 6: board, side, castling, en passant, halfmove clock, move number (or the first 4, or the board alone)", message.Args{"count": n})
	}
	readers := [...]func(*draft, notation.Field){
		(*draft).readBoard, (*draft).readSide, (*draft).readCastling, (*draft).readEnPassant,
		func(d *draft, fd notation.Field) { d.position.HalfmoveClock = d.HalfmoveClock(fd) },
		func(d *draft, fd notation.Field) { d.position.FullmoveNumber = d.FullmoveNumber(fd) },
	}
	d.unread = d.All
	for i, fd := range fields {
		if i < len(readers) {
			readers[i](d, fd)
		}
	}
	if len(fields) == 1 {
		d.sideKnown = true
	}
	if short {
		for i := range d.castles {
			if c := &d.castles[i]; c.Right != 0 && d.home(c) {
				d.position.SetCastling(d.position.Castling() | c.Right)
			}
		}
	}
	return d.finish(o)
}
