package zrf_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/internal/test/oracle/zillions"
	"github.com/tainchess/tain/internal/test/positions"
	"github.com/tainchess/tain/internal/zrf"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/variant/chess"
	"github.com/tainchess/tain/variant/flat"
)

// both plays a rule set and its exported file side by side. It counts matching moves, known differences by
// their code in the file's comment, and special moves such as castling.
type both struct {
	*flat.Rules
	game  *zillions.Game
	royal zillions.RoyalRule
	moves int
	count map[string]int
}

// pair is a position of the rule set and the same position in the exported
// game.
type pair struct {
	ours   board.Position
	theirs zillions.State
}

// start exports a rule set, loads the file with a reader that is independent of the exporter, and returns the
// starting positions.
func start(t *testing.T, r rules.Rules, royal zillions.RoyalRule) (*both, pair) {
	t.Helper()
	g, err := zillions.Load(export(t, r).Text)
	if err != nil {
		t.Fatalf("zillions.Load: %v", err)
	}
	g.Royal = royal
	g.KeepDuplicates = true // to detect moves that are listed twice
	return &both{Rules: r.(*flat.Rules), game: g, royal: royal, count: map[string]int{}}, pair{positions.From(t, r, r.Info().Start), g.Start()}
}

// cells holds the pieces of a board by square.
type cells [64]board.Piece

// String formats the board as in FEN.
func (c *cells) String() string {
	p := board.Empty()
	for s, piece := range c {
		if piece != board.NoPiece {
			p.Put(board.Square(s), piece)
		}
	}
	text, _, _ := strings.Cut(chess.Rules.Guide().FormatPosition(&p), " ")
	return text
}

func cellsOf(p *board.Position) (c cells) {
	for s := range c {
		c[s] = p.Piece(board.Square(s))
	}
	return c
}

// played identifies a move by its visible effect: its squares, the role of the moved piece afterwards, and
// the resulting board.
type played struct {
	from, to board.Square
	role     board.Role
	board    cells
}

func (m played) String() string { return fmt.Sprintf("%s-%s=%s %v", m.from, m.to, m.role, &m.board) }

// step is a move in both implementations: Tain's position after it, and the reader's move.
type step struct {
	uci   string
	class rules.Class
	after board.Position
	move  zillions.Move
}

// then returns the pair after a step.
func (at pair) then(s step) pair { return pair{s.after, at.theirs.Play(s.move)} }

// next compares the legal moves in both implementations and returns them. A difference fails the test unless
// the file's comment lists it.
func (b *both) next(t *testing.T, at pair) []step {
	t.Helper()
	theirs := b.theirs(t, at)
	legal := rules.LegalMoves(b, &at.ours)
	b.appeared(&at.ours, legal)
	all := make([]step, 0, len(legal))
	for _, m := range legal {
		class, after := b.Guide().Class(&at.ours, m), positions.After(t, b, &at.ours, m)
		seen := b.seen(&at.ours, &after, m, class)
		move, ok := theirs[seen]
		if !ok {
			t.Errorf("%s: the file lacks %s", b.Guide().FormatPosition(&at.ours), seen)
			continue
		}
		// The language leaves the order of effects open in only one case: the never-moved attribute of a
		// spawned king or rook.
		if open := b.Details.Castling && b.madeToCastle(&at.ours, seen, m); open != move.OrderOpen {
			t.Errorf("%s: %s: OrderOpen = %v; want %v", b.Guide().FormatPosition(&at.ours), seen, move.OrderOpen, open)
		} else if open {
			b.count[zrf.Unmoved]++
		}
		delete(theirs, seen)
		all = append(all, step{b.Guide().FormatUCI(&at.ours, m), class, after, move})
	}
	for m := range theirs {
		if b.royal == zillions.AllRoyal && b.leavesOne(&at.ours, m) {
			b.count[leftAttacked]++
			continue
		}
		t.Errorf("%s: only the file has %s", b.Guide().FormatPosition(&at.ours), m)
	}
	if t.Failed() {
		t.FailNow()
	}
	b.moves += len(all)
	return all
}

