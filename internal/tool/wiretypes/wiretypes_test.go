package main

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/internal/locale"
	"github.com/tainchess/tain/internal/protocol/wire"
	"github.com/tainchess/tain/message"
)

// root is the module root.
var root = filepath.Join("..", "..", "..")

// TestCurrent checks that the page's types match the Go types.
func TestCurrent(t *testing.T) {
	want, err := generate(root)
	if err != nil {
		t.Fatalf("generate: %v", err)
	}
	have, err := os.ReadFile(filepath.Join(root, "web", "src", "wire.gen.ts"))
	if err != nil {
		t.Fatalf("os.ReadFile: %v", err)
	}
	if !bytes.Equal(have, want) {
		t.Error("web/src/wire.gen.ts is out of date; run go run ./internal/tool/wiretypes web/src/wire.gen.ts")
	}
}

// TestWritten compares the handwritten types with the JSON encoding of full and empty values.
func TestWritten(t *testing.T) {
	said := locale.New("outcome.dead", message.Args{"n": 1})
	one := 1
	full := map[reflect.Type]any{
		reflect.TypeFor[wire.Message](): wire.Message{Message: said},
		reflect.TypeFor[wire.PGNNode](): &wire.PGNNode{
			Move: "e2e4", SAN: "e4", Before: "x", Comment: "y", NAGs: []int{1}, Children: []*wire.PGNNode{{}},
			Shapes: []wire.PGNShape{{Colour: "red", From: "a1"}}, Eval: &wire.PGNEval{CP: 1}, Clock: new(int64),
		},
	}
	field := regexp.MustCompile(`(?m)^  (\w+)(\??): `)
	for of, text := range written {
		if !strings.HasSuffix(text, "}") {
			continue
		}
		fields := field.FindAllStringSubmatch(text, -1)
		all, none := keys(t, full[of]), keys(t, reflect.New(of).Interface())
		if len(all) != len(fields) {
			t.Errorf("%v has %d fields in JSON and %d in TypeScript", of, len(all), len(fields))
		}
		for _, f := range fields {
			if !all[f[1]] {
				t.Errorf("%v has no %s in JSON", of, f[1])
			}
			if none[f[1]] != (f[2] == "") {
				t.Errorf("%v: %s is optional in only one of JSON and TypeScript", of, f[1])
			}
		}
	}
	for value, want := range map[any]string{
		board.White: `"white"`, board.Black: `"black"`, wire.White: `"white"`, wire.Black: `"black"`, wire.Both: `"both"`, wire.Nobody: "null",
		wire.Score{CP: &one}: `{"cp":1}`, wire.Score{Mate: &one}: `{"mate":1}`,
	} {
		text := string(wire.Encode(value))
		if text != want {
			t.Errorf("%v is encoded as %s", value, text)
		}
		if !strings.Contains(text, "{") && !strings.Contains(written[reflect.TypeOf(value)], text) {
			t.Errorf("%v: %s is not among %s", value, text, written[reflect.TypeOf(value)])
		}
	}
}

// keys returns the JSON field names of a value.
func keys(t *testing.T, value any) map[string]bool {
	t.Helper()
	var fields map[string]json.RawMessage
	if err := json.Unmarshal(wire.Encode(value), &fields); err != nil {
		t.Fatalf("json.Unmarshal: %v", err)
	}
	all := map[string]bool{}
	for name := range fields {
		all[name] = true
	}
	return all
}
