package web_test

import (
	"io/fs"
	"os"
	"strings"
	"testing"

	"github.com/tainchess/tain/web"
)

// TestFiles checks that Files returns the built page, or else the placeholder.
func TestFiles(t *testing.T) {
	_, err := os.Stat("dist/index.html")
	page, built := web.Files()
	if built != (err == nil) {
		t.Errorf("Files: built = %v, but dist/index.html: %v", built, err)
	}
	text, err := fs.ReadFile(page, "index.html")
	if err != nil {
		t.Fatalf("fs.ReadFile: %v", err)
	}
	if says := strings.Contains(string(text), "make run"); says == built {
		t.Errorf("Files: built = %v, but the page is\n%s", built, text)
	}
}

// TestMissingPage checks that the placeholder follows the server's content security
// policy: no inline scripts or styles.
func TestMissingPage(t *testing.T) {
	text, err := os.ReadFile("dist-missing/index.html")
	if err != nil {
		t.Fatalf("os.ReadFile: %v", err)
	}
	for _, banned := range []string{"<script", "<style", "style=", "http:", "https:"} {
		if strings.Contains(string(text), banned) {
			t.Errorf("the placeholder contains %s", banned)
		}
	}
}
