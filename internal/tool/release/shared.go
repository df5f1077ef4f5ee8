package main

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
)

// file is a file in an archive, a package or an image.
type file struct {
	name string // slash-separated path in the archive
	data []byte
	mode os.FileMode
}

// shared holds the files that accompany the program on every platform: manual pages, completions and
// licences. The program itself writes most of them.
type shared struct {
	pages       []file // tain.1 and so on
	completions map[string][]byte
	licences    []byte // licences of third-party code
	licence     []byte // Tain's licence
	notice      []byte
	readme      []byte
}

// shared builds the program for this machine and runs it to write the accompanying files.
func (r *release) shared() (*shared, error) {
	here := platform{runtime.GOOS, runtime.GOARCH}
	program := filepath.Join(r.work, "here", here.program())
	if err := r.timed("program of this machine", func() error { return r.build(here, program) }); err != nil {
		return nil, err
	}
	s := &shared{completions: map[string][]byte{}}
	var err error
	if s.pages, err = r.pages(program); err != nil {
		return nil, err
	}
	for _, shell := range []string{"bash", "zsh", "fish"} {
		if s.completions[shell], err = r.output(program, "completion", shell); err != nil {
			return nil, err
		}
	}
	if s.licences, err = r.output(program, "licences"); err != nil {
		return nil, err
	}
	if s.licence, err = os.ReadFile(filepath.Join(r.root, "LICENSE")); err != nil {
		return nil, err
	}
	if s.notice, err = os.ReadFile(filepath.Join(r.root, "NOTICE")); err != nil {
		return nil, err
	}
	s.readme, err = os.ReadFile(filepath.Join(r.root, "deploy", "package", "README.txt"))
	return s, err
}

// pages returns the manual pages, which exist only in English.
func (r *release) pages(program string) ([]file, error) {
	folder := filepath.Join(r.work, "man")
	if _, err := r.output(program, "man", "--dir", folder); err != nil {
		return nil, err
	}
	entries, err := os.ReadDir(folder)
	if err != nil {
		return nil, err
	}
	var pages []file
	for _, e := range entries {
		text, err := os.ReadFile(filepath.Join(folder, e.Name()))
		if err != nil {
			return nil, err
		}
		pages = append(pages, file{e.Name(), text, 0o644})
	}
	return pages, nil
}

// output runs the program and returns its output.
func (r *release) output(program string, args ...string) ([]byte, error) {
	cmd := exec.Command(program, args...)
	cmd.Env = []string{"HOME=/nonexistent", "LC_ALL=C", fmt.Sprintf("SOURCE_DATE_EPOCH=%d", r.time.Unix())}
	var errs bytes.Buffer
	cmd.Stderr = &errs
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("tain %s: %w: %s", strings.Join(args, " "), err, errs.Bytes())
	}
	return out, nil
}

// deployed returns a file from deploy/ with some lines replaced. Each of these lines must occur
// exactly once, so that the file and the replacements cannot drift apart unnoticed.
func (r *release) deployed(name string, change map[string]string) ([]byte, error) {
	data, err := os.ReadFile(filepath.Join(r.root, "deploy", filepath.FromSlash(name)))
	if err != nil {
		return nil, err
	}
	text := string(data)
	for from, to := range change {
		if n := strings.Count(text, from); n != 1 {
			return nil, fmt.Errorf("deploy/%s contains %q %d times; want once", name, from, n)
		}
		text = strings.Replace(text, from, to, 1)
	}
	return []byte(text), nil
}

// zipped compresses a file as Debian requires for manual pages and changelogs: without name and
// time.
func zipped(data []byte) []byte {
	var b bytes.Buffer
	z, err := gzip.NewWriterLevel(&b, gzip.BestCompression)
	if err != nil { // cannot happen: the level is valid
		panic(err)
	}
	z.Write(data) // a buffer never fails
	z.Close()
	return b.Bytes()
}

// sorted returns files ordered by name.
func sorted(files []file) []file {
	slices.SortFunc(files, func(a, b file) int { return strings.Compare(a.name, b.name) })
	return files
}
