//go:build !js

package definition

import (
	"errors"
	"strconv"
	"strings"

	"github.com/pelletier/go-toml/v2"
	"github.com/pelletier/go-toml/v2/unstable"
)

// readTOML parses TOML into tables of plain values.
func (r *reader) readTOML() (top map[string]any) {
	err := toml.Unmarshal([]byte(r.text), &top)
	var at *toml.DecodeError
	switch {
	case errors.As(err, &at):
		row, column := at.Position()
		lines := strings.SplitAfter(r.text, "\n")
		r.unreadable(len(strings.Join(lines[:row-1], ""))+column-1, strings.TrimPrefix(at.Error(), "toml: "))
		return nil
	case err != nil:
		r.unreadable(0, err.Error())
		return nil
	}
	p := &unstable.Parser{}
	p.Reset([]byte(r.text))
	table := ""
	for p.NextExpression() {
		switch e := p.Expression(); e.Kind {
		case unstable.Table, unstable.ArrayTable:
			keys := e.Key()
			at, _ := r.locateKeys("", keys)
			table, at.value = at.path, at.key
			r.where[table] = at.span
		case unstable.KeyValue:
			r.locateValue(table, e)
		}
	}
	return top
}

// located is a field with its place.
type located struct {
	span
	path string
}

// locateKeys records the places of the keys before the last one, and returns the place of the last one and
// the offset of the text after it.
func (r *reader) locateKeys(path string, keys unstable.Iterator) (at located, end int) {
	at.path = path
	for first := true; keys.Next(); first = false {
		if _, known := r.where[at.path]; !first && !known {
			r.where[at.path] = at.span
		}
		raw := keys.Node().Raw
		at.key, at.value = int(raw.Offset), int(raw.Offset)
		at.path, end = join(at.path, string(keys.Node().Data)), int(raw.Offset+raw.Length)
	}
	return at, end
}

// locateValue records the place of a key and its value, and of the fields and elements of the value.
func (r *reader) locateValue(path string, e *unstable.Node) {
	at, end := r.locateKeys(path, e.Key())
	rest := r.text[end:]
	value := end + len(rest) - len(strings.TrimLeft(rest, " \t="))
	r.locateNode(at.path, at.key, value, e.Value())
}

func (r *reader) locateNode(path string, key, value int, n *unstable.Node) {
	var content any
	if n.Kind == unstable.String {
		content = string(n.Data)
	}
	r.locate(path, key, value, content)
	i := 0
	for all := n.Children(); n.Kind == unstable.Array && all.Next(); i++ {
		if one := all.Node(); one.Raw.Length > 0 {
			value = int(one.Raw.Offset)
		}
		r.locateNode(path+"."+strconv.Itoa(i), value, value, all.Node())
	}
	for all := n.Children(); n.Kind == unstable.InlineTable && all.Next(); {
		r.locateValue(path, all.Node())
	}
}
