package match

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/tainchess/tain/internal/lab/adjudication"
	"github.com/tainchess/tain/internal/lab/player"
	"github.com/tainchess/tain/internal/play/clock"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/variant/chess"
	"github.com/tainchess/tain/variant/cylinder"
)

var testRules rules.Rules = chess.Rules

// bout configures a match between a sound engine and player b.
func bout(t testing.TB, r rules.Rules, b player.Spec, games int) Config {
	t.Helper()
	a, err := player.ParseSpec("self:nodes=60,name=sound")
	if err != nil {
		t.Fatalf("player.ParseSpec: %v", err)
	}
	book, err := NewRandomOpenings(r, 2, 0, 1)
	if err != nil {
		t.Fatalf("NewRandomOpenings: %v", err)
	}
	return Config{
		Rules: r, Players: [2]player.Spec{a, b}, HashMB: 1, Threads: 1,
		Limit:  player.Limit{Control: clock.Control{Initial: 20_000}},
		Margin: 100 * time.Millisecond, Patience: 10 * time.Second,
		Games: games, Concurrency: 1, Openings: book, Adjudication: adjudication.Policy{MaxPlies: 60},
	}
}

// TestFailingPrograms plays against programs that fail in various ways, in both protocols. It checks that a
// failing program forfeits the game and is restarted for the next one, and that the match continues to its
// end.
func TestFailingPrograms(t *testing.T) {
	for _, c := range []struct {
		vice      string
		protocols string
		want      Faults
		ending    Ending
		says      string
	}{
		{"none", "uci xboard", Faults{}, "", ""},
		{"garbage", "uci xboard", Faults{}, "", ""},
		{"die", "uci xboard", Faults{Crash: 2}, Ending(player.Crash), "exit status 7"},
		{"close", "uci xboard", Faults{Crash: 2}, Ending(player.Crash), "closed its pipes"},
		{"illegal", "uci xboard", Faults{Illegal: 2}, Ending(player.IllegalMove), "e1e8"},
		{"unreadable", "uci xboard", Faults{Illegal: 2}, Ending(player.IllegalMove), "not a move"},
		{"resign", "xboard", Faults{}, Resignation, "resigns"},
		{"claim", "xboard", Faults{Dispute: 2}, Ending(player.Dispute), "Draw by repetition"},
		{"concede", "xboard", Faults{}, Resignation, "resigns"}, // the program announces its own loss
		{"boast", "xboard", Faults{Dispute: 2}, Ending(player.Dispute), "resigns"},
		{"late-claim", "xboard", Faults{Dispute: 2}, Ending(player.Dispute), "mates"},
		{"late-concede", "xboard", Faults{}, Resignation, "resigns"},
		{"slow-result", "xboard", Faults{}, "", ""},
		{"refuse", "xboard", Faults{Dispute: 2}, Ending(player.Dispute), "Illegal move"},
	} {
		for protocol := range strings.FieldsSeq(c.protocols) {
			t.Run(protocol+"/"+c.vice, func(t *testing.T) {
				t.Parallel()
				var whys []string
				config := bout(t, cylinder.Rules, fakeSpec(t, protocol, c.vice), 2)
				config.Progress = func(_ *Summary, g *Game) {
					if g != nil {
						whys = append(whys, g.Why)
						if c.ending != "" && g.Ending != c.ending {
							t.Errorf("game %d: ending %s (%s); want %s", g.Number, g.Ending, g.Why, c.ending)
						}
					}
				}
				s, err := Run(t.Context(), config)
				if err != nil {
					t.Fatalf("Run: %v", err)
				}
				if s.Games != 2 || s.A.Faults.Total() != 0 || s.B.Faults != c.want {
					t.Errorf("%d games, faults of the sound player %v, of the failing one %v; want %v; %q", s.Games, s.A.Faults, s.B.Faults, c.want, whys)
				}
				if s.B.Name != "Fake "+c.vice {
					t.Errorf("name of b = %q", s.B.Name)
				}
				for _, why := range whys {
					if !strings.Contains(why, c.says) {
						t.Errorf("reason %q does not contain %q", why, c.says)
					}
				}
			})
		}
	}
}

