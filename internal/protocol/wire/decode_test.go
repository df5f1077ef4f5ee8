package wire

import (
	"strings"
	"testing"
)

// TestDecodeErrors checks that errors about malformed requests contain JSON field names and no Go names.
func TestDecodeErrors(t *testing.T) {
	type inner struct {
		Initial int64 `json:"initial"`
	}
	type question struct {
		Name    string   `json:"name"`
		Flip    bool     `json:"flip"`
		Depth   int      `json:"depth"`
		Moves   []string `json:"moves"`
		Control *inner   `json:"control"`
		Score   float64  `json:"score"`
	}
	for text, want := range map[string]string{
		`{"name":7}`:                   "name must be a string, not a number",
		`{"flip":"yes"}`:               "flip must be true or false, not a string",
		`{"depth":1.5}`:                "depth must be a whole number, not 1.5",
		`{"depth":1e99}`:               "depth must be a whole number, not 1e99",
		`{"moves":"e4"}`:               "moves must be a list, not a string",
		`{"control":[]}`:               "control must be an object, not a list",
		`{"control":{"initial":"5"}}`:  "control.initial must be a whole number, not a string",
		`{"control":{"initial":true}}`: "control.initial must be a whole number, not true or false",
		`{"score":{}}`:                 "score must be a number, not an object",
		`[]`:                           "it must be an object, not a list",
		`{"colour":1}`:                 `unknown field "colour"`,
		`{"name":`:                     "it ends too early",
		`nonsense`:                     "invalid character 'o' in literal null (expecting 'u')",
	} {
		err := Decode([]byte(text), new(question))
		if err == nil || err.Error() != "the request cannot be read: "+want {
			t.Errorf("%s: %v, want ... %s", text, err, want)
		}
	}
	if err := Decode([]byte(`{"depth":`+strings.Repeat("9", 4000)+`}`), new(question)); err == nil || len(err.Error()) > 200 {
		t.Errorf("a long number: %v", err)
	}
}
