package trid_test

import (
	"testing"

	"github.com/tainchess/tain/internal/test/ruletest"
	"github.com/tainchess/tain/variant/trid"
)

// TestOriginals covers rules that differ from the published ones. Package space tests the rules that trid and
// meder share.
func TestOriginals(t *testing.T) {
	ruletest.Run(t, trid.Rules, []ruletest.Case{
		{
			Rule: "8.1 a board does not move two pins up", Text: "W:4/4/4/2K1|N:4/4/4/4|B:2k1/4/4/4|QL1w:2/N1|QL6b:2/2|KL2w:2/2|KL6b:2/2 w - - - 0 9",
			Illegal: "QL1-QL3 QL1-KL3", Legal: "QL1-QL2 QL1-KL1",
		},
		{
			Rule: "8.1 pin 2 has five neighbours", Text: "W:4/4/4/2K1|N:4/4/4/4|B:2k1/4/4/4|QL2w:2/2|KL4w:2/2|QL6b:2/2|KL6b:2/2 w - - - 0 9",
			Legal: "QL2-QL1 QL2-QL3 QL2-KL1 QL2-KL2 QL2-KL3",
		},
		{
			Rule: "8.1 across to a lower pin is backward", Text: "W:4/4/4/2K1|N:4/4/4/4|B:2k1/4/4/4|QL2w:2/N1|KL4w:2/2|QL6b:2/2|KL6b:2/2 w - - - 0 9",
			Illegal: "QL2-KL1 QL2-QL1", Legal: "QL2-KL2",
		},
		{
			Rule: "8.1 the controlling side determines the direction", Text: "W:4/4/4/2K1|N:4/4/4/4|B:4/2k1/4/4|QL1w:2/2|KL1w:2/2|QL5b:2/N1|KL4b:2/2 w - - - 0 9",
			Legal: "QL5-QL6 QL5-KL5 QL5-KL6", Illegal: "QL5-QL4 QL5-KL4",
		},
		{
			Rule: "8.1 a board move may give check", Text: "W:4/4/4/2K1|N:4/4/4/4|B:k3/4/4/4|QL1w:2/R1|QL6b:2/2|KL2w:2/2|KL6b:2/2 w - - - 0 9",
			Moves: "QL1^180", State: "check",
		},
	})
}
