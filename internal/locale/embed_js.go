package locale

import (
	_ "embed" // the English catalogue
)

// In a browser only English is built in. The page loads the catalogue of the reader's language.
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
