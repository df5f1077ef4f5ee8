package study_test

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"io"
	"maps"
	"math"
	"reflect"
	"strings"
	"testing"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/engine/learn"
	"github.com/tainchess/tain/internal/lab/selfplay"
	"github.com/tainchess/tain/internal/lab/study"
	"github.com/tainchess/tain/internal/test/positions"
	"github.com/tainchess/tain/render/paint"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/variant"
	"github.com/tainchess/tain/variant/definition"
	"github.com/tainchess/tain/variant/gallery"
)

// record returns a record of moves from a position, by default the starting
// position.
func record(r rules.Rules, start string, points int, moves string) *learn.Record {
	if start == "" {
		start = r.Info().Start
	}
	rec := &learn.Record{Points: points, Start: start}
	for _, m := range strings.Fields(moves) {
		rec.Steps = append(rec.Steps, learn.Step{Move: m})
	}
	return rec
}

// TestRead replays games with known endings and events.
func TestRead(t *testing.T) {
	known := variant.Builtin()
	for _, c := range []struct {
		name, rules, start string
		points             int
		moves              string
		ending             rules.Reason
		choices            int // not checked if 0
		events             map[study.Event]int
	}{
		{"fool's mate", "chess", "", 0, "f2f3 e7e5 g2g4 d8h4", rules.Checkmate, 20 + 20 + 19 + 30, nil},
		{"stopped early", "chess", "", 1, "e2e4 e7e5", study.TooLong, 40, nil},
		{"adjudicated for White", "chess", "", 2, "e2e4 e7e5", study.Decided, 40, nil},
		{"repetition", "chess", "", 1, "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8", rules.Threefold, 0, nil},
		{
			"castling, en passant, promotion", "chess", "4k3/7P/8/8/1p6/8/P7/4K2R w K - 0 1", 2, "a2a4 b4a3 e1g1 a3a2 h7h8q", study.Decided, 0,
			map[study.Event]int{study.Castling: 1, study.EnPassant: 1, study.Promotion: 1},
		},
		{"over the seam", "cylinder", "4k3/8/8/8/8/8/8/R3K3 w - - 0 1", 1, "a1h1 e8e7", study.TooLong, 0, map[study.Event]int{study.Crossing: 1}},
		{
			"seam en passant", "triboard", "4k3/7p/8/P7/8/8/8/4K3 b - - 0 1", 1, "h7h5 a5h7", study.TooLong, 0,
			map[study.Event]int{study.Crossing: 1, study.EnPassant: 1, study.SeamEnPassant: 1},
		},
		{"spawned pawn", "mirrorsquare", "", 1, "e2e4", study.TooLong, 20, map[study.Event]int{study.AnyMade: 1, study.Made("pawn"): 1}},
		{"successor", "nachfolger", "", 1, "e2e4", study.TooLong, 20, map[study.Event]int{study.AnyMade: 1, study.Made("knight"): 1}},
		{"going on", "nachfolger", "4k3/8/8/8/8/8/8/3QK3 w - - 0 1", 1, "d1d4", study.TooLong, 0, map[study.Event]int{study.GoingOn: 1}},
		{"passing to the other board", "alice", "", 1, "e2Ae4A e7Ae5A", study.TooLong, 0, nil},
		{"spawned piece of its own", `{"name":"hawks","pieces":{"h":{"move":"D","name":"hawk"}},"reflection":{"makes":{"h":"h"}}}`, "4k3/8/8/8/8/8/8/1H2K3 w - - 0 1", 1, "b1b3", study.TooLong, 0, map[study.Event]int{study.AnyMade: 1, study.Made("hawk"): 1}},
		{"several kings", "mirrorsquare", "4k3/8/8/8/8/8/8/K7 w - - 0 1", 1, "a1b1", study.TooLong, 0, map[study.Event]int{study.AnyMade: 1, study.Made("king"): 1, study.ManyKings: 1}},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := positions.Rules(t, known, c.rules)
			g, err := study.Read(r, record(r, c.start, c.points, c.moves), 0)
			if err != nil {
				t.Fatalf("study.Read: %v", err)
			}
			if g.Ending != c.ending || g.Plies != len(strings.Fields(c.moves)) || g.White != float64(c.points)/2 {
				t.Errorf("Read = %+v; want ending %s", g, c.ending)
			}
			if c.choices > 0 && g.Choices != c.choices {
				t.Errorf("Choices = %d; want %d", g.Choices, c.choices)
			}
			if c.events == nil {
				c.events = map[study.Event]int{}
			}
			if !maps.Equal(g.Events, c.events) {
				t.Errorf("Events = %v; want %v", g.Events, c.events)
			}
		})
	}
	chess := positions.Rules(t, known, "chess")
	if _, err := study.Read(chess, record(chess, "", 1, "e2e5"), 0); err == nil {
		t.Error("Read of an illegal move returned no error")
	}
	if _, err := study.Read(chess, record(chess, "nonsense", 1, ""), 0); err == nil {
		t.Error("Read of an invalid position returned no error")
	}
}

