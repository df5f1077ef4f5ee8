// Package docs holds the chapters of the documentation that the program shows
// too.
package docs

import (
	"embed"
	"path"
	"slices"
	"strings"
)

//go:embed rules/notation.md rules/originals.md
var files embed.FS

// Chapter returns the text of a chapter that stands beside the rulebooks, such
// as notation, and whether there is one. The rulebooks themselves are not among
// them: each is made of what lies beside its rule set.
func Chapter(name string) (string, bool) {
	if !slices.Contains(Chapters(), strings.ToLower(name)) {
		return "", false
	}
	text, err := files.ReadFile("rules/" + strings.ToLower(name) + ".md")
	return string(text), err == nil
}

// Chapters lists the names of the chapters.
func Chapters() (names []string) {
	all, err := files.ReadDir("rules")
	if err != nil {
		return nil
	}
	for _, f := range all {
		names = append(names, strings.TrimSuffix(f.Name(), path.Ext(f.Name())))
	}
	return names
}
