package text

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/message"
	"github.com/tainchess/tain/notation"
	"github.com/tainchess/tain/rules"
)

// mostFEN is the maximum length of a FEN in bytes. The longest board takes 71; clocks and extra spaces may
// take more.
const mostFEN = 256

// FormatPosition formats a position as FEN with six fields. The en passant square is present only if a legal
// capture exists, because a position stores no other.
func (f Flat) FormatPosition(p *board.Position) string {
	text := make([]byte, 0, 96)
	for rank := 7; rank >= 0; rank-- {
		gap := byte(0)
		for file := range 8 {
			pc := p.Piece(board.At(file, rank))
			if pc == board.NoPiece {
				gap++
				continue
			}
			if gap > 0 {
				text = append(text, '0'+gap)
				gap = 0
			}
			text = append(text, pc.Letter())
		}
		if gap > 0 {
			text = append(text, '0'+gap)
		}
		if rank > 0 {
			text = append(text, '/')
		}
	}
	text = append(text, ' ', "wb"[p.Side&1], ' ')
	text = append(text, formatRights(p)...)
	text = append(text, ' ')
	text = append(text, p.EnPassant().String()...)
	text = append(text, ' ')
	text = strconv.AppendUint(text, uint64(p.HalfmoveClock), 10)
	text = append(text, ' ')
	text = strconv.AppendUint(text, uint64(min(p.FullmoveNumber, notation.MaxFullmoveNumber)), 10)
	return string(text)
}

// ParsePosition parses a FEN. The error is of type [rules.Faults].
//
// A FEN has six fields. ParsePosition also accepts the first four, as in EPD, and sets the halfmove clock to
// 0 and the move number to 1. It also accepts the board alone or with the side to move. Then White is to move
// unless the text names Black, and a side has a castling right if its king and rook are on their home
// squares, as in a link. A move number of 0, which some programs write, is read as 1. White space around and
// between fields is ignored. An en passant square is accepted after any double push but stored only if a
// legal capture exists. Chess also accepts the castling letters of X-FEN and Shredder-FEN, and a string such as
// 960:518 for a Chess960 starting position. The word "start" means the starting position of the rule set.
func (f Flat) ParsePosition(text string, o rules.ParseOptions) (board.Position, error) {
	o.AllowNoKing = o.AllowNoKing || f.Rules.Info().Kingless
	text = notation.OrStart(text, f.Rules.Info().Start)
	d := newDraft(f.Rules)
	if len(text) > mostFEN {
		d.Fault(mostFEN, "fault.too-long.fen",
			"the position has {count} characters: the limit is {most}", message.Args{"count": len(text), "most": mostFEN})
		return board.Empty(), d.Err()
	}
	if number, is := notation.StartNumber(text); is {
		n, ok := d.StartNumber(number, f.Rules.Info().Starts)
		if !ok {
			return board.Empty(), d.Err()
		}
		text = FEN960(int(n))
	}
	fields := notation.Fields(text)
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
		(*draft).readBoard, (*draft).readSide, (*draft).readCastling,
		(*draft).readEnPassant, (*draft).readHalfmoveClock, (*draft).readFullmoveNumber,
	}
	d.unread = ^board.Bitboard(0)
	for i, fd := range fields {
		if i < len(readers) {
			readers[i](d, fd)
		}
	}
	if len(fields) == 1 {
		d.setSide(board.White)
	}
	if short && f.Rules.Info().Castling {
		d.position.SetCastling(rightsAtHome(&d.position))
	}
	return d.finish(o)
}

func (d *draft) readBoard(fd notation.Field) {
	ranks := fd.Split("/")
	if len(ranks) != 8 {
		// It is unclear which ranks are missing, so no piece can be placed.
		d.Fault(fd.Offset, "fault.rank-count.fen",
			"the board has {count, plural, one {# rank} other {# ranks}} instead of 8", message.Args{"count": len(ranks)})
	}
	for i, rank := range ranks {
		if i > 7 {
			break
		}
		if d.readRank(7-i, rank.Text, rank.Offset) && len(ranks) == 8 {
			d.unread &^= 0xff << (8 * (7 - i))
		}
	}
}

// readRank parses one rank and reports whether the whole rank is valid.
func (d *draft) readRank(rank int, text string, offset int) bool {
	file, known := 0, true
	for i := 0; i < len(text); {
		if c := text[i]; isRank(c) { // a digit for empty squares is from 1 to 8, like a rank
			file += int(c - '0')
			i++
			continue
		}
		if pc, ok := board.ParsePiece(text[i]); ok {
			if file < 8 {
				d.put(board.At(file, rank), pc, offset+i)
			}
			file++
			i++
			continue
		}
		// Report a run of invalid characters once.
		start := i
		for i < len(text) && !isRank(text[i]) {
			if _, ok := board.ParsePiece(text[i]); ok {
				break
			}
			_, size := utf8.DecodeRuneInString(text[i:])
			i += size
			file++
		}
		known = false
		d.Fault(offset+start, "fault.unknown-letter.fen",
			"rank {rank} contains {text, quote}, which is neither a piece (KQRBNP for White, kqrbnp for Black) nor a gap (1-8)", message.Args{"rank": rank + 1, "text": notation.Clip(text[start:i])})
	}
	if file != 8 {
		known = false
		d.Fault(offset, "fault.rank-width.fen",
			"rank {rank} is {width, plural, one {# square} other {# squares}} wide instead of 8", message.Args{"rank": rank + 1, "width": file})
	}
	return known
}

func (d *draft) readSide(fd notation.Field) {
	if side, ok := d.Side(fd); ok {
		d.setSide(side)
	}
}

func (d *draft) readCastling(fd notation.Field) {
	if fd.Text != "-" {
		d.grantAll(fd.Text, func(i int) int { return fd.Offset + i })
	}
}

func (d *draft) readEnPassant(fd notation.Field) {
	if fd.Text == "-" {
		return
	}
	s, ok := board.ParseSquare(fd.Text)
	if !ok {
		d.Fault(fd.Offset, "fault.en-passant-square.fen",
			"en passant {text, quote} is neither - nor a square such as e6", message.Args{"text": notation.Clip(fd.Text)})
		return
	}
	if !d.sideKnown {
		return
	}
	rank := 5
	if d.position.Side == board.Black {
		rank = 2
	}
	if s.Rank() != rank {
		d.Fault(fd.Offset, "fault.en-passant-square.rank",
			"en passant {square} must be on rank {rank} when {side} is to move", message.Args{"square": s, "rank": rank + 1, "side": d.position.Side})
		return
	}
	d.push(s, message.New("part.claim.en-passant", "en passant {square}", message.Args{"square": s}), "", fd.Offset)
}

func (d *draft) readHalfmoveClock(fd notation.Field) { d.position.HalfmoveClock = d.HalfmoveClock(fd) }

func (d *draft) readFullmoveNumber(fd notation.Field) {
	d.position.FullmoveNumber = d.FullmoveNumber(fd)
}
