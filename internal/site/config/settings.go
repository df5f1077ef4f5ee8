package config

import (
	"cmp"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"unicode"
)

// Source says where the value of a setting comes from.
type Source struct {
	// Name is the file, the variable of the environment or the flag; empty is
	// the default.
	Name string
	Line int // in a file
}

// String names the source as a person would look for it.
func (s Source) String() string {
	switch {
	case s.Name == "":
		return "default"
	case s.Line > 0:
		return fmt.Sprintf("%s:%d", s.Name, s.Line)
	}
	return s.Name
}

// Setting is one thing that can be set.
type Setting struct {
	Key    string // with its table, such as limits.rate
	Help   string
	Secret bool // never shown
	Source Source

	value reflect.Value
	none  bool // it may be 0
}

// Variable returns the variable of the environment that sets it.
func (s *Setting) Variable() string {
	return prefix + strings.ToUpper(strings.NewReplacer(".", "_", "-", "_").Replace(s.Key))
}

// prefix begins the variables of the environment that are settings.
const prefix = "TAIN_"

// Settings are all settings with their values and sources.
type Settings struct {
	config *Config
	list   []*Setting
	byKey  map[string]*Setting
	faults []fault
}

// fault is one thing that is wrong, and where.
type fault struct {
	at   Source
	key  string
	what string
}

// Faults is what is wrong with a configuration, all of it.
type Faults []string

// Error tells all faults.
func (f Faults) Error() string {
	if len(f) == 1 {
		return f[0]
	}
	return fmt.Sprintf("the settings have %d faults: %s", len(f), strings.Join(f, "; "))
}

// New returns the settings with their defaults.
func New() *Settings {
	s := &Settings{config: defaults(), byKey: map[string]*Setting{}}
	s.walk("", reflect.ValueOf(s.config).Elem())
	return s
}

// walk lists the fields of a struct that can be set by text. Others, such as
// a log or a bus, are for programs.
func (s *Settings) walk(table string, v reflect.Value) {
	for i := range v.NumField() {
		field, value := v.Type().Field(i), v.Field(i)
		if !field.IsExported() {
			continue
		}
		key := table + kebab(field.Name)
		switch {
		case settable(value.Type()):
			one := &Setting{Key: key, Help: help[key], Secret: secret[key], value: value, none: optional[key] || value.IsZero()}
			s.list = append(s.list, one)
			s.byKey[key] = one
		case value.Kind() == reflect.Struct:
			s.walk(key+".", value)
		}
	}
}

// kebab writes the name of a field as settings are written: AnalysisTime is
// analysis-time, and ACMEEABKey, whose capitals say no better, is looked up.
func kebab(name string) string {
	if known := names[name]; known != "" {
		return known
	}
	var b strings.Builder
	letters := []rune(name)
	for i, c := range letters {
		begins := unicode.IsUpper(c) && i > 0 && (!unicode.IsUpper(letters[i-1]) || i+1 < len(letters) && unicode.IsLower(letters[i+1]))
		if begins {
			b.WriteByte('-')
		}
		b.WriteRune(unicode.ToLower(c))
	}
	return b.String()
}

var names = map[string]string{"ACMEEABID": "acme-eab-id", "ACMEEABKey": "acme-eab-key"}

// All returns the settings in the order they are shown.
func (s *Settings) All() []*Setting { return s.list }

// set gives a setting its value, or notes what is wrong with it.
func (s *Settings) set(key string, at Source, in rawValue) {
	one := s.byKey[key]
	if one == nil {
		s.blame(at, key, "there is no such setting"+s.nearest(key))
		return
	}
	if err := in.into(one); err != nil {
		s.blame(at, key, err.Error())
		return
	}
	one.Source = at
}

func (s *Settings) blame(at Source, key, what string) {
	s.faults = append(s.faults, fault{at, key, what})
}

