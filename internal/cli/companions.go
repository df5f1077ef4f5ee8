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

// Companions are the files next to a definition, as [bundle.Of] returns
// them: portal.weights.txt is the weights.txt of portal.toml. They are read when
// they are asked for. One that cannot be used is told once, and is then as if it
// were not there: the game is played without it.
type Companions struct {
	stem  string // the definition's path without its end
	rules rules.Rules
	note  func(text string)

	mu       sync.Mutex
	reported map[string]bool
}

func newCompanions(path string, r rules.Rules, note func(text string)) *Companions {
	return &Companions{stem: strings.TrimSuffix(path, filepath.Ext(path)), rules: r, note: note, reported: map[string]bool{}}
}

// maxSizes is the most that a file may have in bytes.
var maxSizes = map[string]int64{
	bundle.Weights: 1 << 20, bundle.Net: 4 << 20, bundle.Book: 32 << 20, bundle.Lesson: 1 << 20, bundle.Idea: 1 << 20,
}

// path returns where a file lies.
func (b *Companions) path(name string) string { return b.stem + "." + name }

// Open opens a file that can be used.
func (b *Companions) Open(name string) (fs.File, error) {
	missing := &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
	most, known := maxSizes[name]
	if !known {
		return nil, missing
	}
	path := b.path(name)
	switch err := b.check(name, path, most); {
	case errors.Is(err, fs.ErrNotExist):
		return nil, missing
	case err != nil:
		b.mu.Lock()
		defer b.mu.Unlock()
		if !b.reported[name] {
			b.reported[name] = true
			b.note(err.Error() + "; playing without it")
		}
		return nil, missing
	}
	return os.Open(path)
}

// check returns why a file cannot be used.
func (b *Companions) check(name, path string, most int64) error {
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

// Companion returns the path of a file that belongs to a rule set: the one that
// was named, or the one next to its definition; empty for a rule set that has no file of its
// own.
func (c *Console) Companion(r rules.Rules, named, file string) string {
	if b, ok := bundle.Of(r).(*Companions); ok && named == "" {
		return b.path(file)
	}
	return named
}
