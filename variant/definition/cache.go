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

// Limits of a cache: the number of compiled definitions, and their total memory. Most definitions use 100 kB to
// 2 MB; the largest uses 8 MB.
const (
	cacheSize  = 64
	cacheBytes = 64 << 20
)

// Cache is an LRU cache of compiled definitions. It avoids compiling the same text again and limits the
// memory that clients can use. It is safe for concurrent use.
type Cache struct {
	mu     sync.Mutex
	byText map[string]*list.Element
	last   *list.List // *entry values, most recently used first
	bytes  int
}

type entry struct {
	text  string
	rules rules.Rules
	bytes int
	// other is the last text of the definition that was read, unless that text is canonical. It is also a key
	// of the cache, because parsing it again would take as long as compiling it.
	other string
}

// sizeOf returns the approximate memory of a compiled definition.
func sizeOf(r rules.Rules) int {
	if r, ok := r.(interface{ Size() int }); ok {
		return r.Size()
	}
	return 100 << 10
}

// NewCache returns an empty cache.
func NewCache() *Cache { return &Cache{byText: map[string]*list.Element{}, last: list.New()} }

// Read returns the rule set for a definition, or for a name with a hash. It implements
// [registry.ReadDefinition]. If a known rule set has the same definition, Read returns the known rule set. If
// the name in the definition now belongs to another game, as in an old link or saved game, Read still returns
// the defined game.
func (s *Cache) Read(text string, known *registry.Registry) (rules.Rules, error) {
	if r := s.get(text); r != nil {
		return r, nil
	}
	written := text
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
		return nil, Faults{{Message: message.New("definition.hash.other",
			"the definition does not have the hash {text}: it has been changed, or belongs to another game", message.Args{"text": notation.Clip(hash)})}}
	}
	if r := s.get(form); r != nil {
		return s.put(form, written, r), nil
	}
	r, err := Resolve(d, known)
	if err != nil {
		r = variantOf(known, d.Compile())
	}
	return s.put(form, written, r), nil
}

// cutHash splits off the hash that may follow a definition or a name. A definition may contain # inside
// quotes, so a hash must come after the last brace.
func cutHash(text string) (rest, hash string) {
	text = strings.TrimSpace(text)
	if at := strings.LastIndexByte(text, '#'); at > strings.LastIndexByte(text, '}') {
		text, hash = text[:at], strings.ToLower(strings.TrimSpace(text[at+1:]))
	}
	return strings.TrimSpace(text), hash
}

// named returns the rule set with the given name and hash, or else any known or cached rule set with the
// hash.
func (s *Cache) named(name, hash string, known *registry.Registry) (rules.Rules, error) {
	var first rules.Rules
	taken := false
	if hash != "" && !strings.ContainsAny(name, "#{}") { // otherwise Find would call Read again
		first, taken = known.Find(name)
	}
	if taken && HashOf(first) == hash {
		return first, nil
	}
	for _, r := range append(known.All(), s.all()...) {
		if hash != "" && HashOf(r) == hash {
			return r, nil
		}
	}
	name, hash = notation.Clip(name), notation.Clip(hash)
	if hash == "" {
		return nil, Faults{{Message: message.New("fault.variant.unknown", "unknown rule set {text, quote}", message.Args{"text": name})}}
	}
	if taken {
		return nil, Faults{{Message: message.New("definition.hash.name",
			"the rules of {name} here are different, and no known rule set has the hash {text}", message.Args{"name": name, "text": hash})}}
	}
	return nil, Faults{{Message: message.New("definition.hash.unknown",
		"unknown rules {name} with the hash {text}: put their definition into ~/.config/tain/rules or a folder given with --rules-dir", message.Args{"name": name, "text": hash})}}
}

// all returns the cached rule sets.
func (s *Cache) all() (all []rules.Rules) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for e := s.last.Front(); e != nil; e = e.Next() {
		all = append(all, e.Value.(*entry).rules)
	}
	return all
}

func (s *Cache) get(text string) rules.Rules {
	s.mu.Lock()
	defer s.mu.Unlock()
	e, ok := s.byText[text]
	if !ok {
		return nil
	}
	s.last.MoveToFront(e)
	return e.Value.(*entry).rules
}

// put adds a rule set under its canonical form and the text that was read, and returns it. If another goroutine
// has already added one for the same form, put returns that rule set.
func (s *Cache) put(form, written string, r rules.Rules) rules.Rules {
	s.mu.Lock()
	defer s.mu.Unlock()
	e, ok := s.byText[form]
	if !ok {
		e = s.last.PushFront(&entry{text: form, rules: r, bytes: sizeOf(r)})
		s.byText[form] = e
		s.bytes += e.Value.(*entry).bytes
	}
	added := e.Value.(*entry)
	if written != form {
		if added.other != "" {
			delete(s.byText, added.other)
		}
		added.other = written
		s.byText[written] = e
	}
	for s.last.Len() > cacheSize || s.bytes > cacheBytes && s.last.Len() > 1 {
		oldest := s.last.Remove(s.last.Back()).(*entry)
		delete(s.byText, oldest.text)
		if oldest.other != "" {
			delete(s.byText, oldest.other)
		}
		s.bytes -= oldest.bytes
	}
	return added.rules
}
