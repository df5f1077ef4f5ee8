package locale

import (
	"encoding/json"
	"slices"
	"sync"
)

// Languages lists the tags of the languages that are built in, English first
// and the others sorted.
var Languages = sync.OnceValue(func() []string {
	all := []string{"en"}
	for _, tag := range tags() {
		if tag != "en" {
			all = append(all, tag)
		}
	}
	return all
})

// loaded are the catalogues that have been asked for.
var loaded sync.Map

// For returns the catalogue of a language that is built in, by its tag in
// [Languages], and whether there is one. An entry of it that cannot be read is
// said in English; tests find it.
func For(language string) (*Catalogue, bool) {
	if language == "en" {
		return English(), true
	}
	if c, ok := loaded.Load(language); ok {
		return c.(*Catalogue), true
	}
	if !slices.Contains(Languages(), language) {
		return nil, false
	}
	c := builtIn(language, embedded(language))
	c.fallback = English()
	kept, _ := loaded.LoadOrStore(language, c)
	return kept.(*Catalogue), true
}

// Entries returns the entries of a language that is built in as its file has
// them, nil if there is none.
func Entries(language string) map[string]string {
	var entries map[string]string
	if err := json.Unmarshal(embedded(language), &entries); err != nil {
		return nil // which loading it tells
	}
	return entries
}
