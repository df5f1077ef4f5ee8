package rulebook

import "strings"

// Plain returns a text of a book without its marks: a link shows where it leads
// if that is an address, a picture what it shows. What is between backticks
// stays as it is.
//
// It is written by hand, as the parser is: package regexp would make the rules
// that a browser loads larger.
func Plain(text string) string {
	var b strings.Builder
	s := scanner{rest: text, missing: map[string]bool{}}
	for s.rest != "" {
		at := strings.IndexAny(s.rest, "`*[!")
		if at < 0 {
			b.WriteString(s.rest)
			break
		}
		b.WriteString(s.rest[:at])
		s.rest = s.rest[at:]
		switch {
		case s.between("`", "`"):
			b.WriteString(s.inner)
		case strings.HasPrefix(s.rest, "![") && s.link("!["):
			b.WriteString("[picture: " + s.inner + "]")
		case s.link("["):
			b.WriteString(Plain(s.inner))
			if strings.HasPrefix(s.target, "http") && s.target != s.inner {
				b.WriteString(" (" + s.target + ")")
			}
		case s.between("**", "**"):
			b.WriteString(Plain(s.inner))
		case len(s.rest) > 1 && s.rest[1] != ' ' && s.rest[1] != '*' && s.between("*", "*"):
			b.WriteString(Plain(s.inner))
		default:
			b.WriteByte(s.rest[0])
			s.rest = s.rest[1:]
		}
	}
	return b.String()
}

// scanner takes marked words off the front of a text.
type scanner struct {
	rest          string
	inner, target string          // what stood between the last marks
	missing       map[string]bool // marks that do not come any more
}

// between takes words between two marks, if the text begins with them.
func (s *scanner) between(open, end string) bool {
	after, ok := strings.CutPrefix(s.rest, open)
	if !ok || s.missing[end] {
		return false
	}
	inner, rest, ok := strings.Cut(after, end)
	s.missing[end] = !ok
	if !ok || inner == "" {
		return false
	}
	s.inner, s.rest = inner, rest
	return true
}

// link takes words and an address, if the text begins with them.
func (s *scanner) link(open string) bool {
	after, ok := strings.CutPrefix(s.rest, open)
	if !ok || s.missing["]("] {
		return false
	}
	inner, rest, ok := strings.Cut(after, "](")
	s.missing["]("] = !ok
	target, rest, closed := strings.Cut(rest, ")")
	if !ok || !closed || target == "" || strings.ContainsAny(target, " \t") || strings.ContainsAny(inner, "[]") {
		return false
	}
	s.inner, s.target, s.rest = inner, target, rest
	return true
}
