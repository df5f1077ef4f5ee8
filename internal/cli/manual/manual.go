// Package manual writes manual pages for a program's commands from the same model as the help.
// Pages use the man macros supported by both groff and mandoc.
package manual

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/alecthomas/kong"
)

// Page is the manual page of one command.
type Page struct {
	Name string `json:"name"` // file name, such as tain-pgn-check.1
	Text string `json:"text"`
}

// About contains the data of manual pages that the command-line model lacks.
type About struct {
	Manual  string // manual title
	Version string
	Date    time.Time
	// More adds sections to the program's own page, after its options.
	More []Section
}

// Section is a heading with paragraphs and definitions.
type Section struct {
	Title string
	Items []Item
}

// Item is a term with its definition, or a paragraph if the term is empty.
type Item struct{ Term, Text string }

// AnyCores stands for the number of cores in the default values of flags. Manual pages omit the number,
// because the same page is installed on many machines.
const AnyCores = "987654321"

// cores matches the placeholder with the comma or word before it, as in "one per core, 8" and
// "one per core of 8".
var cores = regexp.MustCompile(`,? *\p{L}* *` + AnyCores)

// Date returns the date of new pages: SOURCE_DATE_EPOCH if it is set
// (reproducible-builds.org/specs), or else today.
func Date() (time.Time, error) {
	text := os.Getenv("SOURCE_DATE_EPOCH")
	if text == "" {
		return time.Now(), nil
	}
	seconds, err := strconv.ParseInt(text, 10, 64)
	if err != nil {
		return time.Time{}, fmt.Errorf("SOURCE_DATE_EPOCH is %.40s; it must be seconds since 1970", text)
	}
	return time.Unix(seconds, 0), nil
}

// Write writes pages into a folder, creating it if necessary.
func Write(folder string, pages []Page) error {
	err := os.MkdirAll(folder, 0o777)
	for i := 0; i < len(pages) && err == nil; i++ {
		err = os.WriteFile(filepath.Join(folder, pages[i].Name), []byte(pages[i].Text), 0o666)
	}
	return err
}

// Pages returns the pages of a program and its visible commands.
func Pages(app *kong.Application, about About) []Page {
	w := writer{about: about}
	pages := []Page{w.page(app.Node)}
	var visit func(n *kong.Node)
	visit = func(n *kong.Node) {
		for _, child := range n.Children {
			if child.Type == kong.CommandNode && !child.Hidden {
				pages = append(pages, w.page(child))
				visit(child)
			}
		}
	}
	visit(app.Node)
	return pages
}

type writer struct {
	about About
	b     strings.Builder
}

// title returns the title of a command's page, such as tain-pgn-check.
func title(n *kong.Node) string { return strings.ReplaceAll(n.FullPath(), " ", "-") }

func (w *writer) page(n *kong.Node) Page {
	w.b.Reset()
	fmt.Fprintf(&w.b, ".TH %s 1 %s %s %s\n", quoted(strings.ToUpper(title(n))), w.about.Date.UTC().Format(time.DateOnly),
		quoted(root(n).Name+" "+w.about.Version), quoted(w.about.Manual))
	help, detail := n.Help, n.Detail
	if n.Parent == nil { // the first line of a program's description is its summary
		help, detail, _ = strings.Cut(n.Help, "\n")
	}
	w.heading("Name")
	fmt.Fprintf(&w.b, "%s \\- %s\n", dashed(title(n)), escaped(strings.TrimSuffix(help, ".")))
	w.heading("Synopsis")
	w.synopsis(n)
	w.heading("Description")
	w.text(help)
	detail, examples := CutExamples(detail)
	w.prose(detail)
	w.arguments(n)
	w.commands(n)
	w.options(n)
	w.prose(examples)
	if n.Parent == nil {
		for _, s := range w.about.More {
			w.section(s)
		}
	}
	w.seeAlso(n)
	return Page{Name: title(n) + ".1", Text: w.b.String()}
}

func root(n *kong.Node) *kong.Node {
	for n.Parent != nil {
		n = n.Parent
	}
	return n
}

func (w *writer) heading(title string) {
	fmt.Fprintf(&w.b, ".SH %s\n", quoted(strings.ToUpper(title)))
}

// synopsis writes the usage line, with the command in bold.
func (w *writer) synopsis(n *kong.Node) {
	rest := strings.TrimPrefix(n.Summary(), n.Path())
	fmt.Fprintf(&w.b, "\\fB%s\\fR%s\n", dashed(n.FullPath()), dashed(rest))
}

// text writes a paragraph with each sentence on a new line, as roff expects, and lines of
// at most 78 characters.
func (w *writer) text(paragraph string) {
	line := ""
	flush := func() {
		if line != "" {
			w.b.WriteString(protected(line) + "\n")
		}
		line = ""
	}
	for _, word := range strings.Fields(cores.ReplaceAllString(paragraph, "")) {
		word = escaped(word)
		if len(line)+len(word) >= 78 {
			flush()
		}
		if line != "" {
			line += " "
		}
		line += word
		if strings.ContainsAny(word[len(word)-1:], ".!?") || strings.HasSuffix(word, ".)") {
			flush()
		}
	}
	flush()
}

// alone matches a heading: a paragraph of one word and a colon.
var alone = regexp.MustCompile(`(?:^|\n\n)(\p{L}+:)\n\n    `)

// CutExamples splits a help text at the heading of its final examples. examples includes the heading,
// and is empty if there are no examples.
func CutExamples(text string) (before, examples string) {
	for _, heading := range []string{"Examples:\n\n", "Example:\n\n"} {
		if i := strings.LastIndex(text, heading); i >= 0 {
			return strings.TrimSpace(text[:i]), text[i:]
		}
	}
	return text, ""
}

