// Package prose checks texts for phrases that Tain avoids. Only tests import it.
package prose

import (
	"fmt"
	"go/scanner"
	"go/token"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"
)

// Phrase is a phrase to avoid.
type Phrase struct {
	Pattern string // a regular expression in lower case, matched case-insensitively at word boundaries
	Instead string // suggested replacement
	InCode  bool   // whether the phrase is allowed in source code, where it can be correct
}

// Banned lists the phrases. Each of them is a calque, replaces a standard term, or does not name the
// actor.
var Banned = []Phrase{
	{Pattern: `if not told`, Instead: "defaults to"},
	{Pattern: `if (it is|they are) told nothing`, Instead: "by default"},
	{Pattern: `(is|are|was|were|be) told`, Instead: "is shown, is notified, is reported", InCode: true},
	{Pattern: `tells (how|who|what|which|where|whether|that|of)`, Instead: "reports, shows, describes"},
	{Pattern: `anew`, Instead: "again"},
	{Pattern: `there is no such`, Instead: "unknown X, X not found"},
	{Pattern: `goes by`, Instead: "uses, follows"},
	{Pattern: `(what|that) programs go by`, Instead: "that programs act on"},
	{Pattern: `by lot`, Instead: "random"},
	{Pattern: `what (goes|went) wrong`, Instead: "errors"},
	{Pattern: `takes up`, Instead: "reloads, accepts"},
	{Pattern: `who asks`, Instead: "the caller, the client"},
	{Pattern: `who waits`, Instead: "waiting players", InCode: true},
	{Pattern: `so many`, Instead: "n, a given number of", InCode: true},
	{Pattern: `half round`, Instead: "rotated 180°, the opposite square"},
	{Pattern: `as one likes`, Instead: "freely"},
	{Pattern: `by and by`, Instead: "later, at intervals"},
	{Pattern: `(it|that|which|this|input|output|answer|server|machine|word|name) is no (terminal|game|number|cluster|neighbour|answer|json|part|link|file|move|square)`, Instead: "is not a ..."},
	{Pattern: `what (came|comes) of (it|them|a|an|the)`, Instead: "the result"},
	{Pattern: `looks? whether`, Instead: "check if"},
	{Pattern: `beside (them|it|these) there (is|are)`, Instead: "also"},
	{Pattern: `what others have written`, Instead: "third-party code"},
	{Pattern: `what was found`, Instead: "results"},
	{Pattern: `the own (king|side|board|process)`, Instead: "one's own, its own"},
	{Pattern: `lost on time by the clock`, Instead: "lost on time"},
	{Pattern: `is to be had`, Instead: "is available"},
	{Pattern: `by the way every`, Instead: "the same way as every"},
	{Pattern: `(is|are) gone on with`, Instead: "continues"},
	{Pattern: `does as well`, Instead: "works too"},
	{Pattern: `all the same,? it`, Instead: "nevertheless"},
	{Pattern: `stands? (on|at) \S+ already`, Instead: "is already on"},
	{Pattern: `closes no (comment|tag|variation)`, Instead: "unexpected X"},
	{Pattern: `has no meaning here`, Instead: "unexpected X"},
	{Pattern: `say (whether to|to what)`, Instead: "choose"},
	{Pattern: `without a choice`, Instead: "always", InCode: true},
	{Pattern: `(not|no rule set) known here`, Instead: "unknown, not installed"},
	{Pattern: `the most that is`, Instead: "the limit"},
	{Pattern: `held by your own`, Instead: "occupied by your own"},
	{Pattern: `(may|must) stand in`, Instead: "can appear in, must be in"},
	{Pattern: `turned (by|to) (0|180)`, Instead: "rotated by 180°", InCode: true},
	{Pattern: `is named such as`, Instead: "is written like"},
	{Pattern: `two (people|players) (here|at this screen)`, Instead: "pass and play"},
	{Pattern: `a king alone`, Instead: "only a king", InCode: true},
	{Pattern: `goes only (forward|to|on)`, Instead: "can only go"},
	{Pattern: `as (it|they) stands?`, Instead: "unchanged, in its current state"},
	{Pattern: `of so many`, Instead: "of n"},
	{Pattern: `as long as it lasts`, Instead: "until it ends"},
	{Pattern: `is held to`, Instead: "must satisfy, is limited to"},
	{Pattern: `tells? (it|them|him|her|us)`, Instead: "sends, reports to"},
	{Pattern: `of its own accord`, Instead: "automatically"},
	{Pattern: `(is|are) to be (found|seen|read|written)`, Instead: "is in, is read, is written"},
	{Pattern: `so far as`, Instead: "if, to the extent that"},
	{Pattern: `thereof`, Instead: "name the thing"},
	{Pattern: `therein`, Instead: "name the thing"},
	{Pattern: `wherein`, Instead: "name the thing"},
	{Pattern: `whereof`, Instead: "name the thing"},
	{Pattern: `hereafter`, Instead: "name the thing"},
	{Pattern: `(nil|zero|empty|false|true) where (none|nothing|no|there|it|they)`, Instead: "if"},
	{Pattern: `what (goes|went) before`, Instead: "the preceding X"},
	{Pattern: `what (follows|comes) after`, Instead: "the following X"},
	{Pattern: `who (is|are) told`, Instead: "who is notified"},
	{Pattern: `comes? to rest`, Instead: "ends, stops"},
	{Pattern: `lets? go of`, Instead: "releases"},
	{Pattern: `left alone`, Instead: "unchanged"},
	{Pattern: `put(s)? away`, Instead: "removes, saves"},
	{Pattern: `takes? heed`, Instead: "handles, follows"},
	{Pattern: `heed(s|ed)?`, Instead: "handles, follows"},
	{Pattern: `anyhow`, Instead: "anyway, in any case"},
	{Pattern: `not a few`, Instead: "several, many"},
	{Pattern: `a good many`, Instead: "several, many"},
	{Pattern: `if it (is|was) not (told|given|asked)`, Instead: "by default"},
	{Pattern: `for want of`, Instead: "for lack of, without"},
	{Pattern: `time and again`, Instead: "repeatedly"},
	{Pattern: `over and over`, Instead: "repeatedly"},
	{Pattern: `asks? whether`, Instead: "checks if"},
	{Pattern: `(sees?|tries?) whether`, Instead: "checks if"},
	{Pattern: `sees? to it`, Instead: "ensures"},
	{Pattern: `(is|are) at an end`, Instead: "is over"},
	{Pattern: `which no board has`, Instead: "no board has that square"},
	{Pattern: `(nothing|no board) stands`, Instead: "is empty"},
	{Pattern: `(above|below|behind) each other`, Instead: "one above the other, stacked"},
	{Pattern: `in (whole )?per cent`, Instead: "as a percentage"},
	{Pattern: `passkey (is|was|must be) shown`, Instead: "is verified, is used"},
}

