package text

import (
	"strconv"
	"strings"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/message"
	"github.com/tainchess/tain/notation"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/variant/space/geometry"
)

// FormatPosition formats a position as text with seven fields (5). The en passant square is present only if a
// legal capture exists, because a position stores no other.
func (x Space) FormatPosition(p *board.Position) string {
	t := geometry.Of(p)
	var b strings.Builder
	for l := geometry.Level(0); l < geometry.LevelCount; l++ {
		if l >= geometry.FirstPin {
			slot := t.Slot[l.Pin()]
			if slot < 0 {
				continue
			}
			b.WriteByte('|')
			b.WriteString(l.String())
			b.WriteByte("wb"[geometry.Owner(int(slot))])
			if geometry.Turned(p, int(slot)) {
				b.WriteByte('^')
			}
		} else {
			if l > 0 {
				b.WriteByte('|')
			}
			b.WriteString(l.String())
		}
		b.WriteByte(':')
		writeLevel(&b, p, l)
	}
	b.WriteByte(' ')
	b.WriteByte("wb"[p.Side&1])
	b.WriteByte(' ')
	b.WriteString(p.Castling().String())
	b.WriteByte(' ')
	b.WriteString(x.SquareName(p, p.EnPassant()))
	b.WriteByte(' ')
	b.WriteString(formatUnmoved(p, t))
	b.WriteByte(' ')
	b.WriteString(strconv.Itoa(int(p.HalfmoveClock)))
	b.WriteByte(' ')
	b.WriteString(strconv.FormatUint(uint64(min(p.FullmoveNumber, notation.MaxFullmoveNumber)), 10))
	return b.String()
}

// writeLevel writes the pieces on a level, with ranks from high to low.
func writeLevel(b *strings.Builder, p *board.Position, l geometry.Level) {
	first, width := l.Extent()
	for row := width - 1; row >= 0; row-- {
		gap := byte(0)
		for file := range width {
			pc := p.Piece(geometry.SquareOf(p, geometry.Name{Column: first + geometry.Column(row*geometry.Files+file), Level: l}))
			if pc == board.NoPiece {
				gap++
				continue
			}
			if gap > 0 {
				b.WriteByte('0' + gap)
				gap = 0
			}
			b.WriteByte(pc.Letter())
		}
		if gap > 0 {
			b.WriteByte('0' + gap)
		}
		if row > 0 {
			b.WriteByte('/')
		}
	}
}

// formatUnmoved formats the squares of pawns that may still make a double step. It returns - for none and *
// for all pawns on home squares.
func formatUnmoved(p *board.Position, t *geometry.Placement) string {
	switch geometry.Unmoved(p) {
	case 0:
		return "-"
	case geometry.HomePawns(p, t):
		return "*"
	}
	var all []string
	for _, n := range geometry.AllNames() {
		if s := geometry.SquareOf(p, n); s != board.NoSquare && geometry.Unmoved(p).Has(s) {
			all = append(all, n.String())
		}
	}
	return strings.Join(all, ",")
}

// maxLength is the maximum length of a position's text in bytes. It allows for full boards, sixteen pawn
// squares, clocks and extra spaces.
const maxLength = 512

// ParsePosition parses the text of a position. The error is of type [rules.Faults].
//
// The text has seven fields. ParsePosition also accepts the first five, and sets the halfmove clock to 0 and
// the move number to 1. Levels and boards, castling letters and the squares of unmoved pawns may be in any
// order. A move number of 0 is read as 1. An en passant square is accepted after any double step but stored
// only if a legal capture exists. The word "start" means the starting position of the rule set.
func (x Space) ParsePosition(text string, o rules.ParseOptions) (board.Position, error) {
	text = notation.OrStart(text, x.Rules.Info().Start)
	d := newDraft(x.Rules)
	if len(text) > maxLength {
		d.Fault(maxLength, "fault.too-long.space",
			"the position has {count} characters: the limit is {most}", message.Args{"count": len(text), "most": maxLength})
		return board.Empty(), d.Err()
	}
	fields := notation.Fields(text)
	if n := len(fields); n != 7 && n != 5 {
		offset := len(text)
		if n > 7 {
			offset = fields[7].Offset
		}
		d.Fault(offset, "fault.field-count.space",
			"the position has {count, plural, one {# field} other {# fields}} instead of 7: levels and boards, side, castling, en passant, double steps, halfmove clock, move number (or the first 5)", message.Args{"count": n})
	}
	readers := [...]func(*draft, notation.Field){
		(*draft).readLevels, (*draft).readSide, (*draft).readCastling, (*draft).readEnPassant,
		(*draft).readUnmoved, (*draft).readHalfmoveClock, (*draft).readFullmoveNumber,
	}
	for i, fd := range fields {
		if i < len(readers) {
			readers[i](d, fd)
		}
	}
	return d.finish(o)
}

