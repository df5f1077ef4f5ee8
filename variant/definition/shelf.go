package definition

import (
	"container/list"
	"strings"
	"sync"

	"github.com/tainchess/tain/message"
	"github.com/tainchess/tain/notation"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/rules/registry"
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

// Read returns the rule set of a definition, as [registry.ReadDefinition] asks for
// it. A rule set that is known already is found by the definition of the same
// game. A game or a link may bring along a definition whose name has been given to
// another game since: it keeps its meaning.
func (s *Shelf) Read(text string, known *registry.Registry) (rules.Rules, error) {
	if r := s.get(text); r != nil {
		return r, nil
	}
	text, hash := cutHash(text)
	if !strings.HasPrefix(text, "{") {
		return s.named(text, hash, known)
	}
	d, _, err := Parse(text)
	if err != nil {
		return nil, err
	}
	form := d.JSON()
	if hash != "" && hash != d.Hash() {
		return nil, Faults{{"", message.New("definition.hash.other",
			"the definition does not have the hash {text}: it has been changed, or belongs to another game", message.Args{"text": notation.Clip(hash)})}}
	}
	if r := s.get(form); r != nil {
		return r, nil
	}
	r, err := Resolve(d, known)
	if err != nil {
		r = d.Compile()
	}
	return s.put(form, r), nil
}

// cutHash separates the hash that may stand behind a definition or a name. A
// definition has signs of its own inside quotes, so only what follows its last
// brace counts.
func cutHash(text string) (rest, hash string) {
	text = strings.TrimSpace(text)
	if at := strings.LastIndexByte(text, '#'); at > strings.LastIndexByte(text, '}') {
		text, hash = text[:at], strings.ToLower(strings.TrimSpace(text[at+1:]))
	}
	return strings.TrimSpace(text), hash
}

// named finds a rule set by its hash: the one of that name, or any other that is
// known or was read of late.
func (s *Shelf) named(name, hash string, known *registry.Registry) (rules.Rules, error) {
	first, taken := known.Find(name)
	if taken && HashOf(first) == hash {
		return first, nil
	}
	for _, r := range append(known.All(), s.all()...) {
		if hash != "" && HashOf(r) == hash {
			return r, nil
		}
	}
	name, hash = notation.Clip(name), notation.Clip(hash)
	if taken {
		return nil, Faults{{"", message.New("definition.hash.name",
			"the rules of {name} here are different, and no known rule set has the hash {text}", message.Args{"name": name, "text": hash})}}
	}
	return nil, Faults{{"", message.New("definition.hash.unknown",
		"the rules {name} with the hash {text} are not known here: put their definition into ~/.config/tain/rules or a folder given with --rules-dir", message.Args{"name": name, "text": hash})}}
}

// all returns the rule sets on the shelf.
func (s *Shelf) all() (all []rules.Rules) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for e := s.last.Front(); e != nil; e = e.Next() {
		all = append(all, e.Value.(*book).rules)
	}
	return all
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
