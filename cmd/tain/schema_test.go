package main

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/alecthomas/kong"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/tainchess/tain/internal/cli"
	"github.com/tainchess/tain/internal/cli/completion"
	"github.com/tainchess/tain/internal/schema"
	"github.com/tainchess/tain/variant"
)

// checkedMain runs the program for the scripts. If the JSON that it prints does not fit the command's schema,
// the exit status is the opposite of the expected one.
func checkedMain() {
	args := os.Args[1:]
	if !wantsJSON(args) {
		main() // does not return
	}
	var printed bytes.Buffer
	status := start(args, io.MultiWriter(os.Stdout, &printed))
	if err := fits(args, printed.Bytes()); err != nil {
		fmt.Fprintf(os.Stderr, "the output of tain %v does not fit its schema: %v\n", args, err)
		if status != 0 {
			os.Exit(0)
		}
		os.Exit(1)
	}
	os.Exit(status)
}

// silent returns a console without output.
func silent() *console {
	return &console{Console: cli.New(context.Background(), variant.Builtin(), strings.NewReader(""), io.Discard, io.Discard)}
}

// fits validates the documents that a command printed. Its schema must not permit undescribed properties.
func fits(args []string, printed []byte) error {
	var c commands
	parser, err := newParser(&c, silent())
	if err != nil {
		return err
	}
	command, _, _ := completion.Walk(parser.Model.Node, args)
	s, err := schemaOf(cmp.Or(command.Path(), "version"), true) // --version is not a command
	if err != nil {
		s = cli.Bundle("errors", true)
	}
	text, err := json.Marshal(s)
	if err != nil {
		return err
	}
	compiled, err := compile(text)
	if err != nil {
		return err
	}
	for documents := json.NewDecoder(bytes.NewReader(printed)); ; {
		var one any
		switch err := documents.Decode(&one); {
		case err == io.EOF, errors.Is(err, io.ErrUnexpectedEOF): // interrupted
			return nil
		case err != nil:
			return err
		}
		if err := compiled.Validate(one); err != nil {
			return err
		}
	}
}

// compile parses a schema.
func compile(text []byte) (*jsonschema.Schema, error) {
	parsed, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		return nil, err
	}
	compiler := jsonschema.NewCompiler()
	if err := compiler.AddResource("urn:bundle", parsed); err != nil {
		return nil, err
	}
	return compiler.Compile("urn:bundle")
}

// schemaFolder contains the schema of each format.
const schemaFolder = "testdata/schema"

// TestFormats compares the schemas of all JSON formats with those in testdata/schema. If a field has changed or
// disappeared, the version of the format must be raised. -update writes schemas with additional fields, and those
// of new versions.
func TestFormats(t *testing.T) {
	files := map[string]map[string]any{}
	for _, f := range cli.Formats() {
		files[f.Name+".json"] = f.Schema(false)
	}
	for _, s := range ruleSchemas() {
		files[strings.Split(s["$id"].(string), ":")[2]+".json"] = s
	}
	for name, s := range files {
		text, err := json.MarshalIndent(s, "", "  ")
		if err != nil {
			t.Fatalf("json.MarshalIndent: %v", err)
		}
		text = append(text, '\n')
		file := filepath.Join(schemaFolder, name)
		committed, err := os.ReadFile(file)
		if bytes.Equal(committed, text) {
			continue
		}
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			t.Fatalf("os.ReadFile: %v", err)
		}
		if err == nil {
			var before, after map[string]any
			if err := errors.Join(json.Unmarshal(committed, &before), json.Unmarshal(text, &after)); err != nil {
				t.Fatalf("json.Unmarshal: %v", err)
			}
			if why := schema.Breaks(before, after); why != "" && before["$id"] == after["$id"] {
				t.Errorf("%s: %s; this needs a new version of the format", name, why)
				continue
			}
		}
		if !*update {
			t.Errorf("%s differs from the format; run the test with -update", name)
			continue
		}
		if err := os.WriteFile(file, text, 0o644); err != nil {
			t.Fatalf("os.WriteFile: %v", err)
		}
	}
	entries, err := os.ReadDir(schemaFolder)
	if err != nil {
		t.Fatalf("os.ReadDir: %v", err)
	}
	for _, e := range entries {
		if files[e.Name()] == nil {
			t.Errorf("%s belongs to no format", e.Name())
		}
	}
}

// TestSchemaFlag checks that every command prints a valid schema without further arguments, except the commands
// that do not support --json.
func TestSchemaFlag(t *testing.T) {
	var c commands
	parser, err := newParser(&c, silent())
	if err != nil {
		t.Fatalf("newParser: %v", err)
	}
	without := []string{"play", "uci", "xboard", "bot", "help"}
	for _, leaf := range parser.Model.Leaves(false) {
		name := leaf.Path()
		status, out, errs := call("", append(strings.Fields(name), "--schema")...)
		if slices.Contains(without, name) {
			if want := fmt.Sprintf("tain: %s does not support --json\n", name); status != 1 || errs != want {
				t.Errorf("tain %s --schema: status %d, %q, want 1, %q", name, status, errs, want)
			}
			continue
		}
		if status != 0 || errs != "" {
			t.Errorf("tain %s --schema: status %d, %q", name, status, errs)
			continue
		}
		if _, err := compile([]byte(out)); err != nil {
			t.Errorf("tain %s --schema: %v", name, err)
		}
	}
	for _, args := range [][]string{{"--schema"}, {"pgn", "--schema"}} {
		status, out, errs := call("", args...)
		if status != 1 || out != "" || !strings.Contains(errs, "pgn check") {
			t.Errorf("tain %v: status %d, %q, %q, want a list of commands", args, status, out, errs)
		}
	}
	for _, f := range cli.Formats() {
		for _, name := range f.Commands {
			if !slices.ContainsFunc(parser.Model.Leaves(false), func(n *kong.Node) bool { return n.Path() == name }) && name != "error" {
				t.Errorf("format %s: unknown command %q", f.Name, name)
			}
		}
	}
}
