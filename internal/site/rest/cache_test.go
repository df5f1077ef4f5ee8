package rest

import "testing"

// TestCache checks that a full cache evicts the least recently used response, and that a response larger than
// a quarter of the cache is not cached.
func TestCache(t *testing.T) {
	c := newCache(1000)
	put := func(key string, size int) { c.put(&cachedAnswer{key: key, content: make([]byte, size)}) }
	for _, key := range []string{"a", "b", "c", "d"} {
		put(key, 250)
	}
	put("large", 251)
	if c.get("a") == nil {
		t.Fatal("a response that fits is not cached")
	}
	put("e", 250)
	for key, want := range map[string]bool{"a": true, "b": false, "c": true, "d": true, "e": true, "large": false} {
		if got := c.get(key) != nil; got != want {
			t.Errorf("response %s: cached = %v, want %v", key, got, want)
		}
	}
}
