// Package prose lists phrases that Tain's texts avoid, for the tests that check them.
package prose

import (
	"fmt"
	"regexp"
	"strings"
)

// Phrase is a phrase to avoid.
type Phrase struct {
	Pattern string // a regular expression in lower case, matched at word boundaries
	Instead string // replacement
}

// Banned lists the phrases. They are calques, replace a standard term, or leave unclear who
// does what.
var Banned = []Phrase{
	{`if not told`, "defaults to"},
	{`if (it is|they are) told nothing`, "by default"},
	{`(is|are|was|were|be) told`, "is shown, is notified, is reported"},
	{`tells (how|who|what|which|where|whether|that|of)`, "reports, shows, describes"},
	{`anew`, "again"},
	{`there is no such`, "unknown X, X not found"},
	{`goes by`, "uses, follows"},
	{`(what|that) programs go by`, "that programs act on"},
	{`by lot`, "random"},
	{`what (goes|went) wrong`, "errors"},
	{`takes up`, "reloads, accepts"},
	{`who asks`, "the caller, the client"},
	{`who waits`, "waiting players"},
	{`so many`, "n, a given number of"},
	{`half round`, "rotated 180°, the opposite square"},
	{`as one likes`, "freely"},
	{`by and by`, "later, at intervals"},
	{`(it|that|which|this|input|output|answer|server|machine|word|name) is no (terminal|game|number|cluster|neighbour|answer|json|part|link|file|move|square)`, "is not a ..."},
	{`what (came|comes) of (it|them|a|an|the)`, "the result"},
	{`looks? whether`, "check if"},
	{`beside (them|it|these) there (is|are)`, "also"},
	{`what others have written`, "third-party code"},
	{`what was found`, "results"},
	{`the own (king|side|board|process)`, "one's own, its own"},
	{`lost on time by the clock`, "lost on time"},
	{`is to be had`, "is available"},
	{`by the way every`, "the same way as every"},
	{`(is|are) gone on with`, "continues"},
	{`does as well`, "works too"},
	{`all the same,? it`, "nevertheless"},
	{`stands? (on|at) \S+ already`, "is already on"},
	{`closes no (comment|tag|variation)`, "unexpected X"},
	{`has no meaning here`, "unexpected X"},
	{`say (whether to|to what)`, "choose"},
	{`without a choice`, "always"},
	{`(not|no rule set) known here`, "unknown, not installed"},
	{`the most that is`, "the limit"},
	{`held by your own`, "occupied by your own"},
	{`(may|must) stand in`, "can appear in, must be in"},
	{`turned (by|to) (0|180)`, "rotated by 180°"},
	{`is named such as`, "is written like"},
	{`two (people|players) (here|at this screen)`, "pass and play"},
	{`a king alone`, "only a king"},
	{`goes only (forward|to|on)`, "can only go"},
}

// patterns holds the compiled phrases; anyBanned matches any of them.
var (
	patterns  []*regexp.Regexp
	anyBanned *regexp.Regexp
)

func init() {
	all := make([]string, len(Banned))
	for i, p := range Banned {
		all[i] = `\b(` + strings.ReplaceAll(p.Pattern, " ", `\s+`) + `)\b`
		patterns = append(patterns, regexp.MustCompile("(?i)"+all[i]))
	}
	anyBanned = regexp.MustCompile("(?i)" + strings.Join(all, "|"))
}

// Check returns one finding, with its line, for each banned phrase in a text.
func Check(text string) (found []string) {
	if !anyBanned.MatchString(text) {
		return nil
	}
	for i, pattern := range patterns {
		for _, at := range pattern.FindAllStringIndex(text, -1) {
			line := 1 + strings.Count(text[:at[0]], "\n")
			found = append(found, fmt.Sprintf("line %d: %q: write %q", line, text[at[0]:at[1]], Banned[i].Instead))
		}
	}
	return found
}

var code = regexp.MustCompile("(?ms)^```.*?^```$|`[^`\n]*`")

// CheckMarkdown checks a Markdown text, ignoring code.
func CheckMarkdown(text string) []string {
	return Check(code.ReplaceAllStringFunc(text, func(s string) string { return strings.Repeat("\n", strings.Count(s, "\n")) }))
}
