//go:build !js

package disk

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"sync"

	sqlite3 "modernc.org/sqlite/lib"
)

// Call is a file operation by SQLite.
type Call int

// Calls.
const (
	Write Call = iota
	Truncate
	Sync
	Remove
)

// Fault is a way in which a call fails. The zero Fault means success.
type Fault int32

// Faults: ENOSPC, and EIO from each call.
const (
	Full          Fault = sqlite3.SQLITE_FULL
	WriteFailed   Fault = sqlite3.SQLITE_IOERR | 3<<8
	SyncFailed    Fault = sqlite3.SQLITE_IOERR | 4<<8
	TruncateError Fault = sqlite3.SQLITE_IOERR | 6<<8
	// Lie makes a call report success without being performed.
	Lie Fault = -1
)

// note is a completed call.
type note struct {
	call   Call
	name   string
	offset int64 // for a truncation, the new size; for a removal, whether the folder is synced too
	data   string
}

// Watcher records the calls on files in a folder.
type Watcher struct {
	folder string
	first  map[string][]byte // contents of the files at the start

	mu    sync.Mutex
	notes []note
	fail  func(Call, string) Fault
}

// Watch starts recording SQLite's calls on files directly in a folder. Existing files count as synced.
// Only one folder can be watched at a time. Call Stop before watching another.
func Watch(folder string) (*Watcher, error) {
	install()
	folder, err := filepath.EvalSymlinks(folder)
	if err != nil {
		return nil, err
	}
	w := &Watcher{folder: folder, first: map[string][]byte{}}
	files, err := os.ReadDir(folder)
	if err != nil {
		return nil, err
	}
	for _, f := range files {
		name := filepath.Join(folder, f.Name())
		if w.first[name], err = os.ReadFile(name); err != nil {
			return nil, err
		}
	}
	installed.mu.Lock()
	defer installed.mu.Unlock()
	if installed.watching != nil {
		return nil, fmt.Errorf("disk: already watching %s", installed.watching.folder)
	}
	installed.watching = w
	return w, nil
}

// Stop stops recording.
func (w *Watcher) Stop() {
	installed.mu.Lock()
	defer installed.mu.Unlock()
	if installed.watching == w {
		installed.watching = nil
	}
}

// Fail sets a function that decides whether and how each call fails; nil lets all calls succeed. Calls
// of the function are serialised.
func (w *Watcher) Fail(fail func(c Call, name string) Fault) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.fail = fail
}

// Now returns the current moment, which is the number of successful calls so far. Data acknowledged
// before a moment must survive a power loss at that moment.
func (w *Watcher) Now() int {
	w.mu.Lock()
	defer w.mu.Unlock()
	return len(w.notes)
}

// do performs a call, unless it is to fail, and records it if it succeeds.
func (w *Watcher) do(n note, call func() int32) int32 {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.fail != nil {
		switch fault := w.fail(n.call, n.name); {
		case fault == Lie:
			return sqlite3.SQLITE_OK
		case fault != 0:
			return int32(fault)
		}
	}
	code := call()
	if code == sqlite3.SQLITE_OK {
		w.notes = append(w.notes, n)
	}
	return code
}

// Loss is the effect of a power loss on unsynced writes.
type Loss int

// Losses.
const (
	Dropped   Loss = iota // all unsynced writes are lost
	Torn                  // the first writes survive, the last of them only in part
	Reordered             // any subset survives, each write possibly in part
	// Unsynced is Dropped on a disk that only pretends to sync. Tests use it to check that they detect
	// data loss.
	Unsynced
)

// String returns the name of the loss.
func (l Loss) String() string { return [...]string{"dropped", "torn", "reordered", "unsynced"}[l] }

// sector is the size of an atomic disk write, in bytes.
const sector = 512

// Crash simulates a power loss at the given moment. It writes one possible state of the files into a
// folder.
func (w *Watcher) Crash(into string, moment int, how Loss, random *rand.Rand) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	files := map[string]*image{}
	for name, content := range w.first {
		files[name] = &image{exists: true, content: append([]byte{}, content...)}
	}
	for _, n := range w.notes[:moment] {
		f := files[n.name]
		if f == nil {
			f = &image{}
			files[n.name] = f
		}
		switch {
		case n.call == Sync && how == Unsynced:
		case n.call == Sync:
			if !f.exists {
				// SQLite syncs the folder with the first sync of a journal or log that it
				// created, which makes earlier removals permanent.
				for _, other := range files {
					other.settleRemoval()
				}
			}
			f.settle()
		default:
			f.pending = append(f.pending, n)
			if n.call == Remove && n.offset != 0 && how != Unsynced {
				f.settle()
			}
		}
	}
	for name, f := range files {
		f.lose(how, random)
		if !f.exists {
			continue
		}
		if err := os.WriteFile(filepath.Join(into, filepath.Base(name)), f.content, 0o600); err != nil {
			return err
		}
	}
	return nil
}

// image is a simulated file with its unsynced calls.
type image struct {
	exists  bool
	content []byte
	pending []note
}

// settle applies the pending calls.
func (f *image) settle() {
	for _, n := range f.pending {
		f.apply(n)
	}
	f.pending = nil
}

// settleRemoval applies a pending removal and the calls before it.
func (f *image) settleRemoval() {
	for i := len(f.pending) - 1; i >= 0; i-- {
		if f.pending[i].call == Remove {
			rest := f.pending[i+1:]
			f.pending = f.pending[:i+1]
			f.settle()
			f.pending = rest
			return
		}
	}
}

// lose applies the pending calls that survive a power loss.
func (f *image) lose(how Loss, random *rand.Rand) {
	switch how {
	case Torn:
		if len(f.pending) == 0 {
			return
		}
		last := random.IntN(len(f.pending))
		for i, n := range f.pending[:last+1] {
			if i < last || n.call != Write {
				f.apply(n)
				continue
			}
			n.data = n.data[:random.IntN(len(n.data)+1)]
			f.apply(n)
		}
	case Reordered:
		for _, n := range f.pending {
			if n.call != Write {
				if random.IntN(2) == 0 {
					f.apply(n)
				}
				continue
			}
			for from := 0; from < len(n.data); {
				to := min(len(n.data), from+sector-int((n.offset+int64(from))%sector))
				if random.IntN(2) == 0 {
					f.apply(note{Write, n.name, n.offset + int64(from), n.data[from:to]})
				}
				from = to
			}
		}
	}
	f.pending = nil
}

// apply applies a call.
func (f *image) apply(n note) {
	switch n.call {
	case Remove:
		f.exists, f.content = false, nil
	case Truncate:
		f.exists = true
		f.resize(n.offset)
	case Write:
		f.exists = true
		if end := n.offset + int64(len(n.data)); end > int64(len(f.content)) {
			f.resize(end)
		}
		copy(f.content[n.offset:], n.data)
	}
}

func (f *image) resize(size int64) {
	if size <= int64(len(f.content)) {
		f.content = f.content[:size]
		return
	}
	f.content = append(f.content, make([]byte, size-int64(len(f.content)))...)
}
