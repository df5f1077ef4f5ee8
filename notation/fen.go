package notation

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/rules"
)

// What a FEN may hold. The longest board has 71 characters; the rest is room
// for clocks and careless spacing.
const (
	mostFEN  = 256
	mostHalf = 65535
	mostFull = 999_999_999
)

// FormatPosition writes a position as FEN, always with six fields. The en
// passant square is named only where a legal capture exists, because a
// position holds none otherwise.
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
	text = append(text, p.Castling().String()...)
	text = append(text, ' ')
	text = append(text, p.EnPassant().String()...)
	text = append(text, ' ')
	text = strconv.AppendUint(text, uint64(p.Half), 10)
	text = append(text, ' ')
	text = strconv.AppendUint(text, uint64(min(p.Full, mostFull)), 10)
	return string(text)
}

// ParsePosition reads a FEN and returns everything that is wrong with it as
// [rules.Faults].
//
// Beside the six fields it takes the first four alone, as EPD and lists of
// positions have them; the clocks are then 0 and 1. A move number of 0, which
// some programs write, is read as 1. White space around and between the
// fields does not matter. An en passant square is taken after any double push,
// but kept only where a legal capture follows from it.
func (f Flat) ParsePosition(text string, o rules.ParseOptions) (board.Position, error) {
	d := newDraft(f.Rules)
	if len(text) > mostFEN {
		d.fault(FaultLength, mostFEN, "the position has %d characters: no FEN is longer than %d", len(text), mostFEN)
		return board.Empty(), d.faults
	}
	fields := splitFields(text)
	if n := len(fields); n != 6 && n != 4 {
		offset := len(text)
		if n > 6 {
			offset = fields[6].offset
		}
		d.fault(FaultFields, offset,
			"the position has %d fields instead of 6: board, side, castling, en passant, half-move clock, move number (or the first 4)", n)
	}
	readers := [...]func(*draft, field){
		(*draft).readBoard, (*draft).readSide, (*draft).readCastling,
		(*draft).readEnPassant, (*draft).readHalf, (*draft).readFull,
	}
	d.unread = ^board.Bitboard(0)
	for i, fd := range fields {
		if i < len(readers) {
			readers[i](d, fd)
		}
	}
	return d.finish(o)
}

// field is a part of a text and where it starts.
type field struct {
	text   string
	offset int
}

// splitFields cuts a text at white space.
func splitFields(text string) (fields []field) {
	for rest := text; ; {
		rest = strings.TrimLeftFunc(rest, unicode.IsSpace)
		if rest == "" {
			return fields
		}
		start := len(text) - len(rest)
		end := strings.IndexFunc(rest, unicode.IsSpace)
		if end < 0 {
			end = len(rest)
		}
		fields = append(fields, field{rest[:end], start})
		rest = rest[end:]
	}
}

func (d *draft) readBoard(fd field) {
	ranks := strings.Split(fd.text, "/")
	offset := fd.offset
	if len(ranks) != 8 {
		// Which rank is missing cannot be told, so no square is known.
		d.fault(FaultRanks, offset, "the board has %d ranks instead of 8", len(ranks))
	}
	for i, text := range ranks {
		if i > 7 {
			break
		}
		if d.readRank(7-i, text, offset) && len(ranks) == 8 {
			d.unread &^= 0xff << (8 * (7 - i))
		}
		offset += len(text) + 1
	}
}

// readRank reads one rank and reports whether all of it is known.
func (d *draft) readRank(rank int, text string, offset int) bool {
	file, known := 0, true
	for i := 0; i < len(text); {
		if c := text[i]; isRank(c) { // a gap has the same digits
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
		// What makes no sense is told once, however long it is.
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
		d.fault(FaultLetter, offset+start, "rank %d holds %q, which is no piece (KQRBNP for White, kqrbnp for Black) and no gap (1-8)",
			rank+1, clip(text[start:i]))
	}
	if file != 8 {
		known = false
		d.fault(FaultWidth, offset, "rank %d is %d squares wide instead of 8", rank+1, file)
	}
	return known
}

func (d *draft) readSide(fd field) {
	switch fd.text {
	case "w":
		d.setSide(board.White)
	case "b":
		d.setSide(board.Black)
	default:
		d.fault(FaultSide, fd.offset, "the side to move is %q instead of w or b", clip(fd.text))
	}
}

func (d *draft) readCastling(fd field) {
	if fd.text != "-" {
		d.grantAll(fd.text, func(i int) int { return fd.offset + i })
	}
}

func (d *draft) readEnPassant(fd field) {
	if fd.text == "-" {
		return
	}
	s, ok := board.ParseSquare(fd.text)
	if !ok {
		d.fault(FaultEnPassant, fd.offset, "en passant %q is neither - nor a square such as e6", clip(fd.text))
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
		d.fault(FaultEnPassant, fd.offset, "en passant %v is not on rank %d, where it must be with %s to move",
			s, rank+1, rules.SideName(d.position.Side))
		return
	}
	d.push(s, "en passant "+s.String(), "", fd.offset)
}

func (d *draft) readHalf(fd field) {
	if n, ok := d.readClock("half-move clock", fd, mostHalf); ok {
		d.position.Half = uint16(n)
	}
}

func (d *draft) readFull(fd field) {
	if n, ok := d.readClock("move number", fd, mostFull); ok {
		d.position.Full = max(1, n)
	}
}

func (d *draft) readClock(name string, fd field, most uint32) (uint32, bool) {
	if strings.Trim(fd.text, "0123456789") != "" {
		d.fault(FaultClock, fd.offset, "the %s %q is not a number: it takes digits only", name, clip(fd.text))
		return 0, false
	}
	n, err := strconv.ParseUint(fd.text, 10, 32)
	if err != nil || uint32(n) > most {
		d.fault(FaultClock, fd.offset, "the %s %s is larger than %d", name, clip(fd.text), most)
		return 0, false
	}
	return uint32(n), true
}
