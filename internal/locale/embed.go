//go:build !js

package locale

import (
	"embed"
	"strings"
)

//go:embed catalogue/*.json
var files embed.FS

// embedded returns the file of a language, or nil if there is none.
func embedded(language string) []byte {
	data, err := files.ReadFile("catalogue/" + language + ".json")
	if err != nil {
		return nil
	}
	return data
}

// tags lists the languages that have a file, sorted.
func tags() (all []string) {
	entries, err := files.ReadDir("catalogue")
	if err != nil {
		return nil
	}
	for _, e := range entries {
		all = append(all, strings.TrimSuffix(e.Name(), ".json"))
	}
	return all
}
