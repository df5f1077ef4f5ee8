package cli

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"github.com/tainchess/tain/engine/book"
	"github.com/tainchess/tain/engine/eval"
	"github.com/tainchess/tain/engine/eval/nnue"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/rules/bundle"
)

// companions is the bundle of a rule set that was read from a definition file. It consists of the files
// next to that file. For example, portal.weights.txt is the weights.txt of portal.toml. Files are
// opened on demand. An unusable file is reported once and then treated as missing.
type companions struct {
	stem  string // the definition's path without its suffix
	rules rules.Rules
	note  func(text string)

	mu       sync.Mutex
	reported map[string]bool
}

func newCompanions(path string, r rules.Rules, note func(text string)) *companions {
	return &companions{stem: strings.TrimSuffix(path, filepath.Ext(path)), rules: r, note: note, reported: map[string]bool{}}
}

// maxSizes maps the files that a bundle may contain to their size limits in bytes.
var maxSizes = map[string]int64{
	bundle.Weights: 1 << 20, bundle.Net: 4 << 20, bundle.Book: 32 << 20, bundle.Lesson: 1 << 20, bundle.Idea: 1 << 20,
}

func (b *companions) path(name string) string { return b.stem + "." + name }

// Open opens a file of the bundle if it is usable.
func (b *companions) Open(name string) (fs.File, error) {
	err := fs.ErrNotExist
	if most, known := maxSizes[name]; known {
		err = b.check(name, most)
	}
	if err == nil {
		return os.Open(b.path(name))
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	if !errors.Is(err, fs.ErrNotExist) && !b.reported[name] {
		b.reported[name] = true
		b.note(err.Error() + "; playing without it")
	}
	return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
}

// check returns an error if a file is unusable.
func (b *companions) check(name string, most int64) error {
	path := b.path(name)
	info, err := os.Stat(path)
	switch {
	case err != nil:
		return CannotRead(path, err)
	case !info.Mode().IsRegular():
		return CannotRead(path, errors.New("it is not a regular file"))
	case info.Size() > most:
		return CannotRead(path, fmt.Errorf("it has %v bytes; the limit is %d", info.Size(), most))
	}
	switch name {
	case bundle.Weights:
		_, err = eval.LoadWeights(b.rules, path)
	case bundle.Net:
		_, err = nnue.Load(b.rules, path)
	case bundle.Book:
		_, err = book.Load(b.rules, path)
	}
	return err
}

// Companion returns named if it is not empty. Otherwise it returns the path of a file in the rule set's
// bundle, next to its definition file. It returns "" if the rule set has no definition file.
func (c *Console) Companion(r rules.Rules, named, file string) string {
	if b, ok := bundle.Of(r).(*companions); ok && named == "" {
		return b.path(file)
	}
	return named
}
