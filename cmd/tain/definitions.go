package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/variant/definition"
)

// choose returns the rule set that a person has named: one that is known, or the
// file of a definition. A definition that is chosen is known from then on.
func (c *console) choose(name string) (rules.Rules, error) {
	if !isDefinition(name) {
		return c.rules.Choose(name)
	}
	r, err := c.definition(name)
	if err != nil {
		return nil, err
	}
	if _, known := c.rules.Find(r.Info().Name); !known {
		c.rules = c.rules.With(r)
	}
	return r, nil
}

// isDefinition tells the name of a file from that of a rule set.
func isDefinition(name string) bool {
	return strings.ContainsRune(name, os.PathSeparator) || slices.Contains(definitionEnds, strings.ToLower(filepath.Ext(name)))
}

// definitionEnds are how the names of definitions end.
var definitionEnds = []string{".toml", ".json"}

// definition reads a file. What has no effect in it is told on standard error.
func (c *console) definition(name string) (rules.Rules, error) {
	r, warnings, err := readDefinition(name, c.rules)
	for _, w := range warnings {
		c.note(name + ": " + w.Error())
	}
	return r, err
}

func readDefinition(name string, known *rules.Registry) (rules.Rules, []definition.Fault, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, nil, cannotRead(name, err)
	}
	defer f.Close()
	text, err := definition.ReadText(f)
	if err != nil {
		return nil, nil, cannotRead(name, err)
	}
	d, warnings, err := definition.Parse(text)
	if err != nil {
		return nil, warnings, fmt.Errorf("%s: %w", name, err)
	}
	r, err := definition.Resolve(d, known)
	if err != nil {
		return nil, warnings, fmt.Errorf("%s: %w", name, err)
	}
	return r, warnings, nil
}

// mostDefinitions bounds how many files of a folder are read.
const mostDefinitions = 500

// loadRules makes the definitions of a folder known. A folder that was named
// must be there; the usual one need not be. What is wrong with a file is told, and
// the others are taken all the same.
func (c *console) loadRules(named string) error {
	folder := named
	if folder == "" {
		config, err := os.UserConfigDir()
		if err != nil {
			return nil
		}
		folder = filepath.Join(config, "tain", "rules")
	}
	entries, err := os.ReadDir(folder)
	switch {
	case named == "" && errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return cannotRead(folder, err)
	}
	n := 0
	for _, e := range entries {
		if e.IsDir() || !slices.Contains(definitionEnds, strings.ToLower(filepath.Ext(e.Name()))) {
			continue
		}
		if n++; n > mostDefinitions {
			c.note(fmt.Sprintf("%s: only the first %d definitions are read", folder, mostDefinitions))
			break
		}
		name := filepath.Join(folder, e.Name())
		r, _, err := readDefinition(name, c.rules)
		if err != nil {
			c.note(err.Error())
			continue
		}
		if !slices.Contains(c.rules.All(), r) {
			c.rules = c.rules.With(r)
		}
	}
	return nil
}
