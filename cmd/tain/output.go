package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// writeWhole writes a file so that it is there in full or not at all. What is
// no plain file, such as a device, is written into.
func writeWhole(name, text string) error {
	err := replace(name, text)
	if err == nil {
		return nil
	}
	// The reason alone: the file that was tried is not the one that was named.
	var path *fs.PathError
	var link *os.LinkError
	if errors.As(err, &path) {
		err = path.Err
	} else if errors.As(err, &link) {
		err = link.Err
	}
	return fmt.Errorf("cannot write %s: %w", name, err)
}

// replace puts a new file in the place of one, if there was one.
func replace(name, text string) error {
	if info, err := os.Stat(name); err == nil && !info.Mode().IsRegular() {
		return os.WriteFile(name, []byte(text), 0o644)
	}
	f, err := os.CreateTemp(filepath.Dir(name), ".tain-*")
	if err != nil {
		return err
	}
	_, err = f.WriteString(text)
	if closed := f.Close(); err == nil {
		err = closed
	}
	if err == nil {
		err = os.Chmod(f.Name(), 0o644)
	}
	if err == nil {
		err = os.Rename(f.Name(), name)
	}
	if err != nil {
		os.Remove(f.Name())
	}
	return err
}