// FlagHelp returns a flag's help with its environment variable and default in brackets, unless
// the help already states the default.
func FlagHelp(v *kong.Value) string {
	help := kong.DefaultHelpValueFormatter(v)
	if v.Default == "" || v.Flag == nil || v.IsBool() || strings.Contains(help, "(default:") {
		return help
	}
	return strings.TrimSuffix(help, ".") + " (default: " + v.Default + ")."
}

// prose writes a help text: paragraphs, headings and indented lines, which are printed
// verbatim.
func (w *writer) prose(text string) {
	after := false // whether the previous block is a heading, which adds space
	for _, block := range strings.Split(strings.Trim(text, "\n"), "\n\n") {
		if block == "" {
			continue
		}
		if word := strings.TrimSuffix(block, ":"); alone.MatchString(block + "\n\n    ") {
			w.heading(word)
			after = true
			continue
		}
		if !after {
			w.b.WriteString(".PP\n")
		}
		after = false
		switch {
		case strings.HasPrefix(block, "    "):
			w.b.WriteString(".RS 4\n.EX\n")
			for line := range strings.Lines(block) {
				w.b.WriteString(protected(dashed(strings.TrimPrefix(strings.TrimSuffix(line, "\n"), "    "))) + "\n")
			}
			w.b.WriteString(".EE\n.RE\n")
		default:
			w.text(block)
		}
	}
}

// term writes a tagged paragraph. The tag is already in roff format.
func (w *writer) term(tag, text string) {
	fmt.Fprintf(&w.b, ".TP\n%s\n", tag)
	w.text(cmp.Or(text, "-"))
}

func (w *writer) arguments(n *kong.Node) {
	if len(n.Positional) == 0 {
		return
	}
	w.heading("Arguments")
	for _, v := range n.Positional {
		w.term("\\fI"+dashed(v.Name)+"\\fR", v.Help)
	}
}

// commands lists a command's subcommands, by group if they have groups.
func (w *writer) commands(n *kong.Node) {
	group := ""
	first := true
	for _, child := range n.Children {
		if child.Hidden {
			continue
		}
		if first {
			w.heading("Commands")
			first = false
		}
		if g := child.Group; g != nil && g.Title != group {
			group = g.Title
			fmt.Fprintf(&w.b, ".SS %s\n", quoted(strings.TrimSuffix(group, ":")))
		}
		w.term(fmt.Sprintf("\\fB%s\\fR(1)", dashed(title(child))), child.Help)
	}
}

// options lists a command's own flags, then the global ones.
func (w *writer) options(n *kong.Node) {
	groups := n.AllFlags(true)
	if len(groups) == 0 {
		return
	}
	w.heading("Options")
	for _, group := range slices.Backward(groups) {
		for _, f := range group {
			w.term(flagTag(f), FlagHelp(f.Value))
		}
	}
}

// flagTag formats a flag as in the help: -h, --hash=MB.
func flagTag(f *kong.Flag) string {
	tag := ""
	if f.Short != 0 {
		tag = fmt.Sprintf("\\fB\\-%c\\fR, ", f.Short)
	}
	name := "--" + f.Name
	if f.IsBool() && f.Tag.Negatable != "" {
		name = "--[no-]" + f.Name
	}
	tag += "\\fB" + dashed(name) + "\\fR"
	if !f.IsBool() && !f.IsCounter() {
		value := f.FormatPlaceHolder()
		if value == AnyCores {
			value = "N"
		}
		tag += "=\\fI" + dashed(value) + "\\fR"
	}
	return tag
}

func (w *writer) section(s Section) {
	w.heading(s.Title)
	for i, item := range s.Items {
		if item.Term == "" {
			if i > 0 { // a heading already adds space
				w.b.WriteString(".PP\n")
			}
			w.text(item.Text)
			continue
		}
		w.term("\\fB"+dashed(item.Term)+"\\fR", item.Text)
	}
}

// seeAlso refers to the pages of the parent command, and of subcommands or siblings.
func (w *writer) seeAlso(n *kong.Node) {
	var names []string
	if n.Parent != nil {
		names = append(names, title(n.Parent))
	}
	around := n.Children
	if len(around) == 0 && n.Parent != nil && n.Parent.Parent != nil {
		around = n.Parent.Children
	}
	for _, other := range around {
		if other != n && !other.Hidden {
			names = append(names, title(other))
		}
	}
	if len(names) == 0 || n.Parent == nil { // the program's page lists all commands
		return
	}
	w.heading("See also")
	for i, name := range names {
		end := ","
		if i == len(names)-1 {
			end = ""
		}
		fmt.Fprintf(&w.b, ".BR %s (1)%s\n", dashed(name), end)
	}
}

// escaped escapes backslashes for roff.
func escaped(text string) string { return strings.ReplaceAll(text, `\`, `\e`) }

// dashed escapes text that users type, so that hyphens copied from the page stay ASCII.
func dashed(text string) string { return strings.ReplaceAll(escaped(text), "-", `\-`) }

// protected escapes a line if roff would interpret it as a request.
func protected(line string) string {
	if strings.HasPrefix(line, ".") || strings.HasPrefix(line, "'") {
		return `\&` + line
	}
	return line
}

// quoted quotes an argument of a roff request.
func quoted(text string) string { return `"` + strings.ReplaceAll(escaped(text), `"`, `\(dq`) + `"` }
