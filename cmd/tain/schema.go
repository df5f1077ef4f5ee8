package main

import (
	"encoding/json"
	"errors"
	"fmt"

	"github.com/alecthomas/kong"

	"github.com/tainchess/tain/internal/cli"
	"github.com/tainchess/tain/rules/ruledata"
	"github.com/tainchess/tain/variant"
)

// schemaFlag is the --schema flag.
type schemaFlag bool

// BeforeReset prints the schema before kong validates the command line, as --help does, so that the
// command needs no arguments. tain rules VARIANT prints its schema itself.
func (schemaFlag) BeforeReset(c *console, k *kong.Kong, ctx *kong.Context) error {
	command := ctx.Selected()
	if command != nil && command.Name == "rules" && hasArgument(ctx) {
		c.schema = true
		return nil
	}
	k.Exit(c.Fail(printSchema(c, k.Model.Node, command)))
	return nil
}

// hasArgument reports whether the command line contains a positional argument.
func hasArgument(ctx *kong.Context) bool {
	for _, p := range ctx.Path {
		if p.Positional != nil {
			return true
		}
	}
	return false
}

// printSchema prints the schema of the documents that a command prints.
func printSchema(c *console, app, command *kong.Node) error {
	if command == nil || len(command.Children) > 0 {
		if command == nil {
			command = app
		}
		return fmt.Errorf("name a command to see its schema: %s", cli.JoinList(schemaCommands(command), "or"))
	}
	s, err := schemaOf(command.Path(), false)
	if err != nil {
		return err
	}
	text, err := json.MarshalIndent(s, "", "  ")
	if err == nil {
		_, err = fmt.Fprintf(c.Out, "%s\n", text)
	}
	return err
}

// schemaCommands lists the commands below a node that print JSON.
func schemaCommands(node *kong.Node) (names []string) {
	for _, n := range node.Children {
		if n.Hidden {
			continue
		}
		if name := n.Path(); len(n.Children) > 0 {
			names = append(names, schemaCommands(n)...)
		} else if len(cli.FormatsOf(name)) > 0 {
			names = append(names, name)
		}
	}
	return names
}

// schemaOf returns the schema of everything that a command prints with --json. If closed is set, it
// permits no other properties.
func schemaOf(command string, closed bool) (map[string]any, error) {
	var all []map[string]any
	for _, f := range cli.FormatsOf(command) {
		all = append(all, f.Schema(closed))
	}
	if command == "rules" {
		all = append(all, ruleSchemas()...)
	}
	if all == nil {
		return nil, errors.New(command + " does not support --json")
	}
	return cli.Bundle(fmt.Sprintf("Output of tain %s --json", command), closed, all...), nil
}

// ruleSchemas returns the schemas of the rule data of all kinds of rule sets.
func ruleSchemas() (all []map[string]any) {
	seen := map[string]bool{}
	for _, r := range variant.Builtin().All() {
		var s map[string]any
		text, err := ruledata.Schema(r)
		if err == nil {
			err = json.Unmarshal(text, &s)
		}
		if err != nil {
			panic(err) // the schemas are derived from types of this program
		}
		if id := s["$id"].(string); !seen[id] {
			seen[id] = true
			all = append(all, s)
		}
	}
	return all
}
