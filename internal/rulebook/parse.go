package rulebook

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"
)

// MaxSource is the maximum size of a rulebook's text in bytes. MaxDepth limits how deeply
// rulebooks may include each other.
const (
	MaxSource = 1 << 20
	MaxDepth  = 8
)

// SyntaxError is an error in a rulebook's text, with its line number.
type SyntaxError struct {
	Line    int
	Message string
}

func (e *SyntaxError) Error() string { return fmt.Sprintf("line %d: %s", e.Line, e.Message) }

// Include returns the rulebook of another rule set, to include rules from it.
type Include func(name string) (Book, error)

// numbered splits a heading into number and title. "4 Title" is section 4, and "4.10 Title" is one of
// its rules. It returns false if the heading has no valid number or no title.
func numbered(line string) (number, title string, ok bool) {
	number, title, ok = strings.Cut(line, " ")
	section, rule, dotted := strings.Cut(number, ".")
	title = strings.TrimSpace(title)
	return number, title, ok && title != "" && isNumber(section) && (!dotted || isNumber(rule))
}

func isNumber(text string) bool { return text != "" && strings.Trim(text, "0123456789") == "" }

// Parse parses the rulebook of a rule set, which is written in a small subset of Markdown:
//
//	# Mirror square chess           the title, once and first
//	## 2 Spawning                   a section: number and title
//	### 2.1 A quiet move spawns     a rule: its section's number, a dot, its own
//	@include chess 0 1.1 1.2        sections and rules of another rulebook
//	@replace chess 1.9              this rule replaces that one
//	- an item                       a list; items continue on indented lines
//	| a | b |                       a table, its head first
//
// A block between lines of three backticks is verbatim. A block marked diagram has a keyword and a value on
// each line: about, position, line, select, move, last, view, study, state, legal or illegal; see [Diagram].
// The keyword study has no value. All other text is paragraphs, separated by empty lines.
//
// Sections are numbered from 0 or 1 and rules from 1, without gaps. An included rule gets the next number in
// this book. References in its paragraphs, lists and captions, such as "1.7", are renumbered and follow
// @replace. In all paragraphs, lists and captions, a reference to a missing rule is an error.
func Parse(text string, include Include) (Book, error) {
	return parse(text, include, true)
}

// ParseChapter parses a chapter that accompanies the rulebooks. Its headings have no numbers,
// and its code blocks may name any language.
func ParseChapter(text string) (Book, error) { return parse(text, nil, false) }

// parser reads the source line by line.
type parser struct {
	lines   []string
	at      int // next line
	strict  bool
	include Include
	book    Book
	taken   []included
	moved   map[origin]string // number in this book of a rule from another book
}

// origin is a section or rule of another book.
type origin struct{ book, number string }

// included is text whose references use the numbers of another book: the first
// blocks of a rule, or of a section's introduction if rule is -1.
type included struct {
	book                        string
	line, section, rule, blocks int
}

func parse(text string, include Include, strict bool) (Book, error) {
	if len(text) > MaxSource {
		return Book{}, fmt.Errorf("the text has %d bytes; the limit is %d", len(text), MaxSource)
	}
	lines := strings.Split(strings.ReplaceAll(text, "\r\n", "\n"), "\n")
	p := &parser{lines: lines, strict: strict, include: include, moved: map[origin]string{}}
	p.book.Intro, p.book.Sections = []Block{}, []Section{}
	for p.at < len(p.lines) {
		if err := p.next(); err != nil {
			return Book{}, err
		}
	}
	if p.book.Title == "" {
		return Book{}, p.fail("missing title: a rulebook begins with a line such as # Chess")
	}
	if strict {
		return p.book, p.resolve()
	}
	return p.book, nil
}

