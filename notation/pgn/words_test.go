package pgn_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/notation/pgn"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/rules/registry"
)

// scribe is a rule set that accepts every string as a move and records it. It shows which strings the reader
// passes on.
type scribe struct{ moves []string }

var scribeInfo = rules.Info{Name: "scribe", PGN: "Tri-D (Scribe)", Start: "start"}

func (s *scribe) Info() *rules.Info { return &scribeInfo }

func (s *scribe) PseudoLegal(_ *board.Position, list *board.MoveList) {
	for i := range s.moves {
		list.Add(board.Move(i + 1))
	}
}

func (s *scribe) Apply(p *board.Position, _ board.Move, next *board.Position) bool {
	*next = *p
	next.Pass()
	if next.Side == board.White {
		next.FullmoveNumber++
	}
	return true
}

func (s *scribe) Kings(*board.Position, board.Colour) (all, attacked board.Set) { return }
func (s *scribe) InCheck(*board.Position, board.Colour) bool                    { return false }
func (s *scribe) Dead(*board.Position) bool                                     { return false }
func (s *scribe) Guide() rules.Guide                                            { return scribeGuide{nil, s} }

type scribeGuide struct {
	rules.Guide
	*scribe
}

func (g scribeGuide) FormatPosition(p *board.Position) string {
	if p.Extra[0] == 0 {
		return scribeInfo.Start
	}
	return scribePosition
}

const scribePosition = `W:4/4/PPPP/NBBN|N:4/4/4/4|B:nbbn/pppp/4/4|QL1w:PP/RQ|QL6b^:rq/pp|KL1w:PP/KR|KL6b:kr/pp w KQkq - * 0 1`

func (g scribeGuide) ParsePosition(text string, _ rules.ParseOptions) (board.Position, error) {
	p := board.Empty()
	switch text {
	case scribeInfo.Start:
	case scribePosition:
		p.Extra[0] = 1
	default:
		return p, fmt.Errorf("not a position: %q", text)
	}
	return p, nil
}

func (g scribeGuide) ParseMove(_ *board.Position, text string) (board.Move, error) {
	g.moves = append(g.moves, text)
	g.scribe.moves = g.moves
	return board.Move(len(g.moves)), nil
}

func (g scribeGuide) FormatSAN(_ *board.Position, m board.Move) string { return g.moves[m-1] }

// TestSpaceMoves checks that three-dimensional moves reach their rule set with normalised dashes and marks, and
// survive a round trip.
func TestSpaceMoves(t *testing.T) {
	s := &scribe{}
	find := registry.New(s).Find
	text := `[Variant "tri-d (SCRIBE)"]
[FEN "` + scribePosition + `"]

1. b4N b5B 2.Nxc6B 2...Ra9QL6 3. aWxb4W 0-0 4. KL1-KL3 QL4-QL5^180 5. QL6-KL6^180=q! aWxb4W e.p.
6. axh7 e.p.+ Qh5@a4 7. NQL3@q2-b4N Bd0KL1@q1?! 8. QL5 QL5^0 9. z1QL1z2QL3 d8BQ++ 10. aNa5B (10. O–O–O 0-0-0 11.0-0)
10... c4N
e.p. {split} 11. Nxc6B× d7Bd8Bq 1-0
`
	want := "b4N,b5B,Nxc6B,Ra9QL6,aWxb4W,0-0,KL1-KL3,QL4-QL5^180,QL6-KL6^180=q,aWxb4W e.p.,axh7 e.p.+,Qh5@a4,NQL3@q2-b4N,Bd0KL1@q1," +
		"QL5,QL5^0,z1QL1z2QL3,d8BQ++,aNa5B,O-O-O,0-0-0,0-0,c4N e.p.,Nxc6B×,d7Bd8Bq"
	for range 2 {
		s.moves = nil
		g, err := pgn.NewReader(strings.NewReader(text), find).Next()
		if err != nil {
			t.Fatalf("pgn.NewReader(strings.NewReader(text), find).Next: %v", err)
		}
		if got := strings.Join(s.moves, ","); got != want {
			t.Fatalf("moves passed on from\n%s\n got %s\nwant %s", text, got, want)
		}
		if g.Start.Extra[0] != 1 || g.Result != "1-0" || g.Tag("Variant") != "Tri-D (Scribe)" || g.Tag("FEN") != scribePosition {
			t.Fatalf("wrong start, result or tags in %+v", g)
		}
		var b strings.Builder
		if err := pgn.Write(&b, g); err != nil {
			t.Fatalf("pgn.Write: %v", err)
		}
		text = b.String() // read the output again
	}
}
