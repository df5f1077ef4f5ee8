package player

import (
	"fmt"
	"strings"
	"testing"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/engine/eval"
	"github.com/tainchess/tain/engine/search"
	"github.com/tainchess/tain/internal/play/clock"
	"github.com/tainchess/tain/internal/test/positions"
	"github.com/tainchess/tain/variant/chess"
)

func mustSpec(t testing.TB, text string) Spec {
	t.Helper()
	s, err := ParseSpec(text)
	if err != nil {
		t.Fatalf("ParseSpec: %v", err)
	}
	return s
}

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
			t.Errorf("ParseControl(%q) = %+v, %v", text, got, err)
		}
		if again, err := ParseControl(got.String()); err != nil || again != want {
			t.Errorf("ParseControl(%q).String() = %q", text, got)
		}
	}
	for _, bad := range []string{"", "+", "5+", "0", "0+1", "-5", "5+-1", "/60", "0/60", "40/", "x", "NaN", "Inf", "1e99", "5+0.05+1", ":", "1:", "-1:30", "none", "-", "3d", "300d5"} {
		if c, err := ParseControl(bad); err == nil {
			t.Errorf("ParseControl(%q) = %+v; want an error", bad, c)
		}
	}
}

func TestSpec(t *testing.T) {
	s := mustSpec(t, "self: mode=blind , hash=32,level=12,nodes=500,name=weak")
	if s.Kind != Self || s.Mode != eval.Blind || s.HashMB != 32 || s.Level != 12 || s.Limit != (Limit{Nodes: 500}) || s.Label("tain") != "weak" {
		t.Errorf("ParseSpec = %+v", s)
	}
	s = mustSpec(t, `uci:"/opt/my engines/x" --log 'a b' c\ d ""`)
	if got := strings.Join(s.Command, "|"); got != "/opt/my engines/x|--log|a b|c d|" {
		t.Errorf("Command = %q", got)
	}
	if s := mustSpec(t, "XBoard:fairymax"); s.Kind != XBoard || s.String() != "xboard:fairymax" {
		t.Errorf("ParseSpec = %+v", s)
	}
	for _, bad := range []string{
		"", "fairymax", "uci:", "uci:   ", "uci:'x", `uci:x\`, "self:mode=odd", "self:level=0", "self:level=21", "self:hash=x",
		"self:colour=red", "self:nodes=0", "self:nodes=-1", "self:tc=x", "self:hash=1,hash=2", "self:threads=9999", "self:depth=x", "self:movetime=0",
	} {
		if s, err := ParseSpec(bad); err == nil {
			t.Errorf("ParseSpec(%q) = %+v; want an error", bad, s)
		}
	}
}

// TestContradictorySpec checks that ParseSpec rejects contradictory evaluation settings, and that the error
// names them.
func TestContradictorySpec(t *testing.T) {
	for _, mode := range eval.Modes {
		for file, plays := range map[string]bool{"net": mode == eval.Learnt, "weights": mode == eval.Learnt || mode == eval.Linear} {
			text := fmt.Sprintf("self:%s=x,mode=%s", file, mode)
			_, err := ParseSpec(text)
			switch want := fmt.Sprintf("mode=%s uses no", mode); {
			case plays && err != nil:
				t.Errorf("ParseSpec(%q): %v", text, err)
			case !plays && (err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), file+"=x") || !strings.Contains(err.Error(), "mode=learnt")):
				t.Errorf("ParseSpec(%q): %v; want %q", text, err, want)
			}
		}
	}
	if _, err := ParseSpec("self:weights=x,net=y"); err == nil || !strings.Contains(err.Error(), "cannot be combined") {
		t.Errorf("ParseSpec with weights and a net: %v", err)
	}
}

func TestThoughts(t *testing.T) {
	for text, want := range map[string]Answer{
		"depth 12 seldepth 20 multipv 1 score cp -35 nodes 5 pv e2e4": {Score: -35, Scored: true, Depth: 12},
		"depth 9 score mate 3 pv a":                                   {Score: search.Mate - 5, Scored: true, Depth: 9},
		"depth 9 score mate -2":                                       {Score: -search.Mate + 4, Scored: true, Depth: 9},
		"multipv 2 score cp 100":                                      {},
		"string score cp 100":                                         {},
		"depth 5 currmove e2e4":                                       {},
		"score cp":                                                    {},
		"score cp 99999999":                                           {Score: search.Mate, Scored: true},
	} {
		var a Answer
		if readUCIInfo(strings.Fields(text), &a); a != want {
			t.Errorf("%q: answer %+v; want %+v", text, a, want)
		}
	}
	for text, want := range map[string]Answer{
		" 4     12        3      27935 b1c3 b8c6": {Score: 12, Scored: true, Depth: 4},
		"9. 100003 5 600 Qh7#":                    {Score: search.Mate - 5, Scored: true, Depth: 9},
		"9 -100002 5 600":                         {Score: -search.Mate + 4, Scored: true, Depth: 9},
		"the 4 knights game":                      {},
		"1 2 3":                                   {},
	} {
		var a Answer
		if readXBoardInfo(strings.Fields(text), &a); a != want {
			t.Errorf("%q: answer %+v; want %+v", text, a, want)
		}
	}
}

func TestUCIOption(t *testing.T) {
	c := readUCIOption(strings.Fields("name UCI_Variant type combo default chess var chess var three check"))
	if c.name != "UCI_Variant" || strings.Join(c.values, "|") != "chess|three check" {
		t.Errorf("readUCIOption = %+v", c)
	}
	if c := readUCIOption(strings.Fields("name Number of Threads type spin default 1 min 1 max 16")); c.name != "Number of Threads" || c.max != 16 {
		t.Errorf("readUCIOption = %+v", c)
	}
}

// TestEdit checks the commands that set up a position in an XBoard program that supports only edit.
func TestEdit(t *testing.T) {
	x := &xboardPlayer{external: external{rules: chess.Rules, name: "old"}}
	at := func(fen string) *Setup {
		p := positions.From(t, chess.Rules, fen)
		return &Setup{Start: p}
	}
	got, err := x.setPosition(at("4k2r/8/8/8/8/8/4P3/4K3 b k - 0 1"))
	if want := "a2a3|edit|#|Ke1|Pe2|c|Ke8|Rh8|."; err != nil || strings.Join(got, "|") != want {
		t.Errorf("setPosition: %q, %v, want %q", got, err, want)
	}
	if got, err := x.setPosition(at(chess.Rules.Info().Start)); len(got) > 0 || err != nil {
		t.Errorf("setPosition(start): %q, %v", got, err)
	}
	for _, fen := range []string{"4k2r/8/8/8/8/8/8/4K3 b - - 0 1", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1"} {
		if got, err := x.setPosition(at(fen)); err == nil || !strings.Contains(err.Error(), "setboard") {
			t.Errorf("setPosition(%s): %q, %v", fen, got, err)
		}
		x.features.setboard = true
		if got, err := x.setPosition(at(fen)); err != nil || got[0] != "setboard "+fen {
			t.Errorf("setPosition(%s): %q, %v", fen, got, err)
		}
		x.features.setboard = false
	}
}

// FuzzWords checks that parsers of program output and user input handle arbitrary text.
func FuzzWords(f *testing.F) {
	for _, seed := range []string{
		"self:mode=blind,tc=5+0.05", "uci:'a b' c", "40/1:30+0.5", "0,10,0.05,0.05", "name x type combo var a var b",
		"depth 3 score mate -3 pv e2e4", `myname="x y" done=0 ping=1`, "move e2e4", "1-0 {x}", "My move is: e2e4", "12. ... e7e5",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if s, err := ParseSpec(text); err == nil && (s.Kind != Self) != (len(s.Command) > 0) {
			t.Errorf("%q was parsed as %+v", text, s)
		}
		if c, err := ParseControl(text); err == nil && (c.Initial <= 0 || c.Increment < 0) {
			t.Errorf("%q was parsed as %+v", text, c)
		}
		words := strings.Fields(text)
		readUCIOption(words)
		var a Answer
		readUCIInfo(words, &a)
		x := &xboardPlayer{external: external{rules: chess.Rules}}
		if done, err := x.reader(&a, board.White)(line{text: text}); err == nil && done && !a.Resigns && a.Text == "" && !strings.HasPrefix(text, "My move is:") {
			t.Errorf("%q ended a turn without a move", text)
		}
		if max(a.Score, -a.Score) > search.Mate {
			t.Errorf("%q: score %d is out of range", text, a.Score)
		}
	})
}
