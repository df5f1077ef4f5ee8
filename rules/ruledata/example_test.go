package ruledata_test

import (
	"encoding/json"
	"fmt"
	"testing"

	"github.com/tainchess/tain/internal/test/tiny"
	"github.com/tainchess/tain/rules/ruledata"
	"github.com/tainchess/tain/variant/flat"
	"github.com/tainchess/tain/variant/nachfolger"
)

// This example reads which piece a quiet move spawns, where that piece appears, and why a move is illegal.
func Example() {
	text, err := ruledata.Encode(ruledata.Of(nachfolger.Rules))
	if err != nil {
		fmt.Println(err)
		return
	}
	var data flat.Data
	if err := json.Unmarshal(text, &data); err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println("a knight spawns a", data.Reflection.Makes["knight"], "and after a move to f3 it appears on", data.Mirror["f3"])
	for _, r := range data.Refusals {
		if r.Code == "no-castling" {
			fmt.Printf("%s: %s\n", r.Move, r.Sentence)
		}
	}
	// Output:
	// a knight spawns a bishop and after a move to f3 it appears on c6
	// O-O: there is no castling in this game
}

// TestAnyRules exports a rule set that is not a Source. Its document has only the common part.
func TestAnyRules(t *testing.T) {
	r := tiny.Rules
	c, ok := ruledata.Of(r).(ruledata.Common)
	if !ok || c.Name != r.Info().Name || len(c.Ends) < 10 || len(c.Refusals) != 0 {
		t.Errorf("data = %+v", c)
	}
	text, err := ruledata.Schema(r)
	if err != nil || !json.Valid(text) {
		t.Errorf("the schema is %s, %v", text, err)
	}
}
