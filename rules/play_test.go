package rules_test

import (
	"errors"
	"slices"
	"testing"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/internal/test/positions"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/variant"
)

func TestPlayMoveOrText(t *testing.T) {
	for _, r := range positions.Flat(variant.Builtin()) {
		name := r.Info().Name
		p := new(positions.From(t, r, "start"))
		before := *p
		m := positions.Move(t, r, p, "g1f3")
		var want board.Position
		r.Apply(p, m, &want)
		byMove, err := rules.Play(r, p, m)
		if err != nil || byMove.Move != m || byMove.Next != want {
			t.Errorf("%s: Play by move: %v, %v", name, byMove.Move, err)
		}
		for _, text := range []string{"g1f3", "Nf3", "Ng1-f3"} {
			byText, err := rules.Play(r, p, text)
			if err != nil || byText != byMove {
				t.Errorf("%s: Play(%q): %v", name, text, err)
			}
		}
		if *p != before {
			t.Errorf("%s: Play changed the position", name)
		}
	}
}

func TestPlayIllegal(t *testing.T) {
	r := positions.Rules(t, variant.Builtin(), "triboard")
	for _, test := range []struct {
		fen, move string
		code      rules.Code
		msg       string
	}{
		{"start", "e7e5", rules.CodeNotYourTurn, "the piece on e7 is a black pawn, and it is White's turn"},
		{"start", "a1a2", rules.CodeOwnPiece, "a2 is occupied by your own pawn"},
		{"4k3/8/8/8/b7/7P/8/5K2 w - - 0 1", "h3h4", rules.CodeKingAttacked, "your king on f1 would be attacked by the bishop on a4 over the seam"},
	} {
		p := new(positions.From(t, r, test.fen))
		before := *p
		_, err := rules.Play(r, p, test.move)
		var no *rules.IllegalMove
		if !errors.As(err, &no) || no.Code != test.code || err.Error() != test.msg {
			t.Errorf("%s: %v, want (%s) %s", test.move, err, test.code, test.msg)
		}
		if *p != before {
			t.Errorf("%s: an illegal move changed the position", test.move)
		}
	}
}

// TestPlayInvalidMoves checks that Play rejects meaningless moves and texts.
func TestPlayInvalidMoves(t *testing.T) {
	for _, r := range positions.Flat(variant.Builtin()) {
		name := r.Info().Name
		for _, p := range []*board.Position{new(positions.From(t, r, "start")), new(board.Empty())} {
			for _, m := range []board.Move{
				board.NoMove, ^board.NoMove, 1 << 31,
				board.NewMoveOfType(board.CastleShort, 4, 6, board.NoRole),
				board.NewMoveOfType(board.BoardShift, 12, 28, board.NoRole),
				board.NewMove(12, 28, board.Queen), board.NewMove(12, 28, 7),
				board.NewMove(12, 28, board.NoRole) | 1<<20,
			} {
				_, err := rules.Play(r, p, m)
				var no *rules.IllegalMove
				if !errors.As(err, &no) || no.Code == "" || no.Message.String() == "" {
					t.Errorf("%s: move %#x: %v", name, uint32(m), err)
				}
			}
			for _, text := range []string{"", "?", "e9", "e2e4e6", "\x00\xff", "castle"} {
				if _, err := rules.Play(r, p, text); err == nil || err.Error() == "" {
					t.Errorf("%s: %q was played", name, text)
				}
			}
		}
	}
}

// mute is a rule set whose guide returns no reasons.
type mute struct{ rules.Rules }

type muteGuide struct{ rules.Guide }

func (m mute) Guide() rules.Guide { return muteGuide{m.Rules.Guide()} }

func (muteGuide) WhyIllegal(*board.Position, board.Move) *rules.IllegalMove { return nil }

