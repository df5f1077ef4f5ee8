package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/flate"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"strings"
	"time"
)

// archiveName returns the file name of a platform's archive.
func (r *release) archiveName(p platform) string {
	end := ".tar.gz"
	if p.os == "windows" {
		end = ".zip"
	}
	return fmt.Sprintf("tain_%s_%s_%s%s", r.version, p.os, p.arch, end)
}

// archive writes an archive that contains the program and its accompanying files in a folder.
func (r *release) archive(p platform, program string, s *shared, to string) error {
	data, err := os.ReadFile(program)
	if err != nil {
		return err
	}
	files := []file{
		{p.program(), data, 0o755}, {"LICENSE", s.licence, 0o644}, {"NOTICE", s.notice, 0o644}, {"LICENCES.txt", s.licences, 0o644}, {"README.txt", s.readme, 0o644},
	}
	if p.os == "windows" { // CRLF line endings
		for i := range files[1:] {
			text := &files[1+i]
			text.name = strings.TrimSuffix(text.name, ".txt") + ".txt"
			text.data = bytes.ReplaceAll(text.data, []byte("\n"), []byte("\r\n"))
		}
	} else {
		for _, page := range s.pages {
			files = append(files, file{"man/" + page.name, page.data, 0o644})
		}
		for name, shell := range map[string]string{"tain.bash": "bash", "_tain": "zsh", "tain.fish": "fish"} {
			files = append(files, file{"completions/" + name, s.completions[shell], 0o644})
		}
	}
	folder := fmt.Sprintf("tain_%s_%s_%s", r.version, p.os, p.arch)
	for i := range files {
		files[i].name = path.Join(folder, files[i].name)
	}
	write := writeTarGz
	if p.os == "windows" {
		write = writeZip
	}
	return writeFile(to, func(w io.Writer) error { return write(w, sorted(files), r.time) })
}

// writeFile creates a file, calls write to write its content, and closes it.
func writeFile(name string, write func(io.Writer) error) error {
	f, err := os.Create(name)
	if err != nil {
		return err
	}
	return errors.Join(write(f), f.Close())
}

// writeTarGz writes files to a compressed tar archive, all with the same time and owner.
func writeTarGz(w io.Writer, files []file, at time.Time) error {
	z, err := gzip.NewWriterLevel(w, gzip.BestCompression)
	if err != nil {
		return err
	}
	t := tar.NewWriter(z)
	for _, f := range files {
		h := &tar.Header{Name: f.name, Mode: int64(f.mode), Size: int64(len(f.data)), ModTime: at, Format: tar.FormatUSTAR, Typeflag: tar.TypeReg}
		if err := t.WriteHeader(h); err != nil {
			return err
		}
		if _, err := t.Write(f.data); err != nil {
			return err
		}
	}
	return errors.Join(t.Close(), z.Close())
}

// writeZip writes files to a zip archive, all with the same time.
func writeZip(w io.Writer, files []file, at time.Time) error {
	z := zip.NewWriter(w)
	z.RegisterCompressor(zip.Deflate, func(w io.Writer) (io.WriteCloser, error) { return flate.NewWriter(w, flate.BestCompression) })
	for _, f := range files {
		h := &zip.FileHeader{Name: f.name, Method: zip.Deflate, Modified: at}
		h.SetMode(f.mode)
		one, err := z.CreateHeader(h)
		if err != nil {
			return err
		}
		if _, err := one.Write(f.data); err != nil {
			return err
		}
	}
	return z.Close()
}
