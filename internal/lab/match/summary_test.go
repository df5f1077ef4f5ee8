package match

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/tainchess/tain/internal/lab/player"
	"github.com/tainchess/tain/internal/lab/stats"
	"github.com/tainchess/tain/rules"
)

// TestMoreGamesThanRequested checks the summary of a match with more games than
// requested.
func TestMoreGamesThanRequested(t *testing.T) {
	m := &match{Config: Config{Rules: testRules, Games: 2}, names: [2]string{"x", "y"}, started: map[int]bool{}}
	add := func(number int) {
		m.started[number] = true
		m.tally.add(&Game{Number: number, Result: rules.Draw})
	}
	for _, number := range []int{1, 3, 4} {
		add(number)
	}
	m.started[2] = true // game 2 is still running
	if got := m.summary().Table(); !strings.Contains(got, ": 3 of 4 games in ") {
		t.Errorf("Table with one game left: %s", got)
	}
	add(2)
	if got := m.summary().Table(); !strings.Contains(got, ": finished: 4 games in the file, 2 requested\n") {
		t.Errorf("Table with no game left: %s", got)
	}
}

// TestTally checks that games are counted by player, colour and pair, regardless of the order in which they
// end.
func TestTally(t *testing.T) {
	var y tally
	for _, g := range []*Game{
		{Number: 4, Result: rules.BlackWins, Ending: Ending(rules.Checkmate)},                                                                  // a wins with Black
		{Number: 1, Result: rules.WhiteWins, Ending: Ending(player.Crash), Fault: &player.Fault{Kind: player.Crash}},                           // b fails
		{Number: 3, Result: rules.Draw, Ending: Ending(rules.Stalemate)},                                                                       //
		{Number: 2, Result: rules.WhiteWins, Ending: Ending(player.IllegalMove), Fault: &player.Fault{Kind: player.IllegalMove}},               // a fails
		{Number: 5, Result: rules.BlackWins, Ending: Ending(player.TimeLoss), Fault: &player.Fault{Kind: player.TimeLoss, Msg: "it was late"}}, // a fails
	} {
		y.add(g)
	}
	if y.all != (Score{2, 1, 2}) || y.byColour != [2]Score{{1, 1, 1}, {1, 0, 1}} || y.pairs != [5]int{0, 0, 1, 1, 0} || len(y.unpaired) != 1 {
		t.Errorf("tally = %+v", y)
	}
	if y.faults != [2]Faults{{Illegal: 1, Time: 1}, {Crash: 1}} {
		t.Errorf("faults = %+v", y.faults)
	}
	if got := y.faults[0].String(); got != "1 illegal move, 1 time loss" {
		t.Errorf("Faults.String() = %s", got)
	}
}

// TestPerfectScore checks that the summary of a perfect score is finite, in text and in JSON.
func TestPerfectScore(t *testing.T) {
	m := &match{Config: Config{Rules: testRules, SPRT: &stats.SPRT{Elo0: 0, Elo1: 5, Alpha: 0.05, Beta: 0.05}}, names: [2]string{"x", "y"}}
	for pair := range 2 {
		m.tally.add(&Game{Number: 2*pair + 1, Result: rules.WhiteWins})
		m.tally.add(&Game{Number: 2*pair + 2, Result: rules.BlackWins})
	}
	s := m.summary()
	text, err := json.Marshal(s)
	if err != nil {
		t.Fatalf("json.Marshal: %v", err)
	}
	var back struct{ Percent, Elo, LOS float64 }
	if err := json.Unmarshal(text, &back); err != nil || back.Percent != 100 || int(back.Elo) != 165 || int(1000*back.LOS) != 906 {
		t.Errorf("json.Marshal(summary) = %s", text)
	}
	for _, want := range []string{"Elo of a over b: +166.0 ± 312.7 (-89.8 to +535.5)\n", "likelihood of superiority of a: 90.6 %;"} {
		if got := s.Table(); !strings.Contains(got, want) {
			t.Errorf("Table() = %s\nwant %s", got, want)
		}
	}
}
