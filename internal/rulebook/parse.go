package rulebook

import (
	"fmt"
	"slices"
	"strings"
)

// MaxSource bounds the text of a rulebook, in bytes, and MaxDepth how far
// rulebooks may take in each other.
const (
	MaxSource = 1 << 20
	MaxDepth  = 8
)

// SyntaxError is a fault of a rulebook's text, with the line it is on.
type SyntaxError struct {
	Line    int
	Message string
}

func (e *SyntaxError) Error() string { return fmt.Sprintf("line %d: %s", e.Line, e.Message) }

// Include returns the rulebook of another rule set, for one that shares rules
// with it.
type Include func(name string) (Book, error)

// numbered takes the number of a section or rule off a heading: "4 Title" has
// the section 4 and no rule, "6a.10 Title" the section 6a and the rule 6a.10.
func numbered(line string) (section, number, title string, ok bool) {
	number, title, ok = strings.Cut(line, " ")
	section, own, dotted := strings.Cut(number, ".")
	letter := strings.TrimLeft(section, "0123456789")
	title = strings.TrimSpace(title)
	ok = ok && title != "" && len(letter) < len(section) && (letter == "" || len(letter) == 1 && letter[0] >= 'a' && letter[0] <= 'z') &&
		(!dotted || own != "" && strings.Trim(own, "0123456789") == "")
	return section, number, title, ok
}

// Parse reads the rulebook of a rule set. It is written in Markdown, of which
// it takes little:
//
//	# Mirror square chess           the title, once and first
//	## 4 Reflections                a section: number and title
//	### 4.1 A quiet move makes      a rule: its section's number, a dot, its own
//	@include chess 0 1.1 1.2        rules of another rulebook stand here
//	- an item                       a list; items go on on indented lines
//	| a | b |                       a table, its head first
//
// A block between lines of three backticks is kept as it is. One that is called
// diagram has a word and what it says on each line: about, position, line,
// select, move, last, view, study, state, legal, illegal; see [Diagram]. Everything
// else is paragraphs, with empty lines between.
//
// An included section begins a section; an included rule stands in the section
// it is included in. The section that rules 1.1 and 1.2 of another book stand
// in has to be number 1 here too, so that a number means one rule.
func Parse(text string, include Include) (Book, error) {
	return parse(text, include, true)
}

// ParseChapter reads a chapter that stands beside the rulebooks. Its headings
// have no numbers and its blocks of code any name.
func ParseChapter(text string) (Book, error) { return parse(text, nil, false) }

// parser goes through the lines of a text.
type parser struct {
	lines   []string
	at      int // the next line
	strict  bool
	include Include
	book    Book
	seen    map[string]bool // numbers there have been
}

func parse(text string, include Include, strict bool) (Book, error) {
	if len(text) > MaxSource {
		return Book{}, fmt.Errorf("the text has %d bytes; %d are the most", len(text), MaxSource)
	}
	lines := strings.Split(strings.ReplaceAll(text, "\r\n", "\n"), "\n")
	p := &parser{lines: lines, strict: strict, include: include, seen: map[string]bool{}}
	p.book.Intro, p.book.Sections = []Block{}, []Section{}
	for p.at < len(p.lines) {
		if err := p.next(); err != nil {
			return Book{}, err
		}
	}
	if p.book.Title == "" {
		return Book{}, p.fail("there is no title: a rulebook begins with a line such as # Chess")
	}
	return p.book, nil
}

// fail returns a fault of the line that was read last.
func (p *parser) fail(format string, args ...any) error {
	return &SyntaxError{max(1, p.at), fmt.Sprintf(format, args...)}
}

// next reads a heading, an include or a block.
func (p *parser) next() error {
	line := strings.TrimRight(p.lines[p.at], " \t")
	switch {
	case line == "":
		p.at++
		return nil
	case p.book.Title == "":
		p.at++
		title, ok := strings.CutPrefix(line, "# ")
		if title = strings.TrimSpace(title); !ok || title == "" {
			return p.fail("a rulebook begins with its title, such as # Chess")
		}
		p.book.Title = title
		return nil
	case strings.HasPrefix(line, "#") && strings.HasPrefix(strings.TrimLeft(line, "#"), " "):
		p.at++
		return p.heading(line)
	case strings.HasPrefix(line, "@include ") && p.strict:
		p.at++
		return p.take(strings.Fields(line)[1:])
	}
	block, err := p.block()
	if err != nil {
		return err
	}
	into := p.into()
	*into = append(*into, block)
	return nil
}

