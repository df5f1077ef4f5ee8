package match

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/engine/eval"
	"github.com/tainchess/tain/engine/search"
	"github.com/tainchess/tain/internal/play/clock"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/variant/chess"
	"github.com/tainchess/tain/variant/mirrorsquare"
	"github.com/tainchess/tain/variant/nachfolger"
)

func TestControl(t *testing.T) {
	for text, want := range map[string]clock.Control{
		"5+0.05":    {Initial: 5000, Increment: 50},
		"0.2+0.005": {Initial: 200, Increment: 5},
		"40/60":     {Moves: 40, Initial: 60000},
		"40/60+0.5": {Moves: 40, Initial: 60000, Increment: 500},
		"1:30+1":    {Initial: 90000, Increment: 1000},
		" 3 ":       {Initial: 3000},
	} {
		got, err := ParseControl(text)
		if err != nil || got != want {
			t.Errorf("%q was read as %+v, %v", text, got, err)
		}
		if again, err := ParseControl(got.String()); err != nil || again != want {
			t.Errorf("%q was written as %q", text, got)
		}
	}
	for _, bad := range []string{"", "+", "5+", "0", "0+1", "-5", "5+-1", "/60", "0/60", "40/", "x", "NaN", "Inf", "1e99", "5+0.05+1", ":", "1:", "-1:30", "none", "-", "3d", "300d5"} {
		if c, err := ParseControl(bad); err == nil {
			t.Errorf("%q was read as %+v", bad, c)
		}
	}
}

func TestClock(t *testing.T) {
	c := newSideClock(Limit{Control: clock.Control{Moves: 2, Initial: 10_000, Increment: 1000}}, board.Black, board.White)
	c.press(time.Hour) // White has a clock of its own
	for i, step := range []struct {
		toGo int
		took time.Duration
		left time.Duration
	}{
		{2, 3 * time.Second, 8 * time.Second},
		{1, 4 * time.Second, 15 * time.Second},                  // the next two moves' time is added
		{2, 15*time.Second + time.Millisecond, 1 * time.Second}, // late within the margin
		{1, 0, 12 * time.Second},
	} {
		if got := c.movesToGo(); got != step.toGo {
			t.Errorf("move %d: %d to go, want %d", i+1, got, step.toGo)
		}
		c.press(step.took)
		if c.press(time.Hour); c.left() != step.left {
			t.Errorf("move %d: %v left, want %v", i+1, c.left(), step.left)
		}
	}
	if d, timed := newSideClock(Limit{Nodes: 5}, board.White, board.White).allowance(); timed || d != 0 {
		t.Errorf("nodes alone give %v", d)
	}
	both := newSideClock(Limit{MoveTime: time.Second, Control: clock.Control{Initial: 500}}, board.White, board.White)
	if d, timed := both.allowance(); !timed || d != 500*time.Millisecond {
		t.Errorf("the shorter of two times is %v", d)
	}
}

