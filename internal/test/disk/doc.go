// Package disk stands between SQLite and its files and plays a disk whose power
// fails, or which is full or broken.
//
// Watch notes every write, truncation, sync and removal below a folder, in
// order. From these notes Crash makes the folder as a power loss at any moment
// could have left it: what was written since a file's last sync may be gone,
// written in part, or there without what was written before it. Fail lets
// calls fail as the system's would.
//
// It replaces methods of SQLite's own virtual file system, for the whole
// process; files outside the folder are left alone.
package disk
