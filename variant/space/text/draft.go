package text

import (
	"cmp"
	"slices"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/message"
	"github.com/tainchess/tain/notation"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/variant/space/geometry"
)

// parsedBoard is an attack board in the text.
type parsedBoard struct {
	pin    geometry.Pin
	owned  bool // the owner is known
	owner  board.Colour
	turned bool
}

// draft is a position that is being parsed. It stores pieces by square name until the boards are known, and
// collects faults with their offsets. The method finish checks the whole position.
type draft struct {
	notation.Report
	rules     Rules
	named     [geometry.LevelCount]bool
	unread    [geometry.LevelCount]bool // named in the text but not fully parsed
	stray     bool                      // part of the text is not a valid level and could mean any level
	parsed    []parsedBoard
	boards    int  // number of boards in the text, including invalid ones
	paired    bool // there are four boards, two per owner
	pieces    map[geometry.Name]board.Piece
	at        map[geometry.Name]int // text offset of the piece on a square
	side      board.Colour
	sideKnown bool
	castling  board.Castling
	pushed    geometry.Name // the pawn that has just made a double step
	hasPushed bool
	unmoved   []geometry.Name
	allHome   bool // every pawn on a home square may make a double step
	half      uint16
	full      uint32
}

func newDraft(r Rules) *draft {
	return &draft{rules: r, pieces: map[geometry.Name]board.Piece{}, at: map[geometry.Name]int{}, full: 1}
}

func (d *draft) put(n geometry.Name, pc board.Piece, offset int) {
	d.pieces[n] = pc
	d.at[n] = offset
}

// checkBoards checks the number of boards and their owners.
func (d *draft) checkBoards(offset int) {
	if d.boards != geometry.BoardCount {
		d.Fault(offset, "fault.board-count", "there are {count} attack boards instead of 4", message.Args{"count": d.boards})
		return
	}
	var of [2]int
	for _, b := range d.parsed {
		if !b.owned {
			return
		}
		of[b.owner]++
	}
	if d.paired = of == [2]int{2, 2}; !d.paired && len(d.parsed) == geometry.BoardCount {
		d.Fault(offset, "fault.board-count.each",
			"White owns {white} boards and Black {black} instead of 2 each", message.Args{"white": of[board.White], "black": of[board.Black]})
	}
}

// known reports whether the contents of a level, or the absence of its board, are known. The absence of a board that
// the text does not name is known only if the text has four boards and all of its parts are valid levels.
func (d *draft) known(l geometry.Level) bool {
	if d.named[l] {
		return !d.unread[l]
	}
	return l >= geometry.FirstPin && d.boards >= geometry.BoardCount && !d.stray
}

// complete reports whether the text determines the contents of every level.
func (d *draft) complete() bool {
	for l := range geometry.Level(geometry.LevelCount) {
		if !d.known(l) {
			return false
		}
	}
	return true
}

// holder describes the contents of a square.
func (d *draft) holder(n geometry.Name) message.Message {
	switch pc := d.pieces[n]; {
	case !n.Level.Covers(n.Column):
		return message.New("part.stands.outside", "no board has that square", nil)
	case !d.named[n.Level]:
		return message.New("part.stands.no-board", "there is no board there", nil)
	case pc != board.NoPiece:
		return message.New("part.stands.piece", "a {piece} is there", message.Args{"piece": pc})
	}
	return message.New("part.stands.nothing", "the square is empty", nil)
}

func (d *draft) readCastling(fd notation.Field) {
	if fd.Text == "-" {
		return
	}
	var named board.Castling
	for i, letter := range fd.Text {
		h := slices.IndexFunc(geometry.CastlingHomes[:], func(h geometry.CastlingHome) bool { return rune(h.Letter) == letter })
		if h < 0 {
			d.Fault(fd.Offset+i, "fault.castling-letter.unknown",
				"unknown castling letter {letter, sign}: use K, Q, k and q", message.Args{"letter": string(letter)})
			continue
		}
		home := geometry.CastlingHomes[h]
		if named&home.Right != 0 {
			d.Fault(fd.Offset+i, "fault.castling-letter.twice", "castling {letter} is given twice", message.Args{"letter": string(letter)})
			continue
		}
		if named |= home.Right; d.atHome(home, fd.Offset+i) {
			d.castling |= home.Right
		}
	}
}