// patterns holds the compiled phrases, and required the words that every match of each phrase contains.
var (
	patterns []*regexp.Regexp
	required [][]string
)

func init() {
	for _, p := range Banned {
		patterns = append(patterns, regexp.MustCompile(`(?i)\b(`+strings.ReplaceAll(p.Pattern, " ", `\s+`)+`)\b`))
		required = append(required, literals(p.Pattern))
	}
}

// literals returns the words that every match of a pattern contains.
func literals(pattern string) (words []string) {
	depth, word := 0, ""
	for i := 0; i < len(pattern); i++ {
		c := pattern[i]
		if depth == 0 && c >= 'a' && c <= 'z' {
			word += string(c)
			continue
		}
		switch c {
		case '(':
			depth++
		case ')':
			depth--
		case '\\':
			i++
		case '?', '*':
			word = strings.TrimSuffix(word, pattern[i-1:i])
		case '|':
			if depth == 0 {
				return nil
			}
		}
		words, word = append(words, word), ""
	}
	return append(words, word)
}

// mayMatch reports whether a lower-case text contains the required words of a phrase. This is faster
// than matching the pattern.
func mayMatch(lower string, i int) bool {
	return !slices.ContainsFunc(required[i], func(word string) bool { return !strings.Contains(lower, word) })
}

// Check returns a message with the line number for each banned phrase in the text.
func Check(text string) []string { return check(text, false) }

// check is like Check, but if inCode is true it skips phrases that are allowed in source code.
func check(text string, inCode bool) (found []string) {
	line := 1
	for block := range strings.SplitSeq(text, "\n\n") {
		lower := strings.ToLower(block)
		for i, pattern := range patterns {
			if inCode && Banned[i].InCode || !mayMatch(lower, i) {
				continue
			}
			for _, at := range pattern.FindAllStringIndex(block, -1) {
				found = append(found, fmt.Sprintf("line %d: %q: write %q", line+strings.Count(block[:at[0]], "\n"), block[at[0]:at[1]], Banned[i].Instead))
			}
		}
		line += strings.Count(block, "\n") + 2
	}
	return found
}

