package flat_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/internal/test/positions"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/rules/describe"
	"github.com/tainchess/tain/variant"
)

// TestOrigins compares the origins for every role and destination, and the quiet moves of every piece, with the
// pseudo-legal moves.
func TestOrigins(t *testing.T) {
	for _, r := range append(positions.Flat(variant.Builtin()), positions.Rules(t, variant.Builtin(), slow)) {
		name := r.Info().Name
		quick := r.(interface {
			Origins(p *board.Position, role board.Role, to board.Square) board.Bitboard
			Quiets(pc board.Piece, from board.Square, occupied board.Set) board.Set
		})
		everywhere(t, r, 40, func(p *board.Position) {
			var want [8][64]board.Bitboard
			var quiets [64]board.Bitboard
			var list board.MoveList
			r.PseudoLegal(p, &list)
			for _, m := range list.All() {
				class := r.Guide().Class(p, m)
				if class&rules.Castling == 0 {
					want[p.Piece(m.From()).Role()][m.To()] |= m.From().Bit()
				}
				if class&(rules.Castling|rules.Capture) == 0 {
					quiets[m.From()] |= m.To().Bit()
				}
			}
			for own := p.ByColour(p.Side); own != 0; {
				from := own.Pop()
				if got := quick.Quiets(p.Piece(from), from, board.SetOf(p.Occupied())); got != board.SetOf(quiets[from]) {
					t.Fatalf("%s %s: Quiets(%v) = %v, want %x", name, r.Guide().FormatPosition(p), from, got, quiets[from])
				}
			}
			for role := board.Pawn; role <= board.King; role++ {
				for to := range board.Square(64) {
					if got := quick.Origins(p, role, to); got != want[role][to] {
						t.Fatalf("%s %s: Origins(%v, %v) = %x, want %x", name, r.Guide().FormatPosition(p), role, to, got, want[role][to])
					}
				}
			}
		})
	}
}

// player is a guide that parses or formats a move and plays it in one step.
type player interface {
	PlaySAN(p *board.Position, text string, next *board.Position) (board.Move, bool)
	AppendSAN(text []byte, p *board.Position, m board.Move, next *board.Position) ([]byte, bool)
}

// slowSAN formats a move by examining all legal moves and the position after the move, without Origins.
func slowSAN(r rules.Rules, p *board.Position, m board.Move, legal []board.Move) string {
	g := r.Guide()
	class, role := g.Class(p, m), p.Piece(m.From()).Role()
	var next board.Position
	r.Apply(p, m, &next)
	sign := ""
	if rules.InCheck(r, &next) {
		sign = "+"
		if len(rules.LegalMoves(r, &next)) == 0 {
			sign = "#"
		}
	}
	if class&rules.Castling != 0 {
		if m.To() < m.From() {
			return "O-O-O" + sign
		}
		return "O-O" + sign
	}
	rivals, file, rank := 0, 0, 0
	for _, other := range legal {
		if other != m && other.To() == m.To() && other.Promotion() == m.Promotion() &&
			p.Piece(other.From()).Role() == role && g.Class(p, other)&rules.Castling == 0 {
			rivals++
			if other.From().File() == m.From().File() {
				file++
			}
			if other.From().Rank() == m.From().Rank() {
				rank++
			}
		}
	}
	from, text := m.From().String(), ""
	if role != board.Pawn {
		text = string(rune(role.Letter()))
	}
	capture := class&rules.Capture != 0
	if role == board.Pawn && capture || rivals > 0 && (file == 0 || rank > 0) {
		text += from[:1]
	}
	if file > 0 {
		text += from[1:]
	}
	if capture {
		text += "x"
	}
	text += m.To().String()
	if k := m.Promotion(); k != board.NoRole {
		text += "=" + string(rune(k.Letter()))
	}
	for _, c := range describe.Changes(r, p, &next, m) {
		if c.Effect == describe.WentOn {
			text += "@" + c.To
		}
	}
	if class&rules.EnPassant != 0 && m.To() != p.EnPassant() {
		text += " e.p."
	}
	return text + sign
}

