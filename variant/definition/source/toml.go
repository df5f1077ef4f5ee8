package source

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/pelletier/go-toml/v2/unstable"

	"github.com/tainchess/tain/notation"
)

// tomlReader turns the syntax tree of a TOML text into tables of plain values. It does the work of
// toml.Unmarshal, which would add 150 kB to the program that the page loads, and also records where each
// value is.
type tomlReader struct {
	*Text
	unstable.Parser
	// states holds the state of each table that a header or a dotted key created, by its path.
	states map[string]tableState
	header string // path of the last header
	end    int    // offset after the last value, or inside it if it is a list or a table
}

// tableState records how a table was created, which determines what may still be added to it.
type tableState uint8

const (
	noTable  tableState = iota
	implicit            // by the header of a table inside it
	explicit            // by its own header
	dotted              // by a dotted key
)

// literal is the text of a date, a time or a number that is not whole. No field accepts such a value.
type literal string

// readTOML parses TOML into tables of plain values.
func (t *Text) readTOML() map[string]any {
	p := &tomlReader{Text: t, states: map[string]tableState{}}
	p.Reset([]byte(t.text))
	top := map[string]any{}
	table := top
	for p.NextExpression() && t.faults == nil {
		e := p.Expression()
		if e.Kind == unstable.KeyValue {
			p.keyValue(table, p.header, e)
		} else {
			table = p.table(top, e)
		}
	}
	if err := p.Error(); err != nil {
		offset := 0
		var at *unstable.ParserError
		if errors.As(err, &at) {
			offset = int(p.Range(at.Highlight).Offset)
		}
		why := err.Error()
		if c, size := utf8.DecodeRuneInString(t.text[offset:]); size > 1 { // the parser takes the first byte for the character
			why = strings.ReplaceAll(why, fmt.Sprintf("%#U", t.text[offset]), fmt.Sprintf("%#U", c))
		}
		t.unreadable(offset, why)
	}
	return top
}

// table returns the table for a header. The table must be new, or exist only because a header of a table inside
// it came first.
func (p *tomlReader) table(top map[string]any, e *unstable.Node) map[string]any {
	t, path := top, ""
	for keys := e.Key(); keys.Next(); {
		name, at := string(keys.Node().Data), int(keys.Node().Raw.Offset)
		path = join(path, name)
		old, exists := t[name].(map[string]any)
		switch last := keys.IsLast(); {
		case e.Kind == unstable.ArrayTable:
			p.unreadable(at, fmt.Sprintf("a definition has no lists of tables: write [%s]", notation.Clip(path)))
			return t
		case t[name] == nil:
			old = map[string]any{}
			t[name], p.states[path] = old, implicit
			p.where[path] = span{key: at, value: at}
		case !exists || p.states[path] == noTable || last && p.states[path] != implicit:
			p.unreadable(at, notation.Clip(path)+" is already defined")
			return t
		}
		t = old
		if keys.IsLast() {
			p.states[path] = explicit
			p.where[path] = span{key: at, value: at}
		}
	}
	p.header = path
	return t
}

// keyValue adds a key and its value to a table. Dotted keys create tables inside it.
func (p *tomlReader) keyValue(t map[string]any, path string, e *unstable.Node) {
	for keys := e.Key(); keys.Next(); {
		name, key := string(keys.Node().Data), keys.Node().Raw
		path = join(path, name)
		old, exists := t[name].(map[string]any)
		switch {
		case keys.IsLast() && t[name] == nil:
			rest := p.text[key.Offset+key.Length:]
			value := len(p.text) - len(strings.TrimLeft(rest, " \t="))
			t[name] = p.value(path, int(key.Offset), value, e.Value())
			return
		case t[name] == nil:
			old = map[string]any{}
			t[name], p.states[path] = old, dotted
			p.where[path] = span{key: int(key.Offset), value: int(key.Offset)}
		case keys.IsLast() || !exists || p.states[path] != dotted:
			p.unreadable(int(key.Offset), notation.Clip(path)+" is already defined")
			return
		}
		t = old
	}
}

// value returns the value of a field, and records where it and the values inside it are.
func (p *tomlReader) value(path string, key, at int, n *unstable.Node) any {
	if p.end = at + 1; n.Raw.Length > 0 {
		p.end = int(n.Raw.Offset + n.Raw.Length)
	}
	switch n.Kind {
	case unstable.String:
		p.locate(path, key, at, string(n.Data))
		return string(n.Data)
	case unstable.Bool:
		p.locate(path, key, at, nil)
		return string(n.Data) == "true"
	case unstable.Array:
		p.locate(path, key, at, nil)
		list := []any{}
		for all := n.Children(); all.Next(); {
			one := all.Node()
			rest := p.text[min(p.end, len(p.text)):]
			at := len(p.text) - len(strings.TrimLeft(rest, " \t\r\n,]}")) // a list or table has no offset of its own
			if one.Raw.Length > 0 {
				at = int(one.Raw.Offset)
			}
			list = append(list, p.value(join(path, strconv.Itoa(len(list))), at, at, one))
		}
		return list
	case unstable.InlineTable:
		p.locate(path, key, at, nil)
		table := map[string]any{}
		for all := n.Children(); all.Next(); {
			p.keyValue(table, path, all.Node())
		}
		return table
	}
	p.locate(path, key, at, nil)
	if i, err := strconv.ParseInt(string(n.Data), 0, 64); err == nil && n.Kind == unstable.Integer {
		return i
	}
	return literal(n.Data)
}
