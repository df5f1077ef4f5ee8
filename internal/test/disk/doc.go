// Package disk intercepts SQLite's file operations to simulate power loss, full
// disks and I/O errors.
//
// Watch records every write, truncation, sync and removal in a folder, in order. From the
// record, Crash reconstructs the folder as a power loss at any moment could have left it:
// writes since a file's last sync may be lost, partial, or present without earlier ones. Fail
// makes calls fail with system errors.
//
// It replaces methods of SQLite's own virtual file system for the whole process. Files outside
// the folder are not affected.
package disk
