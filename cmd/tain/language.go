package main

import (
	"bytes"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/alecthomas/kong"
	"golang.org/x/term"

	"github.com/tainchess/tain/internal/locale"
)

// speak sets the language of the program: the one asked for with --lang, else
// that of TAIN_LANG or of the locale. What is asked for and not there is told
// in English.
func speak(args []string, env func(string) string) error {
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
	locale.Speak(c)
	if asked && !fits {
		return refuse("command.lang.unknown", locale.Args{"text": clip(wish), "languages": locale.Strings(locale.Languages())})
	}
	return nil
}

// langFlag looks for --lang before the command line is parsed, since the help
// and what is wrong with the line are told in that language too.
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

// said returns a sentence in the language of the program.
func said(code locale.Code, args locale.Args) string { return locale.New(code, args).String() }

// variable is a place in a help text that kong fills in.
var variable = regexp.MustCompile(`\$\{([a-z]+)\}`)

// helpText is a text of the help: the code it has in the catalogue, the English
// that stands beside what it explains, and where it goes.
type helpText struct {
	code    string
	english string
	set     func(text string)
}

// entry returns the English text as the catalogue writes it.
func (h helpText) entry() string {
	var b strings.Builder
	rest := h.english
	for rest != "" {
		at := variable.FindStringSubmatchIndex(rest)
		if at != nil && at[0] == 0 {
			b.WriteString("{" + rest[at[2]:at[3]] + "}")
			rest = rest[at[1]:]
			continue
		}
		switch rest[0] {
		case '{', '}':
			b.WriteString("'" + rest[:1] + "'")
		default:
			b.WriteByte(rest[0])
		}
		rest = rest[1:]
	}
	return b.String()
}

// args returns what stands for the places that kong fills in.
func (h helpText) args() locale.Args {
	args := locale.Args{}
	for _, m := range variable.FindAllStringSubmatch(h.english, -1) {
		args[m[1]] = m[0]
	}
	return args
}

// helpTexts lists all texts of the help. A flag that says the same wherever it
// is has one code, command.flag.NAME; any other has its command in it.
func helpTexts(k *kong.Kong) []helpText {
	var all []helpText
	texts := map[string][]string{} // of flags and arguments by their name
	eachCommand(k.Model.Node, func(n *kong.Node) {
		for kind, values := range valuesOf(n) {
			for _, v := range values {
				if key := kind + "." + v.Name; !slices.Contains(texts[key], v.Help) {
					texts[key] = append(texts[key], v.Help)
				}
			}
		}
	})
	add := func(code, english string, set func(string)) {
		if english != "" {
			all = append(all, helpText{"command." + code, english, set})
		}
	}
	add("description", k.Model.Help, func(t string) { k.Model.Help = t })
	eachCommand(k.Model.Node, func(n *kong.Node) {
		path := commandPath(n)
		if n.Parent != nil {
			add("help."+path, n.Help, func(t string) { n.Help = t })
			add("detail."+path, n.Detail, func(t string) { n.Detail = t })
		}
		for kind, values := range valuesOf(n) {
			for _, v := range values {
				code := kind + "." + v.Name
				if len(texts[code]) > 1 && path != "" {
					code = kind + "." + path + "." + v.Name
				}
				add(code, v.Help, func(t string) { v.Help = t })
			}
		}
	})
	return all
}

// valuesOf returns the flags and the arguments of a command.
func valuesOf(n *kong.Node) map[string][]*kong.Value {
	of := map[string][]*kong.Value{"argument": n.Positional}
	for _, f := range n.Flags {
		of["flag"] = append(of["flag"], f.Value)
	}
	return of
}

func eachCommand(n *kong.Node, do func(*kong.Node)) {
	do(n)
	for _, child := range n.Children {
		eachCommand(child, do)
	}
}

// commandPath returns a command with those it belongs to: pgn.check.
func commandPath(n *kong.Node) string {
	var names []string
	for ; n.Parent != nil; n = n.Parent {
		names = append(names, n.Name)
	}
	slices.Reverse(names)
	return strings.Join(names, ".")
}

// translateHelp puts the help into the language of the program. The English
// stands beside the commands and flags; a test keeps the catalogue the same.
func translateHelp(k *kong.Kong) error {
	if locale.Spoken() == locale.English() {
		return nil
	}
	for _, h := range helpTexts(k) {
		if text := said(locale.Code(h.code), h.args()); text != h.code {
			h.set(text)
		}
	}
	return nil
}

// groupTitles returns the groups of the help with their headings.
func groupTitles() []kong.Group {
	return []kong.Group{
		{Key: "look", Title: said("command.group.look", nil)},
		{Key: "play", Title: said("command.group.play", nil)},
		{Key: "verify", Title: said("command.group.verify", nil)},
		{Key: "engine", Title: said("command.group.engine", nil)},
		{Key: "serve", Title: said("command.group.serve", nil)},
		{Key: "learn", Title: said("command.group.learn", nil)},
		{Key: "self", Title: said("command.group.self", nil)},
	}
}

