package ruledata

import (
	"maps"
	"reflect"

	"github.com/tainchess/tain/internal/schema"
	"github.com/tainchess/tain/rules"
)

// Schema returns the JSON Schema (draft 2020-12) for a rule set's document. It derives the schema from Go
// types and their tags, as described in internal/schema.
func Schema(r rules.Rules) ([]byte, error) {
	document := Of(r)
	b := schema.Builder{Closed: true}
	root := b.Object(reflect.TypeOf(document))
	id := reflect.ValueOf(document).FieldByName("Schema").String()
	root["properties"].(map[string]any)["$schema"] = map[string]any{"const": id}
	all := map[string]any{
		"$schema": schema.Draft,
		"$id":     id,
		"title":   "A rule set as data",
		"$defs":   b.Defs,
	}
	maps.Copy(all, root)
	return Encode(all)
}
