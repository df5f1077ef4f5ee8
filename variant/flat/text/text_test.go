package text_test

import (
	"errors"
	"testing"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/internal/test/positions"
	"github.com/tainchess/tain/message"
	"github.com/tainchess/tain/notation"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/variant"
	"github.com/tainchess/tain/variant/chess"
	"github.com/tainchess/tain/variant/flat"
	flattext "github.com/tainchess/tain/variant/flat/text"
)

func TestParseSquare(t *testing.T) {
	r := positions.Rules(t, variant.Builtin(), "chess")
	p := positions.From(t, r, "")
	for s := board.Square(0); s < 64; s++ {
		name := r.Guide().SquareName(&p, s)
		if back, err := r.Guide().ParseSquare(&p, name); err != nil || back != s {
			t.Errorf("%s was read as %v, %v", name, back, err)
		}
	}
	if s, err := r.Guide().ParseSquare(&p, "E4"); err != nil || s != board.At(4, 3) {
		t.Errorf("E4 was read as %v, %v", s, err)
	}
	for text, offset := range map[string]int{"": 0, "i4": 0, "e": 1, "e9": 1, "e44": 2, "♔": 0} {
		_, err := r.Guide().ParseSquare(&p, text)
		var syntax *notation.SyntaxError
		if !errors.As(err, &syntax) || syntax.Offset != offset {
			t.Errorf("%q: got %v, want a syntax error at %d", text, err, offset)
		}
	}
}

func TestSyntaxErrorCountsCharacters(t *testing.T) {
	no := message.New("syntax.move.none", "the text contains no move", nil)
	for _, c := range []struct {
		err  notation.SyntaxError
		want string
	}{
		{notation.SyntaxError{Input: "♘z3", Offset: 3, Message: no}, `the text contains no move (at character 2 of "♘z3")`},
		{notation.SyntaxError{Input: "", Offset: 5, Message: no}, `the text contains no move (at character 1 of "")`},
		{notation.SyntaxError{Input: "a", Offset: -1, Message: no}, `the text contains no move (at character 1 of "a")`},
	} {
		if got := c.err.Error(); got != c.want {
			t.Errorf("got %s, want %s", got, c.want)
		}
	}
}

// counted counts calls to the move generators.
type counted struct {
	*flat.Rules
	times *int
}

func (c counted) PseudoLegal(p *board.Position, list *board.MoveList) {
	*c.times++
	c.Rules.PseudoLegal(p, list)
}

func (c counted) Legal(p *board.Position, list *board.MoveList) {
	*c.times++
	c.Rules.Legal(p, list)
}

func (c counted) Guide() rules.Guide { return countedGuide{c.Rules.Guide(), flattext.Flat{Rules: c}} }

type countedGuide struct {
	rules.Guide
	flat flattext.Flat
}

func (g countedGuide) ParseMove(p *board.Position, text string) (board.Move, error) {
	return g.flat.ParseMove(p, text)
}

// TestPlayGeneratesMovesOnce checks that playing a move from text generates moves only once, although the
// move must be parsed and checked.
func TestPlayGeneratesMovesOnce(t *testing.T) {
	times := 0
	r := counted{chess.Rules, &times}
	p := positions.From(t, r, "")
	for _, text := range []string{"e2e4", "g8f6", "Nf3", "e7-e5"} {
		times = 0
		played, err := rules.Play(r, &p, text)
		if err != nil || times != 1 {
			t.Errorf("%s: moves were generated %d times, %v", text, times, err)
		}
		p = played.Next
	}
	if _, err := rules.Play(r, &p, "e2e5"); err == nil {
		t.Error("Play of a move from an empty square succeeded")
	}
}
