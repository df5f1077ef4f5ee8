// Package disk intercepts SQLite's file operations to simulate power loss, full
// disks and I/O errors.
//
// Watch records every write, truncation, sync and removal in a folder, in order. From this record,
// Crash reconstructs the folder as a power loss at any moment could have left it: writes since a file's
// last sync may be lost, partial, or present although earlier ones are lost. Fail makes calls fail with
// system errors.
//
// The package replaces methods of SQLite's default virtual file system for the whole process. Files
// outside the watched folder are not affected.
package disk