// readLevels parses the pieces, level by level.
func (d *draft) readLevels(fd notation.Field) {
	for _, part := range fd.Split("|") {
		head, body, found := strings.Cut(part.Text, ":")
		l, length := geometry.ParseLevel(head)
		if length == 0 || !found {
			d.Fault(part.Offset, "fault.level.unknown",
				"{text, quote} is not a level: a level starts with W:, N:, B: or a pin and an owner, such as QL1w:", message.Args{"text": notation.Clip(part.Text)})
			d.stray = true
			continue
		}
		if d.named[l] {
			if l < geometry.FirstPin {
				d.Fault(part.Offset, "fault.level.twice", "level {level} occurs twice", message.Args{"level": l.String()})
			} else {
				d.Fault(part.Offset, "fault.pin-held", "two boards are on {pin}", message.Args{"pin": l.String()})
				d.boards++
			}
			d.unread[l] = true
			continue
		}
		d.named[l] = true
		d.readHead(l, notation.Field{Text: head[length:], Offset: part.Offset + length})
		d.readRanks(l, notation.Field{Text: body, Offset: part.Offset + len(head) + 1})
	}
	for l := geometry.LevelW; l < geometry.FirstPin; l++ {
		if !d.named[l] {
			d.Fault(fd.Offset, "fault.level.missing", "level {level} is missing", message.Args{"level": l.String()})
		}
	}
	d.checkBoards(fd.Offset)
}

// readHead parses the owner and the rotation of a board, between the level's name and its pieces.
func (d *draft) readHead(l geometry.Level, fd notation.Field) {
	if l < geometry.FirstPin {
		if fd.Text != "" {
			d.Fault(fd.Offset, "fault.level.owner",
				"level {level} has no owner and no rotation: expected a colon, not {text, quote}", message.Args{"level": l.String(), "text": notation.Clip(fd.Text)})
		}
		return
	}
	b := parsedBoard{pin: l.Pin()}
	rest := fd.Text
	switch {
	case strings.HasPrefix(rest, "w"):
		b.owned, rest = true, rest[1:]
	case strings.HasPrefix(rest, "b"):
		b.owned, b.owner, rest = true, board.Black, rest[1:]
	default:
		d.Fault(fd.Offset, "fault.board-owner.missing", "the board on {pin} needs its owner, w or b, after the pin", message.Args{"pin": geometry.PinName(b.pin)})
		rest = ""
	}
	offset := fd.Offset + len(fd.Text) - len(rest)
	if strings.HasPrefix(rest, "^") {
		b.turned, rest = true, rest[1:]
		if !d.rules.Turns() {
			d.Fault(offset, "fault.rotation",
				"the board on {pin} is marked ^, but boards do not turn in {variant}", message.Args{"pin": geometry.PinName(b.pin), "variant": d.rules.Info().Name})
		}
		offset++
	}
	if rest != "" {
		d.Fault(offset, "fault.board-owner.rest",
			"unexpected {text, quote} after the owner of the board on {pin}: only ^, for a half turn, can follow", message.Args{"pin": geometry.PinName(b.pin), "text": notation.Clip(rest)})
	}
	d.boards++
	d.parsed = append(d.parsed, b)
}

// readRanks parses the pieces of a level.
func (d *draft) readRanks(l geometry.Level, fd notation.Field) {
	first, width := l.Extent()
	rows := fd.Split("/")
	if len(rows) != width {
		d.Fault(fd.Offset, "fault.rank-count.space",
			"{level} has {count, plural, one {# rank} other {# ranks}} instead of {width}", message.Args{"level": l.String(), "count": len(rows), "width": width})
		d.unread[l] = true
		return
	}
	for i, row := range rows {
		if !d.readRank(l, first+geometry.Column((width-1-i)*geometry.Files), width, row) {
			d.unread[l] = true
		}
	}
}

// readRank parses a rank of a level and reports whether the whole rank is valid.
func (d *draft) readRank(l geometry.Level, first geometry.Column, width int, fd notation.Field) bool {
	signs := "KQRBNPkqrbnp" + "1234"[:width]
	file, sense := 0, true
	for i := 0; i < len(fd.Text); {
		rest := fd.Text[i:]
		if n := strings.IndexAny(rest, signs); n != 0 {
			if n < 0 {
				n = len(rest)
			}
			sense = false
			d.Fault(fd.Offset+i, "fault.unknown-letter.space",
				"rank {rank} of {level} contains {text, quote}, which is neither a piece (KQRBNP for White, kqrbnp for Black) nor a gap (1-{width})", message.Args{
					"rank": first.Rank(), "level": l.String(), "text": notation.Clip(rest[:n]), "width": width,
				})
			i += n
			continue
		}
		pc, ok := board.ParsePiece(rest[0])
		switch {
		case !ok:
			file += int(rest[0] - '0')
		case file < width:
			d.put(geometry.Name{Column: first + geometry.Column(file), Level: l}, pc, fd.Offset+i)
			fallthrough
		default:
			file++
		}
		i++
	}
	if sense && file != width {
		d.Fault(fd.Offset, "fault.rank-width.space",
			"rank {rank} of {level} is {count, plural, one {# square} other {# squares}} wide instead of {width}", message.Args{
				"rank": first.Rank(), "level": l.String(), "count": file, "width": width,
			})
	}
	return sense && file == width
}

func (d *draft) readSide(fd notation.Field) { d.side, d.sideKnown = d.Side(fd) }

func (d *draft) readHalfmoveClock(fd notation.Field) { d.half = d.HalfmoveClock(fd) }

func (d *draft) readFullmoveNumber(fd notation.Field) { d.full = d.FullmoveNumber(fd) }
