// Package rulebook parses and prints the rulebooks of rule sets.
//
// A [Book] is plain data: sections of numbered rules, which consist of paragraphs, lists,
// tables and diagrams. [Parse] reads a book from the text stored with a rule set (parse.go
// describes the format). Package loader adds the rules shared with another book and the tests
// that cover each rule. [Illustrate] computes the content of the diagrams from the rules.
// [Terminal], [Markdown] and [GoDoc] print a book. The web page receives it as JSON.
//
// The code, tests and lessons of a rule set cite rules by number.
package rulebook

import (
	"slices"
	"strings"
)

// Book is a rulebook, or an unnumbered chapter that accompanies the rulebooks.
type Book struct {
	Variant  string    `json:"variant,omitempty"` // rule set; empty for a chapter
	Title    string    `json:"title"`
	Intro    []Block   `json:"intro"` // short introduction
	Sections []Section `json:"sections"`
}

// Section groups rules under a title.
type Section struct {
	Number string  `json:"number,omitempty"` // such as "4"
	Title  string  `json:"title"`
	Intro  []Block `json:"intro,omitempty"` // text before the first rule
	Rules  []Rule  `json:"rules"`
}

// Rule is one numbered rule.
type Rule struct {
	Number string  `json:"number,omitempty"` // such as "4.10"
	Title  string  `json:"title"`
	Body   []Block `json:"body"`
	// From is the rule set whose rulebook this rule is included from, and Source its number
	// there.
	From   string `json:"from,omitempty"`
	Source string `json:"-"`
	Tests  []Test `json:"tests,omitempty"` // tests that cover the rule
}

// Test is a test that covers a rule.
type Test struct {
	File string `json:"file"` // path in the repository
	Name string `json:"name"` // name as printed by go test
}

// Block is one element of a book. Exactly one field is set. Texts may contain `code`, **strong** words
// and [links](address); see [Plain].
type Block struct {
	Text    string     `json:"text,omitempty"`  // a paragraph
	Items   []string   `json:"items,omitempty"` // a list
	Rows    [][]string `json:"rows,omitempty"`  // a table, header first
	Code    string     `json:"code,omitempty"`  // verbatim lines
	Diagram *Diagram   `json:"diagram,omitempty"`
}

// Diagram is a position with its caption and highlights.
type Diagram struct {
	About  string `json:"about"`            // caption
	Start  string `json:"start,omitempty"`  // position before the line; defaults to the rule set's starting position
	Line   string `json:"line,omitempty"`   // moves to play first, separated by spaces
	Chosen string `json:"chosen,omitempty"` // selected square or pin, whose moves are shown
	Move   string `json:"move,omitempty"`   // previewed move
	Last   string `json:"last,omitempty"`   // last move, in UCI notation
	View   string `json:"view,omitempty"`   // "oblique" for boards in space
	Study  bool   `json:"study,omitempty"`  // whether a side has no king
	State  string `json:"state,omitempty"`  // "check", or the reason why the game is over

	Legal   []Claim `json:"legal,omitempty"`   // legal moves
	Illegal []Claim `json:"illegal,omitempty"` // illegal moves

	// Position is the displayed position, after the moves of Line. Link is the path and query of a URL that
	// opens the position on the page. [Illustrate] sets Position, Link and Reach.
	Position string `json:"position,omitempty"`
	Link     string `json:"link,omitempty"`
	// Reach lists the destinations of the selected piece or board, for readers who
	// cannot see the picture.
	Reach []string `json:"reach,omitempty"`
}

// Claim is a move that a diagram claims to be legal or illegal. [Illustrate] sets Text to the move's
// effect, or to the reason why the move is illegal.
type Claim struct {
	Move string `json:"move"`
	Text string `json:"text,omitempty"`
}

// rest returns the destinations in Reach to which none of the moves in Legal leads.
func (d *Diagram) rest() (all []string) {
	for _, to := range d.Reach {
		if !slices.ContainsFunc(d.Legal, func(c Claim) bool { return c.Move == to || strings.HasPrefix(c.Move, d.Chosen+to) }) {
			all = append(all, to)
		}
	}
	return all
}

// Numbers returns the numbers of all sections and rules, in order.
func (b *Book) Numbers() (all []string) {
	for _, s := range b.Sections {
		if s.Number != "" {
			all = append(all, s.Number)
		}
		for _, r := range s.Rules {
			if r.Number != "" {
				all = append(all, r.Number)
			}
		}
	}
	return all
}

// Part returns a book that contains only the section or rule with the given number or title, without the
// introduction. It returns false if there is none.
func (b *Book) Part(number string) (Book, bool) {
	number = strings.TrimSpace(number)
	part := Book{Variant: b.Variant, Title: b.Title, Intro: []Block{}, Sections: []Section{}}
	for _, s := range b.Sections {
		if number != "" && (number == s.Number || strings.EqualFold(number, s.Title)) {
			part.Sections = append(part.Sections, s)
			continue
		}
		if at := slices.IndexFunc(s.Rules, func(r Rule) bool {
			return number != "" && (number == r.Number || strings.EqualFold(number, r.Title))
		}); at >= 0 {
			s.Intro, s.Rules = nil, s.Rules[at:at+1]
			part.Sections = append(part.Sections, s)
		}
	}
	return part, len(part.Sections) > 0
}

// Diagrams calls visit for every diagram, in order, with the number of the rule or section that contains it, or
// 0 for the introduction.
func (b *Book) Diagrams(visit func(number string, d *Diagram)) {
	blocks := func(number string, all []Block) {
		for _, one := range all {
			if one.Diagram != nil {
				visit(number, one.Diagram)
			}
		}
	}
	blocks("0", b.Intro)
	for _, s := range b.Sections {
		blocks(s.Number, s.Intro)
		for _, r := range s.Rules {
			blocks(r.Number, r.Body)
		}
	}
}
