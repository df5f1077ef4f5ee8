package rest

import (
	"container/list"
	"sync"
)

// lruCache keeps what was asked for last, up to so many bytes.
type lruCache struct {
	capacity int

	mu    sync.Mutex
	bytes int
	order *list.List // of *picture, the latest first
	all   map[string]*list.Element
}

// cachedAnswer is a drawn diagram, or another answer that takes work to make and is
// the same for everybody.
type cachedAnswer struct {
	key     string
	tag     string
	content []byte
}

func newCache(most int) *lruCache {
	return &lruCache{capacity: most, order: list.New(), all: map[string]*list.Element{}}
}

// get returns what is kept under a key, nil if there is nothing.
func (c *lruCache) get(key string) *cachedAnswer {
	c.mu.Lock()
	defer c.mu.Unlock()
	e := c.all[key]
	if e == nil {
		return nil
	}
	c.order.MoveToFront(e)
	return e.Value.(*cachedAnswer)
}

// put keeps a picture and drops those that were not asked for the longest. One
// that would take more than a quarter of the room is not kept.
func (c *lruCache) put(p *cachedAnswer) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(p.content) > c.capacity/4 || c.all[p.key] != nil {
		return
	}
	c.all[p.key] = c.order.PushFront(p)
	c.bytes += len(p.content)
	for c.bytes > c.capacity {
		last := c.order.Back()
		old := c.order.Remove(last).(*cachedAnswer)
		delete(c.all, old.key)
		c.bytes -= len(old.content)
	}
}

// sheetCache are the printed rules of the program's own rule sets, by language.
// There are few of them, so each is printed once, when somebody asks for it
// first, and kept: nobody can have the work done again.
type sheetCache struct {
	mu   sync.Mutex
	kept map[string]*cachedAnswer
}

func (s *sheetCache) get(key string) *cachedAnswer {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.kept[key]
}

func (s *sheetCache) put(p *cachedAnswer) *cachedAnswer {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.kept == nil {
		s.kept = map[string]*cachedAnswer{}
	}
	s.kept[p.key] = p
	return p
}
