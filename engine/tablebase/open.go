//go:build !js

package tablebase

import (
	"os"

	"github.com/tainchess/tain/rules"
)

// Open returns the set of the tables in a folder. Each is read when it is first
// asked for; tell, which may be nil, is told of one that cannot be read, which
// is then as if it were not there. A folder that is not there has no tables.
func Open(r rules.Rules, folder string, tell func(error)) (*Set, error) {
	s, err := NewSet(r)
	if err != nil {
		return nil, err
	}
	if tell != nil {
		s.tell = tell
	}
	for _, m := range MaterialsOf(r, MaxPieces) {
		name := FileName(folder, m)
		if info, err := os.Stat(name); err == nil && info.Mode().IsRegular() {
			s.add(m, func() (*Table, error) { return Load(r, m, name) })
		}
	}
	return s, nil
}

// Find returns the tables that come with the program and beside them those of a
// folder, as [Open] finds them. Those that were read from the folder take no more
// memory than is allowed; nil is as much as there is.
func Find(r rules.Rules, folder string, memory *Memory, tell func(error)) (*Set, error) {
	s, err := Open(r, folder, tell)
	if err != nil {
		return nil, err
	}
	s.memory = memory
	s.addOwn(r)
	return s, nil
}