var code = regexp.MustCompile("(?ms)^```.*?^```$|`[^`\n]*`")

// CheckMarkdown checks a Markdown text, ignoring code.
func CheckMarkdown(text string) []string {
	return Check(code.ReplaceAllStringFunc(text, func(s string) string { return strings.Repeat("\n", strings.Count(s, "\n")) }))
}

// CheckSource checks the comments and the test names of a source file in Go, TypeScript
// or JavaScript. In Go it also checks the help in struct tags.
func CheckSource(name, text string) []string {
	switch path.Ext(name) {
	case ".go":
		comments, help := goProse(text)
		return append(check(comments, true), check(help, false)...)
	case ".ts", ".tsx", ".mjs", ".js":
		return check(scriptProse(text), true)
	}
	return nil
}

var testName = regexp.MustCompile(`^(Test|Fuzz|Benchmark|Example)[A-Z]`)

// helpTag matches the help in a struct tag.
var helpTag = regexp.MustCompile("^`.*\\bhelp:(\"(?:[^\"\\\\]|\\\\.)*\").*`$")

// goProse returns the comments and the words of the test names in a Go file, and separately the
// help in its struct tags. Each piece of text stays on its line in the file.
func goProse(text string) (comments, help string) {
	files := token.NewFileSet()
	file := files.AddFile("", files.Base(), len(text))
	var s scanner.Scanner
	s.Init(file, []byte(text), nil, scanner.ScanComments)
	var out, tags lines
	last := token.ILLEGAL
	for {
		at, kind, literal := s.Scan()
		switch {
		case kind == token.EOF:
			return out.String(), tags.String()
		case kind == token.COMMENT:
			out.add(file.Line(at), literal)
		case last == token.FUNC && kind == token.IDENT && testName.MatchString(literal):
			out.add(file.Line(at), words(literal))
		case kind == token.STRING:
			if m := helpTag.FindStringSubmatch(literal); m != nil {
				if sentence, err := strconv.Unquote(m[1]); err == nil {
					tags.add(file.Line(at), strings.ReplaceAll(sentence, "\n", " "))
				}
			}
		}
		last = kind
	}
}

var (
	scriptComment = regexp.MustCompile(`(?m)^[ \t]*//.*$|[ \t]// .*$|(?s:/\*.*?\*/)`)
	scriptTest    = regexp.MustCompile("\\b(?:test|it|describe)\\(\\s*(\"[^\"\\n]*\"|'[^'\\n]*'|`[^`]*`)")
)

// scriptProse returns the comments and the test names of a TypeScript file, each on its line in
// the file.
func scriptProse(text string) string {
	kept := []byte(text)
	for i := range kept {
		if kept[i] != '\n' {
			kept[i] = ' '
		}
	}
	for _, at := range scriptComment.FindAllStringIndex(text, -1) {
		copy(kept[at[0]:at[1]], text[at[0]:at[1]])
	}
	for _, at := range scriptTest.FindAllStringSubmatchIndex(text, -1) {
		copy(kept[at[2]:at[3]], text[at[2]:at[3]])
	}
	return trailing.ReplaceAllString(commentMarks.ReplaceAllString(string(kept), "$1 "), "")
}

var trailing = regexp.MustCompile(`(?m)[ \t]+$`)

// commentMarks matches comment markers at the start of a line, which would separate the words of a
// phrase.
var commentMarks = regexp.MustCompile(`(?m)(^|[ \t])(//+|/\*+|\*+/?)`)

// words splits an identifier into lower-case words.
func words(name string) string {
	var b strings.Builder
	for _, r := range name {
		if unicode.IsUpper(r) {
			b.WriteByte(' ')
		}
		b.WriteRune(unicode.ToLower(r))
	}
	return b.String()
}

// lines builds a text from pieces with given line numbers.
type lines struct {
	strings.Builder
	at int // the current line, counted from 0
}

// add adds text that starts at a line.
func (l *lines) add(line int, text string) {
	for ; l.at < line-1; l.at++ {
		l.WriteByte('\n')
	}
	text = commentMarks.ReplaceAllString(text, "$1 ")
	l.WriteString(text)
	l.at += strings.Count(text, "\n")
}