// TestLead checks that Read finds the first side that is a piece ahead for long enough.
func TestLead(t *testing.T) {
	r := positions.Rules(t, variant.Builtin(), "chess")
	for _, c := range []struct {
		start, moves string
		led          bool
		leader       board.Colour
	}{
		{"4k2r/8/8/8/8/8/8/4K3 w - - 0 1", "e1e2 e8e7 e2e3 e7e6 e3e2 e6e7", true, board.Black},
		{"4k2r/8/8/8/8/8/8/4K3 w - - 0 1", "e1e2 e8e7 e2e3 e7e6 e3e2", false, board.White}, // too short a lead
		{"4k3/8/8/8/8/8/PP6/4K3 w - - 0 1", "e1e2 e8e7 e2e3 e7e6 e3e2 e6e7", false, board.White},
		// White is ahead for five plies, one too few, and then loses the second rook.
		{"4k3/8/8/7p/6n1/8/6R1/4K2R w - - 0 1", "g2g4 h5g4 h1h2 e8e7 h2h3 g4h3 e1e2 e7e6", false, board.White},
	} {
		g, err := study.Read(r, record(r, c.start, 1, c.moves), 0)
		if err != nil {
			t.Fatalf("study.Read: %v", err)
		}
		if g.Led != c.led || g.Led && g.Leader != c.leader {
			t.Errorf("%s %s: led %v by %v, want %v by %v", c.start, c.moves, g.Led, g.Leader, c.led, c.leader)
		}
	}
}

// TestLeadOfAnyKind checks that a lead counts kinds that chess does not have, but no royal piece.
func TestLeadOfAnyKind(t *testing.T) {
	d, _, err := definition.Parse(`{"name":"leads","royal":"kz","pieces":{"c":"mRcpR","g":"gQ","z":"Q"},"promotes":"q"}`)
	if err != nil {
		t.Fatalf("definition.Parse: %v", err)
	}
	r := d.Compile()
	const moves = "e1e2 e8e7 e2e3 e7e6 e3e2 e6e7"
	for _, c := range []struct {
		start  string
		led    bool
		leader board.Colour
	}{
		{"4k2c/8/8/8/8/8/8/4K3 w - - 0 1", true, board.Black},
		{"4k3/8/8/8/8/8/8/C3K3 w - - 0 1", true, board.White},
		{"4k2c/8/8/8/8/8/8/C3K3 w - - 0 1", false, board.White},
		{"4k2g/8/8/8/8/8/8/4K3 w - - 0 1", false, board.White}, // a grasshopper is worth little more than a pawn
		{"4k3/7z/8/8/8/8/8/4K3 w - - 0 1", false, board.White},
	} {
		g, err := study.Read(r, record(r, c.start, 1, moves), 0)
		if err != nil {
			t.Fatalf("study.Read: %v", err)
		}
		if g.Led != c.led || g.Led && g.Leader != c.leader {
			t.Errorf("%s: led %v by %v, want %v by %v", c.start, g.Led, g.Leader, c.led, c.leader)
		}
	}
}

// game returns an artificial game.
func game(white float64, plies int, ending rules.Reason, leader string) study.Game {
	g := study.Game{White: white, Plies: plies, Choices: 30 * plies, Ending: ending, Events: map[study.Event]int{}}
	if g.Led = leader != ""; leader == "black" {
		g.Leader = board.Black
	}
	return g
}

func near(a, b float64) bool { return math.Abs(a-b) < 0.0005 }

