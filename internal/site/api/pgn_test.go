package api_test

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/internal/protocol/wire"
	"github.com/tainchess/tain/internal/site/api"
	"github.com/tainchess/tain/rules"
)

const record = `[Event "A test"]
[White "Ann"]
[Black "Bob"]
[Result "1/2-1/2"]
[Variant "Triboard"]

{before all} 1. e4 $1 {a good move} (1. d4 {or so} d5 (1... Nf6 2. c4) 2. c4) 1... e5 2. Nf3 1/2-1/2

`

// TestRecord reads a game as a tree and writes it back.
func TestRecord(t *testing.T) {
	answer := must[wire.PGNGames](t)(service.ReadPGN(wire.ReadPGNRequest{Text: record}))
	if len(answer.Games) != 1 || len(answer.Skipped) != 0 {
		t.Fatalf("read %+v", answer)
	}
	g := answer.Games[0]
	if g.Variant != "triboard" || g.Result != "1/2-1/2" || g.Root.Comment != "before all" || len(g.Root.Children) != 2 ||
		!reflect.DeepEqual(g.Tags, []wire.PGNTag{{Name: "Event", Value: "A test"}, {Name: "White", Value: "Ann"}, {Name: "Black", Value: "Bob"}}) {
		t.Errorf("game = %+v", g)
	}
	main, other := g.Root.Children[0], g.Root.Children[1]
	if main.Move != "e2e4" || main.SAN != "e4" || main.Comment != "a good move" || !reflect.DeepEqual(main.NAGs, []int{1}) || len(main.Children) != 1 {
		t.Errorf("first move = %+v", main)
	}
	if other.SAN != "d4" || len(other.Children) != 2 || other.Children[1].SAN != "Nf6" || other.Children[1].Children[0].SAN != "c4" {
		t.Errorf("variation = %+v", other)
	}
	var same wire.WritePGNRequest
	if err := wire.Decode(wire.Encode(wire.WritePGNRequest{Game: g}), &same); err != nil {
		t.Fatalf("wire.Decode: %v", err)
	}
	for _, game := range []wire.PGNGame{g, same.Game} {
		text := must[wire.PGNText](t)(service.WritePGN(wire.WritePGNRequest{Game: game})).Text
		again := must[wire.PGNGames](t)(service.ReadPGN(wire.ReadPGNRequest{Text: text}))
		if a, b := string(wire.Encode(again.Games[0])), string(wire.Encode(g)); a != b {
			t.Errorf("written and read again:\n%s\n%s", a, b)
		}
	}
}

// TestRecordErrors checks the errors for records that cannot be read or written.
func TestRecordErrors(t *testing.T) {
	for text, code := range map[string]string{
		"":                                   wire.CodeGame,
		"1. e4 e4":                           wire.CodeGame,
		strings.Repeat("x", api.MaxRecord+1): wire.CodeTooLong,
		strings.Repeat("1. e4 *\n\n", 201):   wire.CodeTooLong,
		"1. " + strings.Repeat("Nf3 Nf6 Ng1 Ng8 ", wire.MaxDepth/4+1) + "*": wire.CodeTooLong,
	} {
		_, err := service.ReadPGN(wire.ReadPGNRequest{Text: text})
		failure(t, err, code)
	}
	some := must[wire.PGNGames](t)(service.ReadPGN(wire.ReadPGNRequest{Text: "[Event \"a\"]\n\n1. e4 e4 *\n\n[Event \"b\"]\n\n1. d4 *\n"}))
	if len(some.Games) != 1 || len(some.Skipped) != 1 || some.Skipped[0].Line != 3 {
		t.Errorf("record of one valid and one invalid game = %+v", some)
	}
	for request, code := range map[string]string{
		`{"game":{"variant":"chess","root":{"children":[{"move":"e2e5"}]}}}`:                                "unreachable",
		`{"game":{"variant":"chess","result":"2-0"}}`:                                                       wire.CodeGame,
		`{"game":{"variant":"chess","tags":[{"name":"a b","value":"c"}]}}`:                                  wire.CodeGame,
		`{"game":{"variant":"chess","root":{"children":[{"moove":"e2e4"}]}}}`:                               wire.CodeRequest,
		`{"game":{"variant":"chess","root":{"children":["move","e4"]}}}`:                                    wire.CodeRequest,
		`{"game":{"variant":"chess","root":{"children":[null]}}}`:                                           wire.CodeRequest,
		`{"game":{"variant":"chess","root":{"children":[],"children":[]}}}`:                                 wire.CodeRequest,
		`{"game":{"variant":"chess","root":[]}}`:                                                            wire.CodeRequest,
		`{"game":{"variant":"chess","root":` + nest(wire.MaxDepth+1) + `}}`:                                 wire.CodeTooLong,
		`{"game":{"variant":"chess","root":{"children":[` + strings.Repeat(`{},`, wire.MaxNodes) + `{}]}}}`: wire.CodeTooLong,
	} {
		var answer struct{ Error wire.Failure }
		if err := json.Unmarshal(service.Call("writePgn", []byte(request)), &answer); err != nil {
			t.Errorf("json.Unmarshal: %v", err)
		}
		if answer.Error.Code != code {
			t.Errorf("%.100s: %+v", request, answer.Error)
		}
	}
}

