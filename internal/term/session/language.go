package session

import (
	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/internal/locale"
	"github.com/tainchess/tain/message"
	"github.com/tainchess/tain/rules"
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

// Describe describes a legal move in the language of the session.
func (s *Session) Describe(p *board.Position, m board.Move) rules.MoveInfo {
	d := rules.Describe(s.Rules(), p, m)
	d.Text = s.Format(d.Message)
	return d
}

// SAN writes a move in SAN with the piece letters of the session.
func (s *Session) SAN(san string) string { return locale.SAN(s.Options.Letters, san) }
