//go:build !js

package locale

import (
	"slices"
	"strings"
	"sync"

	"golang.org/x/text/language"
)

// matcher finds the closest built-in language.
var matcher = sync.OnceValue(func() language.Matcher {
	var all []language.Tag
	for _, tag := range Languages() {
		all = append(all, language.Make(tag))
	}
	return language.NewMatcher(all)
})

// Choose returns the tag of the built-in language that matches the preferences best, and whether any of
// them matches. A preference is a BCP 47 tag (de-AT), an Accept-Language header or a POSIX locale
// (de_AT.UTF-8). Earlier preferences win; malformed ones are ignored.
func Choose(preferences ...string) (string, bool) {
	for _, wish := range preferences {
		if slices.Contains(Languages(), wish) {
			return wish, true // shortcut that avoids loading the tables of all languages
		}
		var tags []language.Tag
		if name, isLocale := locale(wish); isLocale {
			if base, _, _ := strings.Cut(name, "-"); slices.Contains(Languages(), base) {
				return base, true
			}
			if tag, err := language.Parse(name); err == nil {
				tags = []language.Tag{tag}
			}
		} else if found, _, err := language.ParseAcceptLanguage(wish); err == nil {
			tags = found
		}
		if len(tags) == 0 {
			continue
		}
		if _, at, how := matcher().Match(tags...); how >= language.Low {
			return Languages()[at], true
		}
	}
	return "en", false
}

// locale returns the language of a POSIX locale, and whether text is a POSIX locale. C and POSIX mean
// English.
func locale(text string) (string, bool) {
	name, _, _ := strings.Cut(text, "@")
	name, _, coded := strings.Cut(name, ".")
	switch {
	case name == "C" || name == "POSIX":
		return "en", true
	case strings.Contains(name, "_"), coded && !strings.Contains(text, ","):
		return strings.ReplaceAll(name, "_", "-"), !strings.ContainsAny(name, ",;")
	}
	return "", false
}