// nest returns a game of the given number of half-moves in which knights move back and forth.
func nest(plies int) string {
	moves := [4]string{"g1f3", "g8f6", "f3g1", "f6g8"}
	var b strings.Builder
	b.WriteString(`{"children":[`)
	for i := range plies {
		b.WriteString(`{"move":"` + moves[i%4] + `","children":[`)
	}
	b.WriteString(strings.Repeat("]}", plies+1))
	return b.String()
}

// TestLongRecord reads and writes a game of maximum length.
func TestLongRecord(t *testing.T) {
	request := []byte(`{"game":{"variant":"chess","root":` + nest(wire.MaxDepth) + `}}`)
	var text wire.PGNText
	if err := json.Unmarshal(service.Call("writePgn", request), &text); err != nil || text.Text == "" {
		t.Fatalf("json.Unmarshal: %v", err)
	}
	var games wire.PGNGames
	if err := json.Unmarshal(service.Call("readPgn", wire.Encode(wire.ReadPGNRequest(text))), &games); err != nil || len(games.Games) != 1 {
		t.Fatalf("json.Unmarshal: %v", err)
	}
	depth := 0
	for n := games.Games[0].Root; len(n.Children) > 0; n = n.Children[0] {
		depth++
	}
	if depth != wire.MaxDepth {
		t.Errorf("got %d half-moves back", depth)
	}
}

// TestRecordWithNullMove reads a null move into a tree, a line and a diagram, and writes it back. A null move
// in check is rejected.
func TestRecordWithNullMove(t *testing.T) {
	text := "1. e4 e5 (1... -- 2. d4 $18) 2. Z0 d5 *"
	answer := must[wire.PGNGames](t)(service.ReadPGN(wire.ReadPGNRequest{Text: text}))
	e4 := answer.Games[0].Root.Children[0]
	if len(e4.Children) != 2 || e4.Children[1].Move != "0000" || e4.Children[1].SAN != "--" || e4.Children[1].Children[0].SAN != "d4" {
		t.Errorf("variation = %+v", e4.Children)
	}
	back := must[wire.PGNText](t)(service.WritePGN(wire.WritePGNRequest{Game: answer.Games[0]}))
	if !strings.Contains(back.Text, "1. e4 e5 (1... -- 2. d4 $18) 2. -- d5 *") {
		t.Errorf("written as %s", back.Text)
	}
	line := must[wire.LineAnswer](t)(service.Line(wire.LineRequest{Variant: "chess", Moves: []string{"e2e4", "0000", "d2d4"}}))
	if pass := line.Steps[1]; pass.Move != "0000" || pass.From != "" || pass.To != "" || pass.Turn != board.White || len(pass.Changes) != 0 || line.Steps[2].SAN != "d4" {
		t.Errorf("line = %+v", line.Steps)
	}
	if picture := must[wire.Picture](t)(service.Draw(wire.PictureRequest{Variant: "chess", Position: line.Steps[1].Position, LastMove: "0000"})); picture.SVG == "" {
		t.Error("no diagram was drawn after a null move")
	}
	_, err := service.Line(wire.LineRequest{Variant: "chess", Moves: []string{"e4", "f6", "Qh5", "--"}})
	failure(t, err, string(rules.CodeNullMove))
}

// TestRecordErrorPlace checks that an error reports its position in the text in separate fields.
func TestRecordErrorPlace(t *testing.T) {
	text := "[Event \"a\"]\n\n1. e4 {é} e4 *\n\n[Event \"b\"]\n\n1. d4 d5\n"
	answer := must[wire.PGNGames](t)(service.ReadPGN(wire.ReadPGNRequest{Text: text}))
	if len(answer.Skipped) != 1 || len(answer.Games) != 1 || len(answer.Games[0].Warnings) != 1 {
		t.Fatalf("read %+v", answer)
	}
	if n := answer.Skipped[0]; n.Game != 1 || n.Line != 3 || n.Column != 11 || text[n.Offset:n.Offset+2] != "e4" || strings.Contains(n.Message, "line") {
		t.Errorf("the first game was skipped: %+v", n)
	}
	if n := answer.Games[0].Warnings[0]; n.Game != 2 || n.Line < 7 || strings.Contains(n.Message, "line") {
		t.Errorf("warnings about the second game: %+v", n)
	}
	_, err := service.ReadPGN(wire.ReadPGNRequest{Text: "1. e4\ne4 *"})
	if why := wire.FailureOf(err); why.Place == nil || why.Place.Line != 2 || why.Place.Column != 1 || why.Place.Offset != 6 {
		t.Errorf("failure = %+v", why)
	}
	_, err = service.Line(wire.LineRequest{Variant: "chess", Moves: []string{"e4é"}})
	if why := wire.FailureOf(err); why.Place == nil || why.Place.Column != 3 {
		t.Errorf("failure = %+v", why)
	}
}
