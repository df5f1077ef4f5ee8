package ini

import (
	"fmt"
	"strings"

	"github.com/tainchess/tain/notation"
)

// mostText is the maximum size of a file in bytes.
const mostText = 1 << 20

// section is a section of a file.
type section struct {
	name, parent string
	line         int
	keys         []key
}

// key is a line of a section.
type key struct {
	name, value string
	line        int
}

// sections splits a file.
func sections(text string) (all []section, faults Faults) {
	if len(text) > mostText {
		faults.add(0, "", "the file is longer than the limit of %d bytes", mostText)
		return nil, faults
	}
	text = strings.TrimPrefix(text, "\ufeff")
	n := 0
	for line := range strings.Lines(text) {
		n++
		line = strings.TrimRight(line, "\r\n \t")
		switch {
		case line == "", line[0] == '#', line[0] == ';':
		case line[0] == '[':
			name, _, ok := strings.Cut(line[1:], "]")
			if !ok {
				faults.add(n, "", "%q has no closing bracket", notation.Clip(line))
				continue
			}
			name, parent, _ := strings.Cut(name, ":")
			if name == "" {
				faults.add(n, "", "a variant needs a name, such as [mychess:chess], instead of %q", notation.Clip(line))
				continue
			}
			all = append(all, section{name: name, parent: parent, line: n})
		case len(all) == 0: // Fairy-Stockfish ignores everything above the first section
		default:
			name, value, ok := strings.Cut(line, "=")
			name = strings.TrimRight(name, " ")
			if !ok || name == "" {
				faults.add(n, "", "expected a key and a value, such as maxRank = 6, instead of %q", notation.Clip(line))
				continue
			}
			at := &all[len(all)-1]
			at.keys = append(at.keys, key{name, strings.TrimLeft(value, " \t"), n})
		}
	}
	return all, faults
}

// find returns the variant of the section with the given name, including inherited keys, or nil if
// no section has the name.
func find(all []section, name string, faults *Faults) *variant {
	for i, s := range all {
		if s.name == name {
			return s.variant(all[:i], faults)
		}
	}
	return nil
}

// variant builds the variant of a section. Its parent is one of the sections before it, or a template.
func (s *section) variant(before []section, faults *Faults) *variant {
	v := newVariant()
	if s.parent != "" {
		v = find(before, s.parent, faults)
		if v == nil {
			v = template(s.parent)
		}
		if v == nil {
			faults.add(s.line, "", "unknown parent %q: a variant can inherit from an earlier one in the file or from %s",
				notation.Clip(s.parent), strings.Join(templateNames(), ", "))
			v = newVariant()
			v.line = s.line
			return v
		}
	}
	v.name, v.line = s.name, s.line
	v.apply(s.keys, faults)
	return v
}

// choose returns the section with a name, or the only section if the name is empty.
func choose(all []section, name string) (*section, error) {
	var names []string
	for i := range all {
		if all[i].name == name {
			return &all[i], nil
		}
		names = append(names, all[i].name)
	}
	switch {
	case len(all) == 0:
		return nil, ErrNoVariant
	case name == "" && len(all) == 1:
		return &all[0], nil
	case name == "":
		return nil, fmt.Errorf("the file contains %d variants; add the name of one after a colon, as in variants.ini:%s (%s)", len(all), names[0], notation.ClipTo(strings.Join(names, ", "), 500))
	}
	return nil, fmt.Errorf("no variant %q in the file; it contains %s", notation.Clip(name), notation.ClipTo(strings.Join(names, ", "), 500))
}
