package fairy

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/message"
	"github.com/tainchess/tain/notation"
	"github.com/tainchess/tain/rules"
)

// maxFEN is the maximum length of a FEN in bytes.
const maxFEN = 512

// letter returns the FEN letter of a piece.
func (r *Rules) letter(pc board.Piece) byte {
	c := r.kinds[index(pc)].letter
	if pc.Colour() == board.White {
		c &^= 0x20
	}
	return c
}

// piece returns the piece that a FEN letter means.
func (r *Rules) piece(c byte) (board.Piece, bool) {
	small := c | 0x20
	if small < 'a' || small > 'z' || r.roles[small-'a'] == board.NoRole {
		return board.NoPiece, false
	}
	side := board.White
	if c == small {
		side = board.Black
	}
	return board.NewPiece(side, r.roles[small-'a']), true
}

// FormatPosition formats a position as FEN. Holes are written as *, and gaps may have two digits. In rule sets
// in which checks win, the number of checks given by White and Black follows the move number.
func (g guide) FormatPosition(p *board.Position) string {
	r := g.r
	text := make([]byte, 0, 128)
	for rank := r.grid.Ranks - 1; rank >= 0; rank-- {
		gap := 0
		flush := func() {
			if gap > 0 {
				text = strconv.AppendInt(text, int64(gap), 10)
				gap = 0
			}
		}
		for file := range r.grid.Files {
			s := r.at(file, rank)
			switch pc := p.Piece(s); {
			case !r.board.Has(s):
				flush()
				text = append(text, '*')
			case pc == board.NoPiece:
				gap++
			default:
				flush()
				text = append(text, r.letter(pc))
			}
		}
		if flush(); rank > 0 {
			text = append(text, '/')
		}
	}
	text = append(text, ' ', "wb"[p.Side&1], ' ')
	text = append(text, r.formatRights(p)...)
	text = append(text, ' ')
	text = append(text, r.formatEnPassant(p)...)
	text = append(text, ' ')
	text = strconv.AppendUint(text, uint64(p.HalfmoveClock), 10)
	text = append(text, ' ')
	text = strconv.AppendUint(text, uint64(min(p.FullmoveNumber, notation.MaxFullmoveNumber)), 10)
	if r.spec.Checks > 0 {
		text = append(text, ' ')
		for side := range board.Colour(2) {
			text = strconv.AppendInt(append(text, '+'), int64(r.Checks(p, side)), 10)
		}
	}
	return string(text)
}

// formatRights formats the castling field: KQkq, or the files of the rooks in Chess960.
func (r *Rules) formatRights(p *board.Position) string {
	if r.spec.Castling != Chess960 || p.Castling() == 0 {
		return p.Castling().String()
	}
	var text []byte
	for i, right := range rights {
		if p.Castling()&right != 0 {
			text = append(text, r.rightLetter(r.castleOf(p, i)))
		}
	}
	return string(text)
}

// rightLetter returns the letter of a right in Chess960: the file of its rook.
func (r *Rules) rightLetter(c *castle) byte {
	return 'A' + byte(r.file(c.rook)) | byte(c.side)<<5
}

// formatEnPassant formats the en passant field. If the pushed pawn is not directly beyond the square that it
// crossed, the field contains both squares.
func (r *Rules) formatEnPassant(p *board.Position) string {
	code := p.EnPassant()
	if code == board.NoSquare {
		code = shown(p)
	}
	if code == board.NoSquare {
		return "-"
	}
	crossed, pawn := r.passed(code, p.Side.Other())
	if p.Piece(pawn) != board.NewPiece(p.Side.Other(), board.Pawn) {
		return "-" // the position after a null move
	}
	if code > board.NoSquare {
		return r.name(crossed) + r.name(pawn)
	}
	return r.name(crossed)
}

// name returns the name of a square.
func (r *Rules) name(s board.Square) string { return r.grid.Name(r.gridSquare(s)) }

// draft is a position that is being parsed.
type draft struct {
	notation.Report
	r         *Rules
	position  board.Position
	at        [64]int        // text offset of the piece on a square
	unread    board.Bitboard // squares whose contents could not be parsed
	sideKnown bool
	code      board.Square // en passant value
}

