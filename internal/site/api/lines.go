package api

import (
	"slices"

	"github.com/tainchess/tain/internal/protocol/wire"
)

// lines is what a search has told of its best lines. A line is told as soon as
// it is known, when those after it are still of the depth before; one that has
// risen would then be there twice.
type lines struct {
	all    []wire.SearchInfo
	report func(wire.SearchInfo)
}

// add reports a line, and those that have another place because of it.
func (l *lines) add(info wire.SearchInfo) {
	before := slices.Clone(l.all)
	if i := slices.IndexFunc(l.all, func(one wire.SearchInfo) bool { return first(one) == first(info) }); i >= 0 {
		l.all = slices.Delete(l.all, i, i+1)
	} else if len(l.all) >= info.Line {
		// The line that has this place goes on to the next, and the last of all
		// makes room.
		l.all = l.all[:len(l.all)-1]
	}
	l.all = slices.Insert(l.all, min(info.Line-1, len(l.all)), info)
	for i := range l.all {
		l.all[i].Line = i + 1
		if i == info.Line-1 || i >= len(before) || first(before[i]) != first(l.all[i]) {
			l.report(l.all[i])
		}
	}
}

// first returns the move a line begins with.
func first(i wire.SearchInfo) string {
	if len(i.Moves) == 0 {
		return ""
	}
	return i.Moves[0]
}
