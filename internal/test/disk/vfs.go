//go:build !js

package disk

import (
	"path/filepath"
	"strings"
	"sync"
	"unsafe"

	"modernc.org/libc"
	sqlite3 "modernc.org/sqlite/lib"
)

// Types of the methods of SQLite's file system. The driver represents C functions as Go functions whose
// first parameter is the thread.
type (
	openFunc   = func(tls *libc.TLS, vfs, path, file uintptr, flags int32, out uintptr) int32
	deleteFunc = func(tls *libc.TLS, vfs, path uintptr, sync int32) int32
	writeFunc  = func(tls *libc.TLS, file, data uintptr, n int32, offset int64) int32
	sizeFunc   = func(tls *libc.TLS, file uintptr, size int64) int32
	syncFunc   = func(tls *libc.TLS, file uintptr, flags int32) int32
	closeFunc  = func(tls *libc.TLS, file uintptr) int32
)

// installed holds the original methods, which are replaced once per process.
var installed struct {
	once    sync.Once
	open    openFunc
	unlink  deleteFunc
	methods map[uintptr]uintptr // our method tables, keyed by the original tables

	mu       sync.Mutex
	files    map[uintptr]*openFile
	watching *Watcher
}

// openFile is a file opened by SQLite.
type openFile struct {
	name  string // path of the file
	write writeFunc
	size  sizeFunc
	sync  syncFunc
	close closeFunc
}

// at returns a pointer to the value at a C address. The indirection through a
// variable satisfies the rules of package unsafe.
func at[T any](address uintptr) *T { return *(**T)(unsafe.Pointer(&address)) }

// function converts a C function pointer to a Go function; pointer does the reverse.
func function[T any](address uintptr) T { return *(*T)(unsafe.Pointer(&struct{ uintptr }{address})) }
func pointer[T any](f T) uintptr        { return *(*uintptr)(unsafe.Pointer(&struct{ f T }{f})) }

// install replaces the methods of SQLite's file system, once per process.
func install() {
	installed.once.Do(func() {
		installed.methods, installed.files = map[uintptr]uintptr{}, map[uintptr]*openFile{}
		tls := libc.NewTLS()
		defer tls.Close()
		sqlite3.Xsqlite3_initialize(tls)
		vfs := at[sqlite3.Tsqlite3_vfs](sqlite3.Xsqlite3_vfs_find(tls, 0))
		installed.open = function[openFunc](vfs.FxOpen)
		installed.unlink = function[deleteFunc](vfs.FxDelete)
		vfs.FxOpen, vfs.FxDelete = pointer[openFunc](open), pointer[deleteFunc](remove)
	})
}

func open(tls *libc.TLS, vfs, path, file uintptr, flags int32, out uintptr) int32 {
	code := installed.open(tls, vfs, path, file, flags, out)
	methods := at[uintptr](file)
	if code != sqlite3.SQLITE_OK || path == 0 || *methods == 0 {
		return code
	}
	installed.mu.Lock()
	defer installed.mu.Unlock()
	original := at[sqlite3.Tsqlite3_io_methods](*methods)
	ours := installed.methods[*methods]
	if ours == 0 {
		ours = libc.Xmalloc(tls, libc.Tsize_t(unsafe.Sizeof(*original))) // never freed
		table := at[sqlite3.Tsqlite3_io_methods](ours)
		*table = *original
		table.FxWrite, table.FxTruncate = pointer[writeFunc](write), pointer[sizeFunc](truncate)
		table.FxSync, table.FxClose = pointer[syncFunc](syncFile), pointer[closeFunc](closeFile)
		// Memory-mapped I/O would bypass these methods.
		table.FxFetch, table.FxUnfetch = 0, 0
		table.FiVersion = min(table.FiVersion, 2)
		installed.methods[*methods] = ours
	}
	installed.files[file] = &openFile{
		name: libc.GoString(path), write: function[writeFunc](original.FxWrite), size: function[sizeFunc](original.FxTruncate),
		sync: function[syncFunc](original.FxSync), close: function[closeFunc](original.FxClose),
	}
	*methods = ours
	return code
}

// opened returns an open file and its watcher, if any.
func opened(file uintptr) (*openFile, *Watcher) {
	installed.mu.Lock()
	defer installed.mu.Unlock()
	f := installed.files[file]
	return f, watcherOf(f.name)
}

// watcherOf returns the watcher of a path's folder, or nil if the folder is not watched. The caller
// must hold the lock.
func watcherOf(path string) *Watcher {
	if w := installed.watching; w != nil && filepath.Dir(path) == w.folder {
		return w
	}
	return nil
}

func write(tls *libc.TLS, file, data uintptr, n int32, offset int64) int32 {
	f, w := opened(file)
	if w == nil {
		return f.write(tls, file, data, n, offset)
	}
	content := strings.Clone(unsafe.String(at[byte](data), int(n)))
	return w.do(note{Write, f.name, offset, content}, func() int32 { return f.write(tls, file, data, n, offset) })
}

func truncate(tls *libc.TLS, file uintptr, size int64) int32 {
	f, w := opened(file)
	if w == nil {
		return f.size(tls, file, size)
	}
	return w.do(note{Truncate, f.name, size, ""}, func() int32 { return f.size(tls, file, size) })
}

func syncFile(tls *libc.TLS, file uintptr, flags int32) int32 {
	f, w := opened(file)
	if w == nil {
		return f.sync(tls, file, flags)
	}
	return w.do(note{Sync, f.name, 0, ""}, func() int32 { return f.sync(tls, file, flags) })
}

func closeFile(tls *libc.TLS, file uintptr) int32 {
	f, _ := opened(file)
	installed.mu.Lock()
	delete(installed.files, file)
	installed.mu.Unlock()
	return f.close(tls, file)
}

func remove(tls *libc.TLS, vfs, path uintptr, sync int32) int32 {
	name := libc.GoString(path)
	installed.mu.Lock()
	w := watcherOf(name)
	installed.mu.Unlock()
	if w == nil {
		return installed.unlink(tls, vfs, path, sync)
	}
	return w.do(note{Remove, name, int64(sync), ""}, func() int32 { return installed.unlink(tls, vfs, path, sync) })
}
