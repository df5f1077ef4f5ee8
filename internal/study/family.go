package study

import (
	"fmt"
	"slices"
	"strings"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/variant/chess"
	"github.com/tainchess/tain/variant/definition"
	"github.com/tainchess/tain/variant/flat/topology"
)

// Families are the names that [Family] knows.
var Families = []string{"portal"}

// Family returns rule sets that belong together. The portal family has a switch
// for each kind of piece, whether it may hop over the edge: 64 games, the first
// of which is chess.
func Family(name string) ([]rules.Rules, error) {
	if !slices.Contains(Families, name) {
		return nil, fmt.Errorf("there is no family %.40q; there is %s", name, strings.Join(Families, ", "))
	}
	const letters = "pnbrqk"
	all := []rules.Rules{chess.Rules}
	for set := 1; set < 64; set++ {
		kinds := ""
		for i, l := range letters {
			if set>>i&1 == 1 {
				kinds += string(l)
			}
		}
		d := definition.New("portal-" + kinds)
		d.Title = "Portal for " + kinds
		d.Seam.Crossing = topology.Hop
		for i := range letters {
			d.Seam.Kinds[board.Pawn+board.Role(i)] = set>>i&1 == 1
		}
		all = append(all, d.Compile())
	}
	return all, nil
}
