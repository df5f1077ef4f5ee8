package main

import (
	"errors"
	"fmt"
	"reflect"
	"strings"

	"github.com/tainchess/tain/internal/cli"
	"github.com/tainchess/tain/internal/site/config"
)

// configure reads the settings.
func (s *serveCmd) configure(environ []string) (err error) {
	s.settings = s.read(environ)
	s.config, err = s.settings.Config()
	return err
}

// faulty tells everything that is wrong with the settings, a line each.
func (c *console) faulty(err error) error {
	var faults config.Faults
	if c.JSON || !errors.As(err, &faults) || len(faults) == 1 {
		return err
	}
	for _, f := range faults {
		fmt.Fprintln(c.Errs, cli.Printable(f))
	}
	return fmt.Errorf("%s in the settings", cli.Plural(len(faults), "fault"))
}

// read takes the settings from the file, the environment and the flags, the
// later over the earlier.
func (s *serveCmd) read(environ []string) *config.Settings {
	all := config.New()
	if s.Config != "" {
		all.File(s.Config)
	}
	all.Environ(environ)
	for _, pair := range s.Set {
		all.Assign("--set", pair)
	}
	v := reflect.ValueOf(s).Elem()
	for i := range v.NumField() {
		field := v.Type().Field(i)
		key := field.Tag.Get("setting")
		if key == "" || v.Field(i).IsNil() {
			continue
		}
		all.Flag(key, flagOf(field.Name), fmt.Sprint(v.Field(i).Elem().Interface()))
	}
	if s.TrustProxy {
		all.Flag("trusted-proxies", "--trust-proxy", "private")
	}
	if len(s.Definitions) > 0 {
		all.Flag("definitions", "VARIANT", strings.Join(s.Definitions, ","))
	}
	return all
}

// flagOf is the name of the flag of a field, as kong makes it.
func flagOf(field string) string {
	var b strings.Builder
	for i, c := range field {
		if i > 0 && c >= 'A' && c <= 'Z' && (field[i-1] < 'A' || field[i-1] > 'Z' || i+1 < len(field) && field[i+1] >= 'a') {
			b.WriteByte('-')
		}
		b.WriteRune(c)
	}
	return "--" + strings.ToLower(b.String())
}

// printConfig prints the settings in a form that can be read back.
func (s *serveCmd) printConfig(c *console) error {
	if c.JSON {
		type setting struct {
			Value  string `json:"value"`
			Source string `json:"source"`
		}
		all := map[string]setting{}
		for _, one := range s.settings.All() {
			all[one.Key] = setting{one.Shown(), one.Source.String()}
		}
		return c.Document(all)
	}
	_, err := c.Out.WriteString(s.settings.Print())
	return err
}
