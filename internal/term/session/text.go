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

// Text returns a sentence of the catalogue in the language of the session.
func (s *Session) Text(code message.Code, args message.Args) string {
	return s.Format(locale.New(code, args))
}

// Format returns a message as a sentence in the language of the session.
func (s *Session) Format(m message.Message) string { return s.Options.Language.Text(m) }

// Explain returns the explanation of an error in the language of the session, on
// one line.
func (s *Session) Explain(err error) string { return Tidy(s.Options.Language.Explain(err)) }

// Title returns the title of a rule set in the language of the session. One that
// a person wrote stays as it is.
func (s *Session) Title(r rules.Rules) string {
	return s.Options.Language.Or(message.Code("variant."+r.Info().Name+".title"), r.Info().Title)
}

// Describe describes a legal move.
func (s *Session) Describe(p *board.Position, m board.Move) describe.MoveInfo {
	return describe.Move(s.Rules(), p, m)
}

// SAN writes a move in SAN with the piece letters of the session.
func (s *Session) SAN(san string) string { return locale.SAN(s.Options.Letters, san) }

// Sentence makes one that stands alone: a capital first, unless it begins with
// the name of a square, and no full stop.
func Sentence(text string) string {
	r := []rune(Tidy(text))
	if len(r) > 0 && (len(r) == 1 || !unicode.IsDigit(r[1])) {
		r[0] = unicode.ToUpper(r[0])
	}
	return string(r)
}

// Tidy makes one line of a text, whatever input it quotes.
func Tidy(text string) string {
	return strings.Map(func(r rune) rune {
		if !unicode.IsPrint(r) {
			return ' '
		}
		return r
	}, strings.ToValidUTF8(text, "?"))
}

// Clip shortens a word for a message.
func Clip(word string) string {
	if r := []rune(word); len(r) > 40 {
		return string(r[:40]) + "..."
	}
	return word
}

// ClipName shortens the name of a file for a message; its end says more than
// its beginning.
func ClipName(name string) string {
	r := []rune(Tidy(name))
	if len(r) <= 60 {
		return string(r)
	}
	return "..." + string(r[len(r)-57:])
}
