package perftfile

import (
	"path/filepath"
	"reflect"
	"strings"
	"testing"
)

func TestRead(t *testing.T) {
	got, err := Read(strings.NewReader("# a remark\n\nid start\nepd 8/8 w -\nperft 1 20\nperft 2 400\n\n  id two words \nepd X b\nperft 0 1"))
	if err != nil {
		t.Fatalf("Read: %v", err)
	}
	want := []Entry{
		{ID: "start", EPD: "8/8 w -", Counts: []Count{{1, 20}, {2, 400}}},
		{ID: "two words", EPD: "X b", Counts: []Count{{0, 1}}},
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("read %v, want %v", got, want)
	}
	for i, text := range []string{"8/8 w - 0 1", "X b 0 9"} {
		if got[i].Text() != text {
			t.Errorf("text %q, want %q", got[i].Text(), text)
		}
	}
}

func TestReadErrors(t *testing.T) {
	for text, want := range map[string]string{
		"perft 1 20":                       "line 1: perft before the first id",
		"id\n":                             "line 1: id without a name",
		"id a\nperft 1 20":                 "line 2: perft before the epd",
		"id a\nepd X\nepd Y":               "line 3: \"a\" needs one epd",
		"id a\nepd":                        "line 2: \"a\" needs one epd",
		"id a\nid b":                       "line 2: id \"b\": the previous entry \"a\" has no count",
		"id a\nepd X\n":                    "no count for \"a\"",
		"id a\nepd X\nperft 1":             "line 3: perft needs a depth and a count",
		"id a\nepd X\nperft 1 -20":         "line 3: perft needs a depth and a count",
		"id a\nepd X\nperft 300 1":         "line 3: perft needs a depth and a count",
		"id a\nepd X\nperft 1 20 3":        "line 3: perft needs a depth and a count",
		"depth 3":                          "line 1: \"depth\" is not id, epd or perft",
		"\x00\xff":                         "is not id, epd or perft",
		"id " + strings.Repeat("x", 1<<17): "token too long",
	} {
		if got, err := Read(strings.NewReader(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.40q gave %v and %v, want %q", text, got, err, want)
		}
	}
	if _, err := Load(filepath.Join(t.TempDir(), "missing")); err == nil {
		t.Error("reading a missing file succeeded")
	}
}

// TestLoad reads the perft files of the built-in rule sets.
func TestLoad(t *testing.T) {
	files, err := filepath.Glob("../../../variant/*/*.perft")
	if err != nil || len(files) == 0 {
		t.Fatalf("no files: %v", err)
	}
	for _, path := range files {
		entries, err := Load(path)
		if err != nil {
			t.Errorf("Load: %v", err)
			continue
		}
		if entries[0].ID != "start" || len(entries) < 20 {
			t.Errorf("%s has %d entries and starts with %q", path, len(entries), entries[0].ID)
		}
	}
}
