package describe_test

import (
	"strings"
	"testing"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/internal/test/positions"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/rules/describe"
	"github.com/tainchess/tain/variant"
)

func TestDescribe(t *testing.T) {
	const castlers = "chess cylinder triboard mirrorsquare"
	for _, test := range []struct{ names, fen, move, want string }{
		{"chess cylinder triboard", "start", "e2e4", "White pawn to e4"},
		{"mirrorsquare", "start", "e2e4", "White pawn to e4; a black pawn appears on d5"},
		{"nachfolger", "start", "e2e4", "White pawn to e4; a black knight appears on d5"},
		{"nachfolger", "rnbqkbnr/pppp1ppp/4p3/8/4P3/8/PPPP1PPP/RNBQKBNR w - - 0 1", "d1h5", "White queen to h5, goes on to a4"},
		{"nachfolger", "7k/8/8/8/4Q3/8/8/K7 w - - 0 1", "e4d5", "White queen to d5, comes back to e4"},
		{flatNames, "4k3/8/8/3n4/4P3/8/8/4K3 w - - 0 1", "e4d5", "White pawn takes the knight on d5"},
		{castlers, "4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", "White castles kingside"},
		{castlers, "r3k3/8/8/8/8/8/8/4K3 b q - 0 1", "e8c8", "Black castles queenside"},
		{"triboard", "4k3/8/8/P6p/8/8/8/4K3 w - h6 0 1", "a5h7", "White pawn takes the pawn on h5 en passant and lands on h7"},
		{"cylinder", "4k3/8/8/P6p/8/8/8/4K3 w - h6 0 1", "a5h6", "White pawn takes the pawn on h5 en passant and lands on h6"},
		{"triboard", "4k3/8/8/8/8/8/8/1N2K3 w - - 0 1", "b1h2", "White knight to h2 over the seam"},
		{"triboard", "4k3/8/8/7p/P7/8/8/4K3 w - - 0 1", "a4h5", "White pawn takes the pawn on h5 over the seam"},
		{"triboard", "8/8/4k3/8/R7/8/8/4K3 w - - 0 1", "a4f4", "White rook to f4"},
		{"chess cylinder triboard mirrorsquare", "8/4P3/8/8/8/2k5/8/4K3 w - - 0 1", "e7e8r", "White pawn to e8, promotes to a rook"},
		{flatNames, "3r4/4P3/8/8/8/2k5/8/4K3 w - - 0 1", "e7d8n", "White pawn takes the rook on d8, promotes to a knight"},
		{"nachfolger", "8/4P3/8/8/8/2k5/8/6K1 w - - 0 1", "e7e8n", "White pawn to e8, promotes to a knight; a black bishop appears on d1"},
		{"chess", "4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "a1a8", "White rook to a8; check"},
		{"chess", "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", "a1a8", "White rook to a8; checkmate"},
	} {
		for _, name := range strings.Fields(test.names) {
			r := positions.Rules(t, variant.Builtin(), name)
			p := new(positions.From(t, r, test.fen))
			if got := describe.Sentence(r, p, positions.Move(t, r, p, test.move)).String(); got != test.want {
				t.Errorf("%s: %s: %q, want %q", name, test.move, got, test.want)
			}
		}
	}
}

// TestDescribePassing describes moves that end on the other of two planes.
func TestDescribePassing(t *testing.T) {
	r := positions.Rules(t, variant.Builtin(), `{"name": "alice", "board": {"planes": 2}, "passing": {"to": "other"},
		"start": "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR|8/8/8/8/8/8/8/8 w KQkq - 0 1"}`)
	for _, test := range []struct{ fen, move, want string }{
		{"start", "e2Ae4A", "White pawn to e4A, passes to e4B"},
		{"4k3/8/8/3p4/4P3/8/8/4K3|8/8/8/8/8/8/8/8 w - - 0 1", "e4Ad5A", "White pawn takes the pawn on d5A, passes to d5B"},
	} {
		p := new(positions.From(t, r, test.fen))
		if got := describe.Sentence(r, p, positions.Move(t, r, p, test.move)).String(); got != test.want {
			t.Errorf("%s: %q, want %q", test.move, got, test.want)
		}
	}
}

// TestDescribeBoards describes a board move.
func TestDescribeBoards(t *testing.T) {
	r := pier{ferry{positions.Rules(t, variant.Builtin(), "chess")}}
	p := new(positions.From(t, r, "4k3/8/7P/8/8/8/1P6/4K3 w - - 0 1"))
	const want = "White moves the board on 0 to 1; the white pawn is carried from b2/0 to b2/1, promotes to a queen; the white pawn on h6 promotes to a queen"
	if got := describe.Sentence(r, p, board.NewMoveOfType(board.BoardShift, 0, 1, board.NoRole)).String(); got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// pier is a ferry with a single board move, which promotes the pawns of the side to move to queens.
type pier struct{ ferry }

type pierGuide struct{ rules.Guide }

func (r pier) Guide() rules.Guide { return pierGuide{r.ferry.Guide()} }

func (pierGuide) Class(*board.Position, board.Move) rules.Class    { return rules.BoardMove }
func (pierGuide) FormatUCI(*board.Position, board.Move) string     { return "0-1" }
func (pierGuide) Ways(*board.Position, board.Move) []rules.Way     { return nil }
func (pierGuide) FormatSAN(_ *board.Position, _ board.Move) string { return "0-1" }
func (r pier) Apply(p *board.Position, _ board.Move, next *board.Position) bool {
	*next = *p
	next.Extra[0] = 1
	for pawns := p.Pieces(p.Side, board.Pawn); pawns != 0; {
		s := pawns.Pop()
		next.Take(s, p.Piece(s))
		next.Put(s, board.NewPiece(p.Side, board.Queen))
	}
	next.Pass()
	return true
}

// TestDescribeAgrees checks that the fields of each MoveInfo are consistent.
func TestDescribeAgrees(t *testing.T) {
	for _, r := range positions.Flat(variant.Builtin()) {
		name := r.Info().Name
		for p, m := range positions.Games(t, r, 11, 6, 100, positions.Captures) {
			if m == board.NoMove {
				continue
			}
			d := describe.Move(r, p, m)
			taken := 0
			for _, c := range d.Changes {
				if c.Effect == describe.Captured {
					taken++
				}
			}
			if d.Capture != (taken == 1) || taken > 1 || d.Capture != strings.Contains(d.SAN, "x") || d.Capture != strings.Contains(d.Message.String(), "takes") {
				t.Fatalf("%s: Capture = %v in %+v", name, d.Capture, d)
			}
			if d.From != m.From().String() || d.To != m.To().String() || !strings.HasPrefix(d.Move, d.From+d.To) || len(d.Ways) == 0 {
				t.Fatalf("%s: squares or ways do not match the move in %+v", name, d)
			}
			if strings.ContainsAny(d.SAN, "+#") != strings.Contains(d.Message.String(), "; check") {
				t.Fatalf("%s: SAN and Message disagree about check in %+v", name, d)
			}
		}
	}
}