// atHome reports whether the king and rook for a right are on their home squares, or may be because the
// levels are not known. It adds a fault if they are not.
func (d *draft) atHome(h geometry.CastlingHome, offset int) bool {
	side := board.White
	if h.Right >= board.BlackShort {
		side = board.Black
	}
	for _, need := range [...]struct {
		at geometry.Name
		pc board.Piece
	}{{h.King, board.NewPiece(side, board.King)}, {h.Rook, board.NewPiece(side, board.Rook)}} {
		if d.known(need.at.Level) && d.pieces[need.at] != need.pc {
			d.Fault(offset, "fault.castling-home.space", "castling {letter} needs a {piece} on {square}, but {holder}", message.Args{
				"letter": string(rune(h.Letter)), "piece": need.pc, "square": need.at.Square(), "holder": d.holder(need.at),
			})
			return false
		}
	}
	return true
}

func (d *draft) readEnPassant(fd notation.Field) {
	if fd.Text == "-" {
		return
	}
	n, length := geometry.ParseName(fd.Text)
	if length == 0 || length != len(fd.Text) {
		d.Fault(fd.Offset, "fault.en-passant-square.space",
			"en passant {text, quote} is neither - nor a square such as b4N", message.Args{"text": notation.Clip(fd.Text)})
		return
	}
	if !d.sideKnown {
		return
	}
	if why := d.cannotHavePushed(n); !why.IsZero() {
		d.Fault(fd.Offset, "fault.en-passant-pawn.space", "en passant {square}: {why}", message.Args{"square": n.Square(), "why": why})
		return
	}
	d.pushed, d.hasPushed = n, true
}

// cannotHavePushed explains why no pawn can have just made a double step to a square. It returns the zero
// Message if a pawn can have made it or if too little is known.
func (d *draft) cannotHavePushed(n geometry.Name) message.Message {
	side := d.side.Other()
	pawn := board.NewPiece(side, board.Pawn)
	if d.known(n.Level) && d.pieces[n] != pawn {
		return message.New("part.pushed.nobody", "a {piece} should be there, but {holder}", message.Args{"piece": pawn, "holder": d.holder(n)})
	}
	over, from := n.Column.Rank()-1, n.Column.Rank()-2
	if side == board.Black {
		over, from = n.Column.Rank()+1, n.Column.Rank()+2
	}
	if !geometry.OnMap(n.Column.File(), from) {
		return message.New("part.pushed.no-home", "no {piece} starts two ranks behind it", message.Args{"piece": pawn})
	}
	for l := range geometry.Level(geometry.LevelCount) {
		between := geometry.Name{Column: geometry.At(n.Column.File(), over), Level: l}
		if pc := d.pieces[between]; pc != board.NoPiece && d.known(l) {
			return message.New("part.pushed.between",
				"the column between must be empty, but a {piece} is on {square}", message.Args{"piece": pc, "square": between.Square()})
		}
	}
	for _, home := range geometry.HomeNames(side) {
		if home.Column != geometry.At(n.Column.File(), from) {
			continue
		}
		switch pc := d.pieces[home]; {
		case !d.known(home.Level):
			return message.Message{}
		case pc != board.NoPiece:
			return message.New("part.pushed.home",
				"the pawn's home square must be empty, but a {piece} is on {square}", message.Args{"piece": pc, "square": home.Square()})
		case d.named[home.Level]:
			return message.Message{}
		}
	}
	return message.New("part.pushed.no-home", "no {piece} starts two ranks behind it", message.Args{"piece": pawn})
}

func (d *draft) readUnmoved(fd notation.Field) {
	switch fd.Text {
	case "-":
		return
	case "*":
		d.allHome = true
		return
	}
	for _, part := range fd.Split(",") {
		n, length := geometry.ParseName(part.Text)
		if length == 0 || length != len(part.Text) {
			d.Fault(part.Offset, "fault.double-step.square",
				"double step {text, quote} is not a square such as a2W (use squares separated by commas, or - or *)", message.Args{"text": notation.Clip(part.Text)})
			continue
		}
		if slices.Contains(d.unmoved, n) {
			d.Fault(part.Offset, "fault.double-step.twice", "double step {square} is given twice", message.Args{"square": n.Square()})
			continue
		}
		d.unmoved = append(d.unmoved, n)
		pc := d.pieces[n]
		if d.known(n.Level) && (pc.Role() != board.Pawn || !slices.Contains(geometry.HomeNames(pc.Colour()), n)) {
			d.Fault(part.Offset, "fault.double-step.away",
				"double step {square} is not a pawn on its home square: {holder}", message.Args{"square": n.Square(), "holder": d.holder(n)})
		}
	}
}

