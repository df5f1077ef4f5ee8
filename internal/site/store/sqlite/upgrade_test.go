package sqlite_test

import (
	"compress/gzip"
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/tainchess/tain/internal/site/store/sqlite"
	"github.com/tainchess/tain/internal/test/storetest"
	"github.com/tainchess/tain/variant"
)

// TestUpgrades opens a database written by commit ecfe82a2.
func TestUpgrades(t *testing.T) {
	packed, err := os.Open("testdata/before.db.gz")
	if err != nil {
		t.Fatalf("os.Open: %v", err)
	}
	defer packed.Close()
	r, err := gzip.NewReader(packed)
	if err != nil {
		t.Fatalf("gzip.NewReader: %v", err)
	}
	data, err := io.ReadAll(r)
	if err != nil {
		t.Fatalf("io.ReadAll: %v", err)
	}
	folder := t.TempDir()
	if err := os.WriteFile(filepath.Join(folder, sqlite.File), data, 0o600); err != nil {
		t.Fatalf("os.WriteFile: %v", err)
	}
	storetest.RunUpgraded(t, open(t, folder), "testdata/before.json", variant.Builtin().Find)
}
