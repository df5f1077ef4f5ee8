package render

import (
	"github.com/tainchess/tain/internal/locale"
	"github.com/tainchess/tain/rules"
)

// refusedError says why a picture cannot be made.
type refusedError struct{ said locale.Message }

func refuse(code locale.Code, args locale.Args) error {
	return &refusedError{locale.New(code, args)}
}

// Said returns what is said.
func (e *refusedError) Said() locale.Message { return e.said }

// Error returns it as a sentence.
func (e *refusedError) Error() string { return e.said.String() }

// speech is the catalogue that the words of a picture are taken from.
type speech struct{ *locale.Catalogue }

// speaking returns the words of a language by its tag; those of the program if
// none is named, or one that there is not.
func speaking(language string) speech {
	if c, ok := locale.For(language); ok {
		return speech{c}
	}
	return speech{locale.Spoken()}
}

func (s speech) say(code locale.Code, args locale.Args) string {
	return s.Text(locale.New(code, args))
}

// title returns what a rule set is called. One that somebody has written is
// called as its author did.
func (s speech) title(r rules.Rules) string {
	i := r.Info()
	if i.Definition != "" {
		return i.Title
	}
	return s.Or(locale.Code("variant."+i.Name+".title"), i.Title)
}
