// Package licence lists the third-party code in this program, with licence texts: the linked Go
// modules and the packages used by the web page.
//
// The program internal/tool/licences generates the list in `make build`. The list is not checked in. Without
// it, [All] lists only the Go modules, without licence texts.
package licence

import (
	"embed"
	"encoding/json"
	"runtime"
	"runtime/debug"

	"github.com/tainchess/tain/internal/protocol/wire"
)

// list.json exists only after `make build`. An embed directive fails if its pattern matches no file, so the
// pattern also matches a file that always exists.
//
//go:embed list*.json
var lists embed.FS

// All returns the licences and reports whether they include their texts.
func All() (list []wire.Licence, complete bool) {
	text, err := lists.ReadFile("list.json")
	if err == nil && json.Unmarshal(text, &list) == nil && len(list) > 0 {
		return list, true
	}
	return linked(), false
}

// linked returns Go and the modules in the program's build information.
func linked() []wire.Licence {
	list := []wire.Licence{{Name: "Go", Version: runtime.Version(), Part: wire.PartProgram}}
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, m := range info.Deps {
			list = append(list, wire.Licence{Name: m.Path, Version: m.Version, Part: wire.PartProgram})
		}
	}
	return list
}
