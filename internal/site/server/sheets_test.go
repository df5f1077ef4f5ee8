package server_test

import (
	"net/http"
	"strings"
	"testing"
)

// TestSheets checks that a rule set's sheet is printed once per language, and only for built-in rule sets.
func TestSheets(t *testing.T) {
	s := open(t, nil)
	german := s.somebody().ask("GET", "/docs/sheets/portal.pdf?lang=de", "")
	again := s.somebody().ask("GET", "/docs/sheets/portal.pdf?lang=de", "")
	english := s.somebody().ask("GET", "/docs/sheets/portal.pdf?lang=en", "")
	for _, r := range []reply{german, again, english} {
		if r.StatusCode != http.StatusOK || r.Header.Get("Content-Type") != "application/pdf" || !strings.HasPrefix(string(r.body), "%PDF-") {
			t.Fatalf("GET: %d, %s, %.20q", r.StatusCode, r.Header.Get("Content-Type"), r.body)
		}
	}
	// A sheet printed twice would differ, because the order of its glyphs is random.
	if string(german.body) != string(again.body) {
		t.Error("the sheet was printed again for the second request")
	}
	if string(german.body) == string(english.body) {
		t.Error("the sheet is the same in German and English")
	}
	for _, path := range []string{"/docs/sheets/portal", "/docs/sheets/nothing.pdf", "/docs/sheets/.pdf", "/docs/sheets/portal.pdf.pdf"} {
		if r := s.somebody().ask("GET", path, ""); r.StatusCode != http.StatusNotFound {
			t.Errorf("GET: %s: %d", path, r.StatusCode)
		}
	}
}
