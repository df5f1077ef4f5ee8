package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/tainchess/tain/internal/cli"
	"github.com/tainchess/tain/notation/pgn"
	"github.com/tainchess/tain/variant"
)

var nameField = regexp.MustCompile(`(?m)^name\s*= "(\w[\w-]*)"$`)

// TestDefinitionsPage saves the definitions in docs/definitions.md in files and runs the commands on the
// page. With -update it writes their output into the page.
func TestDefinitionsPage(t *testing.T) {
	file, err := filepath.Abs("../../docs/definitions.md")
	if err != nil {
		t.Fatalf("filepath.Abs: %v", err)
	}
	text := read(t, file)
	t.Chdir(t.TempDir())
	t.Setenv("XDG_CONFIG_HOME", t.TempDir())
	for _, block := range fences(text, "toml") {
		name := nameField.FindStringSubmatch(block)
		if name == nil {
			t.Fatalf("no name in\n%s", block)
		}
		if err := os.WriteFile(name[1]+".toml", []byte(block), 0o644); err != nil {
			t.Fatalf("os.WriteFile: %v", err)
		}
	}
	blocks := fences(text, "console")
	if len(blocks) < 7 {
		t.Errorf("docs/definitions.md has %d console blocks, want at least 7", len(blocks))
	}
	for _, block := range blocks {
		if now := rerun(t, block); *update {
			text = strings.Replace(text, "```console\n"+block, "```console\n"+now, 1)
		} else if now != block {
			t.Errorf("the page shows\n%s\nbut the commands print\n%s", block, now)
		}
	}
	for _, game := range fences(text, "pgn") {
		if _, err := pgn.NewReader(strings.NewReader(game), variant.Builtin().Find).Next(); err != nil {
			t.Errorf("%v in\n%s", err, game)
		}
	}
	if *update {
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatalf("os.WriteFile: %v", err)
		}
	}
}

// TestReactExample checks that the game in the React example has no errors. The test that opens the example needs
// React, which may be missing.
func TestReactExample(t *testing.T) {
	text := read(t, "../../web/packages/examples/react/main.tsx")
	game := regexp.MustCompile("(?s)const game = `\n(.*?)`;").FindStringSubmatch(text)
	if game == nil {
		t.Fatal("the example defines no game")
	}
	if _, _, err := cli.ParseDefinition(game[1], variant.Builtin()); err != nil {
		t.Errorf("cli.ParseDefinition: %v", err)
	}
}
