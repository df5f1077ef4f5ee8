package schema

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"
)

type leaf struct {
	Name string `json:"name"`
}

type before struct {
	Count int     `json:"count"`
	Leaf  *leaf   `json:"leaf,omitempty"`
	All   []leaf  `json:"all"`
	Share float64 `json:"share,omitempty"`
}

type added struct {
	before
	More string `json:"more"`
}

type retyped struct {
	Count string  `json:"count"`
	Leaf  *leaf   `json:"leaf,omitempty"`
	All   []leaf  `json:"all"`
	Share float64 `json:"share,omitempty"`
}

type removed struct {
	Count int    `json:"count"`
	Leaf  *leaf  `json:"leaf,omitempty"`
	All   []leaf `json:"all"`
}

type sometimes struct {
	Count int     `json:"count,omitempty"`
	Leaf  *leaf   `json:"leaf,omitempty"`
	All   []leaf  `json:"all"`
	Share float64 `json:"share,omitempty"`
}

type deeper struct {
	Count int     `json:"count"`
	Leaf  *leaf   `json:"leaf,omitempty"`
	All   []other `json:"all"`
	Share float64 `json:"share,omitempty"`
}

type other struct {
	Title string `json:"title"`
}

func decoded(t *testing.T, v any) map[string]any {
	t.Helper()
	var b Builder
	s := b.Object(reflect.TypeOf(v))
	s["$defs"] = b.Defs
	text, err := json.Marshal(s)
	if err != nil {
		t.Fatalf("json.Marshal: %v", err)
	}
	var d map[string]any
	if err := json.Unmarshal(text, &d); err != nil {
		t.Fatalf("json.Unmarshal: %v", err)
	}
	return d
}

func TestBreaks(t *testing.T) {
	for _, test := range []struct {
		after any
		want  string
	}{
		{before{}, ""},
		{added{}, ""},
		{retyped{}, "count: type changes from integer to string"},
		{removed{}, "the document: share is gone"},
		{sometimes{}, "the document: count is no longer always present"},
		{deeper{}, "all[]: name is no longer always present"},
	} {
		if got := Breaks(decoded(t, before{}), decoded(t, test.after)); got != test.want {
			t.Errorf("Breaks(before, %T) = %q, want %q", test.after, got, test.want)
		}
	}
}

// ring contains itself.
type ring struct {
	Next []ring `json:"next"`
	When Day    `json:"when"`
}

// Day has its own encoding.
type Day int

func (Day) MarshalJSON() ([]byte, error) { return []byte(`"Monday"`), nil }

func (Day) JSONType() any { return "" }

// hides has a field of its own instead of an embedded one.
type hides struct {
	leaf
	Name int `json:"name"`
}

func TestObject(t *testing.T) {
	own := decoded(t, hides{})
	if got := own["required"]; !reflect.DeepEqual(got, []any{"name"}) {
		t.Errorf("required = %v, want name once", got)
	}
	if got := own["properties"].(map[string]any)["name"]; !reflect.DeepEqual(got, map[string]any{"type": "integer"}) {
		t.Errorf("name = %v, want the integer of the outer struct", got)
	}
	s := decoded(t, ring{})
	if why := Breaks(s, s); why != "" {
		t.Errorf("Breaks of a schema with itself: %s", why)
	}
	text, err := json.Marshal(s)
	if err != nil {
		t.Fatalf("json.Marshal: %v", err)
	}
	for _, want := range []string{`"next":{"items":{"$ref":"#/$defs/ring"},"type":"array"}`, `"when":{"type":"string"}`} {
		if !strings.Contains(string(text), want) {
			t.Errorf("schema %s does not contain %s", text, want)
		}
	}
}
