package web_test

import (
	"io/fs"
	"os"
	"strings"
	"testing"

	"github.com/tainchess/tain/web"
)

// TestFiles gives the built page if it was there to be embedded, and otherwise
// one that says how to build it.
func TestFiles(t *testing.T) {
	_, err := os.Stat("dist/index.html")
	page, built := web.Files()
	if built != (err == nil) {
		t.Errorf("built is %v, dist/index.html: %v", built, err)
	}
	text, err := fs.ReadFile(page, "index.html")
	if err != nil {
		t.Fatal(err)
	}
	if says := strings.Contains(string(text), "make run"); says == built {
		t.Errorf("built is %v, and the page is\n%s", built, text)
	}
}

// TestMissingPage keeps to what the server's policy lets a page do: no script
// and no style within the page.
func TestMissingPage(t *testing.T) {
	text, err := os.ReadFile("dist-missing/index.html")
	if err != nil {
		t.Fatal(err)
	}
	for _, banned := range []string{"<script", "<style", "style=", "http:", "https:"} {
		if strings.Contains(string(text), banned) {
			t.Errorf("the page has %s", banned)
		}
	}
}
