package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// trial returns a release whose program is a short text, and what goes with it.
func trial(t *testing.T) (*release, string, *shared) {
	t.Helper()
	root, err := filepath.Abs("../../..")
	if err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	r := &release{root: root, out: filepath.Join(folder, "out"), work: filepath.Join(folder, "work"), version: "0.1.0", revision: "0123456789ab", time: time.Unix(1_800_000_001, 0).UTC()}
	for _, dir := range []string{r.out, r.work} {
		if err := os.Mkdir(dir, 0o777); err != nil {
			t.Fatal(err)
		}
	}
	program := filepath.Join(folder, "tain")
	if err := os.WriteFile(program, []byte("#!/bin/sh\necho a program\n"), 0o777); err != nil {
		t.Fatal(err)
	}
	return r, program, &shared{
		pages:       []file{{"tain.1", []byte(".TH TAIN 1\n"), 0o644}},
		completions: map[string][]byte{"bash": []byte("b"), "zsh": []byte("z"), "fish": []byte("f")},
		licences:    []byte("others"), licence: []byte("own"), notice: []byte("notice\n"), readme: []byte("read me\nnow\n"),
	}
}

// pack makes everything of a platform but the program.
func pack(t *testing.T, r *release, p platform, program string, s *shared) {
	t.Helper()
	r.platforms = append(r.platforms, p)
	err := r.artefact(r.archiveName(p), func(file string) error { return r.archive(p, program, s, file) })
	if p.os == "linux" {
		err = errors.Join(err, r.packages(p, program, s), r.artefact("image.tar", func(file string) error { return r.image(p, program, s, file) }))
	}
	if err != nil {
		t.Fatal(err)
	}
}

// TestTwice packs the same twice, in different folders, and gets the same bytes.
func TestTwice(t *testing.T) {
	var sums [2]string
	for i := range sums {
		r, program, s := trial(t)
		at := time.Now().Add(time.Duration(-i) * 1000 * time.Hour) // of no matter
		if err := os.Chtimes(program, at, at); err != nil {
			t.Fatal(err)
		}
		for _, p := range platforms {
			pack(t, r, p, program, s)
		}
		if err := errors.Join(r.recipes(), r.checksums()); err != nil {
			t.Fatal(err)
		}
		text, err := os.ReadFile(filepath.Join(r.out, "SHA256SUMS"))
		if err != nil {
			t.Fatal(err)
		}
		sums[i] = string(text)
	}
	if sums[0] != sums[1] {
		t.Errorf("first\n%s\nthen\n%s", sums[0], sums[1])
	}
	if n := strings.Count(sums[0], "\n"); n != 8+2+2+1+2+1 { // archives, .deb, .rpm, an image that was made twice, recipes
		t.Errorf("there are %d files:\n%s", n, sums[0])
	}
}

