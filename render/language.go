package render

import (
	"github.com/tainchess/tain/message"
	"github.com/tainchess/tain/rules"
)

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
