package view_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/tainchess/tain/internal/locale"
	"github.com/tainchess/tain/internal/play/clock"
	"github.com/tainchess/tain/internal/play/game"
	"github.com/tainchess/tain/internal/protocol/wire"
	"github.com/tainchess/tain/internal/site/view"
	"github.com/tainchess/tain/variant"
)

// begun returns a timed game between Anna and Bert after the given moves.
func begun(t *testing.T, variantName string, moves ...string) *game.Game {
	t.Helper()
	find := variant.Builtin().Find
	r, _ := find(variantName)
	g, _, err := game.Begin(find, game.Start{
		ID: "abcdefghijkl", Variant: variantName, Position: r.Info().Start, Control: &clock.Control{Initial: 60_000, Increment: 1000},
		White: game.Seat{Session: game.HashOf("anna"), Name: "Anna"}, Black: game.Seat{Session: game.HashOf("bert"), Name: "Bert"},
	}, 1_000_000)
	if err != nil {
		t.Fatalf("game.Begin: %v", err)
	}
	for _, m := range moves {
		if _, err := g.Do(game.SideOf(g.Turn()), game.Move{Ply: g.Ply(), Key: g.Key(), Move: m}, 1_000_000); err != nil {
			t.Fatalf("Do: %v", err)
		}
	}
	return g
}

// TestGame checks the exact JSON that clients expect.
func TestGame(t *testing.T) {
	g := begun(t, "chess", "e4")
	if _, err := g.Do(game.White, game.Draw{Ply: 1, Do: game.Offer}, 1_000_000); err != nil {
		t.Fatalf("Do: %v", err)
	}
	shot := g.Snapshot(game.Black, 1_000_000)
	got := wire.Encode(view.In(locale.English()).Game(&shot, 0))
	want := `{"id":"abcdefghijkl","variant":"chess","start":"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",` +
		`"moves":[{"move":"e2e4","san":"e4","text":"White pawn to e4","key":"` + g.Key() + `","at":1000000,"clock":60000}],` +
		`"position":"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1","key":"` + g.Key() + `","ply":1,"takebacks":0,"turn":"black",` +
		`"players":{"white":{"name":"Anna","here":false},"black":{"name":"Bert","here":false}},"seat":"black",` +
		`"control":{"initial":60000,"increment":1000},"clocks":{"white":60000,"black":60000,"running":null,"at":1000000},` +
		`"offers":{"draw":"white"},"undo":{"white":0},"result":null,"open":false,"spectators":0,"created":1000000}`
	if string(got) != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	var back wire.Snapshot
	if err := json.Unmarshal(got, &back); err != nil {
		t.Fatalf("json.Unmarshal: %v", err)
	}
	if again := wire.Encode(back); string(again) != string(got) {
		t.Errorf("decoded and encoded again: %s", again)
	}
}

// TestLanguages checks that moves and results are in the client's language.
func TestLanguages(t *testing.T) {
	g := begun(t, "chess", "f3", "e5", "g4", "Qh4")
	shot := g.Snapshot(game.Nobody, 1_000_000)
	for language, want := range map[string][2]string{
		"en": {"Black queen to h4; checkmate", "checkmate: Black wins"}, "de": {"die schwarze Dame zieht nach h4; Schachmatt", "Schachmatt: Schwarz gewinnt"},
	} {
		c, _ := locale.For(language)
		s := view.In(c).Game(&shot, 3)
		if len(s.Moves) != 1 || s.From != 3 || s.Moves[0].Text != want[0] || s.Result.Sentence != want[1] {
			t.Errorf("%s: %+v, %+v; want %q", language, s.Moves, s.Result, want)
		}
		if m := view.In(c).Step(g.LastStep(1_000_000)); m.Move.Text != want[0] {
			t.Errorf("%s: Step = %+v", language, m.Move)
		}
	}
}

// TestReadFrame checks that valid client messages are parsed and that others are rejected.
func TestReadFrame(t *testing.T) {
	for text, want := range map[string]game.Command{
		`{"type":"move","n":7,"game":"x","ply":3,"takebacks":1,"key":"k","move":"e2e4"}`: game.Move{Ply: 3, Takebacks: 1, Key: "k", Move: "e2e4"},
		`{"type":"draw","n":7,"game":"x","ply":3,"takebacks":1,"do":"offer"}`:            game.Draw{Ply: 3, Takebacks: 1, Do: game.Offer},
		`{"type":"takeback","n":7,"game":"x","ply":3,"takebacks":0,"do":"accept"}`:       game.Takeback{Ply: 3, Do: game.Accept},
		`{"type":"claim","n":7,"game":"x","ply":3,"takebacks":0}`:                        game.Claim{Ply: 3},
		`{"type":"gone","n":7,"game":"x","ply":3,"takebacks":0,"draw":true}`:             game.ClaimLeft{Ply: 3, Draw: true},
		`{"type":"rematch","n":7,"game":"x","do":"offer"}`:                               game.Rematch{Do: game.Offer},
		`{"type":"resign","n":7,"game":"x"}`:                                             game.Resign{},
		`{"type":"abort","n":7,"game":"x"}`:                                              game.Abort{},
		`{"type":"ping","n":7,"game":"x"}`:                                               nil,
	} {
		f, err := view.ReadFrame([]byte(text))
		if err != nil || f.N != 7 || f.Game != "x" || f.Command() != want {
			t.Errorf("ReadFrame(%s): command %+v, error %v; want %+v", text, f.Command(), err, want)
		}
	}
	for text, why := range map[string]string{
		`{"type":"shout","n":7}`:               "shout",
		`{"type":"shout","n":7,"volume":11}`:   "shout",
		`{"n":7}`:                              "type",
		`{"type":"resign","n":7,"move":"e4"}`:  "move",
		`{"type":"ping","n":7,"volume":11}`:    "volume",
		`{"type":"claim","n":7,"ply":"three"}`: "ply",
	} {
		f, err := view.ReadFrame([]byte(text))
		if err == nil || !strings.Contains(err.Error(), why) || f.N != 7 {
			t.Errorf("ReadFrame(%s) = %+v, error %v; want an error", text, f, err)
		}
	}
}

// TestEveryClientMessage checks that Frame has the fields of every type of client message.
func TestEveryClientMessage(t *testing.T) {
	for _, name := range wire.ClientTypes() {
		m := wire.NewClientMessage(name)
		m.Head().Type = name
		if f, err := view.ReadFrame(wire.Encode(m)); err != nil || f.Type != name {
			t.Errorf("ReadFrame(%s): type %q, error %v; want type %q", wire.Encode(m), f.Type, err, name)
		}
	}
}
