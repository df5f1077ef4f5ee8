package definition

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

// mostBytes is the maximum size of a definition in bytes.
const mostBytes = 16 << 10

// span is the place of a field in the text: the offsets of its key, and of the first byte of its value. If
// the value is a quoted string, content is the offset of its first character, otherwise 0.
type span struct{ key, value, content int }

// in converts an offset in a string value to an offset in the text. If the offset is negative or the value
// is not a located string, in returns the start of the value.
func (s span) in(offset int) int {
	if s.content == 0 || offset < 0 {
		return s.value
	}
	return s.content + offset
}

// locate records the place of a field. The content of a string is located only if it contains no escapes.
func (r *reader) locate(path string, key, value int, content any) {
	at := span{key: key, value: value}
	if s, ok := content.(string); ok {
		for _, quote := range []string{`"""`, "'''", `"`, "'"} {
			if strings.HasPrefix(r.text[value:], quote+s+quote) {
				at.content = value + len(quote)
				break
			}
		}
	}
	r.where[path] = at
}

// tree parses the text into tables of plain values.
func (r *reader) tree() map[string]any {
	switch {
	case len(r.text) > mostBytes:
		r.general("definition.too-long", "the definition is longer than the limit of {most} bytes", message.Args{"most": mostBytes})
	case !utf8.ValidString(r.text):
		r.general("definition.utf8", "the definition is not UTF-8 text", nil)
	case registry.IsDefinition(r.text):
		return r.readJSON()
	default:
		return r.readTOML()
	}
	return nil
}

// general adds a fault that concerns the whole text.
func (r *reader) general(code message.Code, english string, args message.Args) {
	r.add(Fault{Message: message.New(code, english, args)})
}

// unreadable adds a syntax error.
func (r *reader) unreadable(offset int, why string) {
	r.add(Fault{Place: notation.PlaceAt(r.text, offset), Message: message.New("definition.unreadable",
		"the definition cannot be read: {why}", message.Args{"why": why})})
}

// endsEarly adds a fault at the end of a truncated definition.
func (r *reader) endsEarly() {
	r.add(Fault{Place: notation.PlaceAt(r.text, len(strings.TrimRight(r.text, " \t\r\n"))), Message: message.New("definition.ends-early",
		"the text ends too early: something is missing here, such as a closing brace", nil)})
}

// readJSON parses JSON into tables of plain values.
func (r *reader) readJSON() map[string]any {
	d := &decoder{json.NewDecoder(strings.NewReader(r.text)), r}
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
		r.endsEarly()
	default:
		r.unreadable(d.next(), err.Error())
	}
	return nil
}

// decoder reads JSON token by token, to locate the values.
type decoder struct {
	*json.Decoder
	r *reader
}

// mostDepth limits the nesting of tables and lists in JSON.
const mostDepth = 5

// next returns the offset of the next token.
func (d *decoder) next() int {
	at := int(d.InputOffset())
	for at < len(d.r.text) && strings.IndexByte(" \t\r\n,:", d.r.text[at]) >= 0 {
		at++
	}
	return at
}

// value parses the next value, and records where it and its fields are.
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
	d.r.locate(path, key, at, v)
	return v, err
}

// join appends a name to the path of a table.
func join(path, name string) string {
	if path == "" {
		return name
	}
	return path + "." + name
}
