// Package licence lists the third-party code in this program, with licence texts:
// the Go modules linked into it and the packages of its web page.
//
// internal/tool/licences writes the list when the program is built (`make build`);
// it is not checked in. A program built without it still knows its modules.
package licence

import (
	"embed"
	"encoding/json"
	"runtime"
	"runtime/debug"

	"github.com/tainchess/tain/internal/protocol/wire"
)

// The pattern matches list.json only if it exists. Another file always exists, so
// that the pattern is never empty.
//
//go:embed list*.json
var lists embed.FS

// All returns the notices and whether they include licence texts.
func All() (list []wire.Licence, complete bool) {
	text, err := lists.ReadFile("list.json")
	if err == nil && json.Unmarshal(text, &list) == nil && len(list) > 0 {
		return list, true
	}
	return linked(), false
}

// linked lists the modules of the program from its build information.
func linked() []wire.Licence {
	list := []wire.Licence{{Name: "Go", Version: runtime.Version(), Part: wire.PartProgram}}
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, m := range info.Deps {
			list = append(list, wire.Licence{Name: m.Path, Version: m.Version, Part: wire.PartProgram})
		}
	}
	return list
}
