package definition_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"testing"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/internal/test/long"
	"github.com/tainchess/tain/internal/test/oracle/anyboard"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/variant/definition"
	"github.com/tainchess/tain/variant/gallery"
)

// limits bounds random definitions: half of them may have wide boards.
var limits = []anyboard.Limits{{Squares: 64, Planes: 1}, {Squares: 128, Planes: 2}, {Squares: 64, Planes: 1}, {Squares: 256, Planes: 2}}

// TestAnyBoard plays random definitions with the library and with package anyboard, an independent
// implementation. In every position, both must agree on the moves, the positions after them, check and the
// outcome.
func TestAnyBoard(t *testing.T) {
	definitions := 100
	switch {
	case long.Enabled():
		definitions = 1000
	case testing.Short():
		definitions = 20
	}
	const parts = 10 // run in parallel
	for part := range parts {
		t.Run(fmt.Sprint(part), func(t *testing.T) {
			t.Parallel()
			for seed := part; seed < definitions && !t.Failed(); seed += parts {
				dice := rand.New(rand.NewPCG(uint64(seed), 35))
				text, g := anyboard.Invent(dice, limits[seed/parts%len(limits)])
				compareAnyBoard(t, text, g, dice, 20)
				if t.Failed() {
					t.Logf("seed %d", seed)
				}
			}
		})
	}
}

// TestAnyBoardVectors plays the definitions in testdata/boards, and the gallery games on a flat board, with both
// implementations.
func TestAnyBoardVectors(t *testing.T) {
	positions := 40
	switch {
	case long.Enabled():
		positions = 400
	case testing.Short():
		positions = 10
	}
	games := vectors(t)
	for _, e := range gallery.All() {
		if d, _, err := definition.Parse(e.Definition); err == nil && d.Base == "" {
			games["gallery-"+e.Name] = e.Definition
		}
	}
	for file, text := range games {
		t.Run(filepath.Base(file), func(t *testing.T) {
			t.Parallel()
			g, err := anyboard.New(text)
			if err != nil {
				t.Fatalf("anyboard.New: %v", err)
			}
			compareAnyBoard(t, text, g, rand.New(rand.NewPCG(1, 35)), positions)
		})
	}
}

// TestLastRoyalPawn checks that a side may promote its only royal piece, although it needs one at the start.
func TestLastRoyalPawn(t *testing.T) {
	r := read(t, `{"name":"a","royal":"p","start":"8/P7/8/8/8/8/p7/8 w - - 0 1"}`).Compile()
	p, err := r.Guide().ParsePosition(r.Info().Start, rules.ParseOptions{})
	if err != nil {
		t.Fatalf("ParsePosition: %v", err)
	}
	played, err := rules.Play(r, &p, "a7a8q")
	if err != nil {
		t.Fatalf("rules.Play: %v", err)
	}
	fen := r.Guide().FormatPosition(&played.Next)
	if _, err := r.Guide().ParsePosition(fen, rules.ParseOptions{}); err != nil {
		t.Errorf("ParsePosition(%s): %v", fen, err)
	}
	if _, _, err := definition.Parse(`{"name":"a","royal":"p","start":"8/P7/8/8/8/8/1k6/8 w - - 0 1"}`); err == nil {
		t.Error("a start without a royal piece of Black is accepted")
	}
}

// FuzzAnyBoard plays games by arbitrary definitions with both implementations.
func FuzzAnyBoard(f *testing.F) {
	for _, text := range vectors(f) {
		f.Add(text, uint64(1))
	}
	for seed := range uint64(20) {
		text, _ := anyboard.Invent(rand.New(rand.NewPCG(seed, 35)), limits[seed%4])
		f.Add(text, seed)
	}
	f.Fuzz(func(t *testing.T, text string, seed uint64) {
		d, _, err := definition.Parse(text)
		if err != nil || d.Base != "" || d.Study {
			return
		}
		g, err := anyboard.New(d.JSON())
		if err != nil {
			t.Fatalf("anyboard.New(%s): %v", d.JSON(), err)
		}
		compareAnyBoard(t, d.JSON(), g, rand.New(rand.NewPCG(seed, 36)), 6)
	})
}

// compareAnyBoard compares the two implementations in a number of positions.
func compareAnyBoard(t *testing.T, text string, g *anyboard.Game, dice *rand.Rand, positions int) {
	t.Helper()
	d, _, err := definition.Parse(text)
	if faults := (definition.Faults{}); errors.As(err, &faults) && faults[0].Message.Code == "definition.start.over" {
		return // a dead position, which package anyboard does not detect
	}
	if err != nil {
		t.Errorf("definition.Parse(%s): %v", text, err)
		return
	}
	r := d.Compile()
	if start, err := r.Guide().ParsePosition(r.Info().Start, rules.ParseOptions{}); err != nil {
		t.Errorf("%s: start: %v", text, err)
	} else if fen := r.Guide().FormatPosition(&start); fen != g.Start() {
		t.Errorf("%s: start %s, want %s", text, fen, g.Start())
	}
	var seen string
	var p board.Position
	at := func(fen string) (err error) {
		if fen != seen {
			p, err = r.Guide().ParsePosition(fen, rules.ParseOptions{})
			seen = fen
		}
		return err
	}
	anyboard.Compare(t, g, anyboard.Other{
		Moves: func(fen string) (moves []string, err error) {
			if err := at(fen); err != nil {
				return nil, err
			}
			if again := r.Guide().FormatPosition(&p); again != fen {
				return nil, fmt.Errorf("the text of the position is %s", again)
			}
			for _, m := range rules.LegalMoves(r, &p) {
				moves = append(moves, rules.FormatUCI(r, &p, m))
			}
			return moves, nil
		},
		Play: func(fen, uci string) (string, error) {
			if err := at(fen); err != nil {
				return "", err
			}
			played, err := rules.Play(r, &p, uci)
			if err != nil {
				return "", err
			}
			if after := rules.OutcomeOf(r, &played.Next); r.Dead(&p) && after.Over() && after.Result != rules.Draw {
				return "", fmt.Errorf("a dead position ends with %s", after.Reason)
			}
			return r.Guide().FormatPosition(&played.Next), nil
		},
		InCheck: func(fen string) (bool, error) {
			err := at(fen)
			return rules.InCheck(r, &p), err
		},
		Outcome: func(fen string) (string, error) {
			err := at(fen)
			o := rules.OutcomeOf(r, &p)
			switch o.Reason {
			case "", rules.Dead, rules.SeventyFive: // the other implementation ignores these draws
				return "", err
			}
			return fmt.Sprintf("%s %s", o.Result, o.Reason), err
		},
	}, dice, positions)
}