// into is where a block belongs: the last rule, section, or above them all.
func (p *parser) into() *[]Block {
	if len(p.book.Sections) == 0 {
		return &p.book.Intro
	}
	s := &p.book.Sections[len(p.book.Sections)-1]
	if len(s.Rules) == 0 {
		return &s.Intro
	}
	return &s.Rules[len(s.Rules)-1].Body
}

func (p *parser) heading(line string) error {
	if !p.strict {
		depth := strings.IndexByte(line, ' ')
		title := strings.TrimSpace(line[depth:])
		switch {
		case title == "":
			return p.fail("a heading without a title")
		case depth <= 2 || len(p.book.Sections) == 0:
			p.book.Sections = append(p.book.Sections, Section{Title: title, Rules: []Rule{}})
		default:
			s := &p.book.Sections[len(p.book.Sections)-1]
			s.Rules = append(s.Rules, Rule{Title: title, Body: []Block{}})
		}
		return nil
	}
	hashes, head, _ := strings.Cut(line, " ")
	section, number, title, ok := numbered(head)
	switch {
	case ok && hashes == "##" && section == number:
		return p.section(Section{Number: number, Title: title, Rules: []Rule{}})
	case ok && hashes == "###" && section != number:
		return p.rule(Rule{Number: number, Title: title, Body: []Block{}})
	}
	return p.fail("%q is no heading of a rulebook: a section is ## 4 Title, a rule ### 4.1 Title", line)
}

func (p *parser) section(s Section) error {
	if p.seen[s.Number] {
		return p.fail("there are two sections %s", s.Number)
	}
	p.seen[s.Number] = true
	rules := s.Rules
	s.Rules = []Rule{}
	p.book.Sections = append(p.book.Sections, s)
	for _, r := range rules {
		if err := p.rule(r); err != nil {
			return err
		}
	}
	return nil
}

func (p *parser) rule(r Rule) error {
	section, _, _ := strings.Cut(r.Number, ".")
	if len(p.book.Sections) == 0 || p.book.Sections[len(p.book.Sections)-1].Number != section {
		return p.fail("rule %s does not stand in section %s", r.Number, section)
	}
	if p.seen[r.Number] {
		return p.fail("there are two rules %s", r.Number)
	}
	p.seen[r.Number] = true
	s := &p.book.Sections[len(p.book.Sections)-1]
	s.Rules = append(s.Rules, r)
	return nil
}

