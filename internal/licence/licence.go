// Package licence holds the notices of what others have written and this
// program contains: the modules linked into it and the packages of its page,
// each with its licence's text.
//
// The list is written by internal/tool/licences when the program is built
// (`make build`) and not kept with the sources. A program built without it
// still knows which modules it is made of.
package licence

import (
	"embed"
	"encoding/json"
	"runtime"
	"runtime/debug"

	"github.com/tainchess/tain/internal/protocol/wire"
)

// The pattern takes in list.json only where it is there; the other is always
// there, and so the pattern is never empty.
//
//go:embed list*.json
var lists embed.FS

// All returns the notices, and whether their texts are there.
func All() (list []wire.Licence, complete bool) {
	text, err := lists.ReadFile("list.json")
	if err == nil && json.Unmarshal(text, &list) == nil && len(list) > 0 {
		return list, true
	}
	return linked(), false
}

// linked lists the modules that the program is made of, as it knows them itself.
func linked() []wire.Licence {
	list := []wire.Licence{{Name: "Go", Version: runtime.Version(), Part: wire.PartProgram}}
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, m := range info.Deps {
			list = append(list, wire.Licence{Name: m.Path, Version: m.Version, Part: wire.PartProgram})
		}
	}
	return list
}