// TestFigure computes the figures of games with known results.
func TestFigure(t *testing.T) {
	games := []study.Game{
		game(1, 40, rules.Checkmate, "white"), game(0, 60, rules.Checkmate, "black"),
		game(0.5, 80, rules.Threefold, "white"), game(1, 20, rules.Checkmate, ""),
	}
	games[0].Events[study.Crossing] = 6
	games[3].Events[study.Crossing] = 2
	unequal := []study.Game{game(0, 30, rules.Checkmate, ""), game(0.5, 30, rules.Stalemate, ""), game(0, 30, rules.Checkmate, ""), game(1, 30, rules.Checkmate, "")}
	for i := range unequal {
		unequal[i].Rival = selfplay.Rival(i)
	}
	f := study.Figure(positions.Rules(t, variant.Builtin(), "chess"), games, unequal)
	for _, c := range []struct {
		name      string
		got       study.Interval
		value     float64
		low, high float64
		games     int
	}{
		{"white", f.White, 0.625, 0, 1, 4},          // deviation 0.4787, t 3.1824
		{"draws", f.Draws, 0.25, 0.0456, 0.6994, 4}, // Wilson interval for 1 in 4
		{"repetition", f.Repetition, 0.25, 0.0456, 0.6994, 4},
		{"length", f.Length, 50, 8.9150, 91.0850, 4}, // deviation 25.82
		{"branching", f.Branching, 30, 30, 30, 4},
		{"led", f.Led, 0.75, 0.3006, 0.9544, 4},
		{"lead wins", f.LeadWins, 2.0 / 3, 0.2077, 0.9385, 3},
		{"crossings", f.Rate(study.Crossing), 2, -2.5008, 6.5008, 4}, // deviation 2.8284
		{"depth", f.Depth, 0.875, 0, 1, 2},                           // pairs of 3/4 and 1
	} {
		if !near(c.got.Value, c.value) || !near(c.got.Low, c.low) || !near(c.got.High, c.high) || c.got.Games != c.games {
			t.Errorf("%s = %+v; want %g, from %g to %g, in %d games", c.name, c.got, c.value, c.low, c.high, c.games)
		}
	}
	if len(f.Endings) != 2 || f.Endings[0].Reason != rules.Checkmate || !near(f.Endings[0].Share.Value, 0.75) || !f.Endings[1].Drawn {
		t.Errorf("Endings = %+v", f.Endings)
	}
	if len(f.Rules) != 1 || !near(f.Rules[0].Games.Value, 0.5) {
		t.Errorf("Rules = %+v; want crossings in half of the games", f.Rules)
	}
	none := study.Figure(positions.Rules(t, variant.Builtin(), "chess"), nil, nil)
	if none.White.Games != 0 || none.White.Percent() != "-" || none.Length.String() != "-" {
		t.Errorf("Figure of no games = %+v", none)
	}
	alike := study.Figure(positions.Rules(t, variant.Builtin(), "chess"), []study.Game{game(1, 9, rules.Checkmate, ""), game(1, 9, rules.Checkmate, "")}, nil)
	if alike.White.Low > 0.5 || alike.White.High != 1 {
		t.Errorf("White's score after two wins = %+v; want a wide interval", alike.White)
	}
}

// TestState writes games to a state file and reads them back. A truncated line is ignored.
func TestState(t *testing.T) {
	settings := study.Settings{Games: 3, Nodes: 100, Times: 4, RandomPlies: 4, Seed: 9}
	s := settings.State()
	file := s.Head()
	chess := positions.Rules(t, variant.Builtin(), "chess")
	rec := *record(chess, "", 2, "e2e4 e7e5")
	rec.Steps[1].Score, rec.Steps[1].Scored = -12, true
	file += s.Add(study.Series{Of: "chess"}, 2, rec) + s.Add(study.Series{Of: "chess", Unequal: true}, 0, rec)
	whole := len(file)
	got, end, err := study.ReadState(strings.NewReader(file + "chess equal 1\t2\trnb"))
	if err != nil || end != int64(whole) || got.Settings != s.Settings {
		t.Fatalf("ReadState: end %d; want %d; settings %q, error %v", end, whole, got.Settings, err)
	}
	if back := got.Games[study.Series{Of: "chess"}][2]; back.String() != rec.String() {
		t.Errorf("game %q was parsed as %q", rec.String(), back.String())
	}
	if len(got.Games[study.Series{Of: "chess", Unequal: true}]) != 1 {
		t.Errorf("ReadState: games %v", got.Games)
	}
	for _, bad := range []string{"hello\n", "# tain study x\nchess\n", "# tain study x\nchess equal -1\t\n", "# tain study x\nchess equal 1\t9\tx\t\n"} {
		if _, _, err := study.ReadState(strings.NewReader(bad)); err == nil {
			t.Errorf("ReadState(%q) returned no error", bad)
		}
	}
	if more := (study.Settings{Games: 30, Nodes: 100, Times: 4, RandomPlies: 4, Seed: 9}); more.State().Settings != s.Settings {
		t.Error("the state depends on the number of games")
	}
	if other := (study.Settings{Games: 3, Nodes: 200, Times: 4, RandomPlies: 4, Seed: 9}); other.State().Settings == s.Settings {
		t.Error("the state does not depend on the nodes")
	}
}

