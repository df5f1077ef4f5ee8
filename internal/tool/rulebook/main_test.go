package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const root = "../../.."

// TestUpToDate compares what lies in the tree with what the rulebooks and the
// tests say now.
func TestUpToDate(t *testing.T) {
	made, missing, err := generate(root)
	if err != nil {
		t.Fatal(err)
	}
	for _, rule := range missing {
		t.Errorf("no test holds %s: name it in one, see scan.go", rule)
	}
	for name, want := range made {
		if got, err := os.ReadFile(filepath.Join(root, name)); err != nil || string(got) != string(want) {
			t.Errorf("%s is out of date: run make pictures, and read what changed", name)
		}
	}
	spare, err := stale(root, made)
	if err != nil || len(spare) > 0 {
		t.Errorf("nothing makes %v, %v", spare, err)
	}
	if len(made) < 60 {
		t.Errorf("only %d files are made", len(made))
	}
}

// TestScan reads the three ways in which a test names a rule.
func TestScan(t *testing.T) {
	dir := t.TempDir()
	folder := filepath.Join(dir, "variant", "toy")
	if err := os.MkdirAll(folder, 0o755); err != nil {
		t.Fatal(err)
	}
	source := `package toy

var cases = []string{"1.1 by a variable", "8/8/8 no number", "4k3/8 w - - 0 1"}

// TestOne has a comment.
//
// Holds: toy 1.3, 1.4; chess 2.
func TestOne(t *testing.T) {
	for range cases {
		t.Errorf("1.2: in a message")
		t.Run("toy 6.1 a case", nil)
	}
}

func helper() { _ = "1.9 of no test" }
`
	if err := os.WriteFile(filepath.Join(folder, "toy_test.go"), []byte(source), 0o644); err != nil {
		t.Fatal(err)
	}
	all, err := scan(dir)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, c := range all {
		got = append(got, strings.TrimSpace(c.variant+" "+c.number)+" "+c.test.Name)
		if c.folder != "variant/toy" || c.test.File != "variant/toy/toy_test.go" {
			t.Errorf("%+v lies elsewhere", c)
		}
	}
	want := "toy 1.3 TestOne|toy 1.4 TestOne|chess 2 TestOne|1.1 TestOne, 1.1 by a variable|1.2 TestOne|toy 6.1 TestOne, toy 6.1 a case"
	if strings.Join(got, "|") != want {
		t.Errorf("the tests name\n%s, want\n%s", strings.Join(got, "|"), want)
	}
}

// TestPut writes a file whole, and leaves one alone that is so already.
func TestPut(t *testing.T) {
	name := filepath.Join(t.TempDir(), "new", "file")
	for _, text := range []string{"one", "two", "two"} {
		if err := put(name, []byte(text)); err != nil {
			t.Fatal(err)
		}
		if got, err := os.ReadFile(name); err != nil || string(got) != text {
			t.Errorf("the file holds %q, %v", got, err)
		}
	}
	if there, err := os.ReadDir(filepath.Dir(name)); err != nil || len(there) != 1 {
		t.Errorf("left behind: %v, %v", there, err)
	}
}