// take includes sections and rules of another rulebook.
func (p *parser) take(words []string) error {
	if len(words) < 2 || p.include == nil {
		return p.fail("an include names a rule set and what to take from it: @include chess 0 1.1")
	}
	other, err := p.include(words[0])
	if err != nil {
		return p.fail("the rulebook of %s: %v", words[0], err)
	}
	mark := func(r Rule) Rule {
		if r.From == "" {
			r.From = words[0]
		}
		r.Body = slices.Clone(r.Body) // a block that follows here is not the other's
		return r
	}
	for _, number := range words[1:] {
		part, ok := other.Part(number)
		if !ok || !slices.Contains(other.Numbers(), number) {
			return p.fail("the rulebook of %s has no rule %s", words[0], number)
		}
		s := part.Sections[0]
		if s.Number != number { // a single rule
			err = p.rule(mark(s.Rules[0]))
		} else {
			rules := make([]Rule, len(s.Rules))
			for i, r := range s.Rules {
				rules[i] = mark(r)
			}
			s.Rules, s.Intro = rules, slices.Clone(s.Intro)
			err = p.section(s)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// block reads a paragraph, a list, a table or a fenced block.
func (p *parser) block() (Block, error) {
	line := p.lines[p.at]
	switch {
	case strings.HasPrefix(line, "```"):
		return p.fence(strings.TrimSpace(line[3:]))
	case strings.HasPrefix(line, "|"):
		return p.table(), nil
	case isItem(line):
		return p.list(), nil
	case !p.strict && strings.HasPrefix(line, "    "):
		return p.indented(), nil
	}
	var words []string
	for p.at < len(p.lines) {
		line := strings.TrimSpace(p.lines[p.at])
		if line == "" || len(words) > 0 && starts(p.lines[p.at], p.strict) {
			break
		}
		words = append(words, line)
		p.at++
	}
	return Block{Text: strings.Join(words, " ")}, nil
}

// starts reports whether a line begins something that is no paragraph.
func starts(line string, strict bool) bool {
	return strings.HasPrefix(line, "#") || strings.HasPrefix(line, "```") || strings.HasPrefix(line, "|") ||
		isItem(line) || strict && strings.HasPrefix(line, "@include ")
}

// isItem reports whether a line begins an item of a list.
func isItem(line string) bool {
	lead, rest, ok := strings.Cut(line, " ")
	if !ok || strings.TrimSpace(rest) == "" {
		return false
	}
	number, dot := strings.CutSuffix(lead, ".")
	return lead == "-" || lead == "*" || dot && number != "" && strings.Trim(number, "0123456789") == ""
}

func (p *parser) list() Block {
	var items []string
	var words []string // of the last item
	end := func() {
		if words != nil {
			items = append(items, strings.Join(words, " "))
		}
	}
	for ; p.at < len(p.lines); p.at++ {
		line := p.lines[p.at]
		_, rest, _ := strings.Cut(line, " ")
		switch {
		case isItem(line):
			end()
			words = []string{strings.TrimSpace(rest)}
			continue
		case strings.HasPrefix(line, "  ") && strings.TrimSpace(line) != "":
			words = append(words, strings.TrimSpace(line))
			continue
		}
		end()
		return Block{Items: items}
	}
	end()
	return Block{Items: items}
}

func (p *parser) table() Block {
	var rows [][]string
	for p.at < len(p.lines) && strings.HasPrefix(p.lines[p.at], "|") {
		line := strings.TrimRight(p.lines[p.at], " \t")
		p.at++
		if len(rows) == 1 && strings.Trim(line, "|:- ") == "" {
			continue
		}
		line = strings.TrimSuffix(strings.TrimPrefix(line, "|"), "|")
		// A bar within a cell is written \|, as in Markdown.
		var cells []string
		for _, cell := range strings.Split(strings.ReplaceAll(line, `\|`, "\x00"), "|") {
			cells = append(cells, strings.TrimSpace(strings.ReplaceAll(cell, "\x00", "|")))
		}
		rows = append(rows, cells)
	}
	return Block{Rows: rows}
}

// indented reads code that is marked by its indentation, as chapters may.
func (p *parser) indented() Block {
	var lines []string
	for p.at < len(p.lines) && strings.HasPrefix(p.lines[p.at], "    ") {
		lines = append(lines, p.lines[p.at][4:])
		p.at++
	}
	return Block{Code: strings.Join(lines, "\n")}
}

func (p *parser) fence(kind string) (Block, error) {
	p.at++
	begun := p.at
	var lines []string
	for ; ; p.at++ {
		if p.at >= len(p.lines) {
			p.at = begun
			return Block{}, p.fail("this block has no end: it ends with a line of three backticks")
		}
		if strings.HasPrefix(p.lines[p.at], "```") {
			break
		}
		lines = append(lines, p.lines[p.at])
	}
	p.at++
	if kind == "diagram" {
		return p.diagram(lines, begun)
	}
	if p.strict && kind != "" {
		p.at = begun
		return Block{}, p.fail("there is no block %q: leave the word out, or write diagram", kind)
	}
	return Block{Code: strings.Join(lines, "\n")}, nil
}

func (p *parser) diagram(lines []string, begun int) (Block, error) {
	d := &Diagram{}
	texts := map[string]*string{
		"about": &d.About, "position": &d.Start, "line": &d.Line, "select": &d.Chosen, "move": &d.Move, "last": &d.Last, "view": &d.View,
		"state": &d.State,
	}
	claims := map[string]*[]Claim{"legal": &d.Legal, "illegal": &d.Illegal}
	for i, line := range lines {
		word, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
		rest = strings.TrimSpace(rest)
		switch {
		case word == "":
		case word == "study" && rest == "":
			d.Study = true
		case texts[word] != nil && *texts[word] == "" && rest != "":
			*texts[word] = rest
		case word == "about" && rest != "":
			d.About += " " + rest // the words of a picture may go on
		case claims[word] != nil && rest != "":
			for _, move := range strings.Fields(rest) {
				*claims[word] = append(*claims[word], Claim{Move: move})
			}
		default:
			p.at = begun + i + 1
			return Block{}, p.fail("%q is no line of a diagram", line)
		}
	}
	if d.About == "" {
		p.at = begun
		return Block{}, p.fail("this diagram does not say what it is about")
	}
	return Block{Diagram: d}, nil
}
