package cli

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"

	"github.com/tainchess/tain/internal/schema"
)

// Format is a kind of JSON document that commands print. The field $schema of a document is its ID,
// which contains the version. A version may gain fields; other changes need a new version.
type Format struct {
	Name     string
	Version  int
	Commands []string // commands that print it, such as "pgn check"
	Type     reflect.Type
}

// formats maps Go types to formats. Formats are added only while packages are initialised.
var formats = map[reflect.Type]*Format{}

// AddFormat makes T, a struct, the format with this name. The commands that print it default to the one
// of that name. A version above 1 replaces the earlier versions.
func AddFormat[T any](name string, version int, commands ...string) *Format {
	if len(commands) == 0 {
		commands = []string{name}
	}
	f := &Format{Name: strings.ReplaceAll(name, " ", "-"), Version: version, Commands: commands, Type: reflect.TypeFor[T]()}
	for _, other := range formats {
		if other.Type == f.Type || other.Name == f.Name {
			panic("format " + f.Name + " is added twice")
		}
	}
	formats[f.Type] = f
	return f
}

// Formats returns all formats, sorted by name.
func Formats() []*Format {
	return slices.SortedFunc(maps.Values(formats), func(a, b *Format) int { return strings.Compare(a.Name, b.Name) })
}

// FormatsOf returns the formats that a command prints, other than errors.
func FormatsOf(command string) (of []*Format) {
	for _, f := range Formats() {
		if slices.Contains(f.Commands, command) {
			of = append(of, f)
		}
	}
	return of
}

// ID returns the ID of the format's schema, such as urn:tain:perft:1.
func (f *Format) ID() string { return fmt.Sprintf("urn:tain:%s:%d", f.Name, f.Version) }

// Schema returns the JSON Schema of the format. It permits additional properties unless closed is set.
func (f *Format) Schema(closed bool) map[string]any {
	b := schema.Builder{Closed: closed}
	s := b.Object(f.Type)
	s["$schema"], s["$id"] = schema.Draft, f.ID()
	s["properties"].(map[string]any)["$schema"] = map[string]any{"const": f.ID()}
	s["required"] = append([]string{"$schema"}, s["required"].([]string)...)
	if len(b.Defs) > 0 {
		s["$defs"] = b.Defs
	}
	return s
}

// failure is the JSON document of an error.
type failure struct {
	Error Problem `json:"error"`
}

var failureFormat = AddFormat[failure]("error", 1)

// Bundle returns one schema for all documents that a command prints: those of the given schemas, and
// errors. The given schemas have IDs.
func Bundle(title string, closed bool, schemas ...map[string]any) map[string]any {
	refs, defs := []map[string]string{}, map[string]any{}
	for _, s := range append(schemas, failureFormat.Schema(closed)) {
		id := s["$id"].(string)
		refs, defs[id] = append(refs, map[string]string{"$ref": id}), s
	}
	return map[string]any{"$schema": schema.Draft, "title": title, "anyOf": refs, "$defs": defs}
}

// encode encodes a document of a known format as JSON without line breaks. The first field is $schema.
func encode(v any) ([]byte, error) {
	t := reflect.TypeOf(v)
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	f := formats[t]
	if f == nil {
		return nil, fmt.Errorf("%v has no JSON format", t)
	}
	text, err := oneLine(v)
	if err != nil {
		return nil, err
	}
	return f.label(text), nil
}

// label inserts the field $schema at the start of an encoded document.
func (f *Format) label(text []byte) []byte {
	head := fmt.Appendf(nil, `{"$schema":%q`, f.ID())
	if !bytes.Equal(text, []byte("{}")) {
		head = append(head, ',')
	}
	return append(head, text[1:]...)
}

// oneLine encodes a value as JSON without line breaks.
func oneLine(v any) ([]byte, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	err := enc.Encode(v)
	return bytes.TrimSpace(b.Bytes()), err
}
