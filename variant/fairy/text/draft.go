package text

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/message"
	"github.com/tainchess/tain/notation"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/variant/grid"
)

// draft is a position that is being parsed.
type draft struct {
	notation.Report
	Fairy
	*Settings
	castles   [4]Castle // castling moves from the starting position
	position  board.Position
	at        [board.MaxSquares]int // text offset of the piece on a square
	unread    board.Set             // squares whose contents could not be parsed
	sideKnown bool
	// crossed and pawn are the squares of a push that has just been made, or NoSquare.
	crossed, pawn board.Square
}

func newDraft(f Fairy) *draft {
	d := &draft{Fairy: f, Settings: f.Rules.Settings(), position: f.Rules.Settings().Empty(), crossed: board.NoSquare}
	for i := range d.castles {
		d.castles[i] = f.Rules.Castle(&d.position, i)
	}
	return d
}

func (d *draft) readBoard(fd notation.Field) {
	b := d.Settings
	planes := fd.Split("|")
	if len(planes) != b.Grid.Planes {
		d.Fault(fd.Offset, "fault.plane-count",
			"the position has {count, plural, one {# board} other {# boards}}, separated by |, instead of {planes}", message.Args{"count": len(planes), "planes": b.Grid.Planes})
	}
	for plane := range min(len(planes), b.Grid.Planes) {
		d.readPlane(plane, planes[plane])
	}
}

// readPlane parses the pieces of a plane.
func (d *draft) readPlane(plane int, fd notation.Field) {
	b := d.Settings
	ranks := fd.Split("/")
	if len(ranks) != b.Grid.Ranks {
		d.Fault(fd.Offset, "fault.rank-count.board",
			"the board has {count, plural, one {# rank} other {# ranks}} instead of {ranks}", message.Args{"count": len(ranks), "ranks": b.Grid.Ranks})
	}
	for i, rank := range ranks {
		if i >= b.Grid.Ranks {
			break
		}
		if first := b.Grid.At(0, b.Grid.Ranks-1-i, plane); d.readRank(b.Number(first), rank) && len(ranks) == b.Grid.Ranks {
			for file := range b.Grid.Files {
				d.unread.Remove(b.Number(first + grid.Square(file)))
			}
		}
	}
}

// readRank parses the rank that begins with a square, and reports whether the whole rank is valid.
func (d *draft) readRank(first board.Square, fd notation.Field) bool {
	b, file, known, empty := d.Settings, 0, true, false // empty: the rank contains a gap of 0 squares
	rank := b.Rank(first)
	hole := func(file int) bool { return file < b.Grid.Files && !b.All.Has(b.Along(first, file)) }
	onHole := func(offset, file int) {
		known = false
		d.Fault(offset, "fault.hole", "{square} is a hole: write * there", message.Args{"square": b.Name(b.Along(first, file))})
	}
	for i := 0; i < len(fd.Text); {
		c := fd.Text[i]
		if c >= '0' && c <= '9' {
			start, gap := i, 0
			for ; i < len(fd.Text) && fd.Text[i] >= '0' && fd.Text[i] <= '9' && gap < 100; i++ {
				gap = 10*gap + int(fd.Text[i]-'0')
			}
			for n := range min(gap, b.Grid.Files) {
				if hole(file + n) {
					onHole(fd.Offset+start, file+n)
					break
				}
			}
			empty = empty || gap == 0
			file += gap
			continue
		}
		if c == '*' {
			if file < b.Grid.Files && !hole(file) {
				known = false
				d.Fault(fd.Offset+i, "fault.hole.none", "{square} is not a hole: only a hole is written as *", message.Args{"square": b.Name(b.Along(first, file))})
			}
			file++
			i++
			continue
		}
		if pc, ok := d.piece(c); ok {
			switch {
			case file >= b.Grid.Files:
			case hole(file):
				onHole(fd.Offset+i, file)
			default:
				d.position.Set(b.Along(first, file), pc)
				d.at[b.Along(first, file)] = fd.Offset + i
			}
			file++
			i++
			continue
		}
		_, size := utf8.DecodeRuneInString(fd.Text[i:])
		known = false
		d.Fault(fd.Offset+i, "fault.unknown-letter.board",
			"rank {rank} contains {text, quote}, which is neither a piece ({letters}), a gap nor a hole (*)",
			message.Args{"rank": rank + 1, "text": fd.Text[i : i+size], "letters": d.letters()})
		file++
		i += size
	}
	switch {
	case file != b.Grid.Files:
		d.Fault(fd.Offset, "fault.rank-width.board", "rank {rank} is {count, plural, one {# square} other {# squares}} wide instead of {width}",
			message.Args{"rank": rank + 1, "count": file, "width": b.Grid.Files})
	case empty:
		d.Fault(fd.Offset, "fault.gap.board", "rank {rank} contains a superfluous 0", message.Args{"rank": rank + 1})
	default:
		return known
	}
	return false
}

