package admin

import (
	"context"
	"encoding/json"
	"time"
)

// Servers that share a store read bans, names and notices from it (Follow). The modes drained and read-only
// exist only in memory, so nodes broadcast them periodically, and the latest change wins.

// switches is the message with which nodes broadcast the modes. Needs is the lowest protocol version that can
// read it.
type switches struct {
	Needs    int    `json:"v"`
	Node     string `json:"node"`
	Drained  bool   `json:"drained,omitempty"`
	ReadOnly bool   `json:"readOnly,omitempty"`
	At       int64  `json:"at"`
}

// operatorTopic is the topic of the broadcasts, and switchesEvery their interval.
const (
	operatorTopic = "operator"
	switchesEvery = 2 * time.Second
)

// now returns the time, in milliseconds, that orders mode changes. In a cluster it is the database's time,
// because the clocks of the machines may differ.
func (s *Service) now() int64 {
	if s.online() {
		return s.hub.Now()
	}
	return time.Now().UnixMilli()
}

// share broadcasts the modes to the other nodes once an operator has set one.
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

// FollowSwitches applies and repeats the modes that operators set on any node, until the context is
// cancelled. On a server that is not part of a cluster it returns immediately.
func (s *Service) FollowSwitches(ctx context.Context) {
	if !s.online() || s.hub.Messenger() == nil {
		return
	}
	defer s.hub.Messenger().Listen(operatorTopic, func(text []byte) {
		var w switches
		if json.Unmarshal(text, &w) != nil || w.Needs != 1 || w.Node == s.hub.Node() {
			return // the message requires a later version or comes from this node
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
