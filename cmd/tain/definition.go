package main

import (
	"fmt"
	"strings"

	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/variant/definition"
)

// definitionFormats are the flags for the formats of a definition.
type definitionFormats struct {
	TOML       bool `name:"toml" xor:"form" help:"Print the definition as TOML."`
	Definition bool `xor:"form" help:"Print the definition as canonical JSON."`
	Link       bool `xor:"form" help:"Print the definition as a link."`
	Hash       bool `xor:"form" help:"Print the definition's hash."`
}

// given reports whether a format is asked for.
func (f *definitionFormats) given() bool { return f.TOML || f.Definition || f.Link || f.Hash }

// write writes the definition of a rule set in the form that is asked for.
func (f *definitionFormats) write(c *console, r rules.Rules) error {
	form := "json"
	switch {
	case f.TOML:
		form = "toml"
	case f.Link:
		form = "link"
	case f.Hash:
		form = "hash"
	}
	text, err := definitionText(r, form)
	if err != nil {
		return err
	}
	if c.JSON {
		return c.Document(map[string]string{"form": form, "text": text})
	}
	_, err = fmt.Fprintln(c.Out, strings.TrimSuffix(text, "\n"))
	return err
}

// definitionText writes the definition of a rule set as toml, json, link or hash.
func definitionText(r rules.Rules, form string) (string, error) {
	d, ok := definition.Of(r)
	if !ok {
		return "", fmt.Errorf("%s has no definition; definitions are for 8x8 boards", r.Info().Name)
	}
	switch form {
	case "toml":
		return d.TOML(), nil
	case "link":
		return "?rules=" + d.Pack() + "&variant=" + d.Name, nil
	case "hash":
		return d.Hash(), nil
	}
	return d.JSON(), nil
}