// TestSlowPrograms plays against programs that are slow or hang.
func TestSlowPrograms(t *testing.T) {
	for _, c := range []struct {
		vice string
		want Faults
	}{
		{"late", Faults{Time: 1}},
		{"hang", Faults{Hang: 1}},
		{"flood", Faults{Hang: 1}},
	} {
		for _, protocol := range []string{"uci", "xboard"} {
			t.Run(protocol+"/"+c.vice, func(t *testing.T) {
				t.Parallel()
				config := bout(t, chess.Rules, fakeSpec(t, protocol, c.vice), 1)
				config.Limit = player.Limit{Control: clock.Control{Initial: 300}}
				s, err := Run(t.Context(), config)
				if err != nil {
					t.Fatalf("Run: %v", err)
				}
				// On a busy machine, a late program may appear to hang.
				if s.B.Faults != c.want && !(c.vice == "late" && s.B.Faults.Total() == 1) || s.A.Faults.Total() != 0 || s.Score.Wins != 1 {
					t.Errorf("%+v, want %v", s, c.want)
				}
			})
		}
	}
}

// TestHangWithoutClock plays without a clock against a program that never
// responds.
func TestHangWithoutClock(t *testing.T) {
	t.Parallel()
	config := bout(t, chess.Rules, fakeSpec(t, "uci", "hang"), 1)
	config.Limit, config.Patience = player.Limit{Nodes: 10}, 3*time.Second
	s, err := Run(t.Context(), config)
	if err != nil || s.B.Faults != (Faults{Hang: 1}) {
		t.Errorf("Run: %+v, %v", s, err)
	}
}

// TestFailedStart checks that a match ends before its first game if a player cannot start, and that the error
// states the reason.
func TestFailedStart(t *testing.T) {
	for _, c := range []struct{ player, says string }{
		{"uci:no-such-program-anywhere", "not found on the path"},
		{"xboard:/no/such/file", "no such file"},
		{"uci:/", ""},
		{"uci FAKE dead", "no licence found"},
		{"xboard FAKE dead", "no licence found"},
		{"uci FAKE mute", "no uciok within"},
	} {
		t.Run(c.player, func(t *testing.T) {
			t.Parallel()
			var spec player.Spec
			if protocol, vice, ok := strings.Cut(c.player, " FAKE "); ok {
				spec = fakeSpec(t, protocol, vice)
			} else {
				var err error
				if spec, err = player.ParseSpec(c.player); err != nil {
					t.Fatalf("player.ParseSpec: %v", err)
				}
			}
			config := bout(t, chess.Rules, spec, 2)
			config.Patience = 2 * time.Second
			s, err := Run(t.Context(), config)
			if err == nil || s != nil || !strings.Contains(err.Error(), c.says) || !strings.Contains(err.Error(), "player b") {
				t.Errorf("Run: %v, %v; want no summary and an error with %q", s, err, c.says)
			}
		})
	}
}

// TestSlowStart checks that a program that starts slowly gets enough time.
func TestSlowStart(t *testing.T) {
	for _, protocol := range []string{"uci", "xboard"} {
		t.Run(protocol, func(t *testing.T) {
			t.Parallel()
			s, err := Run(t.Context(), bout(t, cylinder.Rules, fakeSpec(t, protocol, "slow-start"), 1))
			if err != nil || s.B.Faults.Total() != 0 || s.B.Name != "Fake slow-start" {
				t.Errorf("Run: %+v, %v", s, err)
			}
		})
	}
}

// TestGiveUp checks that a match ends early against a program that always fails.
func TestGiveUp(t *testing.T) {
	t.Parallel()
	config := bout(t, chess.Rules, fakeSpec(t, "uci", "illegal"), 100)
	config.GiveUp = 3
	s, err := Run(t.Context(), config)
	if !errors.Is(err, ErrGaveUp) || s == nil || s.Games != 3 || s.Stopped != StopGaveUp {
		t.Errorf("Run: %+v, %v", s, err)
	}
}

