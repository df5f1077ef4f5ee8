package ruledata

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"
)

// TestEncode checks that the layout changes no value, and keeps short values on one line.
func TestEncode(t *testing.T) {
	long := strings.Repeat("x, ]}{[\"\\", 20)
	document := map[string]any{
		"empty": []any{}, "none": map[string]any{}, "square": map[string]any{"name": "a1", "x": 0.0, "dark": true},
		"long": []any{long, map[string]any{long: []any{long, 1.5, nil, "<&>"}}, []any{[]any{}, long, []any{1.0, 2.0}}},
	}
	text, err := Encode(document)
	if err != nil {
		t.Fatalf("Encode: %v", err)
	}
	var got any
	if err := json.Unmarshal(text, &got); err != nil || !reflect.DeepEqual(got, any(document)) {
		t.Errorf("%s\nis read as %v, %v; want %v", text, got, err, document)
	}
	if !strings.Contains(string(text), "\n  \"square\": {\"dark\":true,\"name\":\"a1\",\"x\":0}\n") || !strings.Contains(string(text), "\n      [1,2]\n") {
		t.Errorf("%s\nhas short values on several lines", text)
	}
}
