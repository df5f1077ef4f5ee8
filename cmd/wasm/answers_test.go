//go:build !js

package main_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tainchess/tain/internal/play/game"
	"github.com/tainchess/tain/internal/protocol/wire"
	"github.com/tainchess/tain/internal/site/api"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/variant"
)

// The browser must support games as long as those on the server.
const _ = uint(api.MaxGame - game.MaxEvents)

// TestAnswers sends the same JSON requests to the program for the browser and to the native code, and
// compares the responses.
func TestAnswers(t *testing.T) {
	needNode(t)
	var questions [][2]string
	ask := func(method string, request any) {
		questions = append(questions, [2]string{method, string(wire.Encode(request))})
	}
	ask("variants", struct{}{})
	ask("define", wire.DefineRequest{Text: `{"name":"riders","seam":{"crossing":"hop","kinds":"brq"},"boards":3}`})
	ask("define", wire.DefineRequest{Text: `{"name":"chess","castling":false}`})
	ask("define", wire.DefineRequest{Variant: "nachfolger"})
	for _, r := range variant.Builtin().All() {
		name, moves := r.Info().Name, []string{}
		p, err := r.Guide().ParsePosition(r.Info().Start, rules.ParseOptions{})
		if err != nil {
			t.Fatalf("ParsePosition: %v", err)
		}
		for ply := range 40 {
			text := r.Guide().FormatPosition(&p)
			ask("state", wire.PositionRequest{Variant: name, Position: text})
			ask("writeLink", wire.WriteLinkRequest{Variant: name, Position: text})
			ask("board", wire.BoardRequest{Variant: name, Position: text, Pin: []string{"QL1", "KL1", "QL6", "KL6"}[ply%4]})
			legal := rules.LegalMoves(r, &p)
			if len(legal) == 0 {
				break
			}
			m := legal[ply*7%len(legal)]
			ask("draw", wire.PictureRequest{Variant: name, Position: text, Move: r.Guide().FormatUCI(&p, m), Theme: "dark"})
			moves = append(moves, r.Guide().FormatUCI(&p, m))
			ask("explain", wire.ExplainRequest{Variant: name, Position: text, Move: moves[0]})
			played, err := rules.Play(r, &p, m)
			if err != nil {
				t.Fatalf("rules.Play: %v", err)
			}
			p = played.Next
		}
		ask("line", wire.LineRequest{Variant: name, Moves: moves})
		ask("check", wire.CheckRequest{Variant: name, Position: strings.ToUpper(r.Info().Start)})
	}
	var long []string // more moves than the server accepts
	for len(long) <= api.MaxMoves {
		long = append(long, "b1c3", "b8c6", "c3b1", "c6b8")
	}
	ask("line", wire.LineRequest{Variant: "chess", Moves: long})
	dir := t.TempDir()
	file, answers := filepath.Join(dir, "questions"), filepath.Join(dir, "answers")
	var text bytes.Buffer
	for _, q := range questions {
		fmt.Fprintf(&text, "%s %s\n", q[0], q[1])
	}
	if err := os.WriteFile(file, text.Bytes(), 0o644); err != nil {
		t.Fatalf("os.WriteFile: %v", err)
	}
	node(t, "ask.mjs", file, answers)
	all, err := os.ReadFile(answers)
	if err != nil {
		t.Fatalf("os.ReadFile: %v", err)
	}
	lines := strings.Split(strings.TrimSuffix(string(all), "\n"), "\n")
	if len(lines) != len(questions) {
		t.Fatalf("%d requests have %d responses", len(questions), len(lines))
	}
	service := api.NewLongService(variant.Builtin())
	for i, q := range questions {
		if here := string(service.Call(q[0], []byte(q[1]))); here != lines[i] {
			t.Fatalf("%s %s: here\n%.2000s\nand in the browser\n%.2000s", q[0], q[1], here, lines[i])
		}
	}
}