// TestArchives looks at what a person unpacks.
func TestArchives(t *testing.T) {
	r, program, s := trial(t)
	pack(t, r, platform{"freebsd", "arm64"}, program, s)
	pack(t, r, platform{"windows", "amd64"}, program, s)
	data, err := os.ReadFile(filepath.Join(r.out, "tain_0.1.0_freebsd_arm64.tar.gz"))
	if err != nil {
		t.Fatal(err)
	}
	z, err := gzip.NewReader(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for in := tar.NewReader(z); ; {
		h, err := in.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		if !h.ModTime.Equal(r.time) || h.Uid != 0 || h.Uname != "" {
			t.Errorf("%s is of %v and of %d %q", h.Name, h.ModTime, h.Uid, h.Uname)
		}
		if program := strings.HasSuffix(h.Name, "/tain"); program != (h.Mode == 0o755) {
			t.Errorf("%s has the mode %o", h.Name, h.Mode)
		}
		names = append(names, strings.TrimPrefix(h.Name, "tain_0.1.0_freebsd_arm64/"))
	}
	if got := strings.Join(names, " "); got != "LICENCES.txt LICENSE NOTICE README.txt completions/_tain completions/tain.bash completions/tain.fish man/tain.1 tain" {
		t.Errorf("the archive has %s", got)
	}
	packed, err := zip.OpenReader(filepath.Join(r.out, "tain_0.1.0_windows_amd64.zip"))
	if err != nil {
		t.Fatal(err)
	}
	defer packed.Close()
	names = nil
	for _, f := range packed.File {
		names = append(names, f.Name)
		in, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(in)
		if err != nil {
			t.Fatal(err)
		}
		if f.Name == "tain_0.1.0_windows_amd64/README.txt" && string(text) != "read me\r\nnow\r\n" {
			t.Errorf("%s has the text %q", f.Name, text)
		}
		if program := strings.HasSuffix(f.Name, ".exe"); program && bytes.Contains(text, []byte("\r")) {
			t.Error("the program was changed too")
		}
	}
	if got := strings.Join(names, " "); got != "tain_0.1.0_windows_amd64/LICENCES.txt tain_0.1.0_windows_amd64/LICENSE.txt tain_0.1.0_windows_amd64/NOTICE.txt tain_0.1.0_windows_amd64/README.txt tain_0.1.0_windows_amd64/tain.exe" {
		t.Errorf("the archive for Windows has %s", got)
	}
}

// TestRecipes finds the real checksum and address of every archive in the
// formula and in the manifest.
func TestRecipes(t *testing.T) {
	r, program, s := trial(t)
	for _, p := range platforms {
		pack(t, r, p, program, s)
	}
	if err := r.recipes(); err != nil {
		t.Fatal(err)
	}
	formula, err := os.ReadFile(filepath.Join(r.out, "tain.rb"))
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(filepath.Join(r.out, "tain.json"))
	if err != nil {
		t.Fatal(err)
	}
	var manifest struct {
		Version      string
		Architecture map[string]struct {
			URL, Hash string
			Dir       string `json:"extract_dir"`
		}
	}
	if err := json.Unmarshal(text, &manifest); err != nil {
		t.Fatal(err)
	}
	for _, p := range platforms {
		name := r.archiveName(p)
		sum, err := r.sum(name)
		if err != nil {
			t.Fatal(err)
		}
		address := "/releases/download/v0.1.0/" + name
		switch p.os {
		case "linux", "darwin":
			if !strings.Contains(string(formula), address+"\"\n      sha256 \""+sum+"\"") {
				t.Errorf("the formula lacks %s with %s:\n%s", address, sum, formula)
			}
		case "windows":
			of := manifest.Architecture[map[string]string{"amd64": "64bit", "arm64": "arm64"}[p.arch]]
			if !strings.HasSuffix(of.URL, address) || of.Hash != sum || of.Dir != "tain_0.1.0_windows_"+p.arch {
				t.Errorf("the manifest has %+v for %s with %s", of, address, sum)
			}
		}
	}
	if manifest.Version != "0.1.0" {
		t.Errorf("the manifest is of %s", manifest.Version)
	}
}

// TestRefusals says what is wrong with what is asked for, before anything is
// made.
func TestRefusals(t *testing.T) {
	t.Setenv("SOURCE_DATE_EPOCH", "1")
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		args string
		says string
	}{
		{"-root " + t.TempDir(), "these are not the sources of Tain"},
		{"-root ../../.. -version 1.0", `"1.0" is not a version to be released: it should be like 0.1.0`},
	} {
		if err := run(strings.Fields(c.args)); err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: %v, want %q", c.args, err, c.says)
		}
	}
	r := &release{root: sources(t), out: file}
	if err := r.prepare(""); err == nil || !strings.Contains(err.Error(), "cannot be written: choose another with OUT=DIR") {
		t.Errorf("a file for a folder: %v", err)
	}
	r = &release{root: sources(t), out: t.TempDir()}
	if err := r.prepare("plan9/amd64"); err == nil || !strings.Contains(err.Error(), `there is no release for "plan9/amd64"`) {
		t.Errorf("another system: %v", err)
	}
	t.Setenv("SOURCE_DATE_EPOCH", "today")
	if err := r.prepare(""); err == nil || !strings.Contains(err.Error(), "SOURCE_DATE_EPOCH should be the time of the commit") {
		t.Errorf("no time: %v", err)
	}
}

// sources returns a folder that looks like sources with a page.
func sources(t *testing.T) string {
	t.Helper()
	root := t.TempDir()
	for _, name := range []string{"internal/version/VERSION", "web/dist/index.html", "internal/licence/list.json"} {
		at := filepath.Join(root, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(at), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(at, []byte("0.1.0\n"), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return root
}

// TestDeployed refuses to pack a file of deploy/ that is not as expected.
func TestDeployed(t *testing.T) {
	r, _, _ := trial(t)
	if _, err := r.deployed("tain.service", map[string]string{"no such line": ""}); err == nil || !strings.Contains(err.Error(), `has "no such line" 0 times`) {
		t.Errorf("it said %v", err)
	}
}

// TestLicences tells licences apart.
func TestLicences(t *testing.T) {
	for text, want := range map[string]any{
		"MIT License\n\nPermission is hereby granted, free of\ncharge, to any person obtaining a copy": "MIT",
		"may be used to endorse or promote products derived from":                                      "BSD-3-Clause",
		"All rights reserved": nil,
	} {
		if got := (notice{Text: text}).licence()["id"]; got != want {
			t.Errorf("%q is %v, want %v", text, got, want)
		}
	}
	for n, want := range map[notice]string{
		{Name: "Go", Version: "go1.26.8", Part: "program"}:                       "pkg:golang/std@1.26.8",
		{Name: "github.com/BurntSushi/toml", Version: "v1.6.0", Part: "program"}: "pkg:golang/github.com/burntsushi/toml@v1.6.0",
		{Name: "@fontsource-variable/inter", Version: "5.3.0", Part: "page"}:     "pkg:npm/%40fontsource-variable/inter@5.3.0",
	} {
		if got := n.purl(); got != want {
			t.Errorf("%s is %s, want %s", n.Name, got, want)
		}
	}
}
