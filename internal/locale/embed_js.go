package locale

import (
	_ "embed" // the English catalogue
)

// A browser has only English built in: the page loads the catalogue of its
// reader's language.
//
//go:embed catalogue/en.json
var english []byte

func embedded(language string) []byte {
	if language == "en" {
		return english
	}
	return nil
}

func tags() []string { return []string{"en"} }
