package definition

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/tainchess/tain/message"
	"github.com/tainchess/tain/notation"
	"github.com/tainchess/tain/rules/registry"
)

// ReadText reads the text of a definition. It reads at most one byte more than the size limit, so that
// [Parse] can detect a definition that is too long.
func ReadText(in io.Reader) (string, error) {
	text, err := io.ReadAll(io.LimitReader(in, mostBytes+1))
	return string(text), err
}

// Parse parses a definition, which is JSON if it starts with a brace and TOML otherwise. The error is of type
// [Faults] and lists all faults. Parse returns warnings about fields without effect.
func Parse(text string) (d *Definition, warnings []Fault, err error) {
	r := parse(text)
	if r.faults != nil {
		return nil, r.warnings, r.faults
	}
	return r.d, r.warnings, nil
}

func parse(text string) *reader {
	r := &reader{d: New("")}
	top := r.tree(strings.TrimPrefix(text, "\ufeff")) // remove a byte order mark
	if r.faults == nil {
		r.read(top)
	}
	return r
}

// tree parses the text into tables of plain values.
func (r *reader) tree(text string) map[string]any {
	switch {
	case len(text) > mostBytes:
		r.fault("", "definition.too-long", "the definition has {count} bytes; the limit is {most}", message.Args{"count": len(text), "most": mostBytes})
	case !utf8.ValidString(text):
		r.fault("", "definition.utf8", "the definition is not UTF-8 text", nil)
	case registry.IsDefinition(text):
		d := json.NewDecoder(bytes.NewReader([]byte(text)))
		d.UseNumber()
		top, err := object(d, 0)
		if err == nil {
			if _, more := d.Token(); more != io.EOF {
				err = fmt.Errorf("unexpected text after the definition")
			}
		}
		switch {
		case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
			r.endsEarly(text)
		case err != nil:
			r.fault("", "definition.unreadable", "the definition cannot be read: {why}", message.Args{"why": err.Error()})
		}
		return top
	default:
		top, err := readTOML(text)
		if err != nil {
			r.fault("", "definition.unreadable", "the definition cannot be read: {why}", message.Args{"why": err.Error()})
		}
		return top
	}
	return nil
}

// endsEarly adds a fault with the place where a truncated definition ends.
func (r *reader) endsEarly(text string) {
	text = strings.TrimRight(text, " \t\r\n")
	line := text[strings.LastIndexByte(text, '\n')+1:]
	r.fault("", "definition.ends-early",
		"the text of the definition ends too early, at line {line}, column {column}: something is missing there, such as a closing brace", message.Args{"line": strings.Count(text, "\n") + 1, "column": utf8.RuneCountInString(line) + 1})
}

// object parses a JSON object and rejects duplicate names.
func object(d *json.Decoder, depth int) (map[string]any, error) {
	if t, err := d.Token(); err != nil {
		return nil, err
	} else if t != json.Delim('{') || depth > 3 {
		return nil, fmt.Errorf("expected an object at byte %d", d.InputOffset())
	}
	all := map[string]any{}
	for d.More() {
		t, err := d.Token()
		if err != nil {
			return nil, err
		}
		name, ok := t.(string)
		if _, twice := all[name]; twice || !ok {
			return nil, fmt.Errorf("duplicate key %q", notation.Clip(name))
		}
		var raw json.RawMessage
		if err := d.Decode(&raw); err != nil {
			return nil, err
		}
		if all[name], err = plain(raw, depth); err != nil {
			return nil, err
		}
	}
	_, err := d.Token()
	return all, err
}

// plain converts a JSON value to the type that a TOML parser would return.
func plain(raw json.RawMessage, depth int) (any, error) {
	if raw[0] == '{' {
		d := json.NewDecoder(bytes.NewReader(raw))
		d.UseNumber()
		return object(d, depth+1)
	}
	if raw[0] == '[' && len(raw) > mostList {
		return []any(nil), nil // the reader reports a fault for the field
	}
	var v any
	if err := json.Unmarshal(raw, &v); err != nil {
		return nil, err
	}
	if f, ok := v.(float64); ok && f == float64(int64(f)) {
		return int64(f), nil
	}
	return v, nil
}