// readStart parses the pieces of the starting position, which the movements depend on. ParsePosition reports
// faults later.
func (r *Rules) readStart() {
	fields := notation.Fields(r.info.Start)
	d := draft{r: r, position: board.Empty()}
	if len(fields) > 0 {
		d.readBoard(fields[0])
	}
	r.start = d.position
}

// ParsePosition parses a FEN, or its first four fields as in EPD, the board with or without the side to move,
// or the number of a shuffled start, as in 960:518. The error is of type [rules.Faults] and lists all faults.
func (g guide) ParsePosition(text string, o rules.ParseOptions) (board.Position, error) {
	r := g.r
	o.AllowNoKing = o.AllowNoKing || r.info.Kingless
	d := &draft{r: r, position: board.Empty(), code: board.NoSquare}
	if len(text) > maxFEN {
		d.Fault(maxFEN, "fault.too-long.fen",
			"the position has {count} characters: the limit is {most}", message.Args{"count": len(text), "most": maxFEN})
		return board.Empty(), d.Err()
	}
	if number, is := notation.StartNumber(text); is {
		n, ok := d.StartNumber(number, r.info.Starts)
		if !ok {
			return board.Empty(), d.Err()
		}
		text = r.shuffled(n)
	}
	fields := notation.Fields(text)
	for i, f := range fields {
		if i > 3 && r.spec.Checks > 0 && strings.HasPrefix(f.Text, "+") {
			d.readChecks(f)
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
		func(d *draft, f notation.Field) { d.position.HalfmoveClock = d.HalfmoveClock(f) },
		func(d *draft, f notation.Field) { d.position.FullmoveNumber = d.FullmoveNumber(f) },
	}
	d.unread = r.board
	for i, f := range fields {
		if i < len(readers) {
			readers[i](d, f)
		}
	}
	if len(fields) == 1 {
		d.sideKnown = true
	}
	if short {
		for i := range r.castles {
			if c := &r.castles[i]; c.right != 0 && d.home(c) {
				d.position.SetCastling(d.position.Castling() | c.right)
			}
		}
	}
	return d.finish(o)
}

func (d *draft) readBoard(f notation.Field) {
	r := d.r
	ranks := f.Split("/")
	if len(ranks) != r.grid.Ranks {
		d.Fault(f.Offset, "fault.rank-count.board",
			"the board has {count, plural, one {# rank} other {# ranks}} instead of {ranks}", message.Args{"count": len(ranks), "ranks": r.grid.Ranks})
	}
	for i, rank := range ranks {
		if i >= r.grid.Ranks {
			break
		}
		if d.readRank(r.grid.Ranks-1-i, rank) && len(ranks) == r.grid.Ranks {
			for file := range r.grid.Files {
				d.unread &^= r.at(file, r.grid.Ranks-1-i).Bit()
			}
		}
	}
}

// readRank parses one rank and reports whether the whole rank is valid.
func (d *draft) readRank(rank int, f notation.Field) bool {
	r, file, known, empty := d.r, 0, true, false // empty: the rank contains a gap of 0 squares
	hole := func(file int) bool { return file < r.grid.Files && !r.board.Has(r.at(file, rank)) }
	wrong := func(offset, file int) {
		known = false
		d.Fault(offset, "fault.hole", "{square} does not fit the board: a hole is written as *, and only holes are", message.Args{"square": r.name(r.at(file, rank))})
	}
	for i := 0; i < len(f.Text); {
		c := f.Text[i]
		if c >= '0' && c <= '9' {
			start, gap := i, 0
			for ; i < len(f.Text) && f.Text[i] >= '0' && f.Text[i] <= '9' && gap < 100; i++ {
				gap = 10*gap + int(f.Text[i]-'0')
			}
			for n := range min(gap, r.grid.Files) {
				if hole(file + n) {
					wrong(f.Offset+start, file+n)
					break
				}
			}
			empty = empty || gap == 0
			file += gap
			continue
		}
		if c == '*' {
			if file < r.grid.Files && !hole(file) {
				wrong(f.Offset+i, file)
			}
			file++
			i++
			continue
		}
		if pc, ok := r.piece(c); ok {
			switch {
			case file >= r.grid.Files:
			case hole(file):
				wrong(f.Offset+i, file)
			default:
				d.position.Put(r.at(file, rank), pc)
				d.at[r.at(file, rank)] = f.Offset + i
			}
			file++
			i++
			continue
		}
		_, size := utf8.DecodeRuneInString(f.Text[i:])
		known = false
		d.Fault(f.Offset+i, "fault.unknown-letter.board",
			"rank {rank} contains {text, quote}, which is neither a piece ({letters}), a gap nor a hole (*)",
			message.Args{"rank": rank + 1, "text": f.Text[i : i+size], "letters": r.letters()})
		file++
		i += size
	}
	if file != r.grid.Files || empty {
		known = false
		d.Fault(f.Offset, "fault.rank-width.board",
			"rank {rank} is not {width} squares wide", message.Args{"rank": rank + 1, "width": r.grid.Files})
	}
	return known
}

// letters returns the letters of all kinds.
func (r *Rules) letters() string {
	var all []byte
	for _, k := range r.kinds {
		if k.letter != 0 {
			all = append(all, k.letter&^0x20)
		}
	}
	return string(all)
}

func (d *draft) readSide(f notation.Field) {
	if side, ok := d.Side(f); ok {
		d.sideKnown = true
		if side == board.Black {
			d.position.Pass()
		}
	}
}

func (d *draft) readChecks(f notation.Field) {
	parts := strings.Split(f.Text, "+")
	if len(parts) != 3 || parts[0] != "" {
		d.Fault(f.Offset, "fault.checks", "the checks {text, quote} are not in the form +0+0", message.Args{"text": notation.Clip(f.Text)})
		return
	}
	for side := range board.Colour(2) {
		n, err := strconv.ParseUint(parts[side+1], 10, 8)
		if err != nil || int(n) > d.r.spec.Checks {
			d.Fault(f.Offset, "fault.checks.many",
				"the checks {text, quote} are not two numbers from 0 to {most}", message.Args{"text": notation.Clip(f.Text), "most": d.r.spec.Checks})
			return
		}
		d.r.setChecks(&d.position, side, int(n))
	}
}

// home reports whether the king and the rook of a castling move are on their squares.
func (d *draft) home(c *castle) bool {
	return d.position.Piece(c.king) == board.NewPiece(c.side, board.King) && d.position.Piece(c.rook) == board.NewPiece(c.side, board.Rook)
}

func (d *draft) readCastling(f notation.Field) {
	if f.Text == "-" {
		return
	}
	if d.r.castles == [4]castle{} {
		d.Fault(f.Offset, "fault.no-castling",
			"{variant} has no castling: write - for the castling rights, not {text, quote}", message.Args{"variant": d.r.info.Name, "text": notation.Clip(f.Text)})
		return
	}
	for i, letter := range f.Text {
		c := d.r.named(letter)
		if (c == nil || !d.home(c)) && d.unread == 0 {
			if other := d.shuffledCastle(letter); other != nil {
				c = other
			}
		}
		switch {
		case c == nil:
			d.Fault(f.Offset+i, "fault.castling-letter.start",
				"castling letter {letter, sign} does not name a right of the starting position", message.Args{"letter": string(letter)})
		case d.position.Castling()&c.right != 0:
			d.Fault(f.Offset+i, "fault.castling-letter.twice", "castling {letter} is given twice", message.Args{"letter": string(letter)})
		case d.unread&(c.king.Bit()|c.rook.Bit()) != 0:
		case !d.home(c):
			d.Fault(f.Offset+i, "fault.castling-home.board", "castling {letter} needs a {king} on {home} and a {rook} on {corner}", message.Args{
				"letter": string(letter), "king": d.r.kindName(board.King), "home": d.r.name(c.king), "rook": d.r.kindName(board.Rook), "corner": d.r.name(c.rook),
			})
		default:
			d.r.grant(&d.position, c)
		}
	}
}

// named returns the castling move that a letter in the castling field means, or nil.
func (r *Rules) named(letter rune) *castle {
	for i := range r.castles {
		c := &r.castles[i]
		if c.right == 0 {
			continue
		}
		usual := rune("KQkq"[i])
		if r.spec.Castling == Chess960 {
			if letter == rune(r.rightLetter(c)) {
				return c
			}
			if int(usual|0x20)-'a' < r.grid.Files {
				continue // the letter is a file
			}
		}
		if letter == usual {
			return c
		}
	}
	return nil
}

func (d *draft) readEnPassant(f notation.Field) {
	if f.Text == "-" {
		return
	}
	r := d.r
	for split := 2; split <= len(f.Text); split++ {
		crossed, ok := r.grid.Parse(f.Text[:split])
		if !ok || !r.board.Has(r.square(crossed)) {
			continue
		}
		code := r.square(crossed)
		if split < len(f.Text) {
			pawn, ok := r.grid.Parse(f.Text[split:])
			if !ok {
				continue
			}
			i := slices.Index(r.pushes, pushed{code, r.square(pawn)})
			if i < 0 {
				break
			}
			code = board.NoSquare + 1 + board.Square(i)
		}
		d.push(code, f)
		return
	}
	d.Fault(f.Offset, "fault.en-passant-square.board",
		"en passant {text, quote} is not a square that a pawn can have crossed", message.Args{"text": notation.Clip(f.Text)})
}

// push records that a pawn of the side not to move has just crossed a square.
func (d *draft) push(code board.Square, f notation.Field) {
	r := d.r
	if !d.sideKnown {
		return
	}
	pusher := d.position.Side.Other()
	known := slices.ContainsFunc(r.passes[pusher&1][:], func(some []pass) bool {
		return slices.ContainsFunc(some, func(at pass) bool { return at.code == code })
	})
	crossed, pawn := board.NoSquare, board.NoSquare
	if known {
		crossed, pawn = r.passed(code, pusher)
	}
	if !known || d.position.Piece(pawn) != board.NewPiece(pusher, board.Pawn) || d.position.Piece(crossed) != board.NoPiece {
		if d.unread == 0 {
			d.Fault(f.Offset, "fault.en-passant-square.board",
				"en passant {text, quote} is not a square that a pawn can have crossed", message.Args{"text": notation.Clip(f.Text)})
		}
		return
	}
	d.code = code
}

// finish checks the whole position. It returns the position or all faults.
func (d *draft) finish(o rules.ParseOptions) (board.Position, error) {
	p, r := &d.position, d.r
	for side := range board.Colour(2) {
		for pawns := p.Pieces(side, board.Pawn) & r.last[side]; pawns != 0; {
			s := pawns.Pop()
			d.Fault(d.at[s], "fault.pawn-rank.board",
				"a {side} pawn cannot be on {square}, its last rank", message.Args{"side": side, "square": r.name(s)})
		}
		if d.unread == 0 && !o.AllowNoKing && !r.mayLack && r.royals(p, side) == 0 {
			d.Fault(-1, "fault.no-king.board", "{side} has no royal piece: only a kingless setup may lack one", message.Args{"side": side})
		}
	}
	if d.unread == 0 && d.sideKnown && !o.AllowCheck {
		_, attacked := r.Kings(p, p.Side.Other())
		for attacked != 0 {
			s := attacked.Pop()
			d.Fault(d.at[s], "fault.opponent-in-check.board",
				"the {piece} on {square} is attacked although it is {side}'s turn", message.Args{"piece": r.kindName(p.Piece(s).Role()), "square": r.name(s), "side": p.Side})
		}
	}
	if o.Dropped != nil {
		d.DropRights(o.Dropped)
	}
	if err := d.Err(); err != nil {
		return board.Empty(), err
	}
	if d.code != board.NoSquare {
		r.offerEnPassant(p, d.code)
	}
	return d.position, nil
}

// kindName returns the name of a kind.
func (r *Rules) kindName(k board.Role) string { return r.kinds[indexOf(k)].name }
