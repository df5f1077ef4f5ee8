// Package schema derives JSON Schemas (draft 2020-12) from Go types that are encoded as JSON. It
// also decides whether a new version of a schema accepts the documents' readers ([Breaks]).
//
// The struct tag doc describes a field, and the tags enum (separated by |), pattern, keys, min and
// size restrict it. A size that ends with + is a minimum.
package schema

import (
	"encoding"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
)

// Draft is the address of the JSON Schema version.
const Draft = "https://json-schema.org/draft/2020-12/schema"

// Encoded is implemented by a type with its own JSON encoding. JSONType returns a value of a type that
// is encoded in the same way.
type Encoded interface{ JSONType() any }

// Builder creates schemas for types. It describes each struct once, in Defs.
type Builder struct {
	Closed bool // objects have no properties other than those described
	Defs   map[string]any

	types map[string]reflect.Type
}

// Object describes a struct.
func (b *Builder) Object(t reflect.Type) map[string]any {
	if b.Defs == nil {
		b.Defs, b.types = map[string]any{}, map[string]reflect.Type{}
	}
	properties, required := map[string]any{}, []string{}
	b.fields(t, properties, &required, true)
	s := map[string]any{"type": "object", "properties": properties, "required": required}
	if b.Closed {
		s["additionalProperties"] = false
	}
	return s
}

// fields adds the fields of a struct and its embedded structs to properties, and the names of required
// fields to required. The fields of an embedded pointer are not always present. A struct's own field hides
// one of the same name in a struct embedded before it.
func (b *Builder) fields(t reflect.Type, properties map[string]any, required *[]string, present bool) {
	for i := range t.NumField() {
		f := t.Field(i)
		name, options, _ := strings.Cut(f.Tag.Get("json"), ",")
		switch {
		case embeds(f):
			of := f.Type
			if of.Kind() == reflect.Pointer {
				of = of.Elem()
			}
			b.fields(of, properties, required, present && f.Type.Kind() != reflect.Pointer)
			continue
		case name == "-" || !f.IsExported():
			continue
		case name == "":
			name = f.Name
		}
		if _, hidden := properties[name]; hidden {
			*required = slices.DeleteFunc(*required, func(other string) bool { return other == name })
		}
		optional := strings.Contains(options, "omitempty") || strings.Contains(options, "omitzero")
		properties[name] = b.field(f, optional)
		if present && !optional {
			*required = append(*required, name)
		}
	}
}

// embeds reports whether a field is an embedded struct whose fields are encoded like those of the outer
// struct.
func embeds(f reflect.StructField) bool {
	t := f.Type
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	return f.Anonymous && t.Kind() == reflect.Struct && f.Tag.Get("json") == ""
}

// field describes a field and applies its tags.
func (b *Builder) field(f reflect.StructField, optional bool) map[string]any {
	t := f.Type
	if optional && t.Kind() == reflect.Pointer {
		t = t.Elem() // nil is omitted
	}
	s, value := b.value(t)
	if values := f.Tag.Get("enum"); values != "" {
		value["enum"] = strings.Split(values, "|")
	}
	if pattern := f.Tag.Get("pattern"); pattern != "" {
		value["pattern"] = pattern
	}
	if least := f.Tag.Get("min"); least != "" {
		value["minimum"] = number(least)
	}
	if size := f.Tag.Get("size"); size != "" {
		of := "Items"
		if f.Type.Kind() == reflect.Map {
			of = "Properties"
		}
		least, open := strings.CutSuffix(size, "+")
		if s["min"+of] = number(least); !open {
			s["max"+of] = number(least)
		}
	}
	if keys := f.Tag.Get("keys"); keys != "" {
		s["propertyNames"] = map[string]any{"pattern": keys}
	}
	if doc := f.Tag.Get("doc"); doc != "" {
		s["description"] = doc
	}
	return s
}

func number(text string) json.Number {
	if _, err := strconv.Atoi(text); err != nil {
		panic(fmt.Sprintf("schema: tag %q is not a number", text))
	}
	return json.Number(text)
}

var (
	encodedType   = reflect.TypeFor[Encoded]()
	marshalerType = reflect.TypeFor[json.Marshaler]()
	textType      = reflect.TypeFor[encoding.TextMarshaler]()
	timeType      = reflect.TypeFor[time.Time]()
	rawType       = reflect.TypeFor[json.RawMessage]()
)

