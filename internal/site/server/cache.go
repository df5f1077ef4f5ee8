package server

import (
	"container/list"
	"sync"
)

// cache keeps what was asked for last, up to so many bytes.
type cache struct {
	most int

	mu    sync.Mutex
	bytes int
	order *list.List // of *picture, the latest first
	all   map[string]*list.Element
}

// picture is a drawn diagram, or another answer that takes work to make and is
// the same for everybody.
type picture struct {
	key     string
	tag     string
	content []byte
}

func newCache(most int) *cache {
	return &cache{most: most, order: list.New(), all: map[string]*list.Element{}}
}

// get returns what is kept under a key, nil if there is nothing.
func (c *cache) get(key string) *picture {
	c.mu.Lock()
	defer c.mu.Unlock()
	e := c.all[key]
	if e == nil {
		return nil
	}
	c.order.MoveToFront(e)
	return e.Value.(*picture)
}

// put keeps a picture and drops those that were not asked for the longest. One
// that would take more than a quarter of the room is not kept.
func (c *cache) put(p *picture) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(p.content) > c.most/4 || c.all[p.key] != nil {
		return
	}
	c.all[p.key] = c.order.PushFront(p)
	c.bytes += len(p.content)
	for c.bytes > c.most {
		last := c.order.Back()
		old := c.order.Remove(last).(*picture)
		delete(c.all, old.key)
		c.bytes -= len(old.content)
	}
}

// sheets are the printed rules of the program's own rule sets, by language.
// There are few of them, so each is printed once, when somebody asks for it
// first, and kept: nobody can have the work done again.
type sheets struct {
	mu   sync.Mutex
	kept map[string]*picture
}

func (s *sheets) get(key string) *picture {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.kept[key]
}

func (s *sheets) keep(p *picture) *picture {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.kept == nil {
		s.kept = map[string]*picture{}
	}
	s.kept[p.key] = p
	return p
}
