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
