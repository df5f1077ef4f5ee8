// Package results reads and writes the result files in docs/results, and generates the page that shows
// them.
package results

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"unicode"
)

// Group is a result file: measurements of one subject.
type Group struct {
	Title   string   `json:"title"`
	Shows   string   `json:"shows,omitempty"`
	Results []Result `json:"results"`
}

// Result is one measurement. Unknown fields are empty.
type Result struct {
	Title    string   `json:"title"`
	Shows    string   `json:"shows"`
	Commands []string `json:"commands,omitempty"`
	Machine  string   `json:"machine,omitempty"`
	Date     string   `json:"date,omitempty"`   // date of the measurement, such as 2026-11-16
	Commit   string   `json:"commit,omitempty"` // commit that recorded the figures
	Tables   []Table  `json:"tables,omitempty"`
	Output   string   `json:"output,omitempty"` // output of the command, verbatim
	Notes    []string `json:"notes,omitempty"`
}

// Table holds cells as text, so that "1.00" stays "1.00".
type Table struct {
	Columns []string   `json:"columns"`
	Rows    [][]string `json:"rows"`
}

// figure matches cells that are right-aligned.
var figure = regexp.MustCompile(`^([-+]?[0-9][0-9.,]*( ?(%|s|ms|µs|KB|MB|GB|cores|times))?|-?)$`)

// WritePage writes the page of all result files. The files are in a folder with the name of the page
// without its suffix.
func WritePage(page string) error {
	text, err := Page(strings.TrimSuffix(page, filepath.Ext(page)))
	if err != nil {
		return err
	}
	return os.WriteFile(page, []byte(text), 0o644)
}

// Page returns the page of all result files in a folder.
func Page(folder string) (string, error) {
	files, err := filepath.Glob(filepath.Join(folder, "*.json"))
	if err != nil {
		return "", err
	}
	var b strings.Builder
	b.WriteString(`# Results

Measured figures, with the commands that produced them. Compare figures only within one table: machines and their load
differ between tables. *Commit* is the commit that was measured or that recorded the figures. To add or change a result, edit its file in ` + "`docs/results`" + `
and run ` + "`make results`" + `.
`)
	titles := map[string]string{}
	var contents, sections strings.Builder
	for _, file := range files {
		g, err := Read(file)
		if err != nil {
			return "", err
		}
		for _, r := range append([]Result{{Title: g.Title}}, g.Results...) {
			if other, ok := titles[strings.ToLower(r.Title)]; ok {
				return "", fmt.Errorf("%s: %q is also a title in %s", file, r.Title, other)
			}
			titles[strings.ToLower(r.Title)] = file
		}
		fmt.Fprintf(&contents, "- %s: ", link(g.Title))
		for i, r := range g.Results {
			if i > 0 {
				contents.WriteString(" · ")
			}
			contents.WriteString(link(r.Title))
		}
		contents.WriteString("\n")
		sections.WriteString("\n" + g.Markdown())
	}
	return b.String() + "\n" + contents.String() + sections.String(), nil
}

// link returns a link to the heading with this title, using the ID that GitHub generates.
func link(title string) string {
	id := strings.Map(func(r rune) rune {
		switch {
		case r == ' ':
			return '-'
		case r == '-' || r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r):
			return unicode.ToLower(r)
		}
		return -1
	}, title)
	return "[" + title + "](#" + id + ")"
}

// Read reads and checks a result file.
func Read(file string) (g Group, err error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return g, err
	}
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&g); err != nil {
		return g, fmt.Errorf("%s: %w", file, err)
	}
	if g.Title == "" || len(g.Results) == 0 {
		return g, fmt.Errorf("%s: title or results missing", file)
	}
	for _, r := range g.Results {
		if r.Title == "" || r.Shows == "" || len(r.Tables) == 0 && r.Output == "" {
			return g, fmt.Errorf("%s: result %q needs a title, shows, and tables or output", file, r.Title)
		}
		for _, t := range r.Tables {
			for _, row := range t.Rows {
				if len(row) != len(t.Columns) {
					return g, fmt.Errorf("%s: %s: row %q has %d cells, want %d", file, r.Title, row, len(row), len(t.Columns))
				}
			}
		}
	}
	return g, nil
}

// Write writes a result file.
func Write(file string, g Group) error {
	var b bytes.Buffer
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", " ")
	if err := encoder.Encode(g); err != nil {
		return err
	}
	return os.WriteFile(file, b.Bytes(), 0o644)
}

// Markdown returns the group as a section of the page.
func (g Group) Markdown() string {
	var b strings.Builder
	fmt.Fprintf(&b, "## %s\n", g.Title)
	if g.Shows != "" {
		fmt.Fprintf(&b, "\n%s\n", g.Shows)
	}
	for _, r := range g.Results {
		b.WriteString("\n")
		r.markdown(&b)
	}
	return b.String()
}

func (r Result) markdown(b *strings.Builder) {
	fmt.Fprintf(b, "### %s\n\n%s\n", r.Title, r.Shows)
	if len(r.Commands) > 0 {
		b.WriteString("\n")
	}
	for _, command := range r.Commands {
		fmt.Fprintf(b, "    %s\n", command)
	}
	var facts []string
	for _, fact := range [][2]string{{"Machine", r.Machine}, {"Date", r.Date}, {"Commit", r.Commit}} {
		if fact[1] != "" {
			facts = append(facts, fact[0]+": "+fact[1]+".")
		}
	}
	if len(facts) > 0 {
		fmt.Fprintf(b, "\n*%s*\n", strings.Join(facts, " "))
	}
	for _, t := range r.Tables {
		b.WriteString("\n")
		t.markdown(b)
	}
	if r.Output != "" {
		fmt.Fprintf(b, "\n```text\n%s\n```\n", strings.TrimRight(r.Output, "\n"))
	}
	if len(r.Notes) > 0 {
		b.WriteString("\n")
	}
	for _, note := range r.Notes {
		fmt.Fprintf(b, "- %s\n", note)
	}
}

// Markdown returns the table in Markdown.
func (t Table) Markdown() string {
	var b strings.Builder
	t.markdown(&b)
	return b.String()
}

func (t Table) markdown(b *strings.Builder) {
	fmt.Fprintf(b, "| %s |\n|", strings.Join(t.Columns, " | "))
	for i := range t.Columns {
		mark := "---:|"
		for _, row := range t.Rows {
			if !figure.MatchString(row[i]) {
				mark = "---|"
				break
			}
		}
		b.WriteString(mark)
	}
	b.WriteString("\n")
	for _, row := range t.Rows {
		fmt.Fprintf(b, "| %s |\n", strings.Join(row, " | "))
	}
}
