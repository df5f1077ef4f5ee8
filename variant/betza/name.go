package betza

import (
	"fmt"
	"slices"
	"strings"
	"sync"
)

// names lists the names of pieces, each with its Betza text.
var names = [...][2]string{
	{"knight", "N"}, {"bishop", "B"}, {"rook", "R"}, {"queen", "Q"},
	{"archbishop", "BN"}, {"chancellor", "RN"}, {"amazon", "QN"},
	{"camel", "C"}, {"zebra", "Z"}, {"alfil", "A"}, {"ferz", "F"}, {"wazir", "W"}, {"dabbaba", "D"},
	{"nightrider", "N0"}, {"cannon", "mRcpR"}, {"grasshopper", "gQ"},
}

// Name returns the English name of the piece whose moves a text describes, or "" if it has no common name.
func Name(text string) string {
	moves := form(text)
	if moves == "" {
		return ""
	}
	return byForm()[moves]
}

// byForm maps the form of each text in names to the name.
var byForm = sync.OnceValue(func() map[string]string {
	all := map[string]string{}
	for _, n := range slices.Backward(names[:]) { // the first of several names wins
		all[form(n[1])] = n[0]
	}
	return all
})

// form returns a description of the atoms of a text that does not depend on their order or spelling. It
// returns "" if the text is invalid.
func form(text string) string {
	atoms, err := Parse(text)
	if err != nil {
		return ""
	}
	var all []string
	for _, a := range atoms {
		a.Offset = 0
		all = append(all, fmt.Sprint(a))
	}
	slices.Sort(all)
	return strings.Join(slices.Compact(all), " ")
}
