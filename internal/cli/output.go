package cli

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"github.com/tainchess/tain/notation"
)

// Output is the destination of a result. Standard output, devices and pipes are written directly. A
// regular file is replaced on Commit and stays unchanged until then, so that the same command may read
// it. Symbolic links are followed.
type Output struct {
	Name string    // as given by the user
	out  io.Writer // standard output, or nil
	Path string    // path of the regular file, with links resolved; empty for other outputs
	mode fs.FileMode
	file *os.File // open file; for a regular file, a temporary file next to it
}

// Create prepares an output file; an empty name or - means standard output. If the file cannot
// be written, Create fails before the work begins.
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
	if err := o.begin(); err != nil { // only tests whether the file can be created; Write calls begin again
		return nil, err
	}
	o.Discard()
	return o, nil
}

// CreateWithReport is like Create, for a command that also prints a report. With --json the report goes
// to standard output, so the result must go to a file. what names the result in the error.
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

// CreateFrom is like CreateWithReport, for a result computed from game files. It refuses to
// overwrite an input file or to read one twice.
func (c *Console) CreateFrom(games []string, name, what string) (*Output, error) {
	to, _ := os.Stat(name)
	var read []os.FileInfo
	for _, from := range games {
		info, err := os.Stat(from)
		if err != nil || !info.Mode().IsRegular() {
			continue // the reader reports the error
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

// follow resolves symbolic links. The target need not exist.
func follow(name string) (string, error) {
	const most = 40 // maximum number of links to follow, as on Linux
	for range most {
		to, err := os.Readlink(name)
		if err != nil {
			return name, nil // not a link
		}
		if !filepath.IsAbs(to) {
			folder, _ := filepath.Split(name) // Split, unlike Dir, does not clean the path: if a is a link, a/.. is not the current folder
			to = folder + to
		}
		name = to
	}
	return "", errors.New("its symbolic links form a loop")
}

// begin creates the temporary file that will replace the regular file.
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

// Write implements [io.Writer].
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

// Commit closes the output and moves a regular file into place.
func (o *Output) Commit() error {
	if o.Standard() {
		return nil
	}
	if o.file == nil { // create an empty file if nothing was written
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

// CommitText writes a string and commits it.
func (o *Output) CommitText(text string) error {
	if _, err := io.WriteString(o, text); err != nil {
		return err
	}
	return o.Commit()
}

// Discard discards an uncommitted result and leaves a regular file unchanged. It does nothing after
// Commit.
func (o *Output) Discard() {
	if o.file == nil {
		return
	}
	o.file.Close() // the content is no longer needed
	if o.Path != "" {
		os.Remove(o.file.Name())
	}
	o.file = nil
}

// CheckAppendable returns an error if name is standard output, a pipe or a socket. Games are only appended to
// regular files, because a resumed command reads the games already in the file.
func CheckAppendable(name string) error {
	if name == "-" {
		return errors.New("cannot append games to standard output; name a regular file, so that the command can be resumed")
	}
	info, err := os.Stat(name)
	if err == nil && info.Mode()&(fs.ModeNamedPipe|fs.ModeSocket) != 0 {
		return fmt.Errorf("cannot append games to %v: it is a pipe; name a regular file", name)
	}
	return nil // other errors are reported when the file is opened
}

// CannotWrite returns an error that names the file once. It hides the name of a temporary file
// in err.
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

// Resume opens the file in which a command saves its progress, and seeks to the end of the last complete
// record. If the file does not exist, Resume creates it with head as its content. read returns the settings
// in the file and the end of the last record. If the settings differ from the given ones, Resume returns an
// error, in which what names the contents of the file.
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
		err = fmt.Errorf("%v has %s with other settings (%s); name another file with --state, or remove this one", name, what, notation.Clip(found))
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