// theirs compares the boards and the sides to move, and returns the reader's moves.
func (b *both) theirs(t *testing.T, at pair) map[played]zillions.Move {
	t.Helper()
	var now cells
	for square, piece := range at.theirs.Board() {
		now[squareOf(t, square)] = pieceOf(t, piece)
	}
	if now != cellsOf(&at.ours) || at.theirs.Turn() != player(at.ours.Side) {
		t.Fatalf("%s: the file has %v, %s to move", b.Guide().FormatPosition(&at.ours), &now, at.theirs.Turn())
	}
	moves, err := at.theirs.Moves()
	if err != nil {
		t.Fatalf("theirs.Moves: %v", err)
	}
	all := make(map[played]zillions.Move, len(moves))
	for _, m := range moves {
		p := played{squareOf(t, m.From), squareOf(t, m.To), roleOf(t, m.Type), now}
		for _, c := range m.Changes {
			p.board[squareOf(t, c.Square)] = pieceOf(t, c.Piece)
		}
		if _, twice := all[p]; twice {
			t.Fatalf("%s: the file has %s twice", b.Guide().FormatPosition(&at.ours), p)
		}
		all[p] = m
	}
	return all
}

// seen converts one of Tain's moves to the file's form and counts special moves.
func (b *both) seen(before, after *board.Position, m board.Move, class rules.Class) played {
	p := played{m.From(), m.To(), before.Piece(m.From()).Role(), cellsOf(after)}
	switch {
	case class&rules.Promotion != 0:
		p.role = m.Promotion()
	case b.Reflection != nil && class&rules.Capture == 0 && b.Reflection.GoesOn[p.role] && p.board[p.to] == board.NoPiece:
		p.to = m.To().Mirror()
		b.count[zrf.Final]++
		if p.to == p.from {
			b.count[zrf.Pass]++
		}
	}
	for _, c := range []rules.Class{rules.Castling, rules.EnPassant, rules.Promotion} {
		if class&c != 0 {
			b.count[c.String()]++
		}
	}
	if d := p.to.File() - p.from.File(); class&rules.EnPassant != 0 && d*d > 1 {
		b.count[seamEnPassant]++
	}
	if b.Reflection == nil {
		return p
	}
	if after.Pieces(before.Side, board.King).Many() {
		b.count[zrf.Kings]++
	}
	return p
}

// madeToCastle reports whether a move spawns a king or rook.
func (b *both) madeToCastle(before *board.Position, p played, m board.Move) bool {
	at := m.To().Mirror()
	empty := before.Piece(at) == board.NoPiece || at == m.From()
	made := p.board[at].Role()
	return b.Reflection != nil && empty && (made == board.King || made == board.Rook)
}

// These counters are neither difference codes nor special moves.
const (
	seamEnPassant = "en passant over the seam"
	leftAttacked  = "one king of several left attacked"
)

// appeared counts the moves that are legal, or illegal, only because of a spawned piece.
func (b *both) appeared(p *board.Position, legal []board.Move) {
	if b.Reflection == nil {
		return
	}
	plain := rules.LegalMoves(b.Details.Parent, p)
	for _, lists := range [][2][]board.Move{{plain, legal}, {legal, plain}} {
		for _, m := range lists[0] {
			if !b.Reflection.GoesOn[p.Piece(m.From()).Role()] && !slices.Contains(lists[1], m) {
				b.count[zrf.Appeared]++
			}
		}
	}
}

// leavesOne reports whether a move leaves some but not all kings attacked.
func (b *both) leavesOne(before *board.Position, m played) bool {
	p := board.Empty()
	for s, piece := range m.board {
		if piece != board.NoPiece {
			p.Put(board.Square(s), piece)
		}
	}
	all, attacked := b.Kings(&p, before.Side)
	return !attacked.Empty() && attacked != all
}

func squareOf(t *testing.T, name string) board.Square {
	t.Helper()
	s, ok := board.ParseSquare(name)
	if !ok {
		t.Fatalf("the reader returned an unknown square %q", name)
	}
	return s
}

func roleOf(t *testing.T, name string) board.Role {
	t.Helper()
	for k := board.Pawn; k <= board.King; k++ {
		if strings.EqualFold(k.String(), name) {
			return k
		}
	}
	t.Fatalf("the reader returned an unknown piece %q", name)
	return board.NoRole
}

func pieceOf(t *testing.T, p zillions.Piece) board.Piece {
	t.Helper()
	switch p.Owner {
	case "White":
		return board.NewPiece(board.White, roleOf(t, p.Type))
	case "Black":
		return board.NewPiece(board.Black, roleOf(t, p.Type))
	}
	return board.NoPiece
}

func player(c board.Colour) string {
	if c == board.White {
		return "White"
	}
	return "Black"
}
