package ruledata

import (
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"strconv"
	"strings"

	"github.com/tainchess/tain/rules"
)

// Schema returns the JSON Schema (draft 2020-12) for a rule set's document. It derives the schema from Go
// types: the struct tag doc describes a field, and the tags enum (separated by |), pattern, keys, min and
// size restrict it. A size that ends with + is a minimum.
func Schema(r rules.Rules) ([]byte, error) {
	document := Of(r)
	t := reflect.TypeOf(document)
	b := builder{defs: map[string]any{}, types: map[string]reflect.Type{}}
	root := b.object(t)
	id := reflect.ValueOf(document).FieldByName("Schema").String()
	root["properties"].(map[string]any)["$schema"] = map[string]any{"const": id}
	all := map[string]any{
		"$schema": "https://json-schema.org/draft/2020-12/schema",
		"$id":     id,
		"title":   "A rule set as data",
		"$defs":   b.defs,
	}
	maps.Copy(all, root)
	return Encode(all)
}

// builder creates schemas for types. It describes each struct once, in defs.
type builder struct {
	defs  map[string]any
	types map[string]reflect.Type
}

// object describes a struct.
func (b *builder) object(t reflect.Type) map[string]any {
	properties, required := map[string]any{}, []string{}
	b.fields(t, properties, &required)
	return map[string]any{
		"type": "object", "additionalProperties": false, "properties": properties, "required": required,
	}
}

// fields adds the fields of a struct and its embedded structs to properties, and the names of required fields
// to required.
func (b *builder) fields(t reflect.Type, properties map[string]any, required *[]string) {
	for i := range t.NumField() {
		f := t.Field(i)
		name, options, _ := strings.Cut(f.Tag.Get("json"), ",")
		if f.Anonymous && name == "" {
			b.fields(f.Type, properties, required)
			continue
		}
		properties[name] = b.field(f)
		if !strings.Contains(options, "omitempty") && !strings.Contains(options, "omitzero") {
			*required = append(*required, name)
		}
	}
}

// field describes a field and applies its tags.
func (b *builder) field(f reflect.StructField) map[string]any {
	s, value := b.value(f.Type)
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
		panic(fmt.Sprintf("ruledata: tag %q is not a number", text))
	}
	return json.Number(text)
}

// value returns the schema for a type. It also returns the schema for the innermost element type, to which
// the tags enum, pattern and min apply.
func (b *builder) value(t reflect.Type) (s, inner map[string]any) {
	switch t.Kind() {
	case reflect.Struct:
		name := strings.ToLower(t.Name()[:1]) + strings.TrimSuffix(t.Name()[1:], "Data")
		switch known := b.types[name]; known {
		case nil:
			b.types[name] = t
			b.defs[name] = b.object(t)
		case t:
		default:
			panic(fmt.Sprintf("ruledata: %v and %v share the name %s", known, t, name))
		}
		s = map[string]any{"$ref": "#/$defs/" + name}
		return s, s
	case reflect.Slice, reflect.Array:
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
	case reflect.Int, reflect.Uint32:
		s = map[string]any{"type": "integer"}
	default:
		panic("ruledata: unsupported type " + t.String())
	}
	return s, s
}
