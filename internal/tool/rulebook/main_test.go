package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const root = "../../.."

// TestUpToDate checks that the generated files match the rulebooks and tests.
func TestUpToDate(t *testing.T) {
	made, missing, err := generate(root)
	if err != nil {
		t.Fatalf("generate: %v", err)
	}
	for _, rule := range missing {
		t.Errorf("no test covers %s: cite it in a test as described in scan.go", rule)
	}
	for name, want := range made {
		if got, err := os.ReadFile(filepath.Join(root, name)); err != nil || string(got) != string(want) {
			t.Errorf("%s is out of date: run make pictures and review the diff", name)
		}
	}
	spare, err := stale(root, made)
	if err != nil || len(spare) > 0 {
		t.Errorf("stale = %v, %v; want none", spare, err)
	}
	if len(made) < 60 {
		t.Errorf("generate returned only %d files", len(made))
	}
}

// TestScan checks the three ways in which a test can cite a rule.
func TestScan(t *testing.T) {
	dir := t.TempDir()
	folder := filepath.Join(dir, "variant", "toy")
	if err := os.MkdirAll(folder, 0o755); err != nil {
		t.Fatalf("os.MkdirAll: %v", err)
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
		t.Fatalf("os.WriteFile: %v", err)
	}
	all, err := scan(dir)
	if err != nil {
		t.Fatalf("scan: %v", err)
	}
	var got []string
	for _, c := range all {
		got = append(got, strings.TrimSpace(c.variant+" "+c.number)+" "+c.test.Name)
		if c.folder != "variant/toy" || c.test.File != "variant/toy/toy_test.go" {
			t.Errorf("%+v has the wrong folder", c)
		}
	}
	want := "toy 1.3 TestOne|toy 1.4 TestOne|chess 2 TestOne|1.1 TestOne, 1.1 by a variable|1.2 TestOne|toy 6.1 TestOne, toy 6.1 a case"
	if strings.Join(got, "|") != want {
		t.Errorf("scan found\n%s, want\n%s", strings.Join(got, "|"), want)
	}
}

// TestPut checks that a file is written completely, and that no other file is left behind.
func TestPut(t *testing.T) {
	name := filepath.Join(t.TempDir(), "new", "file")
	for _, text := range []string{"one", "two", "two"} {
		if err := put(name, []byte(text)); err != nil {
			t.Fatalf("put: %v", err)
		}
		if got, err := os.ReadFile(name); err != nil || string(got) != text {
			t.Errorf("the file contains %q, %v", got, err)
		}
	}
	if there, err := os.ReadDir(filepath.Dir(name)); err != nil || len(there) != 1 {
		t.Errorf("left behind: %v, %v", there, err)
	}
}
