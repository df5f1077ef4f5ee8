package study

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/variant/chess"
	"github.com/tainchess/tain/variant/definition"
	"github.com/tainchess/tain/variant/flat/topology"
	"github.com/tainchess/tain/variant/gallery"
)

var families = map[string]func() ([]rules.Rules, error){"portal": portals, "gallery": shown}

// Family returns rule sets that belong together, chess before the others. The
// portal family has a switch for each kind of piece, whether it may hop over the
// edge: 64 games with chess. The gallery is what comes with the program.
func Family(name string) ([]rules.Rules, error) {
	list, ok := families[name]
	if !ok {
		return nil, fmt.Errorf("there is no family %.40q; there is %s", name, strings.Join(slices.Sorted(maps.Keys(families)), ", "))
	}
	return list()
}

func portals() ([]rules.Rules, error) {
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

func shown() ([]rules.Rules, error) {
	all := []rules.Rules{chess.Rules}
	for _, e := range gallery.All() {
		d, _, err := definition.Parse(e.Definition)
		if err != nil {
			return nil, err
		}
		all = append(all, d.Compile())
	}
	return all, nil
}
