// Package tiny is an example of a third-party rule set: kings and rooks on a 5x5 board. It implements
// only rules.Rules: it belongs to no family, has no features, weights, book or lesson, and its guide
// returns plain errors.
package tiny

import (
	"errors"
	"fmt"
	"strings"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/message"
	"github.com/tainchess/tain/rules"
)

// size is the number of files and ranks.
const size = 5

// tiny is both the rule set and its guide.
type tiny struct{ info rules.Info }

// Rules is the rule set.
var Rules rules.Rules = build()

func build() *tiny {
	t := &tiny{rules.Info{
		Name: "tiny", Title: "Tiny chess", Summary: message.New("tiny", "Kings and rooks on 25 squares.", nil), PGN: "tiny",
		Start: "r.k../...../...../...../..K.R w", Boards: 1,
	}}
	for i := range size * size {
		s := board.At(i%size, i/size)
		t.info.Squares = append(t.info.Squares, rules.SquareInfo{Name: s.String(), X: i % size, Y: i / size, Dark: (i%size+i/size)%2 == 0})
	}
	return t
}

func (t *tiny) Info() *rules.Info { return &t.info }

// ways are the steps of a king, starting with those of a rook.
var ways = [8][2]int{{0, 1}, {1, 0}, {0, -1}, {-1, 0}, {1, 1}, {1, -1}, {-1, 1}, {-1, -1}}

// reach returns the squares to which a piece could move or on which it could
// capture.
func reach(p *board.Position, s board.Square) (all board.Bitboard) {
	pc := p.Piece(s)
	n, most := 8, 1
	if pc.Role() == board.Rook {
		n, most = 4, 5
	}
	for _, w := range ways[:n] {
		f, r := s.File(), s.Rank()
		for range most {
			f, r = f+w[0], r+w[1]
			if f < 0 || r < 0 || f >= size || r >= size {
				break
			}
			all |= board.At(f, r).Bit()
			if p.Piece(board.At(f, r)) != board.NoPiece {
				break
			}
		}
	}
	return all
}

func (t *tiny) PseudoLegal(p *board.Position, list *board.MoveList) {
	for own := p.ByColour(p.Side); own != 0; {
		s := own.Pop()
		for to := reach(p, s) &^ p.ByColour(p.Side); to != 0; {
			list.Add(board.NewMove(s, to.Pop(), board.NoRole))
		}
	}
}

func (t *tiny) Apply(p *board.Position, m board.Move, next *board.Position) bool {
	*next = *p
	next.HalfmoveClock++
	if hit := p.Piece(m.To()); hit != board.NoPiece {
		next.Take(m.To(), hit)
		next.HalfmoveClock = 0
	}
	next.Shift(m.From(), m.To(), p.Piece(m.From()))
	next.FullmoveNumber += uint32(p.Side)
	next.Pass()
	return !t.InCheck(next, p.Side)
}

func (t *tiny) InCheck(p *board.Position, side board.Colour) bool {
	_, attacked := t.Kings(p, side)
	return !attacked.Empty()
}

func (t *tiny) Kings(p *board.Position, side board.Colour) (all, attacked board.Set) {
	kings, hit := p.Pieces(side, board.King), board.Bitboard(0)
	for them := p.ByColour(side ^ 1); them != 0; {
		hit |= reach(p, them.Pop()) & kings
	}
	return board.SetOf(kings), board.SetOf(hit)
}

func (t *tiny) Dead(p *board.Position) bool { return p.ByRole(board.Rook) == 0 }

func (t *tiny) Guide() rules.Guide { return t }

func (t *tiny) FormatPosition(p *board.Position) string {
	var b strings.Builder
	for r := size - 1; r >= 0; r-- {
		for f := range size {
			if pc := p.Piece(board.At(f, r)); pc == board.NoPiece {
				b.WriteByte('.')
			} else {
				b.WriteString(string(pc.Letter()))
			}
		}
		if r > 0 {
			b.WriteByte('/')
		}
	}
	return b.String() + " " + "wb"[p.Side:p.Side+1]
}

func (t *tiny) ParsePosition(text string, o rules.ParseOptions) (board.Position, error) {
	p := board.Empty()
	cells, side, ok := strings.Cut(text, " ")
	ranks := strings.Split(cells, "/")
	if !ok || len(ranks) != size || side != "w" && side != "b" {
		return p, errors.New("a position needs five ranks and a side")
	}
	for i, rank := range ranks {
		if len(rank) != size {
			return p, errors.New("a rank needs five squares")
		}
		for f := range size {
			if rank[f] == '.' {
				continue
			}
			pc, ok := board.ParsePiece(rank[f])
			if !ok || pc.Role() != board.King && pc.Role() != board.Rook {
				return p, fmt.Errorf("%q is not a piece", rank[f])
			}
			p.Put(board.At(f, size-1-i), pc)
		}
	}
	if side == "b" {
		p.Pass()
	}
	for c := range board.Colour(2) {
		if p.Pieces(c, board.King) == 0 && !o.AllowNoKing {
			return p, errors.New("a king is missing")
		}
	}
	if _, hit := t.Kings(&p, p.Side^1); !hit.Empty() && !o.AllowCheck {
		return p, errors.New("the other side is in check")
	}
	return p, nil
}

func (t *tiny) SquareName(_ *board.Position, s board.Square) string {
	if s >= 64 || s.File() >= size || s.Rank() >= size {
		return "-"
	}
	return s.String()
}

func (t *tiny) ParseSquare(p *board.Position, name string) (board.Square, error) {
	s, ok := board.ParseSquare(name)
	if !ok || s.File() >= size || s.Rank() >= size {
		return 0, errors.New("unknown square")
	}
	return s, nil
}

func (t *tiny) FormatUCI(p *board.Position, m board.Move) string {
	return m.From().String() + m.To().String()
}
func (t *tiny) FormatSAN(p *board.Position, m board.Move) string { return t.FormatUCI(p, m) }

func (t *tiny) ParseMove(p *board.Position, text string) (board.Move, error) {
	if len(text) == 4 {
		from, err1 := t.ParseSquare(p, text[:2])
		to, err2 := t.ParseSquare(p, text[2:])
		if err1 == nil && err2 == nil {
			m := board.NewMove(from, to, board.NoRole)
			if why := t.WhyIllegal(p, m); why != nil {
				return 0, why
			}
			return m, nil
		}
	}
	return 0, errors.New("a move needs two squares")
}

func (t *tiny) Class(p *board.Position, m board.Move) (c rules.Class) {
	if p.Piece(m.To()) != board.NoPiece {
		c = rules.Capture
	}
	return c
}

func (t *tiny) Ways(p *board.Position, m board.Move) []rules.Way {
	return []rules.Way{{{Square: m.From().String()}, {Square: m.To().String()}}}
}

func (t *tiny) WhyIllegal(p *board.Position, m board.Move) *rules.IllegalMove {
	var list board.MoveList
	t.PseudoLegal(p, &list)
	for _, x := range list.All() {
		var next board.Position
		if x == m && t.Apply(p, m, &next) {
			return nil
		}
	}
	return &rules.IllegalMove{Code: rules.CodeUnreachable, Message: message.Of(errors.New("the piece cannot move there"))}
}

func (t *tiny) Zobrist(p *board.Position) uint64 { return p.Zobrist() }