func TestSpec(t *testing.T) {
	s := mustSpec(t, "self: mode=blind , hash=32,level=12,nodes=500,name=weak")
	if s.Kind != Self || s.Mode != eval.Blind || s.HashMB != 32 || s.Level != 12 || s.Limit != (Limit{Nodes: 500}) || s.label("tain") != "weak" {
		t.Errorf("%+v", s)
	}
	s = mustSpec(t, `uci:"/opt/my engines/x" --log 'a b' c\ d ""`)
	if got := strings.Join(s.Command, "|"); got != "/opt/my engines/x|--log|a b|c d|" {
		t.Errorf("the command is %q", got)
	}
	if s := mustSpec(t, "XBoard:fairymax"); s.Kind != XBoard || s.String() != "xboard:fairymax" {
		t.Errorf("%+v", s)
	}
	for _, bad := range []string{
		"", "fairymax", "uci:", "uci:   ", "uci:'x", `uci:x\`, "self:mode=odd", "self:level=0", "self:level=21", "self:hash=x",
		"self:colour=red", "self:nodes=0", "self:nodes=-1", "self:tc=x", "self:hash=1,hash=2", "self:threads=9999", "self:depth=x", "self:movetime=0",
	} {
		if s, err := ParseSpec(bad); err == nil {
			t.Errorf("%q was read as %+v", bad, s)
		}
	}
}

// TestSpecContradicts refuses players that are asked to play by two things at once, and
// says which.
func TestSpecContradicts(t *testing.T) {
	for _, mode := range eval.Modes {
		for file, plays := range map[string]bool{"net": mode == eval.Learnt, "weights": mode == eval.Learnt || mode == eval.Linear} {
			text := fmt.Sprintf("self:%s=x,mode=%s", file, mode)
			_, err := ParseSpec(text)
			switch want := fmt.Sprintf("mode=%s plays without", mode); {
			case plays && err != nil:
				t.Errorf("%s: %v", text, err)
			case !plays && (err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), file+"=x") || !strings.Contains(err.Error(), "mode=learnt")):
				t.Errorf("%s: %v, want %q", text, err, want)
			}
		}
	}
	if _, err := ParseSpec("self:weights=x,net=y"); err == nil || !strings.Contains(err.Error(), "leave one away") {
		t.Errorf("weights and a net: %v", err)
	}
}

// TestRandomBook holds that openings are legal, even, and the same again.
func TestRandomBook(t *testing.T) {
	for _, r := range []rules.Rules{chess.Rules, mirrorsquare.Rules, nachfolger.Rules} {
		seen := map[string]bool{}
		for range 2 {
			book, err := NewRandomOpenings(r, DefaultPlies(r), DefaultBound(r), 3)
			if err != nil {
				t.Fatal(err)
			}
			for n := range 5 {
				o, err := book.Opening(t.Context(), n)
				if err != nil {
					t.Fatal(err)
				}
				game := rules.NewLine(r, o.Start)
				for _, m := range o.Moves {
					if _, err := game.Play(m); err != nil {
						t.Fatalf("%s: %v", r.Info().Name, err)
					}
				}
				if game.Outcome().Over() || game.Ply() != DefaultPlies(r) {
					t.Errorf("%s: opening %d is over or has %d moves", r.Info().Name, n, game.Ply())
				}
				at := game.Position()
				seen[r.Guide().FormatPosition(&at)] = true
			}
		}
		if len(seen) != 5 {
			t.Errorf("%s: twice five openings are %d", r.Info().Name, len(seen))
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	book, err := NewRandomOpenings(chess.Rules, 8, 150, 1)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := book.Opening(ctx, 0); err == nil {
		t.Error("an opening was found after all was over")
	}
}

func TestReadBook(t *testing.T) {
	const games = "[Event \"x\"]\n\n1. e4 e5 2. Nf3 Nc6 *\n\n[Event \"y\"]\n[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/8/R3K3 w - - 0 1\"]\n\n1. Ra7 *\n"
	b, err := ReadOpenings(chess.Rules, strings.NewReader(games), "x.pgn", 3, 0)
	if err != nil || b.Len() != 2 {
		t.Fatalf("%v, %v", b, err)
	}
	if o, err := b.Opening(t.Context(), 2); err != nil || len(o.Moves) != 3 { // the first again
		t.Errorf("%+v, %v", o, err)
	}
	const positions = "# mine\n4k3/8/8/8/8/8/8/R3K3 w - - 0 1\n\n4k3/8/8/8/8/8/8/R3K3 b - - bm Kd7; id \"epd\";\n"
	if b, err = ReadOpenings(chess.Rules, strings.NewReader(positions), "x.epd", 0, 5); err != nil || b.Len() != 2 {
		t.Errorf("%v, %v", b, err)
	}
	for text, says := range map[string]string{
		"":                              "no opening",
		"4k3/8/8/8/8/8/8/R3K3 w - -\nx": "line 2",
		"7k/5KQ1/8/8/8/8/8/8 b - - 0 1": "nothing is left",
		"[Event \"x\"]\n\n1. e4 e9 *":   "game 1",
		"[Event \"x\"]\n\n1. f3 e5 2. g4 Qh4# 0-1": "nothing is left",
	} {
		if _, err := ReadOpenings(chess.Rules, strings.NewReader(text), "file", 0, 0); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%q: %v", text, err)
		}
	}
}

func TestThoughts(t *testing.T) {
	for text, want := range map[string]answer{
		"depth 12 seldepth 20 multipv 1 score cp -35 nodes 5 pv e2e4": {score: -35, scored: true, depth: 12},
		"depth 9 score mate 3 pv a":                                   {score: search.Mate - 5, scored: true, depth: 9},
		"depth 9 score mate -2":                                       {score: -search.Mate + 4, scored: true, depth: 9},
		"multipv 2 score cp 100":                                      {},
		"string score cp 100":                                         {},
		"depth 5 currmove e2e4":                                       {},
		"score cp":                                                    {},
		"score cp 99999999":                                           {score: search.Mate, scored: true},
	} {
		var a answer
		if readUCIInfo(strings.Fields(text), &a); a != want {
			t.Errorf("%q was read as %+v, want %+v", text, a, want)
		}
	}
	for text, want := range map[string]answer{
		" 4     12        3      27935 b1c3 b8c6": {score: 12, scored: true, depth: 4},
		"9. 100003 5 600 Qh7#":                    {score: search.Mate - 5, scored: true, depth: 9},
		"9 -100002 5 600":                         {score: -search.Mate + 4, scored: true, depth: 9},
		"the 4 knights game":                      {},
		"1 2 3":                                   {},
	} {
		var a answer
		if readXBoardInfo(strings.Fields(text), &a); a != want {
			t.Errorf("%q was read as %+v, want %+v", text, a, want)
		}
	}
	if got := (evaluation{score: search.Mate - 5, scored: true, depth: 9, took: 20 * time.Millisecond}).remark(board.Black); got != "[%eval #-3,9] 0.020s" {
		t.Errorf("written as %q", got)
	}
}

func TestUCIOption(t *testing.T) {
	c := readUCIOption(strings.Fields("name UCI_Variant type combo default chess var chess var three check"))
	if c.name != "UCI_Variant" || strings.Join(c.values, "|") != "chess|three check" {
		t.Errorf("%+v", c)
	}
	if c := readUCIOption(strings.Fields("name Number of Threads type spin default 1 min 1 max 16")); c.name != "Number of Threads" || c.max != 16 {
		t.Errorf("%+v", c)
	}
}

// FuzzWords feeds whatever programs and people may write to all that reads it.
func FuzzWords(f *testing.F) {
	for _, seed := range []string{
		"self:mode=blind,tc=5+0.05", "uci:'a b' c", "40/1:30+0.5", "0,10,0.05,0.05", "name x type combo var a var b",
		"depth 3 score mate -3 pv e2e4", `myname="x y" done=0 ping=1`, "move e2e4", "1-0 {x}", "My move is: e2e4", "12. ... e7e5",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if s, err := ParseSpec(text); err == nil && (s.Kind != Self) != (len(s.Command) > 0) {
			t.Errorf("%q was read as %+v", text, s)
		}
		if c, err := ParseControl(text); err == nil && (c.Initial <= 0 || c.Increment < 0) {
			t.Errorf("%q was read as %+v", text, c)
		}
		if p, err := ParseSPRT(text); err == nil && !(p.Elo0 < p.Elo1) {
			t.Errorf("%q was read as %+v", text, p)
		}
		words := strings.Fields(text)
		readUCIOption(words)
		var a answer
		readUCIInfo(words, &a)
		x := &xboardPlayer{external: external{rules: chess.Rules}}
		if done, err := x.hear(&a, board.White)(line{text: text}); err == nil && done && !a.resigns && a.text == "" && !strings.HasPrefix(text, "My move is:") {
			t.Errorf("%q ended a turn with nothing", text)
		}
		if max(a.score, -a.score) > search.Mate {
			t.Errorf("%q is a score of %d", text, a.score)
		}
	})
}
