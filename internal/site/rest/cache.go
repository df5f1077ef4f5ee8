package rest

import (
	"container/list"
	"sync"

	"github.com/tainchess/tain/internal/site/request"
)

// lruCache caches responses up to a total size in bytes, and evicts the least recently used response first.
type lruCache struct {
	capacity int

	mu    sync.Mutex
	bytes int
	order *list.List // of *cachedAnswer, most recently used first
	all   map[string]*list.Element
}

// cachedAnswer is a diagram or another expensive response that is the same for all clients.
type cachedAnswer struct {
	key     string
	tag     string
	content []byte
}

func newAnswer(key string, content []byte) *cachedAnswer {
	return &cachedAnswer{key: key, tag: request.ETag(content), content: content}
}

// newCache returns a cache of capacity bytes.
func newCache(capacity int) *lruCache {
	return &lruCache{capacity: capacity, order: list.New(), all: map[string]*list.Element{}}
}

// get returns the response for a key, or nil if it is not cached.
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

// put caches a response, unless it would take more than a quarter of the capacity or its key is cached
// already.
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
