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

// trial returns a release whose program is a short string, the path of that program, and the shared
// files.
func trial(t *testing.T) (*release, string, *shared) {
	t.Helper()
	root, err := filepath.Abs("../../..")
	if err != nil {
		t.Fatalf("filepath.Abs: %v", err)
	}
	folder := t.TempDir()
	r := &release{root: root, out: filepath.Join(folder, "out"), work: filepath.Join(folder, "work"), version: "0.1.0", revision: "0123456789ab", time: time.Unix(1_800_000_001, 0).UTC()}
	for _, dir := range []string{r.out, r.work} {
		if err := os.Mkdir(dir, 0o777); err != nil {
			t.Fatalf("os.Mkdir: %v", err)
		}
	}
	program := filepath.Join(folder, "tain")
	if err := os.WriteFile(program, []byte("#!/bin/sh\necho a program\n"), 0o777); err != nil {
		t.Fatalf("os.WriteFile: %v", err)
	}
	return r, program, &shared{
		pages:       []file{{"tain.1", []byte(".TH TAIN 1\n"), 0o644}},
		completions: map[string][]byte{"bash": []byte("b"), "zsh": []byte("z"), "fish": []byte("f")},
		licences:    []byte("others"), licence: []byte("own"), notice: []byte("notice\n"), readme: []byte("read me\nnow\n"),
	}
}

// pack builds all files for a platform except the program.
func pack(t *testing.T, r *release, p platform, program string, s *shared) {
	t.Helper()
	r.platforms = append(r.platforms, p)
	err := r.artefact(r.archiveName(p), func(file string) error { return r.archive(p, program, s, file) })
	if p.os == "linux" {
		err = errors.Join(err, r.packages(p, program, s), r.artefact("image.tar", func(file string) error { return r.image(p, program, s, file) }))
	}
	if err != nil {
		t.Fatalf("errors.Join: %v", err)
	}
}

// TestReproducible checks that two builds in different folders give the same bytes.
func TestReproducible(t *testing.T) {
	var sums [2]string
	for i := range sums {
		r, program, s := trial(t)
		at := time.Now().Add(time.Duration(-i) * 1000 * time.Hour) // must not matter
		if err := os.Chtimes(program, at, at); err != nil {
			t.Fatalf("os.Chtimes: %v", err)
		}
		for _, p := range platforms {
			pack(t, r, p, program, s)
		}
		if err := errors.Join(r.recipes(), r.checksums()); err != nil {
			t.Fatalf("errors.Join: %v", err)
		}
		text, err := os.ReadFile(filepath.Join(r.out, "SHA256SUMS"))
		if err != nil {
			t.Fatalf("os.ReadFile: %v", err)
		}
		sums[i] = string(text)
	}
	if sums[0] != sums[1] {
		t.Errorf("checksums differ between builds:\n%s\n%s", sums[0], sums[1])
	}
	if n := strings.Count(sums[0], "\n"); n != 8+2+2+1+2+1 { // archives, .deb, .rpm, images and recipes
		t.Errorf("the release has %d files:\n%s", n, sums[0])
	}
}

// TestArchives checks the contents of archives.
func TestArchives(t *testing.T) {
	r, program, s := trial(t)
	pack(t, r, platform{"freebsd", "arm64"}, program, s)
	pack(t, r, platform{"windows", "amd64"}, program, s)
	data, err := os.ReadFile(filepath.Join(r.out, "tain_0.1.0_freebsd_arm64.tar.gz"))
	if err != nil {
		t.Fatalf("os.ReadFile: %v", err)
	}
	z, err := gzip.NewReader(bytes.NewReader(data))
	if err != nil {
		t.Fatalf("gzip.NewReader: %v", err)
	}
	var names []string
	for in := tar.NewReader(z); ; {
		h, err := in.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatalf("in.Next: %v", err)
		}
		if !h.ModTime.Equal(r.time) || h.Uid != 0 || h.Uname != "" {
			t.Errorf("%s has time %v, owner %d %q", h.Name, h.ModTime, h.Uid, h.Uname)
		}
		if program := strings.HasSuffix(h.Name, "/tain"); program != (h.Mode == 0o755) {
			t.Errorf("%s has mode %o", h.Name, h.Mode)
		}
		names = append(names, strings.TrimPrefix(h.Name, "tain_0.1.0_freebsd_arm64/"))
	}
	if got := strings.Join(names, " "); got != "LICENCES.txt LICENSE NOTICE README.txt completions/_tain completions/tain.bash completions/tain.fish man/tain.1 tain" {
		t.Errorf("the archive contains %s", got)
	}
	packed, err := zip.OpenReader(filepath.Join(r.out, "tain_0.1.0_windows_amd64.zip"))
	if err != nil {
		t.Fatalf("zip.OpenReader: %v", err)
	}
	defer packed.Close()
	names = nil
	for _, f := range packed.File {
		names = append(names, f.Name)
		in, err := f.Open()
		if err != nil {
			t.Fatalf("f.Open: %v", err)
		}
		text, err := io.ReadAll(in)
		if err != nil {
			t.Fatalf("io.ReadAll: %v", err)
		}
		if f.Name == "tain_0.1.0_windows_amd64/README.txt" && string(text) != "read me\r\nnow\r\n" {
			t.Errorf("%s has the text %q", f.Name, text)
		}
		if program := strings.HasSuffix(f.Name, ".exe"); program && bytes.Contains(text, []byte("\r")) {
			t.Error("the line endings of the program were converted")
		}
	}
	if got := strings.Join(names, " "); got != "tain_0.1.0_windows_amd64/LICENCES.txt tain_0.1.0_windows_amd64/LICENSE.txt tain_0.1.0_windows_amd64/NOTICE.txt tain_0.1.0_windows_amd64/README.txt tain_0.1.0_windows_amd64/tain.exe" {
		t.Errorf("the Windows archive contains %s", got)
	}
}

