package config

import (
	"fmt"
	"strings"
)

// Print returns all settings as a TOML file, with the source of each value. Secrets are commented out.
func (s *Settings) Print() string {
	var b strings.Builder
	table := ""
	for _, one := range s.list {
		in, key := split(one.Key)
		if in != table {
			table = in
			fmt.Fprintf(&b, "\n[%s]\n", table)
		}
		line := key + " = " + one.TOML()
		if shown := one.Shown(); shown != one.TOML() {
			line = "# " + key + " = " + shown
		}
		fmt.Fprintf(&b, "%-40s # %s\n", line, cleanComment(one.Source.String()))
	}
	return b.String()
}

// Shown returns the value as TOML, with secrets masked.
func (s *Setting) Shown() string {
	if s.Secret && !s.value.IsZero() {
		return quote(masked)
	}
	if mask := masks[s.Key]; mask != nil && !s.value.IsZero() {
		return quote(mask(s.value.String()))
	}
	return s.TOML()
}

// cleanComment replaces control characters: line breaks would end the comment, and most others are invalid in TOML.
func cleanComment(text string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f {
			return '?'
		}
		return r
	}, text)
}
