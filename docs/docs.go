// Package docs embeds the documentation that the program shows.
package docs

import (
	"embed"
	"path"
	"slices"
	"strings"
)

//go:embed rules/notation.md rules/originals.md
var files embed.FS

// Chapter returns the text of a chapter that accompanies the rulebooks, such as
// notation, and reports whether it exists. The rulebooks themselves are in the folders
// of their rule sets.
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
