package meder_test

import (
	"testing"

	"github.com/tainchess/tain/internal/test/ruletest"
	"github.com/tainchess/tain/variant/meder"
)

// TestOriginals covers rules that differ from the published ones. Package space tests the rules that trid and
// meder share.
func TestOriginals(t *testing.T) {
	ruletest.Run(t, meder.Rules, []ruletest.Case{
		{
			Rule: "8.1 a board moves two pins up on its own side", Text: "W:4/4/4/2K1|N:4/4/4/4|B:2k1/4/4/4|QL1w:2/N1|QL6b:2/2|KL1w:2/1N|KL6b:2/2 w - - - 0 9",
			Legal: "QL1-QL3 KL1-KL3", Illegal: "QL1-KL3",
		},
		{
			Rule: "8.1 pin 5 has four neighbours", Text: "W:4/4/4/2K1|N:4/4/4/4|B:2k1/4/4/4|QL5w:2/2|KL1w:2/2|QL2b:2/2|KL2b:2/2 w - - - 0 9",
			Legal: "QL5-QL6 QL5-QL4 QL5-QL3 QL5-KL5", Illegal: "QL5-KL6 QL5-KL4",
		},
	})
}
