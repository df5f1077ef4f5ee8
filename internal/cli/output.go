package cli

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
)

// Output is where the result of a command goes. Standard output and what is no
// plain file, such as a device or a pipe, are written into as the result
// comes. A plain file is there in full once the result is kept, or stays as it
// was; the same command may read it. Links are followed and stay links.
type Output struct {
	Name string    // as it was given
	out  io.Writer // standard output, if it goes there
	Path string    // of the plain file; empty if it is none
	mode fs.FileMode
	file *os.File // what is written into: for a plain file one that will take its place
}

// Create makes ready to write a file; no name and - stand for standard output.
// It finds out at once whether the file can be written, so that no work is
// done for nothing.
func (c *Console) Create(name string) (*Output, error) {
	o := &Output{Name: name, mode: 0o644}
	if name == "" || name == "-" {
		o.out = c.Out
		return o, nil
	}
	info, err := os.Stat(name)
	if err == nil && !info.Mode().IsRegular() {
		if o.file, err = os.OpenFile(name, os.O_WRONLY, 0); err != nil {
			return nil, CannotWrite(name, err)
		}
		return o, nil
	}
	if err == nil {
		o.mode = info.Mode().Perm()
	}
	if o.Path, err = follow(name); err != nil {
		return nil, CannotWrite(name, err)
	}
	if err := o.begin(); err != nil { // a trial: it is made again when there is something to write
		return nil, err
	}
	o.Discard()
	return o, nil
}

// CreateWithReport is Create for a command that tells about its result as well. As
// JSON that takes standard output for itself.
func (c *Console) CreateWithReport(name, what string) (*Output, error) {
	o, err := c.Create(name)
	if err == nil && c.JSON && o.Standard() {
		flag := "-o"
		if what == "samples" {
			flag = "--samples"
		}
		return nil, fmt.Errorf("--json uses standard output; write the %s to a file with %s", what, flag)
	}
	return o, err
}

// CreateFrom is CreateWithReport for a result that is made of games, which took hours and
// are wanted again: it does not take the place of one of their files. Nor does a file
// count twice, which a pattern of the shell and a name beside it easily ask for.
func (c *Console) CreateFrom(games []string, name, what string) (*Output, error) {
	to, _ := os.Stat(name)
	var read []os.FileInfo
	for _, from := range games {
		info, err := os.Stat(from)
		if err != nil || !info.Mode().IsRegular() {
			continue // who reads it tells
		}
		if to != nil && os.SameFile(info, to) {
			return nil, CannotWrite(name, errors.New("it is also an input file; name another"))
		}
		if slices.ContainsFunc(read, func(other os.FileInfo) bool { return os.SameFile(info, other) }) {
			return nil, fmt.Errorf("%v is listed twice; its games would count twice", from)
		}
		read = append(read, info)
	}
	return c.CreateWithReport(name, what)
}

// Standard reports whether the result goes to standard output.
func (o *Output) Standard() bool { return o.out != nil }

// follow returns where links lead to, whether or not there is something.
func follow(name string) (string, error) {
	const most = 40 // links in a row, as systems allow them
	for range most {
		to, err := os.Readlink(name)
		if err != nil {
			return name, nil // no link
		}
		if !filepath.IsAbs(to) {
			folder, _ := filepath.Split(name) // not cleaned: a/.. need not be here if a is a link
			to = folder + to
		}
		name = to
	}
	return "", errors.New("its symbolic links form a loop")
}

// begin makes the file that will take the place of the plain one.
func (o *Output) begin() error {
	folder, _ := filepath.Split(o.Path)
	if folder == "" {
		folder = "."
	}
	var err error
	if o.file, err = os.CreateTemp(folder, ".tain-*"); err != nil {
		return CannotWrite(o.Name, err)
	}
	return nil
}

// Write adds to the result.
func (o *Output) Write(text []byte) (int, error) {
	if o.Standard() {
		return o.out.Write(text)
	}
	if o.file == nil {
		if err := o.begin(); err != nil {
			return 0, err
		}
	}
	n, err := o.file.Write(text)
	if err != nil {
		err = CannotWrite(o.Name, err)
	}
	return n, err
}

// Commit ends the writing and puts the file in place.
func (o *Output) Commit() error {
	if o.Standard() {
		return nil
	}
	if o.file == nil { // nothing was written: an empty file
		if err := o.begin(); err != nil {
			return err
		}
	}
	err := o.file.Close()
	if err == nil && o.Path != "" {
		if err = os.Chmod(o.file.Name(), o.mode); err == nil {
			err = os.Rename(o.file.Name(), o.Path)
		}
	}
	if err != nil {
		o.Discard()
		return CannotWrite(o.Name, err)
	}
	o.file = nil
	return nil
}

// CommitText writes the whole result at once.
func (o *Output) CommitText(text string) error {
	if _, err := io.WriteString(o, text); err != nil {
		return err
	}
	return o.Commit()
}

// Discard leaves the file as it was, unless the result has been committed.
func (o *Output) Discard() {
	if o.file == nil {
		return
	}
	o.file.Close() // nobody wants what is in it
	if o.Path != "" {
		os.Remove(o.file.Name())
	}
	o.file = nil
}

// CheckAppendable rejects a file that games cannot be added to. Such a file is not
// replaced: each game is there for good as soon as it ends, and those that are
// there are read first. Reading from a pipe of one's own would never end, and standard
// output cannot be gone on with.
func CheckAppendable(name string) error {
	if name == "-" {
		return errors.New("cannot append games to standard output; name a regular file, so that the command can be resumed")
	}
	info, err := os.Stat(name)
	if err == nil && info.Mode()&(fs.ModeNamedPipe|fs.ModeSocket) != 0 {
		return fmt.Errorf("cannot append games to %v: it is a pipe; name a regular file", name)
	}
	return nil // what else is wrong shows when it is opened
}

// CannotWrite says which file could not be written and why. The reason is
// given alone, as the file that was tried may not be the one that was named.
func CannotWrite(name string, err error) error {
	var path *fs.PathError
	var link *os.LinkError
	if errors.As(err, &path) {
		err = path.Err
	} else if errors.As(err, &link) {
		err = link.Err
	}
	return fmt.Errorf("cannot write %v: %w", name, err)
}

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
