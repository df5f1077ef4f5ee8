package render

import (
	"github.com/tainchess/tain/message"
	"github.com/tainchess/tain/rules"
)

// refusedError is why a picture cannot be made.
type refusedError struct{ why message.Message }

func refuse(code message.Code, english string, args message.Args) error {
	return &refusedError{message.New(code, english, args)}
}

// Explain returns the reason.
func (e *refusedError) Explain() message.Message { return e.why }

// Error returns the reason in English.
func (e *refusedError) Error() string { return e.why.String() }

// Language formats the words of a picture. Nil is English.
type Language func(message.Message) string

func (l Language) say(code message.Code, english string, args message.Args) string {
	m := message.New(code, english, args)
	if l == nil {
		return m.String()
	}
	return l(m)
}

// title returns the title of a rule set. Only those of the program are
// translated.
func (l Language) title(r rules.Rules) string {
	i := r.Info()
	if i.Definition != "" {
		return i.Title
	}
	return l.say(message.Code("variant."+i.Name+".title"), "{title}", message.Args{"title": i.Title})
}
