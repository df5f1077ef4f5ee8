package main

import (
	"bytes"
	"cmp"
	"encoding"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/tainchess/tain/internal/protocol/wire"
)

// generator writes types as it comes upon them.
type generator struct {
	root    string
	sources map[string]*source
	names   map[string]reflect.Type // those that are written, by their name
	out     bytes.Buffer
	err     error
}

const header = `// What goes over the wire: the JSON of the server, and of the rules in the page.
// Written by internal/tool/wiretypes from the Go types; scripts/web writes it anew.
`

// generate returns the TypeScript of all types, by the module's root folder.
func generate(root string) ([]byte, error) {
	g := &generator{root: root, sources: map[string]*source{}, names: map[string]reflect.Type{}}
	g.out.WriteString(header)
	for _, t := range roots {
		g.typeName(t)
	}
	g.clientMessages()
	g.union("ServerMessage", slices.Collect(func(yield func(string) bool) {
		for _, m := range serverMessages {
			if !yield(g.typeName(reflect.TypeOf(m))) {
				return
			}
		}
	}))
	g.complete()
	return g.out.Bytes(), g.err
}

// complete fails if a type of the contract has been left out.
func (g *generator) complete() {
	for _, name := range g.source(reflect.TypeFor[wire.Snapshot]().PkgPath()).types {
		if g.names[name] == nil {
			g.fail("wire.%s is not written: add it to the roots", name)
		}
	}
}

func (g *generator) fail(format string, args ...any) {
	g.err = cmp.Or(g.err, fmt.Errorf(format, args...))
}

// source returns what the source of a package says.
func (g *generator) source(path string) *source {
	if s := g.sources[path]; s != nil {
		return s
	}
	s, err := readSource(g.root, path)
	if err != nil {
		g.fail("reading %s: %w", path, err)
		s = &source{}
	}
	g.sources[path] = s
	return s
}

var (
	textMarshaler = reflect.TypeFor[encoding.TextMarshaler]()
	jsonMarshaler = reflect.TypeFor[json.Marshaler]()
	rawMessage    = reflect.TypeFor[json.RawMessage]()
)

// typeName returns how TypeScript calls a type, which it writes if it has not
// been written.
func (g *generator) typeName(t reflect.Type) string {
	if t == rawMessage {
		return "unknown"
	}
	if text, ok := written[t]; ok {
		return g.declare(t, text)
	}
	if t.Name() != "" && t.PkgPath() != "" {
		switch custom := t.Implements(jsonMarshaler) || t.Implements(textMarshaler) ||
			reflect.PointerTo(t).Implements(jsonMarshaler); {
		case custom:
			g.fail("%v writes its own JSON: add it to the list of those that do", t)
			return "never"
		case t.Kind() == reflect.Struct:
			return g.structure(t)
		case t.Kind() == reflect.String:
			return g.texts(t)
		}
	}
	switch t.Kind() {
	case reflect.Bool:
		return "boolean"
	case reflect.String:
		return "string"
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64, reflect.Uint64, reflect.Float64:
		return "number"
	case reflect.Pointer:
		return g.typeName(t.Elem())
	case reflect.Slice:
		if t.Name() != "" {
			return g.declare(t, " = "+list(g.typeName(t.Elem()))+";")
		}
		return list(g.typeName(t.Elem()))
	case reflect.Map:
		return "Record<" + g.typeName(t.Key()) + ", " + g.typeName(t.Elem()) + ">"
	}
	g.fail("%v has no TypeScript", t)
	return "never"
}

// list returns the type of a list.
func list(of string) string {
	if strings.Contains(of, " ") {
		return "(" + of + ")[]"
	}
	return of + "[]"
}

// declare writes a type unless it has been written. A text that begins with a
// brace is an interface's, any other a type's.
func (g *generator) declare(t reflect.Type, text string) string {
	name := t.Name()
	if other := g.names[name]; other != nil {
		if other != t {
			g.fail("%v and %v would both be %s", t, other, name)
		}
		return name
	}
	g.names[name] = t
	g.write(name, g.source(t.PkgPath()).docs[name], text)
	return name
}

// write writes a declaration with what is said about it.
func (g *generator) write(name, doc, text string) {
	g.out.WriteByte('\n')
	comment(&g.out, "", doc)
	word := "type"
	if strings.HasSuffix(text, "}\n") || strings.HasSuffix(text, "}") {
		word = "interface"
	}
	fmt.Fprintf(&g.out, "export %s %s%s\n", word, name, strings.TrimSuffix(text, "\n"))
}

// comment writes what is said, if anything is.
func comment(b *bytes.Buffer, indent, text string) {
	if text != "" {
		fmt.Fprintf(b, "%s/** %s */\n", indent, strings.ReplaceAll(text, "*/", "*"))
	}
}

// texts writes a type of texts as the union of its constants.
func (g *generator) texts(t reflect.Type) string {
	var quoted []string
	for _, v := range g.source(t.PkgPath()).values[t.Name()] {
		quoted = append(quoted, strconv.Quote(v))
	}
	if len(quoted) == 0 {
		return "string"
	}
	return g.declare(t, " = "+strings.Join(quoted, " | ")+";")
}

// structure writes a struct as an interface that extends those embedded in it.
func (g *generator) structure(t reflect.Type) string {
	if g.names[t.Name()] == t {
		return t.Name()
	}
	return g.declare(t, g.body(t, ""))
}

// body returns the fields of a struct. The type field of a message is narrowed
// to its name.
func (g *generator) body(t reflect.Type, message string) string {
	var (
		parents []string
		b       bytes.Buffer
	)
	docs := g.source(t.PkgPath()).fields[t.Name()]
	if message != "" {
		fmt.Fprintf(&b, "  type: %q;\n", message)
	}
	for i := range t.NumField() {
		f := t.Field(i)
		name, rest, _ := strings.Cut(f.Tag.Get("json"), ",")
		switch {
		case f.Anonymous && name == "":
			parents = append(parents, g.typeName(f.Type))
			continue
		case !f.IsExported() || name == "-":
			continue
		}
		optional := strings.Contains(rest, "omitempty") || strings.Contains(rest, "omitzero")
		of := strings.ReplaceAll(f.Tag.Get("ts"), "'", `"`)
		if of == "" {
			of = g.typeName(f.Type)
			if f.Type.Kind() == reflect.Pointer && !optional && !always[f.Type] {
				of += " | null"
			}
		}
		comment(&b, "  ", docs[f.Name])
		mark := ""
		if optional {
			mark = "?"
		}
		fmt.Fprintf(&b, "  %s%s: %s;\n", name, mark, of)
	}
	extends := " "
	if len(parents) > 0 {
		extends = " extends " + strings.Join(parents, ", ") + " "
	}
	return extends + "{\n" + b.String() + "}"
}

// clientMessages writes the messages of a page and their union.
func (g *generator) clientMessages() {
	var names []string
	for _, name := range wire.ClientTypes() {
		t := reflect.TypeOf(wire.NewClientMessage(name)).Elem()
		names = append(names, g.declare(t, g.body(t, name)))
	}
	g.union("ClientMessage", names)
}

// union writes a type that is one of several.
func (g *generator) union(name string, of []string) {
	doc := g.source(reflect.TypeFor[wire.Snapshot]().PkgPath()).docs[name]
	g.write(name, doc, " =\n  | "+strings.Join(of, "\n  | ")+";")
}
