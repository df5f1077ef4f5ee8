package main

import (
	"bytes"
	"image"
	"image/gif"
	"image/png"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

const pictures = "../../docs/pictures"

// TestPictures runs the commands of docs/pictures.md and compares what they
// draw with the pictures that the page shows; -update draws them again.
func TestPictures(t *testing.T) {
	page, err := os.ReadFile("../../docs/pictures.md")
	if err != nil {
		t.Fatalf("os.ReadFile: %v", err)
	}
	var made []string
	for _, block := range fences(string(page), "console") {
		line := strings.TrimSpace(strings.TrimPrefix(block, "$ "))
		args := words(strings.TrimPrefix(line, "tain "))
		if len(args) < 3 || args[0] != "draw" || args[len(args)-2] != "-o" {
			t.Fatalf("this command does not end in -o FILE: %s", line)
		}
		name := filepath.Base(args[len(args)-1])
		made = append(made, name)
		if !strings.Contains(string(page), "](pictures/"+name+")") {
			t.Errorf("the page makes %s but does not show it", name)
		}
		drawn := filepath.Join(t.TempDir(), name)
		args[len(args)-1] = drawn
		if status, out, errs := call("", args...); status != 0 || out != "" || errs != "" {
			t.Errorf("%s\nends with %d and says %s%s", line, status, out, errs)
			continue
		}
		comparePicture(t, drawn, filepath.Join(pictures, name))
	}
	if len(made) < 25 {
		t.Fatalf("found %d commands in the page", len(made))
	}
	there, err := os.ReadDir(pictures)
	if err != nil {
		t.Fatalf("os.ReadDir: %v", err)
	}
	for _, f := range there {
		if !slices.Contains(made, f.Name()) {
			t.Errorf("no command of the page makes %s", f.Name())
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
	// The packing of a GIF may change with the version of Go, so its pictures
	// are compared; SVG is the same text everywhere.
	same := bytes.Equal(got, want)
	if filepath.Ext(kept) == ".gif" {
		same = slices.EqualFunc(framesOf(t, got), framesOf(t, want), func(a, b *image.Paletted) bool {
			return a.Rect == b.Rect && bytes.Equal(a.Pix, b.Pix)
		})
	}
	if !same {
		t.Errorf("%s is not what its command draws now: run make pictures, and look at it", kept)
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

// TestDrawWritesAllOrNothing keeps a file as it was if something goes wrong.
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
			t.Errorf("%q ends with %d and says %q", args, status, errs)
		}
	}
	if got, err := os.ReadFile(name); err != nil || string(got) != "as it was" {
		t.Errorf("the file now holds %q, %v", got, err)
	}
	if there, err := os.ReadDir(dir); err != nil || len(there) != 1 {
		t.Errorf("left behind: %v, %v", there, err)
	}
}

// TestDrawToStandardOutput reads back what comes out there.
func TestDrawToStandardOutput(t *testing.T) {
	status, out, errs := call("", "draw", "triboard", "-o", "-", "--format", "png", "--size", "300")
	if status != 0 || errs != "" {
		t.Fatalf("ends with %d and says %q", status, errs)
	}
	img, err := png.Decode(strings.NewReader(out))
	if err != nil || img.Bounds().Dx() != 300 {
		t.Errorf("the picture is %v wide, %v", img.Bounds(), err)
	}
}