// TestRecipes checks that the formula and the manifest contain the checksum and URL of every
// archive.
func TestRecipes(t *testing.T) {
	r, program, s := trial(t)
	for _, p := range platforms {
		pack(t, r, p, program, s)
	}
	if err := r.recipes(); err != nil {
		t.Fatalf("r.recipes: %v", err)
	}
	formula, err := os.ReadFile(filepath.Join(r.out, "tain.rb"))
	if err != nil {
		t.Fatalf("os.ReadFile: %v", err)
	}
	text, err := os.ReadFile(filepath.Join(r.out, "tain.json"))
	if err != nil {
		t.Fatalf("os.ReadFile: %v", err)
	}
	var manifest struct {
		Version      string
		Architecture map[string]struct {
			URL, Hash string
			Dir       string `json:"extract_dir"`
		}
	}
	if err := json.Unmarshal(text, &manifest); err != nil {
		t.Fatalf("json.Unmarshal: %v", err)
	}
	for _, p := range platforms {
		name := r.archiveName(p)
		sum, err := r.sum(name)
		if err != nil {
			t.Fatalf("r.sum: %v", err)
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
				t.Errorf("the manifest has %+v, want %s with %s", of, address, sum)
			}
		}
	}
	if manifest.Version != "0.1.0" {
		t.Errorf("the manifest has version %s", manifest.Version)
	}
}

// TestInvalidArguments checks that invalid arguments are reported before the build starts.
func TestInvalidArguments(t *testing.T) {
	t.Setenv("SOURCE_DATE_EPOCH", "1")
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o666); err != nil {
		t.Fatalf("os.WriteFile: %v", err)
	}
	for _, c := range []struct {
		args string
		says string
	}{
		{"-root " + t.TempDir(), "not the sources of Tain"},
		{"-root ../../.. -version 1.0", `"1.0" is not a release version such as 0.1.0`},
	} {
		if err := run(strings.Fields(c.args)); err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("run(%s): %v; want %q", c.args, err, c.says)
		}
	}
	r := &release{root: sources(t), out: file}
	if err := r.prepare(""); err == nil || !strings.Contains(err.Error(), "choose another folder with OUT=DIR") {
		t.Errorf("prepare with a file instead of an output folder: %v", err)
	}
	r = &release{root: sources(t), out: t.TempDir()}
	if err := r.prepare("plan9/amd64"); err == nil || !strings.Contains(err.Error(), `unknown platform "plan9/amd64"`) {
		t.Errorf("prepare with an unknown platform: %v", err)
	}
	t.Setenv("SOURCE_DATE_EPOCH", "today")
	if err := r.prepare(""); err == nil || !strings.Contains(err.Error(), "SOURCE_DATE_EPOCH must be the time of the commit") {
		t.Errorf("prepare with an invalid SOURCE_DATE_EPOCH: %v", err)
	}
}

// sources creates a folder that looks like a source tree with a built page.
func sources(t *testing.T) string {
	t.Helper()
	root := t.TempDir()
	for _, name := range []string{"internal/version/VERSION", "web/dist/index.html", "internal/licence/list.json"} {
		at := filepath.Join(root, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(at), 0o777); err != nil {
			t.Fatalf("os.MkdirAll: %v", err)
		}
		if err := os.WriteFile(at, []byte("0.1.0\n"), 0o666); err != nil {
			t.Fatalf("os.WriteFile: %v", err)
		}
	}
	return root
}

// TestDeployed checks that a file in deploy/ without an expected line is an error.
func TestDeployed(t *testing.T) {
	r, _, _ := trial(t)
	if _, err := r.deployed("tain.service", map[string]string{"no such line": ""}); err == nil || !strings.Contains(err.Error(), `contains "no such line" 0 times`) {
		t.Errorf("deployed: %v; want an error", err)
	}
}

// TestLicences checks that licences are recognised, and the package URLs of components.
func TestLicences(t *testing.T) {
	for text, want := range map[string]any{
		"MIT License\n\nPermission is hereby granted, free of\ncharge, to any person obtaining a copy": "MIT",
		"may be used to endorse or promote products derived from":                                      "BSD-3-Clause",
		"All rights reserved": nil,
	} {
		if got := (notice{Text: text}).licence()["id"]; got != want {
			t.Errorf("licence of %q = %v, want %v", text, got, want)
		}
	}
	for n, want := range map[notice]string{
		{Name: "Go", Version: "go1.26.8", Part: "program"}:                       "pkg:golang/std@1.26.8",
		{Name: "github.com/BurntSushi/toml", Version: "v1.6.0", Part: "program"}: "pkg:golang/github.com/burntsushi/toml@v1.6.0",
		{Name: "@fontsource-variable/inter", Version: "5.3.0", Part: "page"}:     "pkg:npm/%40fontsource-variable/inter@5.3.0",
	} {
		if got := n.purl(); got != want {
			t.Errorf("purl of %s = %s, want %s", n.Name, got, want)
		}
	}
}
