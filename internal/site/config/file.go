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

// maxFile is the most bytes a file of settings may have.
const maxFile = 1 << 20

// File takes settings from a TOML file. What cannot be read is told by Config
// with all other faults.
func (s *Settings) File(name string) {
	f, err := os.Open(name)
	if err != nil {
		s.blame(Source{Name: name}, "the file", fileError(err))
		return
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, maxFile+1))
	switch {
	case err != nil:
		s.blame(Source{Name: name}, "the file", fileError(err))
	case len(text) > maxFile:
		s.blame(Source{Name: name}, "the file", fmt.Sprintf("it has more than %d bytes", maxFile))
	default:
		s.text(name, text)
	}
}

// fileError is an error of the system without the name of the file.
func fileError(err error) string {
	var path *os.PathError
	if errors.As(err, &path) {
		return "it cannot be read: " + path.Err.Error()
	}
	return "it cannot be read: " + err.Error()
}

// text takes settings from the text of a file.
func (s *Settings) text(name string, text []byte) {
	// What the whole document may not have, such as a table that is there
	// twice, only the decoder knows; where each key stands, only the parser.
	var whole map[string]any
	if err := toml.Unmarshal(text, &whole); err != nil {
		at := Source{Name: name}
		var where *toml.DecodeError
		if errors.As(err, &where) {
			at.Line, _ = where.Position()
		}
		s.blame(at, "not TOML", strings.TrimPrefix(err.Error(), "toml: "))
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
			s.blame(Source{name, line}, list, "a list of tables is no setting: write ["+list+"]")
			table = list + "."
		case unstable.KeyValue:
			s.keyValue(&p, name, table, e)
		}
	}
}

// keyValue takes a line of a file, or a part of a table within a line.
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
		s.blame(at, table+key, "dates and times of day are no settings")
		return
	}
	for it := v.Children(); v.Kind == unstable.Array && it.Next(); {
		if it.Node().Kind != unstable.String {
			s.blame(at, table+key, "a list has texts in quotes")
			return
		}
		in.list = append(in.list, string(it.Node().Data))
	}
	s.set(table+key, at, in)
}

// key returns the key of an expression and the line it stands on.
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

// formOf tells how a value of TOML was written; anyForm is none we take.
func formOf(k unstable.Kind) form {
	switch k {
	case unstable.String:
		return textForm
	case unstable.Bool:
		return boolForm
	case unstable.Integer, unstable.Float:
		return numberForm
	case unstable.Array:
		return listForm
	}
	return anyForm
}
