package admin

import (
	"context"
	"encoding/json"
	"time"
)

// What an operator sets is in the store, and servers that share it find it there
// (Follow). Whether new games begin, and whether anything changes at all, is kept
// in memory alone, so nodes tell each other again and again; what was set last
// holds.

// switches is what a node tells the others. Needs is the least version that
// understands it.
type switches struct {
	Needs    int    `json:"v"`
	Node     string `json:"node"`
	Drained  bool   `json:"drained,omitempty"`
	ReadOnly bool   `json:"readOnly,omitempty"`
	At       int64  `json:"at"`
}

// operatorTopic is where nodes tell each other, and switchesEvery how often.
const (
	operatorTopic = "operator"
	switchesEvery = 2 * time.Second
)

// now is the time by which nodes tell what was set last: that of the database where
// they share one, since the clocks of their machines may differ.
func (s *Service) now() int64 {
	if s.online() {
		return s.hub.Now()
	}
	return time.Now().UnixMilli()
}

// share tells the other nodes what this one lets happen, if an operator has ever
// set it.
func (s *Service) share() {
	if !s.online() || s.hub.Messenger() == nil {
		return
	}
	s.mu.RLock()
	w := switches{Needs: 1, Node: s.hub.Node(), Drained: s.drained, ReadOnly: s.readOnly, At: s.switched}
	s.mu.RUnlock()
	if w.At == 0 {
		return
	}
	if text, err := json.Marshal(w); err == nil {
		s.hub.Messenger().Send(operatorTopic, text)
	}
}

// FollowSwitches takes in what operators let happen at other nodes, until the
// context ends. Of a server without others it returns at once.
func (s *Service) FollowSwitches(ctx context.Context) {
	if !s.online() || s.hub.Messenger() == nil {
		return
	}
	defer s.hub.Messenger().Listen(operatorTopic, func(text []byte) {
		var w switches
		if json.Unmarshal(text, &w) != nil || w.Needs != 1 || w.Node == s.hub.Node() {
			return // of a later version, or our own
		}
		s.mu.Lock()
		defer s.mu.Unlock()
		if w.At > s.switched {
			s.drained, s.readOnly, s.switched = w.Drained, w.ReadOnly, w.At
		}
	})()
	tick := time.NewTicker(switchesEvery)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
			s.share()
		}
	}
}
