// Package source parses the text of a definition, in TOML or JSON, into tables of plain values: maps, lists, strings,
// bools, numbers and, for anything else, values that no field accepts. It remembers where each value is, so that
// package definition can report the place of an error.
//
// [Parse] reads a text. source.go reads JSON, and toml.go TOML.
package source

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/tainchess/tain/message"
	"github.com/tainchess/tain/notation"
	"github.com/tainchess/tain/rules/registry"
)

// MaxBytes is the maximum size of a definition in bytes.
const MaxBytes = 16 << 10

// Whole is the offset that denotes a whole value.
const Whole = -1

// Text is a text whose fields have been located. The path of a field consists of the names of its table and of the
// field, as in seam.kinds, or of the name of a list and an index, as in links.0.
type Text struct {
	text   string
	where  map[string]span
	faults []Fault
}

// Fault is a syntax error.
type Fault struct {
	Place   notation.Place // zero if the fault concerns the whole text
	Message message.Message
}

// span is the place of a field in the text: the offsets of its key, and of the first byte of its value. If
// the value is a quoted string without escapes, content is the offset of its first character, otherwise 0.
type span struct{ key, value, content int }

// in converts an offset in a string value to an offset in the text. If the offset is negative or the value
// is not a located string, in returns the start of the value.
func (s span) in(offset int) int {
	if s.content == 0 || offset < 0 {
		return s.value
	}
	return s.content + offset
}

// Parse parses a text, which is JSON if it starts with a brace and TOML otherwise, into tables of plain values. If
// there are faults, the tables are incomplete.
func Parse(text string) (t *Text, top map[string]any, faults []Fault) {
	t = &Text{text: text, where: map[string]span{}}
	switch {
	case len(t.text) > MaxBytes:
		t.general("definition.too-long", "the definition is longer than the limit of {most} bytes", message.Args{"most": MaxBytes})
	case !utf8.ValidString(t.text):
		t.general("definition.utf8", "the definition is not UTF-8 text", nil)
	case registry.IsDefinition(t.text):
		top = t.readJSON()
	case json.Valid([]byte(t.text)):
		t.general("definition.object", "a definition in JSON is an object in braces, not a list or a single value", nil)
	default:
		top = t.readTOML()
	}
	return t, top, t.faults
}

// Has reports whether the text has a field.
func (t *Text) Has(path string) bool {
	_, ok := t.where[path]
	return ok
}

// Key returns the place of a field's key.
func (t *Text) Key(path string) notation.Place { return notation.PlaceAt(t.text, t.where[path].key) }

// Value returns the place of a field's value or, unless offset is [Whole], of the byte at an offset in a string
// value. If the field is missing, it returns the place of the field's table.
func (t *Text) Value(path string, offset int) notation.Place {
	for {
		if at, ok := t.where[path]; ok {
			return notation.PlaceAt(t.text, at.in(offset))
		}
		cut := strings.LastIndexByte(path, '.')
		if cut < 0 {
			return notation.PlaceAt(t.text, 0)
		}
		path, offset = path[:cut], Whole
	}
}

// locate records the place of a field. The content of a string is located only if it contains no escapes.
func (t *Text) locate(path string, key, value int, content any) {
	at := span{key: key, value: value}
	if s, ok := content.(string); ok {
		for _, quote := range []string{`"""`, "'''", `"`, "'"} {
			if strings.HasPrefix(t.text[value:], quote+s+quote) {
				at.content = value + len(quote)
				break
			}
		}
	}
	t.where[path] = at
}

func (t *Text) add(f Fault) {
	if len(t.faults) < notation.MostFaults {
		t.faults = append(t.faults, f)
	}
}

// general adds a fault that concerns the whole text.
func (t *Text) general(code message.Code, english string, args message.Args) {
	t.add(Fault{Message: message.New(code, english, args)})
}

// unreadable adds a syntax error.
func (t *Text) unreadable(offset int, why string) {
	t.add(Fault{Place: notation.PlaceAt(t.text, offset), Message: message.New("definition.unreadable",
		"the definition cannot be read: {why}", message.Args{"why": why})})
}

// endsEarly adds a fault at the end of a truncated definition.
func (t *Text) endsEarly() {
	t.add(Fault{Place: notation.PlaceAt(t.text, len(strings.TrimRight(t.text, " \t\r\n"))), Message: message.New("definition.ends-early",
		"the text ends too early: something is missing here, such as a closing brace", nil)})
}

// readJSON parses JSON into tables of plain values.
func (t *Text) readJSON() map[string]any {
	d := &decoder{json.NewDecoder(strings.NewReader(t.text)), t}
	d.UseNumber()
	top, err := d.value("", 0)
	if err == nil {
		if _, more := d.Token(); more != io.EOF {
			err = errors.New("unexpected text after the definition")
		}
	}
	switch {
	case err == nil:
		table, _ := top.(map[string]any)
		return table
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		t.endsEarly()
	default:
		t.unreadable(d.next(), err.Error())
	}
	return nil
}

// decoder reads JSON token by token, to locate the values.
type decoder struct {
	*json.Decoder
	source *Text
}

// mostDepth limits the nesting of tables and lists in JSON.
const mostDepth = 5

// next returns the offset of the next token.
func (d *decoder) next() int {
	at := int(d.InputOffset())
	for at < len(d.source.text) && strings.IndexByte(" \t\r\n,:", d.source.text[at]) >= 0 {
		at++
	}
	return at
}

// value parses the next value and records where the values inside it are.
func (d *decoder) value(path string, depth int) (any, error) {
	if depth > mostDepth {
		return nil, fmt.Errorf("%s is nested too deeply", notation.Clip(path))
	}
	t, err := d.Token()
	if err != nil {
		return nil, err
	}
	switch t := t.(type) {
	case json.Delim:
		if t == '{' {
			return d.object(path, depth)
		}
		return d.list(path, depth)
	case json.Number:
		f, err := t.Float64()
		if err == nil && f == float64(int64(f)) {
			return int64(f), nil
		}
		if err == nil {
			return f, nil
		}
		return t.String(), nil
	}
	return t, nil
}

// object parses the rest of an object and rejects duplicate keys.
func (d *decoder) object(path string, depth int) (any, error) {
	all := map[string]any{}
	for d.More() {
		key := d.next()
		t, err := d.Token()
		if err != nil {
			return nil, err
		}
		name, _ := t.(string)
		if _, twice := all[name]; twice {
			return nil, fmt.Errorf("duplicate key %q", notation.Clip(name))
		}
		if all[name], err = d.located(join(path, name), key, depth); err != nil {
			return nil, err
		}
	}
	_, err := d.Token()
	return all, err
}

// list parses the rest of a list.
func (d *decoder) list(path string, depth int) (any, error) {
	all := []any{}
	for d.More() {
		v, err := d.located(join(path, strconv.Itoa(len(all))), d.next(), depth)
		if err != nil {
			return nil, err
		}
		all = append(all, v)
	}
	_, err := d.Token()
	return all, err
}

// located parses the next value and records its place.
func (d *decoder) located(path string, key, depth int) (any, error) {
	at := d.next()
	v, err := d.value(path, depth+1)
	d.source.locate(path, key, at, v)
	return v, err
}

// join appends a name to the path of a table.
func join(path, name string) string {
	if path == "" {
		return name
	}
	return path + "." + name
}