// printHelp prints kong's help with the headings that kong itself writes, in the
// language of the program.
func printHelp(o kong.HelpOptions, k *kong.Context) error {
	out := k.Stdout
	if f, ok := out.(*os.File); ok && os.Getenv("COLUMNS") == "" { // kong looks for a terminal, or there
		if columns, _, err := term.GetSize(int(f.Fd())); err == nil && columns > 0 {
			if err := os.Setenv("COLUMNS", strconv.Itoa(columns)); err != nil {
				return err
			}
		}
	}
	var b bytes.Buffer
	k.Stdout = &b
	err := kong.DefaultHelpPrinter(o, k)
	k.Stdout = out
	if err != nil {
		return err
	}
	_, err = out.Write([]byte(headings(b.String())))
	return err
}

// headings translates the lines of a help text that kong writes.
func headings(text string) string {
	more := regexp.MustCompile(`^Run "(.*)" for more information on a command\.$`)
	lines := strings.SplitAfter(text, "\n")
	for i, line := range lines {
		whole := strings.TrimSuffix(line, "\n")
		end := line[len(whole):]
		usage, isUsage := strings.CutPrefix(whole, "Usage: ")
		run := more.FindStringSubmatch(whole)
		switch {
		case isUsage:
			lines[i] = said("command.heading.usage", locale.Args{"text": usage}) + end
		case whole == "Arguments:":
			lines[i] = said("command.heading.arguments", nil) + end
		case whole == "Flags:":
			lines[i] = said("command.heading.flags", nil) + end
		case whole == "Commands:":
			lines[i] = said("command.heading.commands", nil) + end
		case run != nil:
			lines[i] = said("command.heading.more", locale.Args{"text": run[1]}) + end
		}
	}
	return strings.Join(lines, "")
}

// mistake is a sentence of kong's about a command line, and ours for it.
type mistake struct {
	kong *regexp.Regexp
	said func(m []string) locale.Message
}

// mistakes are those that people make. Any other is told as kong does.
var mistakes = []mistake{
	{regexp.MustCompile(`^unknown flag (\S+?)(?:, did you mean (.*)\?)?$`), func(m []string) locale.Message {
		if m[2] != "" {
			return locale.New("command.mistake.flag.meant", locale.Args{"flag": m[1], "meant": unquoted(m[2])})
		}
		return locale.New("command.mistake.flag", locale.Args{"flag": m[1]})
	}},
	{regexp.MustCompile(`^unexpected argument (.+?)(?:, did you mean (.*)\?)?$`), func(m []string) locale.Message {
		if m[2] != "" {
			return locale.New("command.mistake.argument.meant", locale.Args{"argument": m[1], "meant": unquoted(m[2])})
		}
		return locale.New("command.mistake.argument", locale.Args{"argument": m[1]})
	}},
	{regexp.MustCompile(`^expected one of (.+)$`), func(m []string) locale.Message {
		return locale.New("command.mistake.one-of", locale.Args{"names": m[1]})
	}},
	{regexp.MustCompile(`^expected (".*")$`), func(m []string) locale.Message {
		return locale.New("command.mistake.expected", locale.Args{"name": m[1]})
	}},
	{regexp.MustCompile(`^missing flags: (.+)$`), func(m []string) locale.Message {
		return locale.New("command.mistake.missing", locale.Args{"flags": m[1]})
	}},
	{regexp.MustCompile(`^(\S+) must be one of (\S+) but got (".*")$`), func(m []string) locale.Message {
		return locale.New("command.mistake.must-be", locale.Args{"name": m[1], "names": m[2], "text": m[3]})
	}},
	{regexp.MustCompile(`^(\S+): expected a valid (\d+) bit u?int but got (".*")$`), func(m []string) locale.Message {
		return locale.New("command.mistake.number", locale.Args{"name": m[1], "text": m[3]})
	}},
	{regexp.MustCompile(`^(--\S+) and (--\S+) can't be used together$`), func(m []string) locale.Message {
		return locale.New("command.mistake.together", locale.Args{"first": m[1], "second": m[2]})
	}},
}

// unquoted takes the quotation marks off what kong thinks was meant.
func unquoted(text string) string { return strings.ReplaceAll(text, `"`, "") }

// ofKong tells in the language of the program what kong says of a command line.
func ofKong(err error) string {
	text := err.Error()
	if locale.Spoken() == locale.English() {
		return text
	}
	for _, one := range mistakes {
		if m := one.kong.FindStringSubmatch(text); m != nil {
			return one.said(m).String()
		}
	}
	return text
}
