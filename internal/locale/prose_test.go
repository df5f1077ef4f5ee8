package locale

import (
	"regexp"
	"strings"
	"testing"

	"github.com/tainchess/tain/internal/test/prose"
)

// TestEnglishProse checks that no English sentence, in the catalogue or in the code, contains a
// phrase listed in prose.Banned.
func TestEnglishProse(t *testing.T) {
	for _, code := range English().Codes() {
		for _, found := range prose.Check(English().entries()[string(code)]) {
			t.Errorf("%s: %s", code, strings.TrimPrefix(found, "line 1: "))
		}
	}
	uses, err := uses()
	if err != nil {
		t.Fatal(err)
	}
	for _, u := range uses {
		for _, found := range prose.Check(u.English) {
			t.Errorf("%v: %s: %s", u.Place, u.Code, strings.TrimPrefix(found, "line 1: "))
		}
	}
}

// TestFrenchSpaces checks that no line can break before a punctuation mark, or within quotation marks, in French.
func TestFrenchSpaces(t *testing.T) {
	breaks := regexp.MustCompile(` [:;!?»]|« `)
	for code, text := range Entries("fr") {
		if at := breaks.FindString(text); at != "" {
			t.Errorf("%s: %q needs a no-break space", code, at)
		}
	}
}
