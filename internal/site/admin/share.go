package admin

import (
	"context"
	"encoding/json"
	"time"

	"github.com/tainchess/tain/internal/play/game"
	"github.com/tainchess/tain/internal/protocol/wire"
	"github.com/tainchess/tain/internal/site/server"
)

// What an operator does at one node of a cluster holds at all: it is in the store, and
// the others are told to look. Whether new games begin, and whether anything
// changes, is kept in memory alone, so nodes tell each other again and again;
// what was set last holds.

// word is what a node tells the others. Needs is the least version that understands
// it.
type word struct {
	Needs    int      `json:"v"`
	Node     string   `json:"node"`
	Kind     string   `json:"kind"`
	Games    []string `json:"games,omitempty"`
	Drained  bool     `json:"drained,omitempty"`
	ReadOnly bool     `json:"readOnly,omitempty"`
	At       int64    `json:"at,omitempty"`
}

// The kinds of words.
const (
	wordPeople  = "people"  // bans or names have changed, and the players of games
	wordNotice  = "notice"  // there is another notice, or none
	wordDeleted = "deleted" // games
	wordMode    = "mode"
)

// operatorTopic is where nodes tell each other, and modeEvery how often what they are
// let do.
const (
	operatorTopic = "operator"
	modeEvery     = 2 * time.Second
)

// share tells the other nodes something.
func (s *Service) share(w word) {
	if !s.online() || s.hub.Messenger() == nil {
		return
	}
	w.Needs, w.Node = 1, s.hub.Node()
	if text, err := json.Marshal(w); err == nil {
		s.hub.Messenger().Send(operatorTopic, text)
	}
}

// switches returns what the nodes are let do; the caller holds the lock.
func (s *Service) switches() word {
	return word{Kind: wordMode, Drained: s.drained, ReadOnly: s.readOnly, At: s.switched}
}

// Follow takes in what operators do at other nodes, until the context ends.
func (s *Service) Follow(ctx context.Context) {
	if !s.online() || s.hub.Messenger() == nil {
		return
	}
	defer s.hub.Messenger().Listen(operatorTopic, func(text []byte) {
		var w word
		if json.Unmarshal(text, &w) == nil && w.Needs == 1 && w.Node != s.hub.Node() {
			s.heed(ctx, w)
		}
	})()
	tick := time.NewTicker(modeEvery)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		s.mu.RLock()
		w := s.switches()
		s.mu.RUnlock()
		if w.At > 0 {
			s.share(w)
		}
	}
}

// heed does what an operator has done at another node.
func (s *Service) heed(ctx context.Context, w word) {
	switch w.Kind {
	case wordMode:
		s.mu.Lock()
		if w.At > s.switched {
			s.drained, s.readOnly, s.switched = w.Drained, w.ReadOnly, w.At
		}
		s.mu.Unlock()
		return
	case wordDeleted:
		for _, id := range w.Games {
			s.hub.Drop(id)
		}
		return
	case wordPeople, wordNotice:
	default:
		return // of a later version
	}
	if err := s.reload(ctx); err != nil {
		s.log.Error("admin: what was set at another node cannot be read", "error", err)
		return
	}
	if w.Kind == wordNotice {
		s.hub.Tell(wire.NoticeMessage{Type: "notice", Notice: s.Notice()})
		return
	}
	s.hub.Refresh(ctx, w.Games)
	s.web.Cut(func(c server.Connection) bool {
		if s.Admit(c.Address) != nil {
			return true
		}
		s.mu.RLock()
		defer s.mu.RUnlock()
		_, banned := s.bans.ofPerson(c.Who, now())
		return banned && c.Who != (game.Hash{})
	})
}
