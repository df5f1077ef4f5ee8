package fairy_test

import (
	"errors"
	"sync/atomic"
	"testing"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/internal/test/positions"
	"github.com/tainchess/tain/message"
	"github.com/tainchess/tain/notation"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/variant/fairy"
)

// TestObstacles checks the reasons why a piece cannot reach a square on small boards.
func TestObstacles(t *testing.T) {
	const (
		cannon = `{"name":"x","pieces":{"c":"mRcpR","g":"gQ"},"promotes":"q"}`
		holes  = `{"name":"x","board":{"holes":"d4"},"pieces":{"h":"nN","e":"nA"},"promotes":"q","start":"4k3/8/8/8/3*4/8/8/4K3 w - - 0 1"}`
		edges  = `{"name":"x","seam":{"crossing":"wrap","kinds":"r"},"ends":{"crossing":"wrap","kinds":"b"},"promotes":"q","start":"8/4k3/8/8/8/8/4K3/8 w - - 0 1"}`
		first  = `{"name":"x","pieces":{"p":"mfWcefFimfW3","n":"NiD"}}`
	)
	for _, c := range []struct{ text, fen, move, want string }{
		{cannon, "4k3/8/3p4/8/3p4/8/8/3CK3 w - - 0 1", "d1d6", ""},
		{cannon, "4k3/3p4/3p4/8/3p4/8/8/3CK3 w - - 0 1", "d1d7", "the cannon on d1 can jump over only one piece on its way to d7, not the pawn on d4 and the pawn on d6"},
		{cannon, "4k3/8/8/8/3p4/8/8/3CK3 w - - 0 1", "d1d5", "the way of the cannon from d1 to d5 is blocked by the pawn on d4"},
		{cannon, "4k3/8/3p4/8/8/8/8/3CK3 w - - 0 1", "d1d6", "the cannon on d1 has no piece to jump over on its way to d6"},
		{cannon, "4k3/8/8/8/8/8/8/3GK3 w - - 0 1", "d1d6", "the grasshopper on d1 has no piece to jump over on its way to d6"},
		{cannon, "4k3/8/8/8/3p4/8/8/3GK3 w - - 0 1", "d1d6", "the grasshopper on d1 can only land directly behind the pawn on d4, not on d6"},
		{cannon, "4k3/8/8/8/8/8/8/3GK3 w - - 0 1", "d1e3", "the grasshopper on d1 cannot reach e3"},
		{holes, "4k3/8/8/8/3*4/8/8/3RK3 w - - 0 1", "d1d6", "the rook cannot go from d1 to d6: there is a hole on d4"},
		{holes, "4k3/8/8/8/3*4/8/3p4/3HK3 w - - 0 1", "d1c3", "the way of the H from d1 to c3 is blocked by the pawn on d2"},
		{holes, "4k3/8/8/8/3*4/8/2p5/3EK3 w - - 0 1", "d1b3", "the way of the E from d1 to b3 is blocked by the pawn on c2"},
		{edges, "8/4k3/8/8/Q7/8/4K3/8 w - - 0 1", "a4h3", "the queen may not cross the edge between a4 and h3"},
		{edges, "8/4k3/8/8/R1P5/8/4K3/8 w - - 0 1", "a4d4", ""},
		{edges, "8/4k3/8/8/R1P4P/8/4K3/8 w - - 0 1", "a4d4", "the way of the rook from a4 to d4 is blocked by the pawn on c4 and the pawn on h4"},
		{edges, "8/4k3/8/8/8/8/R3K3/8 w - - 0 1", "a2a8", ""},
		{first, "4k3/8/8/8/8/3P4/8/4K3 w - - 0 1", "d3d5", "the pawn may go from d3 to d5 only if d3 is one of its squares at the start of the game"},
		{first, "4k3/8/8/8/3N4/8/8/4K3 w - - 0 1", "d4d6", "the knight may go from d4 to d6 only if d4 is one of its squares at the start of the game"},
	} {
		r, err := fairy.New(decode(t, c.text))
		if err != nil {
			t.Fatalf("%s: %v", c.text, err)
		}
		p := positions.From(t, r, c.fen)
		got := ""
		if _, err := rules.Play(r, &p, c.move); err != nil {
			got = err.Error()
		}
		if got != c.want {
			t.Errorf("%s in %s: %q, want %q", c.move, c.fen, got, c.want)
		}
	}
}

// TestSquaresNotOnBoard checks the errors for texts that name a hole or a square beyond the edges, and that letters of
// kinds followed by a rank are not squares.
func TestSquaresNotOnBoard(t *testing.T) {
	r, err := fairy.New(decode(t, `{"name":"x","board":{"files":6,"ranks":9,"holes":"c4"},"pieces":{"c":"N"},"promotes":"c","start":"4k1/6/6/6/6/2*3/2C3/6/2C1K1 w - - 0 1"}`))
	if err != nil {
		t.Fatalf("fairy.New: %v", err)
	}
	p := positions.From(t, r, r.Info().Start)
	for text, want := range map[string]string{
		"c4":     "the board has no square c4",
		"C4":     "expected a square such as a1",
		"Kc4":    "the board has no square c4",
		"c4c5":   "the board has no square c4",
		"e1-c4":  "the board has no square c4",
		"Kd1@c4": "the board has no square c4",
		"Kg1":    "the board has no square g1",
		"e1e10":  "the board has no square e10",
		"K":      "expected a square such as a1",
		"C3e4":   "",
		"C1e2":   "",
		"c3e2":   "",
	} {
		m, err := r.Guide().ParseMove(&p, text)
		var syntax *notation.SyntaxError
		switch {
		case want == "" && (err != nil || m == board.NoMove):
			t.Errorf("ParseMove(%q): %v", text, err)
		case want != "" && (!errors.As(err, &syntax) || syntax.Message.String() != want):
			t.Errorf("ParseMove(%q): %v, want %s", text, err, want)
		}
	}
}

// TestBlockers removes the pieces that a reason names as blockers, one reason after the other. Each must exist,
// and without all of them the piece must be able to go to the square.
func TestBlockers(t *testing.T) {
	var found atomic.Int64
	t.Cleanup(func() {
		if n := found.Load(); n < 100 {
			t.Errorf("%d blockers found", n)
		}
	})
	each(t, func(t *testing.T, r *fairy.Rules) {
		n := 0
		walk(t, r, func(p *board.Position) {
			if n++; n%60 != 0 {
				return
			}
			for from := range p.Size() {
				for to := range p.Size() {
					q := *p
					for range 16 {
						no := r.Guide().WhyIllegal(&q, board.NewMove(from, to, board.NoRole))
						if no == nil || no.Message.Code != "illegal.blocked.kind" {
							if q != *p && no != nil && (no.Code == rules.CodeUnreachable || no.Code == rules.CodeBlocked || no.Code == rules.CodeSeamClosed) {
								t.Errorf("%s-%s without the blockers: %v", r.Guide().SquareName(p, from), r.Guide().SquareName(p, to), no)
							}
							break
						}
						pieces, _ := no.Message.Args["pieces"].(message.List)
						if len(pieces) == 0 {
							t.Errorf("no blocker: %v", no)
							break
						}
						for _, one := range pieces {
							name := string(one.(message.Message).Args["square"].(message.Square))
							s, err := r.Guide().ParseSquare(&q, name)
							if err != nil || s == from || s == to || q.Piece(s) == board.NoPiece {
								t.Fatalf("%v: %s is not a blocker", no, name)
							}
							q.Set(s, board.NoPiece)
							found.Add(1)
						}
					}
				}
			}
		})
	})
}
