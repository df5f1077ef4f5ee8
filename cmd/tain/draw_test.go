package main

import (
	"bytes"
	"cmp"
	"image"
	"image/gif"
	"image/png"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

const pictures = "../../docs/pictures"

// TestPictures runs the commands in docs/pictures.md and docs/topology.md and compares the pictures with the
// saved ones. With -update it replaces the saved pictures.
func TestPictures(t *testing.T) {
	var made []string
	for _, chapter := range []string{"pictures.md", "topology.md"} {
		page, err := os.ReadFile("../../docs/" + chapter)
		if err != nil {
			t.Fatalf("os.ReadFile: %v", err)
		}
		dir := t.TempDir()
		definitions := map[string]string{} // path by file name
		for _, block := range fences(string(page), "toml") {
			name := regexp.MustCompile(`name *= "([^"]*)"`).FindStringSubmatch(block)[1] + ".toml"
			definitions[name] = filepath.Join(dir, name)
			if err := os.WriteFile(definitions[name], []byte(block), 0o644); err != nil {
				t.Fatalf("os.WriteFile: %v", err)
			}
		}
		for _, block := range fences(string(page), "console") {
			line := strings.TrimSpace(strings.TrimPrefix(block, "$ "))
			args := words(strings.TrimPrefix(line, "tain "))
			if len(args) < 3 || args[0] != "draw" || args[len(args)-2] != "-o" {
				t.Fatalf("this command does not end in -o FILE: %s", line)
			}
			name := filepath.Base(args[len(args)-1])
			made = append(made, name)
			if !strings.Contains(string(page), "](pictures/"+name+")") {
				t.Errorf("docs/%s draws %s but does not show it", chapter, name)
			}
			drawn := filepath.Join(dir, name)
			args[len(args)-1] = drawn
			args[1] = cmp.Or(definitions[args[1]], args[1])
			if status, out, errs := call("", args...); status != 0 || out != "" || errs != "" {
				t.Errorf("%s: status %d, output %s%s", line, status, out, errs)
				continue
			}
			comparePicture(t, drawn, filepath.Join(pictures, name))
		}
	}
	if len(made) < 45 {
		t.Fatalf("the pages have %d commands, want at least 45", len(made))
	}
	there, err := os.ReadDir(pictures)
	if err != nil {
		t.Fatalf("os.ReadDir: %v", err)
	}
	for _, f := range there {
		if !slices.Contains(made, f.Name()) {
			t.Errorf("no command in the documentation draws %s", f.Name())
		}
	}
}

func comparePicture(t *testing.T, drawn, kept string) {
	t.Helper()
	got, err := os.ReadFile(drawn)
	if err != nil {
		t.Fatalf("os.ReadFile: %v", err)
	}
	if *update {
		if err := os.WriteFile(kept, got, 0o644); err != nil {
			t.Fatalf("os.WriteFile: %v", err)
		}
		return
	}
	want, err := os.ReadFile(kept)
	if err != nil {
		t.Fatalf("os.ReadFile: %v", err)
	}
	// GIF compression may change between Go versions, so compare the frames.
	same := bytes.Equal(got, want)
	if filepath.Ext(kept) == ".gif" {
		same = slices.EqualFunc(framesOf(t, got), framesOf(t, want), func(a, b *image.Paletted) bool {
			return a.Rect == b.Rect && bytes.Equal(a.Pix, b.Pix)
		})
	}
	if !same {
		t.Errorf("%s differs from its command's output: run make pictures and review it", kept)
	}
}

func framesOf(t *testing.T, data []byte) []*image.Paletted {
	t.Helper()
	film, err := gif.DecodeAll(bytes.NewReader(data))
	if err != nil {
		t.Fatalf("gif.DecodeAll: %v", err)
	}
	return film.Image
}

// TestDrawWritesAllOrNothing checks that the output file is unchanged after an error.
func TestDrawWritesAllOrNothing(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "kept.png")
	if err := os.WriteFile(name, []byte("as it was"), 0o644); err != nil {
		t.Fatalf("os.WriteFile: %v", err)
	}
	for _, args := range [][]string{
		{"draw", "chess", "--size", "9999", "-o", name},
		{"draw", "chess", "--select", "e5", "-o", name},
		{"draw", "chess", "--move", "e5", "-o", name},
		{"draw", "chess", "--line", "e4 e4", "-o", name},
		{"draw", "chess", "--view", "oblique", "-o", name},
		{"draw", "nothing", "-o", name},
		{"draw", "chess", "8/8", "-o", name},
		{"draw", "chess", "-o", filepath.Join(dir, "missing", "x.png")},
		{"draw", "chess", "-o", dir + "/.png/"},
	} {
		status, _, errs := call("", args...)
		if status != 1 || strings.Count(errs, "\n") != 1 {
			t.Errorf("%q: status %d, standard error %q; want 1 and one line", args, status, errs)
		}
	}
	if got, err := os.ReadFile(name); err != nil || string(got) != "as it was" {
		t.Errorf("the file contains %q, %v; want it unchanged", got, err)
	}
	if there, err := os.ReadDir(dir); err != nil || len(there) != 1 {
		t.Errorf("the folder contains %v, %v; want one file", there, err)
	}
}

// TestDrawToStandardOutput checks that a picture written to standard output can be decoded.
func TestDrawToStandardOutput(t *testing.T) {
	status, out, errs := call("", "draw", "triboard", "-o", "-", "--format", "png", "--size", "300")
	if status != 0 || errs != "" {
		t.Fatalf("tain draw: status %d, standard error %q", status, errs)
	}
	img, err := png.Decode(strings.NewReader(out))
	if err != nil || img.Bounds().Dx() != 300 {
		t.Errorf("the picture has bounds %v, %v; want width 300", img.Bounds(), err)
	}
}