// resolve renumbers the references in included text and checks all references.
func (p *parser) resolve() error {
	missing := ""
	for _, in := range p.taken {
		s := &p.book.Sections[in.section]
		blocks := s.Intro
		if in.rule >= 0 {
			blocks = s.Rules[in.rule].Body
		}
		rewrite(blocks[:in.blocks], func(number string) string {
			here, ok := p.moved[origin{in.book, number}]
			if !ok && missing == "" {
				p.at, missing = in.line, fmt.Sprintf("the included text refers to rule %s of %s, which is not included", number, in.book)
			}
			return here
		})
	}
	numbers := p.book.Numbers()
	check := func(number string) string {
		if !slices.Contains(numbers, number) && missing == "" {
			missing = "there is no rule " + number + " to refer to"
		}
		return number
	}
	rewrite(p.book.Intro, check)
	for _, s := range p.book.Sections {
		rewrite(s.Intro, check)
		for _, r := range s.Rules {
			rewrite(r.Body, check)
		}
	}
	if missing != "" {
		return p.fail("%s", missing)
	}
	return nil
}

// rewrite replaces the rule numbers in blocks, in place.
func rewrite(blocks []Block, change func(number string) string) {
	for i := range blocks {
		b := &blocks[i]
		b.Text = renumber(b.Text, change)
		b.Items = slices.Clone(b.Items)
		for n := range b.Items {
			b.Items[n] = renumber(b.Items[n], change)
		}
		if b.Diagram != nil {
			d := *b.Diagram
			d.About = renumber(d.About, change)
			b.Diagram = &d
		}
	}
}

// renumber replaces each rule number, such as 1.7, outside backticks.
func renumber(text string, change func(number string) string) string {
	var b strings.Builder
	for i, part := range strings.Split(text, "`") {
		if i > 0 {
			b.WriteByte('`')
		}
		for i%2 == 0 && part != "" {
			lead := len(part) - len(strings.TrimLeft(part, "0123456789."))
			number := strings.TrimRight(part[:lead], ".")
			section, rule, _ := strings.Cut(number, ".")
			if isNumber(section) && isNumber(rule) {
				b.WriteString(change(number))
				part = part[len(number):]
				continue
			}
			next := strings.IndexAny(part[lead:], "0123456789")
			if next < 0 {
				break
			}
			b.WriteString(part[:lead+next])
			part = part[lead+next:]
		}
		b.WriteString(part)
	}
	return b.String()
}

// fail returns an error for the last line read.
func (p *parser) fail(format string, args ...any) error {
	return &SyntaxError{max(1, p.at), fmt.Sprintf(format, args...)}
}

// next reads a heading, an include or a block.
func (p *parser) next() error {
	line := strings.TrimRightFunc(p.lines[p.at], unicode.IsSpace)
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
	case strings.HasPrefix(line, "@replace ") && p.strict:
		p.at++
		return p.replace(strings.Fields(line)[1:])
	}
	block, err := p.block()
	if err != nil {
		return err
	}
	into := p.into()
	*into = append(*into, block)
	return nil
}

// into returns the list of blocks to append to: the body of the last rule, the introduction of the last
// section if it has no rules yet, or the introduction of the book.
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
			return p.fail("heading without a title")
		case depth <= 2 || len(p.book.Sections) == 0:
			p.book.Sections = append(p.book.Sections, Section{Title: title, Rules: []Rule{}})
		default:
			s := &p.book.Sections[len(p.book.Sections)-1]
			s.Rules = append(s.Rules, Rule{Title: title, Body: []Block{}})
		}
		return nil
	}
	hashes, head, _ := strings.Cut(line, " ")
	number, title, ok := numbered(head)
	switch dotted := strings.Contains(number, "."); {
	case ok && hashes == "##" && !dotted:
		return p.section(Section{Number: number, Title: title, Rules: []Rule{}})
	case ok && hashes == "###" && dotted:
		return p.rule(Rule{Number: number, Title: title, Body: []Block{}})
	}
	return p.fail("%q is not a heading of a rulebook: a section is ## 4 Title, a rule ### 4.1 Title", line)
}

// last returns the last section, or nil if there is none yet.
func (p *parser) last() *Section {
	if n := len(p.book.Sections); n > 0 {
		return &p.book.Sections[n-1]
	}
	return nil
}

