package session

import (
	"strings"
	"unicode"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/internal/locale"
	"github.com/tainchess/tain/message"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/rules/describe"
)

// Text returns a message of the catalogue in the language of the session.
func (s *Session) Text(code message.Code, args message.Args) string {
	return s.Format(locale.New(code, args))
}

// Format formats a message in the language of the session.
func (s *Session) Format(m message.Message) string { return s.Options.Language.Text(m) }

// Explain explains an error in the language of the session, on one line.
func (s *Session) Explain(err error) string { return OneLine(s.Options.Language.Explain(err)) }

// Title returns the title of a rule set in the language of the session; that of a
// definition is not translated.
func (s *Session) Title(r rules.Rules) string {
	return s.Options.Language.Or(message.Code("variant."+r.Info().Name+".title"), r.Info().Title)
}

// Describe describes a legal move in the language of the session.
func (s *Session) Describe(p *board.Position, m board.Move) describe.MoveInfo {
	d := describe.Move(s.Rules(), p, m)
	d.Text = s.Format(d.Message)
	return d
}

// SAN returns a move in SAN with the piece letters of the session.
func (s *Session) SAN(san string) string { return locale.SAN(s.Options.Letters, san) }

// Capitalise capitalises the first letter of a sentence, unless it begins with the name of
// a square.
func Capitalise(text string) string {
	r := []rune(OneLine(text))
	if len(r) > 0 && (len(r) == 1 || !unicode.IsDigit(r[1])) {
		r[0] = unicode.ToUpper(r[0])
	}
	return string(r)
}

// OneLine replaces unprintable characters and line breaks in a text by spaces.
func OneLine(text string) string {
	return strings.Map(func(r rune) rune {
		if !unicode.IsPrint(r) {
			return ' '
		}
		return r
	}, strings.ToValidUTF8(text, "?"))
}

// Clip returns a word on one line, cut to 40 characters, for a message.
func Clip(word string) string {
	if r := []rune(OneLine(word)); len(r) > 40 {
		return string(r[:40]) + "..."
	}
	return OneLine(word)
}

// ClipName shortens a file name for a message; it keeps the end.
func ClipName(name string) string {
	r := []rune(OneLine(name))
	if len(r) <= 60 {
		return string(r)
	}
	return "..." + string(r[len(r)-57:])
}
