package main

import (
	"fmt"
	"os"
	"strconv"
	"strings"

	"github.com/alecthomas/kong"
	"golang.org/x/term"

	"github.com/tainchess/tain/internal/cli"
	"github.com/tainchess/tain/internal/locale"
	"github.com/tainchess/tain/message"
)

// chooseLanguage returns the language of tain play and tain rules: that of --lang,
// else that of TAIN_LANG or the locale.
func chooseLanguage(args []string, env func(string) string) (*locale.Catalogue, error) {
	wish, asked := langFlag(args)
	if !asked {
		// An empty variable is none, as POSIX has it.
		for _, name := range []string{"TAIN_LANG", "LC_ALL", "LC_MESSAGES", "LANG"} {
			if wish = env(name); wish != "" {
				break
			}
		}
	}
	tag, fits := locale.Choose(wish)
	c, ok := locale.For(tag)
	if !ok {
		c = locale.English()
	}
	if asked && !fits {
		return c, fmt.Errorf("unknown language %q; available: %s", cli.Clip(wish), strings.Join(locale.Languages(), ", "))
	}
	return c, nil
}

// langFlag looks for --lang before the command line is parsed.
func langFlag(args []string) (string, bool) {
	for i, a := range args {
		value, given := strings.CutPrefix(a, "--lang=")
		switch {
		case a == "--":
			return "", false
		case given:
			return value, true
		case a == "--lang" && i+1 < len(args):
			return args[i+1], true
		}
	}
	return "", false
}

// say returns a sentence of the catalogue in the language of the console.
func (c *console) say(code message.Code, args message.Args) string {
	return c.Text(locale.New(code, args))
}

// printHelp prints kong's help as wide as the terminal.
func printHelp(o kong.HelpOptions, k *kong.Context) error {
	if f, ok := k.Stdout.(*os.File); ok && os.Getenv("COLUMNS") == "" { // kong reads the width from there
		if columns, _, err := term.GetSize(int(f.Fd())); err == nil && columns > 0 {
			if err := os.Setenv("COLUMNS", strconv.Itoa(columns)); err != nil {
				return err
			}
		}
	}
	return kong.DefaultHelpPrinter(o, k)
}