// value returns the schema for a type. It also returns the schema for the innermost element type, to which
// the tags enum, pattern and min apply.
func (b *Builder) value(t reflect.Type) (s, inner map[string]any) {
	switch {
	case t.Implements(encodedType) && t.Kind() != reflect.Interface:
		return b.value(reflect.TypeOf(reflect.New(t).Elem().Interface().(Encoded).JSONType()))
	case reflect.PointerTo(t).Implements(encodedType):
		return b.value(reflect.TypeOf(reflect.New(t).Interface().(Encoded).JSONType()))
	case t == timeType:
		s = map[string]any{"type": "string", "format": "date-time"}
		return s, s
	case t == rawType || t.Kind() == reflect.Interface:
		s = map[string]any{}
		return s, s
	case t.Implements(marshalerType) || reflect.PointerTo(t).Implements(marshalerType):
		panic(fmt.Sprintf("schema: %v has its own JSON encoding; implement JSONType", t))
	case t.Implements(textType):
		s = map[string]any{"type": "string"}
		return s, s
	}
	switch t.Kind() {
	case reflect.Struct:
		s = map[string]any{"$ref": "#/$defs/" + b.define(t)}
		return s, s
	case reflect.Pointer:
		value, inner := b.value(t.Elem())
		return map[string]any{"anyOf": []any{value, map[string]any{"type": "null"}}}, inner
	case reflect.Slice, reflect.Array:
		if t.Elem().Kind() == reflect.Uint8 && t.Kind() == reflect.Slice {
			s = map[string]any{"type": "string", "contentEncoding": "base64"}
			return s, s
		}
		items, inner := b.value(t.Elem())
		s = map[string]any{"type": "array", "items": items}
		if t.Kind() == reflect.Array {
			s["minItems"], s["maxItems"] = t.Len(), t.Len()
		}
		return s, inner
	case reflect.Map:
		values, inner := b.value(t.Elem())
		s = map[string]any{"type": "object", "additionalProperties": values}
		return s, inner
	case reflect.Bool:
		s = map[string]any{"type": "boolean"}
	case reflect.String:
		s = map[string]any{"type": "string"}
	case reflect.Float32, reflect.Float64:
		s = map[string]any{"type": "number"}
	default:
		if !t.ConvertibleTo(reflect.TypeFor[int]()) {
			panic("schema: unsupported type " + t.String())
		}
		s = map[string]any{"type": "integer"}
	}
	return s, s
}

// define describes a struct in Defs and returns its name there. Types of different packages that share a
// name have the package in front of it.
func (b *Builder) define(t reflect.Type) string {
	name := "object" // a struct type without a name
	if r := []rune(t.Name()); len(r) > 0 {
		name = string(unicode.ToLower(r[0])) + strings.TrimSuffix(string(r[1:]), "Data")
	}
	if known := b.types[name]; known != nil && known != t {
		name = t.PkgPath()[strings.LastIndexByte(t.PkgPath(), '/')+1:] + "." + name
	}
	switch known := b.types[name]; known {
	case nil:
		b.types[name] = t
		b.Defs[name] = b.Object(t)
	case t:
	default:
		panic(fmt.Sprintf("schema: %v and %v share the name %s", known, t, name))
	}
	return name
}

// Breaks returns the first reason why a program that reads documents of the old schema might fail on
// documents of the new one, or "" if there is none. The new schema may have additional properties.
// Both are decoded JSON.
func Breaks(before, after map[string]any) string {
	c := comparison{before, after, map[[2]string]bool{}}
	return c.breaks("", before, after)
}

type comparison struct {
	before, after map[string]any
	seen          map[[2]string]bool // pairs of compared references
}

// resolve follows a reference to $defs.
func resolve(root, s map[string]any) (map[string]any, string) {
	ref, _ := s["$ref"].(string)
	name, ok := strings.CutPrefix(ref, "#/$defs/")
	if !ok {
		return s, ""
	}
	defs, _ := root["$defs"].(map[string]any)
	to, _ := defs[name].(map[string]any)
	return to, name
}

func (c *comparison) breaks(path string, a, b map[string]any) string {
	place := strings.TrimPrefix(path, ".")
	if place == "" {
		place = "the document"
	}
	a, from := resolve(c.before, a)
	b, to := resolve(c.after, b)
	if from != "" && to != "" {
		if c.seen[[2]string{from, to}] {
			return ""
		}
		c.seen[[2]string{from, to}] = true
	}
	for _, key := range []string{
		"type", "const", "enum", "pattern", "format", "contentEncoding", "minimum", "minItems", "maxItems",
		"minProperties", "maxProperties", "propertyNames",
	} {
		if !reflect.DeepEqual(a[key], b[key]) {
			return fmt.Sprintf("%s: %s changes from %v to %v", place, key, a[key], b[key])
		}
	}
	always := map[string]bool{}
	for _, name := range list(b["required"]) {
		always[fmt.Sprint(name)] = true
	}
	for _, name := range list(a["required"]) {
		if !always[fmt.Sprint(name)] {
			return fmt.Sprintf("%s: %v is no longer always present", place, name)
		}
	}
	olds, _ := a["properties"].(map[string]any)
	news, _ := b["properties"].(map[string]any)
	for name, old := range olds {
		with, ok := news[name].(map[string]any)
		if !ok {
			return fmt.Sprintf("%s: %s is gone", place, name)
		}
		if why := c.breaks(path+"."+name, old.(map[string]any), with); why != "" {
			return why
		}
	}
	for _, key := range []string{"items", "additionalProperties"} {
		old, ok := a[key].(map[string]any)
		with, has := b[key].(map[string]any)
		if ok != has {
			return fmt.Sprintf("%s: %s changes", place, key)
		}
		if ok {
			if why := c.breaks(path+"[]", old, with); why != "" {
				return why
			}
		}
	}
	old, with := list(a["anyOf"]), list(b["anyOf"])
	if len(old) != len(with) {
		return place + ": anyOf changes"
	}
	for i := range old {
		if why := c.breaks(path, old[i].(map[string]any), with[i].(map[string]any)); why != "" {
			return why
		}
	}
	return ""
}

func list(v any) []any {
	all, _ := v.([]any)
	return all
}