// TestWriteQuick compares the SAN of every legal move with slowSAN, and checks that AppendSAN rejects other
// moves.
func TestWriteQuick(t *testing.T) {
	for _, r := range positions.Flat(variant.Builtin()) {
		name := r.Info().Name
		quick := r.Guide().(player)
		random := rand.New(rand.NewPCG(3, 4))
		everywhere(t, r, 20, func(p *board.Position) {
			legal := rules.LegalMoves(r, p)
			var next, want board.Position
			for _, m := range legal {
				text, ok := quick.AppendSAN([]byte("1. "), p, m, &next)
				r.Apply(p, m, &want)
				if slow := "1. " + slowSAN(r, p, m, legal); !ok || string(text) != slow || next != want {
					t.Fatalf("%s %s: %v%v was written as %q, %v; want %q", name, r.Guide().FormatPosition(p), m.From(), m.To(), text, ok, slow)
				}
			}
			for range 200 {
				n := random.Uint32N(1 << 18)
				m := board.NewMoveOfType(board.MoveType(n>>15), board.Square(n&63), board.Square(n>>6&63), board.Role(n>>12&7))
				if text, ok := quick.AppendSAN(nil, p, m, &next); ok != rules.Legal(r, p, m) {
					t.Fatalf("%s %s: move %d was written as %q, %v", name, r.Guide().FormatPosition(p), m, text, ok)
				}
			}
		})
	}
}

// TestReadQuick parses every legal move in correct and incorrect spellings. PlaySAN must agree with
// ParseMove, and must succeed for correct SAN.
func TestReadQuick(t *testing.T) {
	for _, r := range positions.Flat(variant.Builtin()) {
		name := r.Info().Name
		guide := r.Guide()
		quick := guide.(player)
		everywhere(t, r, 3, func(p *board.Position) {
			for _, m := range rules.LegalMoves(r, p) {
				san := guide.FormatSAN(p, m)
				var next, want board.Position
				found, ok := quick.PlaySAN(p, san, &next)
				r.Apply(p, m, &want)
				if !strings.ContainsAny(san, "@ ") && !severalFit(r, p, m) && (!ok || found != m || next != want) {
					t.Fatalf("%s %s: %s was read as %v%v, %v", name, guide.FormatPosition(p), san, found.From(), found.To(), ok)
				}
				for _, text := range misspelt(p, m, san) {
					found, ok := quick.PlaySAN(p, text, &next)
					if !ok {
						continue
					}
					long, err := guide.ParseMove(p, text)
					if err != nil || long != found || !r.Apply(p, long, &want) || next != want {
						t.Fatalf("%s %s: PlaySAN read %q as %v%v, but ParseMove as %v%v, %v", name, guide.FormatPosition(p), text, found.From(), found.To(), long.From(), long.To(), err)
					}
				}
			}
		})
	}
}

// severalFit reports whether another piece of the same role has a pseudo-legal move to the same square.
// PlaySAN may leave such moves to ParseMove.
func severalFit(r rules.Rules, p *board.Position, m board.Move) bool {
	var list board.MoveList
	r.PseudoLegal(p, &list)
	for _, other := range list.All() {
		if other.From() != m.From() && other.To() == m.To() && p.Piece(other.From()) == p.Piece(m.From()) {
			return true
		}
	}
	return false
}

// misspelt returns other spellings of a move, valid and invalid.
func misspelt(p *board.Position, m board.Move, san string) []string {
	bare := strings.TrimRight(san, "+#")
	from, to := m.From().String(), m.To().String()
	letter := ""
	if role := p.Piece(m.From()).Role(); role != board.Pawn {
		letter = string(rune(role.Letter()))
	}
	all := []string{bare, bare + "+", bare + "#", strings.ToLower(bare), strings.ToUpper(bare), strings.Replace(bare, "x", "", 1)}
	for _, origin := range []string{"", from[:1], from[1:], from} {
		for _, tail := range []string{"", "=Q", "=N", "=K", "q"} {
			all = append(all, letter+origin+to+tail, letter+origin+"x"+to+tail)
		}
	}
	return append(all, "O-O", "O-O-O", "B"+to, "b"+to, "K"+to, to, "x"+to)
}
