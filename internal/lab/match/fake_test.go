package match

import (
	"bufio"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/tainchess/tain/internal/lab/player"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/variant/chess"
	"github.com/tainchess/tain/variant/cylinder"
)

// TestMain runs the test binary as a faulty engine if it is started as
// "match.test fake PROTOCOL VICE".
func TestMain(m *testing.M) {
	if len(os.Args) > 3 && os.Args[1] == "fake" {
		runFake(os.Args[2], os.Args[3])
		return
	}
	os.Exit(m.Run())
}

// fakeSpec returns the spec of a fake engine with the given defect.
func fakeSpec(t testing.TB, protocol, vice string) player.Spec {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatalf("os.Executable: %v", err)
	}
	s, err := player.ParseSpec(fmt.Sprintf("%s:'%s' fake %s %s", protocol, self, protocol, vice))
	if err != nil {
		t.Fatalf("player.ParseSpec: %v", err)
	}
	return s
}

// fake is an engine that always plays the same moves and has one defect.
type fake struct {
	vice     string
	rules    rules.Rules
	game     *rules.Line
	forced   bool // XBoard: force mode
	requests int  // number of move requests; XBoard: in the current game
}

func runFake(protocol, vice string) {
	f := &fake{vice: vice, rules: chess.Rules}
	f.reset()
	switch vice {
	case "dead":
		fmt.Fprintln(os.Stderr, "no licence found")
		os.Exit(3)
	case "slow-start":
		time.Sleep(2500 * time.Millisecond)
	case "children":
		child := exec.Command("sleep", "600")
		if err := child.Start(); err == nil {
			fmt.Printf("info string child %d\n", child.Process.Pid)
			fmt.Printf("# child %d\n", child.Process.Pid)
		}
	case "mute":
		time.Sleep(time.Hour)
	}
	in := bufio.NewScanner(os.Stdin)
	for in.Scan() {
		words := strings.Fields(in.Text())
		if len(words) == 0 {
			continue
		}
		if protocol == "uci" {
			f.uci(words)
		} else {
			f.xboard(words)
		}
	}
	if vice == "stubborn" {
		time.Sleep(time.Hour) // ignore end of input
	}
}

func (f *fake) reset() {
	start, err := f.rules.Guide().ParsePosition(f.rules.Info().Start, rules.ParseOptions{})
	if err != nil {
		panic(err)
	}
	f.game = rules.NewLine(f.rules, start)
}

func (f *fake) uci(words []string) {
	switch words[0] {
	case "uci":
		fmt.Println("id name Fake", f.vice)
		fmt.Println("option name Hash type spin default 1 min 1 max 4")
		fmt.Println("option name UCI_Variant type combo default chess var chess var cylinder")
		fmt.Println("option name Own Book type check default true")
		fmt.Println("uciok")
	case "isready":
		fmt.Println("readyok")
	case "setoption":
		if words[len(words)-1] == "cylinder" {
			f.rules = cylinder.Rules
		}
	case "position":
		f.reset()
		for i, w := range words {
			if w == "fen" {
				at, err := f.rules.Guide().ParsePosition(strings.Join(words[i+1:i+7], " "), rules.ParseOptions{})
				if err != nil {
					panic(err)
				}
				f.game = rules.NewLine(f.rules, at)
			}
			if w == "moves" {
				for _, m := range words[i+1:] {
					if _, err := f.game.PlayText(m); err != nil {
						panic(err)
					}
				}
			}
		}
	case "go":
		f.requests++
		fmt.Println("info depth 3 score cp 11 pv e2e4")
		if m, ok := f.think(); ok {
			fmt.Println("bestmove", m)
		}
	case "quit":
		if f.vice != "stubborn" {
			os.Exit(0)
		}
	}
}

func (f *fake) xboard(words []string) {
	switch words[0] {
	case "protover":
		fmt.Printf("feature myname=\"Fake %s\" done=0\n", f.vice)
		ping := 1
		if f.vice == "slow-result" {
			ping = 0
		}
		fmt.Printf("feature ping=%d setboard=1 usermove=1 variants=\"normal,cylinder\" nonsense=7\n", ping)
		fmt.Println(`feature option="Own Book -check 1" memory=1 done=1`)
	case "new":
		if f.vice == "slow-result" { // report the result of the previous game
			fmt.Println("0-1 {Black mates}")
		}
		f.rules = chess.Rules
		f.reset()
		f.forced, f.requests = false, 0
	case "variant":
		f.rules = cylinder.Rules
		f.reset()
	case "force":
		f.forced = true
	case "ping":
		fmt.Println("pong", words[1])
	case "setboard":
		at, err := f.rules.Guide().ParsePosition(strings.Join(words[1:], " "), rules.ParseOptions{})
		if err != nil {
			panic(err)
		}
		f.game = rules.NewLine(f.rules, at)
	case "usermove":
		if f.vice == "refuse" && !f.forced {
			fmt.Println("Illegal move:", words[1])
			return
		}
		if _, err := f.game.PlayText(words[1]); err != nil {
			panic(err)
		}
		if !f.forced {
			f.answer()
		}
	case "go":
		f.forced = false
		f.answer()
	case "quit":
		if f.vice != "stubborn" {
			os.Exit(0)
		}
	}
}

func (f *fake) answer() {
	f.requests++
	fmt.Println(" 3 11 1 100 e2e4")
	switch f.vice {
	case "resign":
		fmt.Println("resign")
		return
	case "claim":
		fmt.Println("1/2-1/2 {Draw by repetition}")
		return
	}
	me := f.game.Position().Side
	switch f.vice {
	case "concede":
		fmt.Printf("%s {%s resigns}\n", rules.Wins(me.Other()), me.Name())
		return
	case "boast":
		fmt.Printf("%s {%s resigns}\n", rules.Wins(me), me.Other().Name())
		return
	}
	m, ok := f.think()
	if !ok {
		return
	}
	fmt.Println("move", m)
	if _, err := f.game.PlayText(m); err != nil || f.requests != 2 {
		return
	}
	switch f.vice {
	case "late-claim":
		fmt.Printf("%s {%s mates}\n", rules.Wins(me), me.Name())
	case "late-concede":
		fmt.Printf("%s {%s resigns}\n", rules.Wins(me.Other()), me.Name())
	}
}

// think returns the move to play, or false if the fake plays none.
func (f *fake) think() (string, bool) {
	switch f.vice {
	case "die":
		fmt.Fprintln(os.Stderr, "assertion failed: cylinder.c:17")
		os.Exit(7)
	case "close":
		os.Stdout.Close()
		time.Sleep(time.Hour)
	case "illegal":
		return "e1e8", true
	case "unreadable":
		return "\x01\x02%s%n" + strings.Repeat("A", 3000), true
	case "hang":
		time.Sleep(time.Hour)
	case "late":
		time.Sleep(900 * time.Millisecond)
	case "garbage":
		for i := range 50 {
			fmt.Printf("\x00\xff %d bestmovement move\ninfo score cp\ninfo depth x score mate y\n%s\n", i, strings.Repeat("z", 70000*(i/49)))
		}
	case "flood":
		for {
			fmt.Println("I am thinking about it")
		}
	}
	at := f.game.Position()
	moves := rules.LegalMoves(f.rules, &at)
	rng := rand.New(rand.NewPCG(at.Hash, 1))
	return f.rules.Guide().FormatUCI(&at, moves[rng.IntN(len(moves))]), len(moves) > 0
}