// TestSettings checks that Run rejects unsupported and missing settings before the first game, and that the
// error explains why.
func TestSettings(t *testing.T) {
	for _, c := range []struct {
		name   string
		change func(*Config)
		says   string
	}{
		{"variant", func(m *Config) { m.Players[1].Variant = "gothic" }, "chess, cylinder"},
		{"option", func(m *Config) { m.Players[1].Options = []player.Setting{{Name: "Contempt", Value: "3"}} }, `no option "Contempt"; its options are Hash`},
		{"limit", func(m *Config) { m.Players[1].Limit = player.Limit{}; m.Limit = player.Limit{} }, "player b has no limit"},
	} {
		config := bout(t, chess.Rules, fakeSpec(t, "uci", "none"), 2)
		c.change(&config)
		if _, err := Run(t.Context(), config); err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("Run with %s: %v, want %q", c.name, err, c.says)
		}
	}
	for _, l := range []player.Limit{{Nodes: 100}, {MoveTime: 1500 * time.Millisecond}} {
		config := bout(t, chess.Rules, fakeSpec(t, "xboard", "none"), 2)
		config.Players[1].Limit = l
		if _, err := Run(t.Context(), config); err == nil || !strings.Contains(err.Error(), "XBoard") {
			t.Errorf("Run with the limit %v: %v; want an error about XBoard", l, err)
		}
	}
	config := bout(t, chess.Rules, fakeSpec(t, "uci", "none"), 2)
	config.Players[1].Options = []player.Setting{{Name: "own book", Value: "false"}}
	config.Players[1].Variant = "chess"
	if s, err := Run(t.Context(), config); err != nil || s.Games != 2 {
		t.Errorf("Run with supported options: %+v, %v", s, err)
	}
}

// TestProcessesExit checks that programs and their children have exited after a match, regardless of how it
// ends.
func TestProcessesExit(t *testing.T) {
	for _, c := range []struct {
		vice   string
		cancel bool
	}{{"children", false}, {"children", true}, {"stubborn", false}, {"hang", true}} {
		name := c.vice + map[bool]string{true: " interrupted"}[c.cancel]
		t.Run(name, func(t *testing.T) {
			spec := fakeSpec(t, "uci", c.vice)
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			config := bout(t, chess.Rules, spec, map[bool]int{false: 1, true: 10000}[c.cancel])
			began := make(chan struct{})
			config.Progress = func(_ *Summary, g *Game) {
				if g == nil {
					close(began)
				}
			}
			ended := make(chan error, 1)
			go func() {
				_, err := Run(ctx, config)
				ended <- err
			}()
			<-began
			mine := descendants(t)
			if len(mine) == 0 {
				t.Fatal("the program is not running")
			}
			if c.cancel {
				time.Sleep(50 * time.Millisecond)
				cancel()
			}
			if err := <-ended; c.cancel != errors.Is(err, context.Canceled) || !c.cancel && err != nil {
				t.Errorf("Run: %v", err)
			}
			for deadline := time.Now().Add(30 * time.Second); ; time.Sleep(20 * time.Millisecond) {
				left := 0
				for _, pid := range mine {
					if running(pid) {
						left++
					}
				}
				if left == 0 {
					break
				}
				if time.Now().After(deadline) {
					t.Fatalf("%d of %v are still running", left, mine)
				}
			}
		})
	}
}

// descendants lists the fakes started by this test and their children, which are in process groups led by the
// fakes.
func descendants(t *testing.T) (pids []int) {
	t.Helper()
	dirs, err := filepath.Glob("/proc/[0-9]*")
	if err != nil || len(dirs) == 0 {
		t.Skip("cannot list processes")
	}
	parents, groups := map[int]int{}, map[int]int{}
	for _, dir := range dirs {
		text, err := os.ReadFile(filepath.Join(dir, "stat"))
		if err != nil {
			continue
		}
		// The fields after the name in parentheses are state, parent and group.
		fields := strings.Fields(string(text[strings.LastIndexByte(string(text), ')')+1:]))
		pid, _ := strconv.Atoi(filepath.Base(dir))
		parents[pid], _ = strconv.Atoi(fields[1])
		groups[pid], _ = strconv.Atoi(fields[2])
	}
	for pid, group := range groups {
		if parents[group] == os.Getpid() {
			pids = append(pids, pid)
		}
	}
	return pids
}

// running reports whether a process exists and is not a zombie.
func running(pid int) bool {
	text, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
	if err != nil {
		return !errors.Is(err, os.ErrNotExist) && syscall.Kill(pid, 0) == nil
	}
	fields := strings.Fields(string(text[strings.LastIndexByte(string(text), ')')+1:]))
	return fields[0] != "Z"
}