func TestPlayIllegalWithoutReason(t *testing.T) {
	r := mute{positions.Rules(t, variant.Builtin(), "chess")}
	_, err := rules.Play(r, new(positions.From(t, r, "start")), board.NewMove(0, 0, board.NoRole))
	var no *rules.IllegalMove
	if !errors.As(err, &no) || no.Code != rules.CodeIllegal || no.Message.String() == "" {
		t.Errorf("the move was rejected with %v", err)
	}
}

func TestFrom(t *testing.T) {
	r := positions.Rules(t, variant.Builtin(), "triboard")
	p := new(positions.From(t, r, "4k3/8/8/P5Pp/8/8/8/4K3 w - h6 0 1"))
	for square, want := range map[string][]string{"a5": {"a5a6", "a5h7"}, "g5": {"g5g6", "g5h6"}, "h5": nil, "b2": nil} {
		s, _ := board.ParseSquare(square)
		var got []string
		for _, m := range rules.LegalMovesFrom(r, p, s) {
			got = append(got, r.Guide().FormatUCI(p, m))
		}
		slices.Sort(got)
		if !slices.Equal(got, want) {
			t.Errorf("from %s: %v, want %v", square, got, want)
		}
	}
}

// TestMirrorEnPassantExample checks the example in rule 7.1 of triboard: without a white king, the pawn on a5
// has two moves.
func TestMirrorEnPassantExample(t *testing.T) {
	r := positions.Rules(t, variant.Builtin(), "triboard")
	p := new(positions.From(t, r, "rnbqkbnr/1pp5/4ppp1/P2p3p/8/8/2PQPPP1/RNB2BNR w - h6 0 1"))
	a5, _ := board.ParseSquare("a5")
	moves := rules.LegalMovesFrom(r, p, a5)
	if len(moves) != 2 || !slices.Contains(moves, positions.Move(t, r, p, "a5a6")) || !slices.Contains(moves, positions.Move(t, r, p, "a5h7")) {
		t.Errorf("the pawn has %d moves", len(moves))
	}
	p = new(positions.From(t, r, "rnbqkbnr/1pp5/4ppp1/P2p3p/8/8/2PQPPP1/RNB2BKR w - h6 0 1"))
	for _, text := range []string{"a5a6", "a5h7"} {
		_, err := rules.Play(r, p, text)
		if err == nil || err.Error() != "your king on g1 is in check from the bishop on f8 over the seam" {
			t.Errorf("%[2]v for %[1]s with a king on g1", text, err)
		}
	}
}

// TestMirrorSquareExample checks the example in rule 6.1 of mirrorsquare: after 1.e4 the square d5 is
// occupied.
func TestMirrorSquareExample(t *testing.T) {
	r := positions.Rules(t, variant.Builtin(), "mirrorsquare")
	l := rules.NewLine(r, positions.From(t, r, "start"))
	play(t, l, "e2e4")
	for _, text := range []string{"d7d5", "d5"} {
		if _, err := l.PlayText(text); err == nil || err.Error() != "d5 is occupied by your own pawn" {
			t.Errorf(`PlayText(%s): %v; want "d5 is occupied by your own pawn"`, text, err)
		}
	}
}

// TestInCheck checks positions with one king, several kings or none (rule 0.4).
func TestInCheck(t *testing.T) {
	for _, test := range []struct {
		name, fen string
		want      bool
	}{
		{"chess", "4k3/8/8/8/8/8/8/r3K3 w - - 0 1", true},
		{"chess", "4k3/8/8/8/8/8/8/r1B1K3 w - - 0 1", false},
		{"cylinder", "4k3/8/8/8/8/8/8/r1B1K3 w - - 0 1", true},
		{"mirrorsquare", "4k3/8/8/8/r2K4/8/8/4K3 w - - 0 1", true},
		{"chess", "4k3/8/8/8/8/8/8/r2Q4 w - - 0 1", false}, // no white king
	} {
		r := positions.Rules(t, variant.Builtin(), test.name)
		if got := rules.InCheck(r, new(positions.From(t, r, test.fen))); got != test.want {
			t.Errorf("%s: %s: InCheck = %v", test.name, test.fen, got)
		}
	}
}
