package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestConvertRuleSets converts rule sets named on the command line.
func TestConvertRuleSets(t *testing.T) {
	for _, c := range []struct{ to, name, want string }{
		{"json", "cylinder", `{"name":"cylinder"`},
		{"toml", "gallery/gardner", `name = "gardner"`},
		{"ini", "gallery/gardner", "[gardner]\n"},
	} {
		if status, out, errs := call("", "convert", "--to", c.to, c.name); status != 0 || !strings.HasPrefix(out, c.want) {
			t.Errorf("convert --to %s %s: %d, %q, %q; want %q", c.to, c.name, status, out, errs, c.want)
		}
	}
	for name, want := range map[string]string{
		"cylindre":        `unknown rule set "cylindre"; did you mean cylinder?`,
		"gallery/gardena": `unknown rule set "gallery/gardena"; did you mean gallery/gardner?`,
		"gallery/circe":   "capture.rebirth: in Fairy-Stockfish captured pieces do not come back",
	} {
		if status, out, errs := call("", "convert", "--to", "ini", name); status == 0 || out != "" || errs != "tain: "+want+"\n" {
			t.Errorf("convert --to ini %s: %d, %q, %q; want %q", name, status, out, errs, want)
		}
	}
}

// TestFaultLines checks that the faults in a file are printed one per line, each with its place.
func TestFaultLines(t *testing.T) {
	folder := t.TempDir()
	for _, c := range []struct{ file, text, want string }{
		{"x.toml", "name = \"x\"\nsem = 1\n[board]\nfiles = 0\n", "x.toml:2:1: sem: unknown field; did you mean seam?\nx.toml:4:9: board.files: expected a whole number from 1 to 16 instead of 0\n"},
		{"x.ini", "[x:chess]\nfoo = 1\nkin = k\n", "x.ini:2: foo: unknown key\nx.ini:3: kin: unknown key; did you mean king?\n"},
	} {
		file := filepath.Join(folder, c.file)
		if err := os.WriteFile(file, []byte(c.text), 0o644); err != nil {
			t.Fatalf("os.WriteFile: %v", err)
		}
		want := strings.ReplaceAll(c.want, c.file+":", file+":")
		for _, args := range [][]string{{"convert", "--to", "json", file}, {"perft", file, "1"}} {
			if status, out, errs := call("", args...); status != 1 || out != "" || errs != want {
				t.Errorf("%v: %d, %q, %q; want %q", args, status, out, errs, want)
			}
		}
	}
	status, out, errs := call("[board]\nfiles = 0\n", "convert", "--to", "json", "-")
	if want := "standard input:1:1: name: a definition needs a name\nstandard input:2:9: board.files: expected a whole number from 1 to 16 instead of 0\n"; status != 1 || out != "" || errs != want {
		t.Errorf("convert of standard input: %d, %q, %q; want %q", status, out, errs, want)
	}
}
