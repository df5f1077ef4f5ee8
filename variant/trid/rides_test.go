package trid_test

import (
	"encoding/json"
	"testing"

	"github.com/tainchess/tain/notation"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/rules/bundle"
	"github.com/tainchess/tain/variant/trid"
)

// ride is an entry in rides.json. It is one of the board rides in the published description of the game.
type ride struct {
	Name, Title, Variant, Position string
	Printed, Why                   string // the published plan and the reason why it fails
	Also                           []struct{ Plan, Why string }
	Plan, About                    string // the corrected plan
}

// TestRides plays the six board rides. The published plans must fail for the given reason, and the corrected
// plans must succeed.
func TestRides(t *testing.T) {
	text, _ := bundle.Read(trid.Rules, "rides.json")
	var rides []ride
	if err := json.Unmarshal([]byte(text), &rides); err != nil {
		t.Fatalf("json.Unmarshal: %v", err)
	}
	if len(rides) != 6 {
		t.Errorf("rides.json has %d rides, want six", len(rides))
	}
	for _, r := range rides {
		t.Run(r.Name, func(t *testing.T) {
			p, err := trid.Rules.Guide().ParsePosition(r.Position, rules.ParseOptions{})
			if err != nil {
				t.Fatalf("trid.Rules.Guide().ParsePosition(%q): %v", r.Position, err)
			}
			if r.Variant != "trid" || r.Title == "" || r.About == "" {
				t.Errorf("%+v is incomplete", r)
			}
			refused := append([]struct{ Plan, Why string }{{r.Printed, r.Why}}, r.Also...)
			for _, no := range refused {
				if _, err := notation.Plan(trid.Rules, &p, no.Plan); err == nil || err.Error() != no.Why {
					t.Errorf("%s\nfails: %v\nwant:  %s", no.Plan, err, no.Why)
				}
			}
			if _, err := notation.Plan(trid.Rules, &p, r.Plan); err != nil {
				t.Errorf("Plan(%s): %v", r.Plan, err)
			}
		})
	}
}
