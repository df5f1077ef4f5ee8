package definition

import (
	"container/list"
	"sync"

	"github.com/tainchess/tain/rules"
)

// shelved is how many compiled definitions a shelf keeps. One takes about a
// hundred kilobytes.
const shelved = 64

// Shelf keeps the rule sets of definitions that were read last, so that a text
// that is asked for again and again is compiled once, and strangers cannot fill
// the memory. It is safe for many goroutines.
type Shelf struct {
	mu     sync.Mutex
	byText map[string]*list.Element
	last   *list.List // of *book, the one asked for last in front
}

type book struct {
	text  string
	rules rules.Rules
}

// NewShelf returns an empty shelf.
func NewShelf() *Shelf { return &Shelf{byText: map[string]*list.Element{}, last: list.New()} }

// Read returns the rule set of a definition, as [rules.ReadDefinition] asks for
// it. A rule set that is known already is found by the definition of the same
// game.
func (s *Shelf) Read(text string, known *rules.Registry) (rules.Rules, error) {
	if r := s.get(text); r != nil {
		return r, nil
	}
	d, _, err := Parse(text)
	if err != nil {
		return nil, err
	}
	form := d.JSON()
	if r := s.get(form); r != nil {
		return r, nil
	}
	r, err := Resolve(d, known)
	if err != nil {
		return nil, err
	}
	return s.put(form, r), nil
}

func (s *Shelf) get(text string) rules.Rules {
	s.mu.Lock()
	defer s.mu.Unlock()
	e, ok := s.byText[text]
	if !ok {
		return nil
	}
	s.last.MoveToFront(e)
	return e.Value.(*book).rules
}

// put keeps a rule set, unless another goroutine was quicker: then that one is
// used by all.
func (s *Shelf) put(form string, r rules.Rules) rules.Rules {
	s.mu.Lock()
	defer s.mu.Unlock()
	if e, ok := s.byText[form]; ok {
		return e.Value.(*book).rules
	}
	s.byText[form] = s.last.PushFront(&book{form, r})
	if s.last.Len() > shelved {
		oldest := s.last.Back()
		s.last.Remove(oldest)
		delete(s.byText, oldest.Value.(*book).text)
	}
	return r
}
