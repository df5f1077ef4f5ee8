// Package rulebook reads the rulebook of a rule set and prints it.
//
// A [Book] is a plain value: sections of numbered rules, each of paragraphs,
// lists, tables and diagrams. [Parse] reads one from the text stored with
// a rule set (parse.go describes the format), package loader adds the rules that it
// shares with another and the tests that cover each, and [Illustrate] asks the
// rule set what its diagrams show. The printers take nothing but the book:
// [Terminal], [Markdown] and [GoDoc]; as JSON it is what the page shows.
//
// The code of a rule set, its tests and its lessons cite rules by their number.
package rulebook

import (
	"slices"
	"strings"
)

// Book is a rulebook, or an unnumbered chapter that accompanies the rulebooks.
type Book struct {
	Variant  string    `json:"variant,omitempty"` // the rule set's name; empty for a chapter
	Title    string    `json:"title"`
	Intro    []Block   `json:"intro"` // what it is about, in a few words
	Sections []Section `json:"sections"`
}

// Section is a part of a rulebook.
type Section struct {
	Number string  `json:"number,omitempty"` // such as "4"
	Title  string  `json:"title"`
	Intro  []Block `json:"intro,omitempty"` // what is said before its first rule
	Rules  []Rule  `json:"rules"`
}

// Rule is one numbered rule.
type Rule struct {
	Number string  `json:"number,omitempty"` // such as "4.10"
	Title  string  `json:"title"`
	Body   []Block `json:"body"`
	// From is the rule set of another rulebook that this rule is included from,
	// and Source its number there.
	From   string `json:"from,omitempty"`
	Source string `json:"-"`
	Tests  []Test `json:"tests,omitempty"` // the tests that enforce it
}

// Test is a test that fails if a rule is broken.
type Test struct {
	File string `json:"file"` // its path in the repository
	Name string `json:"name"` // as the test prints it
}

// Block is one thing on the page; exactly one of its fields is set. Texts have
// `code`, **strong** words and [links](address) in them; see [Plain].
type Block struct {
	Text    string     `json:"text,omitempty"`  // a paragraph
	Items   []string   `json:"items,omitempty"` // a list
	Rows    [][]string `json:"rows,omitempty"`  // a table, its head first
	Code    string     `json:"code,omitempty"`  // lines to be kept as they are
	Diagram *Diagram   `json:"diagram,omitempty"`
}

// Diagram is a position with its caption and highlights.
type Diagram struct {
	About  string `json:"about"`            // its caption
	Start  string `json:"start,omitempty"`  // the position the line begins at; the rule set's own if empty
	Line   string `json:"line,omitempty"`   // moves played first, with spaces between
	Chosen string `json:"chosen,omitempty"` // a square or pin that shows where it may go
	Move   string `json:"move,omitempty"`   // a move shown before it is played
	Last   string `json:"last,omitempty"`   // the move that led here, in UCI notation
	View   string `json:"view,omitempty"`   // "oblique" for boards in space
	Study  bool   `json:"study,omitempty"`  // a side has no king
	State  string `json:"state,omitempty"`  // "check", or the reason the game is over

	Legal   []Claim `json:"legal,omitempty"`   // moves that can be played
	Illegal []Claim `json:"illegal,omitempty"` // moves that cannot

	// Position is what is shown, after the line, and Link the part of an
	// address that opens it on the page. [Illustrate] fills in these and Reach.
	Position string `json:"position,omitempty"`
	Link     string `json:"link,omitempty"`
	// Reach lists the destinations of the selected piece or board, for readers who
	// cannot see the picture.
	Reach []string `json:"reach,omitempty"`
}

// Claim is a move, and what the rule set says of it once a book is illustrated:
// what it does, or why it cannot be played.
type Claim struct {
	Move string `json:"move"`
	Said string `json:"said,omitempty"`
}

// rest returns the part of Reach that the legal moves do not name.
func (d *Diagram) rest() (all []string) {
	for _, to := range d.Reach {
		if !slices.ContainsFunc(d.Legal, func(c Claim) bool { return c.Move == to || strings.HasPrefix(c.Move, d.Chosen+to) }) {
			all = append(all, to)
		}
	}
	return all
}

// Numbers lists the sections and rules of a book by their numbers, in order.
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

// Part returns the section or the rule with a number or a title, without the
// introduction of the book.
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

// Diagrams calls a function for every diagram, in order, with the number of the
// rule or section it stands in.
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