// section adds a section. An included section has no number yet.
func (p *parser) section(s Section) error {
	next := ""
	if last := p.last(); last != nil {
		n, _ := strconv.Atoi(last.Number)
		next = strconv.Itoa(n + 1)
	} else if next = "1"; s.Number == "0" {
		next = "0"
	}
	if s.Number != "" && s.Number != next {
		return p.fail("section %s should be number %s", s.Number, next)
	}
	s.Number = next
	p.book.Sections = append(p.book.Sections, s)
	return nil
}

// rule adds a rule. An included rule has no number yet.
func (p *parser) rule(r Rule) error {
	s := p.last()
	if s == nil {
		return p.fail("rule before the first section")
	}
	next := fmt.Sprintf("%s.%d", s.Number, len(s.Rules)+1)
	if r.Number != "" && r.Number != next {
		return p.fail("rule %s should be number %s", r.Number, next)
	}
	r.Number = next
	s.Rules = append(s.Rules, r)
	return nil
}

// take includes sections and rules from another rulebook.
func (p *parser) take(words []string) error {
	if len(words) < 2 || p.include == nil {
		return p.fail("an include needs a rule set and the numbers to include: @include chess 0 1.1")
	}
	name := words[0]
	other, err := p.include(name)
	if err != nil {
		return p.fail("the rulebook of %s: %v", name, err)
	}
	for _, number := range words[1:] {
		part, ok := other.Part(number)
		if !ok || !slices.Contains(other.Numbers(), number) {
			return p.fail("the rulebook of %s has no rule %s", name, number)
		}
		s := part.Sections[0]
		if s.Number == number { // a whole section
			whole := Section{Title: s.Title, Intro: slices.Clone(s.Intro), Rules: []Rule{}}
			if number == "0" {
				whole.Number = "0"
			}
			if err := p.section(whole); err != nil {
				return err
			}
			p.taken = append(p.taken, included{name, p.at, len(p.book.Sections) - 1, -1, len(whole.Intro)})
			p.moved[origin{name, number}] = p.last().Number
		}
		for _, r := range s.Rules {
			from := origin{name, r.Number}
			if r.From == "" {
				r.From, r.Source = name, r.Number
			}
			r.Number, r.Body = "", slices.Clone(r.Body)
			if err := p.rule(r); err != nil {
				return err
			}
			at := len(p.last().Rules) - 1
			p.taken = append(p.taken, included{name, p.at, len(p.book.Sections) - 1, at, len(r.Body)})
			p.moved[from] = p.last().Rules[at].Number
		}
	}
	return nil
}

// replace redirects references to rules of another book to the last rule of this book.
func (p *parser) replace(words []string) error {
	s := p.last()
	if len(words) < 2 || s == nil || len(s.Rules) == 0 {
		return p.fail("a replacement needs a rule of another rulebook: @replace chess 1.9")
	}
	for _, number := range words[1:] {
		p.moved[origin{words[0], number}] = s.Rules[len(s.Rules)-1].Number
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

// starts reports whether a line starts a block other than a paragraph.
func starts(line string, strict bool) bool {
	return strings.HasPrefix(line, "#") || strings.HasPrefix(line, "```") || strings.HasPrefix(line, "|") ||
		isItem(line) || strict && (strings.HasPrefix(line, "@include ") || strings.HasPrefix(line, "@replace "))
}

// isItem reports whether a line starts a list item.
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
	var words []string // words of the last list item
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

// indented reads an indented code block, which chapters may contain.
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
			return Block{}, p.fail("unterminated block: end it with a line of three backticks")
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
		return Block{}, p.fail("unknown block type %q: use diagram or none", kind)
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
			d.About += " " + rest // a picture's description may continue on the next line
		case claims[word] != nil && rest != "":
			for _, move := range strings.Fields(rest) {
				*claims[word] = append(*claims[word], Claim{Move: move})
			}
		default:
			p.at = begun + i + 1
			return Block{}, p.fail("unknown line %q in a diagram", line)
		}
	}
	if d.About == "" {
		p.at = begun
		return Block{}, p.fail("the diagram has no about line")
	}
	return Block{Diagram: d}, nil
}
