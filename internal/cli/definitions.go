package cli

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/tainchess/tain/internal/ini"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/rules/bundle"
	"github.com/tainchess/tain/rules/registry"
	"github.com/tainchess/tain/variant/definition"

	flattext "github.com/tainchess/tain/variant/flat/text"
	"github.com/tainchess/tain/variant/gallery"
)

// Choose returns a rule set by name, gallery name, definition file, variants file, definition text or link, and
// registers it under its name, unless that is the name of a built-in rule set. Notes go to standard error.
func (c *Console) Choose(name string) (rules.Rules, error) {
	r, notes, err := c.Find(name)
	for _, n := range notes {
		c.Note(n)
	}
	return r, err
}

// Find is like Choose, but returns the notes instead of printing them.
func (c *Console) Find(name string) (r rules.Rules, notes []string, err error) {
	switch {
	case registry.IsDefinition(name), strings.HasPrefix(name, gallery.Prefix): // ./gallery/ is a folder
		r, err = c.Rules.Choose(name)
	case flattext.IsLink(name):
		var l flattext.Link
		l, err = flattext.ParseLink(name, c.Rules.Find)
		r, notes = l.Rules, c.Language.Texts(l.Notices)
	case isVariantsFile(name):
		r, notes, err = c.readVariant(name)
	case isDefinitionFile(name):
		var warnings []definition.Fault
		r, warnings, err = c.readDefinition(name, c.Builtin)
		for _, w := range warnings {
			notes = append(notes, name+": "+c.Language.Explain(w))
		}
	default:
		r, err = c.Rules.Choose(name)
	}
	if err != nil {
		return nil, nil, err // without notes, because the same fault may have caused them
	}
	if !slices.Contains(c.Rules.All(), r) && !c.isBuiltin(r.Info().Name) {
		c.Rules = c.Rules.With(r)
	}
	return r, notes, nil
}

// RulesFile is like Find, for requests from chess programs. It rejects files that are not regular,
// because reading them could block.
func (c *Console) RulesFile(name string) (rules.Rules, []string, error) {
	if info, err := os.Stat(name); err == nil && !info.Mode().IsRegular() {
		return nil, nil, CannotRead(name, errors.New("it is not a regular file"))
	}
	return c.Find(name)
}

// ChooseAll registers rule sets by calling Choose for each.
func (c *Console) ChooseAll(names []string) error {
	for _, name := range names {
		if _, err := c.Choose(name); err != nil {
			return err
		}
	}
	return nil
}

// isBuiltin reports whether a built-in rule set has this name.
func (c *Console) isBuiltin(name string) bool {
	_, ok := c.Builtin.Find(name)
	return ok
}

// isDefinitionFile reports whether a name is that of a file rather than of a rule set.
func isDefinitionFile(name string) bool {
	return strings.ContainsRune(name, os.PathSeparator) || slices.Contains(DefinitionSuffixes, strings.ToLower(filepath.Ext(name)))
}

// DefinitionSuffixes are the suffixes of definition files.
var DefinitionSuffixes = []string{".toml", ".json"}

// readDefinition reads a definition file. The files next to it form the rule set's bundle.
func (c *Console) readDefinition(name string, known *registry.Registry) (rules.Rules, []definition.Fault, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, nil, CannotRead(name, err)
	}
	defer f.Close()
	text, err := definition.ReadText(f)
	if err != nil {
		return nil, nil, CannotRead(name, err)
	}
	r, warnings, err := ParseDefinition(text, known)
	if err != nil {
		return nil, warnings, fmt.Errorf("%s: %w", name, err)
	}
	if s, ok := r.(interface{ SetBundle(fs.FS) }); ok && r.Info().Definition != "" && bundle.Of(r) == nil {
		s.SetBundle(newCompanions(name, r, c.Note))
	}
	return r, warnings, nil
}

// VariantsSuffix is the suffix of Fairy-Stockfish's variants.ini.
const VariantsSuffix = ".ini"

// CutVariant splits the name of a variants file and the name of a variant in it, such as
// variants.ini:losalamos. The latter may be missing.
func CutVariant(name string) (file, variant string) {
	if at := strings.LastIndex(strings.ToLower(name), VariantsSuffix+":"); at >= 0 {
		at += len(VariantsSuffix)
		return name[:at], name[at+1:]
	}
	return name, ""
}

// isVariantsFile reports whether a name refers to a variants file, with or without a variant name.
func isVariantsFile(name string) bool {
	file, _ := CutVariant(name)
	return strings.EqualFold(filepath.Ext(file), VariantsSuffix)
}

// readVariant reads a variant from a variants file.
func (c *Console) readVariant(name string) (rules.Rules, []string, error) {
	file, variant := CutVariant(name)
	f, err := os.Open(file)
	if err != nil {
		return nil, nil, CannotRead(file, err)
	}
	defer f.Close()
	text, err := ini.ReadText(f)
	if err != nil {
		return nil, nil, CannotRead(file, err)
	}
	r, notes, err := ParseVariant(text, variant, c.Builtin)
	for i := range notes {
		notes[i] = file + ": " + notes[i]
	}
	if err != nil {
		return nil, notes, fmt.Errorf("%s: %w", file, err)
	}
	return r, notes, nil
}

// ParseVariant compiles one variant in a variants file. If variant is empty, the file must contain only
// one.
func ParseVariant(text, variant string, known *registry.Registry) (r rules.Rules, notes []string, err error) {
	d, ignored, err := ini.Read(text, variant)
	for _, n := range ignored {
		notes = append(notes, n.Error())
	}
	if err != nil {
		return nil, notes, err
	}
	r, err = definition.Resolve(d, known)
	return r, notes, err
}

// ParseDefinition compiles a definition.
func ParseDefinition(text string, known *registry.Registry) (rules.Rules, []definition.Fault, error) {
	d, warnings, err := definition.ParseNew(text, known)
	if err != nil {
		return nil, warnings, err
	}
	r, err := definition.Resolve(d, known)
	return r, warnings, err
}

// maxDefinitions limits the number of files read from a folder.
const maxDefinitions = 500

// LoadRules loads the definitions in a folder, by default ~/.config/tain/rules. A given folder
// must be readable. Errors in the default folder or in single files are only reported as notes.
func (c *Console) LoadRules(named string) error {
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
	case named != "" && err != nil:
		return CannotRead(folder, err)
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		c.Note(CannotRead(folder, err).Error())
		return nil
	}
	n := 0
	for _, e := range entries {
		name := filepath.Join(folder, e.Name())
		if !slices.Contains(DefinitionSuffixes, strings.ToLower(filepath.Ext(e.Name()))) {
			continue
		}
		if info, err := os.Stat(name); err == nil && !info.Mode().IsRegular() {
			continue // reading a pipe would block every command
		}
		if n++; n > maxDefinitions {
			c.Note(fmt.Sprintf("%v: only the first %d definitions are loaded", folder, maxDefinitions))
			break
		}
		r, _, err := c.readDefinition(name, c.Builtin)
		if err != nil {
			c.Note(c.explain(err))
			continue
		}
		if other, taken := c.Rules.Find(r.Info().Name); taken && !c.isBuiltin(r.Info().Name) {
			if other.Info().Hash != r.Info().Hash {
				c.Note(fmt.Sprintf("%v: ignored, another file in the folder already defines %s", name, r.Info().Name))
			}
			continue
		}
		if !slices.Contains(c.Rules.All(), r) {
			c.Rules = c.Rules.With(r)
		}
	}
	return nil
}
