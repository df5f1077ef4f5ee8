package cli

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"sync"

	"github.com/tainchess/tain/engine/search"
	"github.com/tainchess/tain/engine/tablebase"
	"github.com/tainchess/tain/rules"
)

// DataFolder returns the given data folder, or this user's default folder if named is empty.
func DataFolder(named string) (string, error) {
	if named != "" {
		return named, nil
	}
	if dir := os.Getenv("XDG_DATA_HOME"); filepath.IsAbs(dir) {
		return filepath.Join(dir, "tain"), nil
	}
	if runtime.GOOS == "windows" || runtime.GOOS == "darwin" {
		if dir, err := os.UserConfigDir(); err == nil {
			return filepath.Join(dir, "tain"), nil
		}
	}
	home, err := os.UserHomeDir()
	if err != nil {
		return "", errors.New("no data folder for this user; name one with --data, or use --memory")
	}
	return filepath.Join(home, ".local", "share", "tain"), nil
}

// TablesFolder returns the given endgame-table folder, or the default folder if named is empty.
func TablesFolder(named string) (string, error) {
	if named != "" {
		return named, nil
	}
	data, err := DataFolder("")
	if err != nil {
		return "", errors.New("no data folder for this user; name a folder for the tables with --folder")
	}
	return filepath.Join(data, "tables"), nil
}

// Tables returns a function that finds a rule set's endgame tables: the built-in tables, and
// the tables in the given or default folder. A given folder must exist.
func (c *Console) Tables(named string) (func(rules.Rules) search.Tables, error) {
	sets, err := FindTables(named, nil, func(err error) {
		c.Note(fmt.Sprintf("%v; playing without this table", err))
	})
	return func(r rules.Rules) search.Tables {
		if set := sets(r); set != nil {
			return set
		}
		return nil
	}, err
}

// TablesOf returns the name of the subfolder with the tables of a rule set. Definitions that share a name have
// different tables.
func TablesOf(r rules.Rules) string {
	i := r.Info()
	if i.Hash != "" {
		return i.Name + "-" + i.Hash[:min(8, len(i.Hash))]
	}
	return i.Name
}

// FindTables is like [Console.Tables], with a memory limit and error reports. memory limits the
// size of loaded tables unless it is nil. report receives the error of each table that cannot
// be read.
func FindTables(named string, memory *tablebase.Memory, report func(error)) (func(rules.Rules) *tablebase.Set, error) {
	folder, err := TablesFolder(named)
	if err != nil {
		return tablebase.Own, nil // no default folder
	}
	if info, err := os.Stat(folder); named != "" && (err != nil || !info.IsDir()) {
		if err == nil {
			err = errors.New("it is not a folder")
		}
		return tablebase.Own, CannotRead(folder, err)
	}
	var mu sync.Mutex
	sets := map[rules.Rules]*tablebase.Set{}
	return func(r rules.Rules) *tablebase.Set {
		if !tablebase.Supports(r) {
			return nil
		}
		own := filepath.Join(folder, TablesOf(r))
		if _, err := os.Stat(own); err != nil && r.Info().Definition != "" {
			return nil // do not cache it: definitions would make the cache grow without limit
		}
		mu.Lock()
		defer mu.Unlock()
		found, ok := sets[r]
		if ok {
			return found
		}
		set, err := tablebase.Find(r, own, memory, report)
		if err == nil && set.MaxPieces() > 0 {
			found = set
		}
		sets[r] = found
		return found
	}, nil
}

// Bytes formats a size in bytes for display, such as 1.5 MiB.
func Bytes(n int64) string {
	const unit = 1 << 10
	if n < unit {
		return fmt.Sprintf("%d B", n)
	}
	size, units := float64(n)/unit, []string{"KiB", "MiB", "GiB", "TiB"}
	for len(units) > 1 && size >= unit {
		size, units = size/unit, units[1:]
	}
	return fmt.Sprintf("%.1f %s", size, units[0])
}
