package cli

import (
	"fmt"
	"io"
	"os"
)

// Resume opens the file in which a command saves its progress, creates it if it does
// not exist, and seeks to the end of its last whole record. The file begins with
// head. Read returns the settings that the file was made with and where it ends; a
// file with other settings is rejected, as having what: "puzzles made".
func Resume(name, settings, head, what string, read func(io.Reader) (settings string, end int64, err error)) (*os.File, error) {
	if err := CheckAppendable(name); err != nil {
		return nil, err
	}
	file, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		return nil, CannotWrite(name, err)
	}
	found, end, err := read(file)
	switch {
	case err != nil:
		err = fmt.Errorf("%s: %w", name, err)
	case end == 0:
		_, err = file.WriteAt([]byte(head), 0)
		end = int64(len(head))
	case found != settings:
		err = fmt.Errorf("%v has %s with other settings (%s); name another file with --state, or remove it", name, what, Clip(found))
	}
	if err == nil {
		err = file.Truncate(end)
	}
	if err == nil {
		_, err = file.Seek(end, io.SeekStart)
	}
	if err != nil {
		file.Close()
		return nil, err
	}
	return file, nil
}
