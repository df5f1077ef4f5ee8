// Package licence lists the third-party code in this program, with licence texts: the linked Go
// modules and the packages used by the web page.
//
// internal/tool/licences generates the list in `make build`; it is not checked in. Without it,
// a program lists its modules without licence texts.
package licence

import (
	"embed"
	"encoding/json"
	"runtime"
	"runtime/debug"

	"github.com/tainchess/tain/internal/protocol/wire"
)

// The pattern matches list.json only if it exists. It also matches a file that always exists,
// because a pattern must match something.
//
//go:embed list*.json
var lists embed.FS

// All returns the licences, and whether they include texts.
func All() (list []wire.Licence, complete bool) {
	text, err := lists.ReadFile("list.json")
	if err == nil && json.Unmarshal(text, &list) == nil && len(list) > 0 {
		return list, true
	}
	return linked(), false
}

// linked returns the program's modules from its build information.
func linked() []wire.Licence {
	list := []wire.Licence{{Name: "Go", Version: runtime.Version(), Part: wire.PartProgram}}
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, m := range info.Deps {
			list = append(list, wire.Licence{Name: m.Path, Version: m.Version, Part: wire.PartProgram})
		}
	}
	return list
}