// nearest suggests what may have been meant.
func (s *Settings) nearest(key string) string {
	best, least := "", 3
	for _, one := range s.list {
		if d := distance(key, one.Key); d < least || d == 0 {
			best, least = one.Key, d
		}
	}
	if best == "" {
		last := key[strings.LastIndexByte(key, '.')+1:]
		for _, one := range s.list { // perhaps the table is wrong
			if strings.HasSuffix(one.Key, "."+last) || one.Key == last {
				best = one.Key
			}
		}
	}
	if best == "" {
		return ""
	}
	return "; did you mean " + best + "?"
}

// distance counts the letters to be put in, taken out or changed.
func distance(a, b string) int {
	if len(a) > 100 || len(b) > 100 {
		return 100
	}
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		corner := row[0]
		row[0] = i + 1
		for j := range len(b) {
			change := corner
			if a[i] != b[j] {
				change++
			}
			corner = row[j+1]
			row[j+1] = min(change, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}

// Environ takes settings from variables of the environment, NAME=VALUE each. One
// that begins as ours do and is none is refused: it may be misspelt. An empty
// one counts as not set.
func (s *Settings) Environ(all []string) {
	known := map[string]string{}
	for _, one := range s.list {
		known[one.Variable()] = one.Key
	}
	for _, pair := range all {
		name, text, _ := strings.Cut(pair, "=")
		if text == "" || !strings.HasPrefix(name, prefix) || slices.Contains(otherVariables, name) {
			continue
		}
		key, ok := known[name]
		if !ok {
			guess := strings.ToLower(strings.ReplaceAll(strings.TrimPrefix(name, prefix), "_", "-"))
			s.blame(Source{Name: "environment"}, name, "there is no such variable"+s.meant(guess, known))
			continue
		}
		s.set(key, Source{Name: "environment " + name}, rawText(text))
	}
}

// meant suggests a variable.
func (s *Settings) meant(guess string, known map[string]string) string {
	best, least := "", 3
	for variable := range known {
		plain := strings.ToLower(strings.ReplaceAll(strings.TrimPrefix(variable, prefix), "_", "-"))
		if d := distance(guess, plain); d < least || d == least && variable < best {
			best, least = variable, d
		}
	}
	if best == "" {
		return ""
	}
	return "; did you mean " + best + "?"
}

// otherVariables are variables of this program and its tests that are no settings of a server.
var otherVariables = []string{"TAIN_CONFIG", "TAIN_LANG", "TAIN_BOT_TOKEN", "TAIN_XBOARD", "TAIN_PEBBLE", "TAIN_PROGRAMS", "TAIN_SHEETS", "TAIN_POSTGRES", "TAIN_TEST_WORKER"}

// Flag takes a setting from the command line.
func (s *Settings) Flag(key, flag, text string) {
	s.set(key, Source{Name: "flag " + flag}, rawText(text))
}

// Assign takes a setting written KEY=VALUE from a flag.
func (s *Settings) Assign(flag, pair string) {
	key, text, ok := strings.Cut(pair, "=")
	if !ok {
		s.blame(Source{Name: "flag " + flag}, clip(pair), "it must be written KEY=VALUE, such as limits.rate=80")
		return
	}
	s.set(strings.TrimSpace(key), Source{Name: "flag " + flag + " " + strings.TrimSpace(key)}, rawText(strings.TrimSpace(text)))
}

// Config returns what was set, or all that is wrong with it.
func (s *Settings) Config() (*Config, error) {
	s.check()
	if len(s.faults) == 0 {
		return s.config, nil
	}
	slices.SortStableFunc(s.faults, func(a, b fault) int {
		return cmp.Or(cmp.Compare(a.at.Name, b.at.Name), cmp.Compare(a.at.Line, b.at.Line))
	})
	var told Faults
	for _, f := range s.faults {
		told = append(told, fmt.Sprintf("%s: %s: %s", f.at, f.key, f.what))
	}
	return nil, told
}
