package render

import (
	"github.com/tainchess/tain/internal/message"
	"github.com/tainchess/tain/rules"
)

// refusedError says why a picture cannot be made.
type refusedError struct{ said message.Message }

func refuse(code message.Code, args message.Args) error {
	return &refusedError{message.New(code, args)}
}

// Said returns what is said.
func (e *refusedError) Said() message.Message { return e.said }

// Error returns it as a sentence.
func (e *refusedError) Error() string { return e.said.String() }

// speech is the catalogue that the words of a picture are taken from.
type speech struct{ *message.Catalogue }

// speaking returns the words of a language by its tag; those of the program if
// none is named, or one that there is not.
func speaking(language string) speech {
	if c, ok := message.For(language); ok {
		return speech{c}
	}
	return speech{message.Spoken()}
}

func (s speech) say(code message.Code, args message.Args) string {
	return s.Text(message.New(code, args))
}

// title returns what a rule set is called. One that somebody has written is
// called as its author did.
func (s speech) title(r rules.Rules) string {
	i := r.Info()
	if i.Definition != "" {
		return i.Title
	}
	return s.Or(message.Code("variant."+i.Name+".title"), i.Title)
}