// FuzzReadState checks that a state read from arbitrary data stays the same when it is written and read
// again.
func FuzzReadState(f *testing.F) {
	f.Add("# tain study --nodes 1\nchess equal 0\t2\tstart\te2e4/12 e7e5\n")
	f.Add("# tain study \nx unequal 7\t1\t\t\ny")
	f.Add("")
	f.Fuzz(func(t *testing.T, text string) {
		s, end, err := study.ReadState(strings.NewReader(text))
		if err != nil {
			return
		}
		if end < 0 || end > int64(len(text)) {
			t.Fatalf("ReadState: end %d is not in a file of %d bytes", end, len(text))
		}
		again := study.NewState(s.Settings)
		file := again.Head()
		for of, games := range s.Games {
			for n, r := range games {
				file += again.Add(of, n, r)
			}
		}
		if end > 0 {
			back, _, err := study.ReadState(strings.NewReader(file))
			if err != nil || !reflect.DeepEqual(back, s) {
				t.Fatalf("ReadState of the written state %q: %+v, %v; want %+v", file, back, err, s)
			}
		}
	})
}

// TestFamily checks that the portal family has 64 different games and starts
// with chess.
func TestFamily(t *testing.T) {
	all, err := study.Family("portal")
	if err != nil || len(all) != 64 || all[0].Info().Name != "chess" {
		t.Fatalf("Family: %d games, %v", len(all), err)
	}
	seen := map[string]bool{}
	for _, r := range all {
		seen[r.Info().Hash] = true
	}
	if last := all[63].Info().Name; len(seen) != 64 || last != "portal-pnbrqk" {
		t.Errorf("%d different games, the last %s", len(seen), last)
	}
	all, err = study.Family("gallery")
	if err != nil || len(all) != 1+len(gallery.All()) || all[0].Info().Name != "chess" {
		t.Errorf("Family of the gallery: %d games, %v", len(all), err)
	}
	if _, err := study.Family("nothing"); err == nil {
		t.Error("Family of an unknown name returned no error")
	}
}

// report returns a report on artificial games.
func report(t *testing.T) *study.Report {
	known := variant.Builtin()
	r := &study.Report{Settings: study.Settings{Games: 2, DepthGames: 2, Nodes: 100, Times: 4, RandomPlies: 4, Seed: 1}}
	for _, name := range []string{"cylinder", "chess"} {
		games := []study.Game{game(1, 40, rules.Checkmate, "white"), game(0.5, 60, rules.Stalemate, "")}
		if name == "cylinder" {
			games[0].Events[study.Crossing] = 3
		}
		r.Figures = append(r.Figures, study.Figure(positions.Rules(t, known, name), games, games))
	}
	return r
}

// TestText checks that the text contains the figures and the findings, and checks the length of a family's
// table.
func TestText(t *testing.T) {
	r := report(t)
	r.Find()
	text := r.Text()
	for _, line := range []string{
		"White's score", "75.0 % (0 to 100)", "drawn: stalemate", "won: checkmate", "crossings", "score with 4 times the nodes",
		"2 games each, 100 nodes per move", "Neither side shows an advantage",
	} {
		if !strings.Contains(text, line) {
			t.Errorf("the report does not contain %q:\n%s", line, text)
		}
	}
	r.Family = "portal"
	if lines := strings.Count(r.Text(), "\n"); lines != 7 {
		t.Errorf("the family table has %d lines:\n%s", lines, r.Text())
	}
}

// TestDraw checks that pictures are well-formed in every theme, for a single game and for a family.
func TestDraw(t *testing.T) {
	for _, theme := range paint.Themes() {
		for _, family := range []string{"", "portal"} {
			r := report(t)
			r.Family = family
			picture, err := r.Draw(theme).SVG(800)
			if err != nil {
				t.Fatalf("Draw.SVG: %v", err)
			}
			d, labels := xml.NewDecoder(bytes.NewReader(picture)), 0
			for {
				token, err := d.Token()
				if err == io.EOF {
					break
				}
				if err != nil {
					t.Fatalf("drawing in theme %s for family %q: %v", theme.Name, family, err)
				}
				if e, ok := token.(xml.StartElement); ok && e.Name.Local == "text" {
					labels++
				}
			}
			if labels < 12 {
				t.Errorf("%s %s: %d labels", theme.Name, family, labels)
			}
		}
	}
}

func ExampleInterval_Percent() {
	fmt.Println(study.Interval{Value: 0.525, Low: 0.43, High: 0.62, Games: 100}.Percent())
	// Output: 52.5 % (43 to 62)
}
