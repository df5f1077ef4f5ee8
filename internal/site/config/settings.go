package config

import (
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
	"unicode"

	"github.com/tainchess/tain/notation"
)

// Settings contains all settings with their values and sources. Call its methods in order of precedence,
// lowest first: File, Environ, then Flag and Assign.
type Settings struct {
	config *Config
	list   []*Setting
	byKey  map[string]*Setting
	faults []fault
}

// fault is an error and the source of the faulty value.
type fault struct {
	at   Source
	text string
}

// Faults contains all errors in a configuration.
type Faults []string

// Error returns all faults on one line.
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

// walk lists the fields of a struct, including its embedded structs, that can be set from text. It skips other
// fields, such as a logger, which only code can set.
func (s *Settings) walk(table string, v reflect.Value) {
	for i := range v.NumField() {
		field, value := v.Type().Field(i), v.Field(i)
		if !field.IsExported() {
			continue
		}
		key := table + kebab(field.Name)
		switch {
		case field.Anonymous:
			s.walk(table, value)
		case settable(value.Type()):
			one := &Setting{Key: key, Help: help[key], Secret: secret[key], value: value, zero: optional[key] || value.IsZero()}
			s.list = append(s.list, one)
			s.byKey[key] = one
		case value.Kind() == reflect.Struct:
			s.walk(key+".", value)
		}
	}
}

// kebab converts a field name to a setting name: AnalysisTime becomes analysis-time. Names with adjacent
// abbreviations, such as ACMEEABKey, are looked up in a table.
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

var names = map[string]string{"RPID": "rp-id", "OpenID": "openid", "ACMEEABID": "acme-eab-id", "ACMEEABKey": "acme-eab-key"}

// All returns the settings in the order of the fields of Config.
func (s *Settings) All() []*Setting { return s.list }

// set sets a setting, or records a fault if the key or the value is invalid.
func (s *Settings) set(key string, at Source, in rawValue) {
	one := s.byKey[key]
	if one == nil {
		s.blame(at, "unknown setting `"+notation.Clip(key)+"`"+s.suggestKey(key))
		return
	}
	if err := in.into(one); err != nil {
		s.blame(at, err.Error())
		return
	}
	one.Source = at
}

func (s *Settings) blame(at Source, text string) { s.faults = append(s.faults, fault{at, text}) }

// suggestKey suggests the key that was probably intended: a similar one, or the same key in another table.
func (s *Settings) suggestKey(key string) string {
	keys := make([]string, len(s.list))
	for i, one := range s.list {
		keys[i] = one.Key
	}
	best := nearest(key, keys)
	if best == "" {
		_, last := split(key)
		if i := slices.IndexFunc(keys, func(k string) bool { return k == last || strings.HasSuffix(k, "."+last) }); i >= 0 {
			best = keys[i]
		}
	}
	return didYouMean(best)
}

// nearest returns the most similar word in a list, or "" if none is similar.
func nearest(word string, list []string) (best string) {
	least := 3
	for _, one := range list {
		if d := notation.Distance(word, one); d < least {
			best, least = one, d
		}
	}
	return best
}

func didYouMean(word string) string {
	if word == "" {
		return ""
	}
	return "; did you mean `" + word + "`?"
}

// Environ reads settings from environment variables of the form NAME=VALUE. An unknown variable that starts
// with TAIN_ is a fault, because it may be misspelt. Empty variables are ignored.
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
			s.blame(Source{Name: "environment"}, "unknown variable `"+notation.Clip(name)+"`"+didYouMean(nearest(name, slices.Sorted(maps.Keys(known)))))
			continue
		}
		s.set(key, Source{Name: "environment " + name}, rawText(text))
	}
}

// otherVariables are the variables of this program and its tests that are not server settings.
var otherVariables = []string{
	"TAIN_CONFIG", "TAIN_LANG", "TAIN_BOT_TOKEN", "TAIN_BOT_TOKEN_FILE", "TAIN_XBOARD", "TAIN_PEBBLE", "TAIN_PROGRAMS", "TAIN_SHEETS",
	"TAIN_CUTECHESS", "TAIN_POSTGRES", "TAIN_LONG", "TAIN_TEST_WORKER", "TAIN_DEX",
}

// Flag sets a setting from a command-line flag.
func (s *Settings) Flag(key, flag, text string) {
	s.set(key, Source{Name: "flag " + flag}, rawText(text))
}

// Assign sets a setting from a flag with the value KEY=VALUE.
func (s *Settings) Assign(flag, pair string) {
	key, text, ok := strings.Cut(pair, "=")
	if !ok {
		s.blame(Source{Name: "flag " + flag}, notation.Clip(pair)+" must have the form KEY=VALUE, such as limits.rate=80")
		return
	}
	s.set(strings.TrimSpace(key), Source{Name: "flag " + flag + " " + strings.TrimSpace(key)}, rawText(strings.TrimSpace(text)))
}

// split splits a key into its table and the name within that table.
func split(key string) (table, rest string) {
	if i := strings.LastIndexByte(key, '.'); i >= 0 {
		return key[:i], key[i+1:]
	}
	return "", key
}