// letters returns the letters of all kinds.
func (d *draft) letters() string {
	var all []byte
	for _, k := range d.Rules.Info().Kinds {
		all = append(all, k.Letter)
	}
	return string(all)
}

func (d *draft) readSide(fd notation.Field) {
	if side, ok := d.Side(fd); ok {
		d.sideKnown = true
		if side == board.Black {
			d.position.Pass()
		}
	}
}

func (d *draft) readChecks(fd notation.Field) {
	parts := strings.Split(fd.Text, "+")
	if len(parts) != 3 || parts[0] != "" {
		d.Fault(fd.Offset, "fault.checks", "the checks {text, quote} are not in the form +0+0", message.Args{"text": notation.Clip(fd.Text)})
		return
	}
	for side := range board.Colour(2) {
		n, err := strconv.ParseUint(parts[side+1], 10, 8)
		if err != nil || int(n) > d.Rules.WinningChecks() {
			d.Fault(fd.Offset, "fault.checks.many",
				"the checks {text, quote} are not two numbers from 0 to {most}", message.Args{"text": notation.Clip(fd.Text), "most": d.Rules.WinningChecks()})
			return
		}
		d.Rules.SetChecks(&d.position, side, int(n))
	}
}

func (d *draft) readEnPassant(fd notation.Field) {
	if fd.Text == "-" {
		return
	}
	for split := 2; split <= len(fd.Text); split++ {
		crossed, ok := d.Named(fd.Text[:split])
		if !ok {
			continue
		}
		if split == len(fd.Text) {
			d.push(crossed, d.Beyond(crossed, d.position.Side.Other()), fd)
			return
		}
		pawn, ok := d.Named(fd.Text[split:])
		if !ok {
			continue
		}
		if !slices.ContainsFunc([]board.Colour{board.White, board.Black}, func(side board.Colour) bool {
			return pawn != d.Beyond(crossed, side) && d.Rules.MayPush(side, crossed, pawn)
		}) {
			break
		}
		d.push(crossed, pawn, fd)
		return
	}
	d.impossiblePush(fd)
}

func (d *draft) impossiblePush(fd notation.Field) {
	d.Fault(fd.Offset, "fault.en-passant-square.board",
		"en passant {text, quote} is not a square that a pawn can have crossed", message.Args{"text": notation.Clip(fd.Text)})
}

// push records that a pawn of the side not to move has just crossed a square.
func (d *draft) push(crossed, pawn board.Square, fd notation.Field) {
	pusher := d.position.Side.Other()
	switch {
	case !d.sideKnown:
	case d.Rules.MayPush(pusher, crossed, pawn) && d.position.Piece(pawn) == board.NewPiece(pusher, board.Pawn) && d.position.Piece(crossed) == board.NoPiece:
		d.crossed, d.pawn = crossed, pawn
	case d.unread.Empty():
		d.impossiblePush(fd)
	}
}

// finish checks the whole position and returns it, or the faults.
func (d *draft) finish(o rules.ParseOptions) (board.Position, error) {
	p, b := &d.position, d.Settings
	last := [2]int{b.Grid.Ranks - 1, 0}
	var attacked [2]board.Set
	for side := range board.Colour(2) {
		var royals board.Set
		royals, attacked[side] = d.Rules.Kings(p, side)
		for s := range p.SquaresWith(side, board.Pawn).All() {
			if b.Rank(s) == last[side] {
				d.Fault(d.at[s], "fault.pawn-rank.board",
					"a {side} pawn cannot be on {square}, its last rank", message.Args{"side": side, "square": b.Name(s)})
			}
		}
		if d.unread.Empty() && !o.AllowNoKing && !d.MayLackRoyal && royals.Empty() {
			d.Fault(-1, "fault.no-king.board", "{side} has no royal piece: only a kingless setup may lack one", message.Args{"side": side})
		}
	}
	if d.unread.Empty() && d.sideKnown && !o.AllowCheck {
		for hit := attacked[p.Side.Other()&1]; !hit.Empty(); {
			s := hit.Pop()
			d.Fault(d.at[s], "fault.opponent-in-check.board",
				"the {piece} on {square} is attacked although it is {side}'s turn", message.Args{"piece": d.kindName(p.Piece(s).Role()), "square": b.Name(s), "side": p.Side})
		}
	}
	if o.Dropped != nil {
		d.DropRights(o.Dropped)
	}
	if err := d.Err(); err != nil {
		return board.Empty(), err
	}
	if d.crossed != board.NoSquare {
		d.Rules.Push(p, d.crossed, d.pawn)
	}
	return d.position, nil
}