// finish checks the whole position and returns it, or the faults.
func (d *draft) finish(o rules.ParseOptions) (board.Position, error) {
	d.judgePawns()
	if d.complete() && !o.AllowNoKing {
		d.judgeKings()
	}
	var p board.Position
	if d.complete() && d.paired {
		if p = d.position(); d.sideKnown && !o.AllowCheck {
			d.judgeCheck(&p)
		}
	}
	if o.Dropped != nil {
		d.DropRights(o.Dropped)
	}
	if err := d.Err(); err != nil {
		return board.Empty(), err
	}
	if d.hasPushed {
		d.rules.OfferEnPassant(&p, geometry.SquareOf(&p, d.pushed))
	}
	return p, nil
}

// position returns the position with the pieces on the boards.
func (d *draft) position() board.Position {
	slices.SortFunc(d.parsed, func(a, b parsedBoard) int {
		return cmp.Or(cmp.Compare(a.owner, b.owner), cmp.Compare(a.pin, b.pin))
	})
	var mounts [geometry.BoardCount]geometry.Pin
	for slot, b := range d.parsed {
		mounts[slot] = b.pin
	}
	p := geometry.Empty(mounts)
	for slot, b := range d.parsed {
		geometry.SetTurned(&p, slot, b.turned)
	}
	for n, pc := range d.pieces {
		p.Put(geometry.SquareOf(&p, n), pc)
	}
	if d.side == board.Black {
		p.Pass()
	}
	p.SetCastling(d.castling)
	pawns := board.Bitboard(0)
	if d.allHome {
		pawns = geometry.HomePawns(&p, geometry.Of(&p))
	}
	for _, n := range d.unmoved {
		if s := geometry.SquareOf(&p, n); s != board.NoSquare {
			pawns |= s.Bit()
		}
	}
	geometry.SetUnmoved(&p, pawns)
	p.HalfmoveClock, p.FullmoveNumber = d.half, d.full
	return p
}

// judgePawns adds a fault for every pawn on its furthest rank (3.7), unless it is unknown whether a board
// extends the file.
func (d *draft) judgePawns() {
	held := geometry.PinSet(0)
	for n := range geometry.Pin(geometry.PinCount) {
		if d.named[geometry.OnPin(n)] {
			held |= 1 << n
		}
	}
	for _, n := range geometry.AllNames() {
		pc := d.pieces[n]
		if pc.Role() != board.Pawn || !d.known(n.Level) {
			continue
		}
		side, file := pc.Colour(), n.Column.File()
		adds := geometry.AddsRank(side, file)
		if adds != geometry.NoPin && !held.Has(adds) && !d.known(geometry.OnPin(adds)) {
			continue
		}
		if n.Column.Rank() == geometry.FurthestRank(side, file, held) {
			d.Fault(d.at[n], "fault.pawn-rank.space",
				"the {piece} on {square} is on its furthest rank, where it would have been promoted", message.Args{"piece": pc, "square": n.Square()})
		}
	}
}

// judgeKings adds a fault for every side without a king.
func (d *draft) judgeKings() {
	var has [2]bool
	for _, pc := range d.pieces {
		has[pc.Colour()] = has[pc.Colour()] || pc.Role() == board.King
	}
	for _, side := range [...]board.Colour{board.White, board.Black} {
		if !has[side] {
			d.Fault(-1, "fault.no-king.space", "{side} has no king (only a kingless setup may lack one)", message.Args{"side": side})
		}
	}
}

// judgeCheck adds a fault for every attacked king of the side not to move.
func (d *draft) judgeCheck(p *board.Position) {
	for _, attacked := d.rules.Kings(p, p.Side.Other()); !attacked.Empty(); {
		s := attacked.Pop()
		n := geometry.NameOf(p, s)
		d.Fault(d.at[n], "fault.opponent-in-check",
			"the {piece} on {square} is attacked although it is {side}'s turn", message.Args{"piece": p.Piece(s), "square": n.Square(), "side": p.Side})
	}
}
