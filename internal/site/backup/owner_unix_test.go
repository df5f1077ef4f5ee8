//go:build unix

package backup_test

import (
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/tainchess/tain/internal/site/backup"
	"github.com/tainchess/tain/variant"
)

// TestRestoreMatchesOwner restores as root into another user's folder, and checks that
// the files belong to that user.
func TestRestoreMatchesOwner(t *testing.T) {
	if os.Geteuid() != 0 {
		t.Skip("only root can give files away")
	}
	const somebody = 61234
	from, to := filled(t, "aaaaaaaaaaaa"), t.TempDir()
	made, err := backup.Make(t.Context(), backup.Options{Data: from, To: filepath.Join(from, "copy.db"), Find: variant.Builtin().Find})
	if err != nil {
		t.Fatalf("backup.Make: %v", err)
	}
	if err := os.Chown(to, somebody, somebody); err != nil {
		t.Skip(err)
	}
	if _, err := backup.Restore(t.Context(), backup.RestoreOptions{File: made.File, Data: to, Find: variant.Builtin().Find}); err != nil {
		t.Fatalf("backup.Restore: %v", err)
	}
	files, err := os.ReadDir(to)
	if err != nil || len(files) == 0 {
		t.Fatalf("os.ReadDir: %d files, %v", len(files), err)
	}
	for _, f := range files {
		info, err := f.Info()
		if err != nil {
			t.Fatalf("Info: %v", err)
		}
		if owner := info.Sys().(*syscall.Stat_t).Uid; owner != somebody {
			t.Errorf("%s belongs to user %d, want %d", f.Name(), owner, somebody)
		}
	}
}
