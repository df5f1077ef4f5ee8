package config

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/pelletier/go-toml/v2"
	"github.com/pelletier/go-toml/v2/unstable"
)

// maxFile is the maximum size of a settings file in bytes.
const maxFile = 1 << 20

// File reads settings from a TOML file. Config reports its errors together with all other faults.
func (s *Settings) File(name string) {
	f, err := os.Open(name)
	if err != nil {
		s.blame(Source{Name: name}, fileError(err))
		return
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, maxFile+1))
	switch {
	case err != nil:
		s.blame(Source{Name: name}, fileError(err))
	case len(text) > maxFile:
		s.blame(Source{Name: name}, fmt.Sprintf("the file has more than %d bytes", maxFile))
	default:
		s.text(name, text)
	}
}

// fileError returns the message for a file that cannot be read, without the file name.
func fileError(err error) string {
	var path *os.PathError
	if errors.As(err, &path) {
		err = path.Err
	}
	return "the file cannot be read: " + err.Error()
}

// text reads settings from the text of a file, and records faults.
func (s *Settings) text(name string, text []byte) {
	// The decoder finds errors in the whole document, such as a duplicate table, but only the parser reports the
	// line of each value.
	var whole map[string]any
	if err := toml.Unmarshal(text, &whole); err != nil {
		at := Source{Name: name}
		var where *toml.DecodeError
		if errors.As(err, &where) {
			at.Line, _ = where.Position()
		}
		s.blame(at, "not TOML: "+strings.TrimPrefix(err.Error(), "toml: "))
		return
	}
	var p unstable.Parser
	p.Reset(text)
	table := ""
	for p.NextExpression() {
		e := p.Expression()
		switch e.Kind {
		case unstable.Table:
			table, _ = s.key(&p, e)
			table += "."
		case unstable.ArrayTable:
			list, line := s.key(&p, e)
			s.blame(Source{name, line}, list+" cannot be a list of tables: write ["+list+"]")
			table = list + "."
		case unstable.KeyValue:
			s.keyValue(&p, name, table, e)
		}
	}
}

// keyValue reads a key and its value, or the keys of an inline table.
func (s *Settings) keyValue(p *unstable.Parser, name, table string, e *unstable.Node) {
	key, line := s.key(p, e)
	at := Source{name, line}
	v := e.Value()
	if v.Kind == unstable.InlineTable {
		for it := v.Children(); it.Next(); {
			s.keyValue(p, name, table+key+".", it.Node())
		}
		return
	}
	in := rawValue{form: formOf(v.Kind), text: string(v.Data)}
	if in.form == anyForm {
		s.blame(at, table+key+" cannot be a date or a time of day")
		return
	}
	for it := v.Children(); v.Kind == unstable.Array && it.Next(); {
		if it.Node().Kind != unstable.String {
			s.blame(at, table+key+" must be a list of quoted strings")
			return
		}
		in.list = append(in.list, string(it.Node().Data))
	}
	s.set(table+key, at, in)
}

// key returns the key of an expression and its line.
func (s *Settings) key(p *unstable.Parser, e *unstable.Node) (key string, line int) {
	var parts []string
	for it := e.Key(); it.Next(); {
		if line == 0 {
			line = p.Shape(it.Node().Raw).Start.Line
		}
		parts = append(parts, string(it.Node().Data))
	}
	return strings.Join(parts, "."), line
}

// formOf returns the form of a TOML value, or anyForm if no setting accepts it.
func formOf(k unstable.Kind) form {
	return map[unstable.Kind]form{
		unstable.String: textForm, unstable.Bool: boolForm, unstable.Integer: numberForm, unstable.Float: numberForm, unstable.Array: listForm,
	}[k]
}
