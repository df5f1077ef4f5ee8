package cli

import (
	"path/filepath"
	"strings"
	"testing"
)

func TestDataFolder(t *testing.T) {
	home := t.TempDir()
	t.Setenv("HOME", home)
	t.Setenv("XDG_DATA_HOME", "")
	if got, err := DataFolder(""); err != nil || !strings.HasPrefix(got, home) || filepath.Base(got) != "tain" {
		t.Errorf("DataFolder(\"\") = %q, %v", got, err)
	}
	t.Setenv("XDG_DATA_HOME", filepath.Join(home, "data"))
	if got, err := DataFolder(""); err != nil || got != filepath.Join(home, "data", "tain") {
		t.Errorf("DataFolder(\"\") = %q, %v", got, err)
	}
}

// TestNoHome checks the error for a user without a home folder.
func TestNoHome(t *testing.T) {
	for _, name := range []string{"HOME", "XDG_DATA_HOME", "AppData", "home"} {
		t.Setenv(name, "")
	}
	if got, err := TablesFolder("here"); err != nil || got != "here" {
		t.Errorf("TablesFolder(here) = %q, %v", got, err)
	}
	if _, err := TablesFolder(""); err == nil || !strings.Contains(err.Error(), "--folder") {
		t.Errorf("TablesFolder() = %v, want an error that names --folder", err)
	}
}
