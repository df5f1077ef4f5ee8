package match

import (
	"context"
	"errors"
	"path/filepath"
	"testing"
	"time"

	"github.com/tainchess/tain/internal/lab/adjudication"
	"github.com/tainchess/tain/internal/lab/player"
	"github.com/tainchess/tain/internal/play/clock"
	"github.com/tainchess/tain/internal/test/positions"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/variant/chess"
)

// TestInterrupted interrupts a match during its second game, with every kind of player. It checks that the
// second game is not finished, reported, counted or written, and that the resumed match plays it.
func TestInterrupted(t *testing.T) {
	for _, c := range []struct {
		name string
		b    player.Spec
	}{
		{"self", mustSpec(t, "self:movetime=0.04,name=other")},
		{"level", mustSpec(t, "self:movetime=0.04,level=9")},
		{"uci", fakeSpec(t, "uci", "none")},
		{"xboard", fakeSpec(t, "xboard", "none")},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			config := selfMatch(t, chess.Rules, 2, filepath.Join(t.TempDir(), "games"))
			// Moves are slow, so the second game has only just started when the match is interrupted.
			config.Limit, config.Margin = player.Limit{Control: clock.Control{Initial: 20_000}}, 10*time.Second
			config.Players = [2]player.Spec{mustSpec(t, "self:movetime=0.04"), c.b}
			config.Adjudication = adjudication.Policy{MaxPlies: 24}
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			var reported []int
			config.Progress = func(_ *Summary, g *Game) {
				if g != nil {
					reported = append(reported, g.Number)
					time.AfterFunc(50*time.Millisecond, cancel)
				}
			}
			s, err := Run(ctx, config)
			if !errors.Is(err, context.Canceled) || s == nil || s.Games != 1 || s.A.Faults.Total()+s.B.Faults.Total() != 0 {
				t.Fatalf("interrupted Run: %+v, %v", s, err)
			}
			if got := games(t, config.PGN, chess.Rules); len(got) != 1 || got["1"] == nil || len(reported) != 1 {
				t.Fatalf("%d games written, %v reported", len(got), reported)
			}
			config.Progress, config.Resume = nil, true
			s, err = Run(t.Context(), config)
			if got := games(t, config.PGN, chess.Rules); err != nil || s.Games != 2 || len(got) != 2 {
				t.Errorf("resumed Run: %+v, %d games written, %v", s, len(got), err)
			}
		})
	}
}

// scripted is a player with prepared answers.
type scripted struct{ answers func() (player.Answer, error) }

func (scripted) Start(context.Context) error                                 { return nil }
func (scripted) Name() string                                                { return "scripted" }
func (scripted) Ready(context.Context, *player.Setup) error                  { return nil }
func (s scripted) Move(context.Context, *player.Turn) (player.Answer, error) { return s.answers() }
func (scripted) Over(rules.Result, string)                                   {}
func (scripted) Stop()                                                       {}
func (scripted) Quit()                                                       {}

// TestAnswersAfterInterrupt gives every kind of answer in a running match and in an interrupted one. After an
// interrupt, no answer ends the game, whether it mates, is a fault or is late.
func TestAnswersAfterInterrupt(t *testing.T) {
	at := positions.From(t, chess.Rules, "7k/5K2/6Q1/8/8/8/8/8 w - - 0 1")
	for _, c := range []struct {
		answer player.Answer
		err    error
		want   Ending
	}{
		{player.Answer{Text: "g6g7"}, nil, Ending(rules.Checkmate)},
		{player.Answer{Resigns: true}, nil, Resignation},
		{player.Answer{Text: "g6g7", Took: 2 * time.Second}, nil, Ending(player.TimeLoss)},
		{player.Answer{Text: "a1a2"}, nil, Ending(player.IllegalMove)},
		{player.Answer{}, &player.Fault{Kind: player.Hang, Msg: "no answer"}, Ending(player.Hang)},
		{player.Answer{}, &player.Fault{Kind: player.Crash, Msg: "killed"}, Ending(player.Crash)},
	} {
		for _, broken := range []bool{false, true} {
			ctx, cancel := context.WithCancel(t.Context())
			p := scripted{func() (player.Answer, error) {
				if broken {
					cancel()
				}
				return c.answer, c.err
			}}
			limit := player.Limit{Control: clock.Control{Initial: 1000}}
			tb := &arbiter{rules: chess.Rules, players: [2]player.Player{p, p}, limits: [2]player.Limit{limit, limit}}
			g, err := tb.play(ctx, 1, Opening{Start: at})
			cancel()
			switch {
			case broken && (g != nil || !errors.Is(err, context.Canceled)):
				t.Errorf("answer %+v, %v, interrupted: %+v, %v", c.answer, c.err, g, err)
			case !broken && (err != nil || g.Ending != c.want):
				t.Errorf("answer %+v, %v: %+v, %v; want %s", c.answer, c.err, g, err, c.want)
			}
		}
	}
}
