package nats

import (
	"encoding/json"
	"fmt"

	"github.com/tainchess/tain/internal/play/cluster"
	"github.com/tainchess/tain/internal/play/game"
)

// Version is the version of the messages between nodes. During an upgrade nodes of
// several versions run together, so a message contains the lowest version that
// understands it. A node ignores one that it does not understand, and reads the events
// from the store. Fields may be added at any time.
const Version = 1

// envelope is a message about a game.
type envelope struct {
	Needs  int           `json:"v"` // the lowest version that understands it
	First  int           `json:"f,omitempty"`
	Events []game.Event  `json:"e,omitempty"`
	Note   *cluster.Note `json:"n,omitempty"`
	By     string        `json:"b,omitempty"`
	Trace  string        `json:"t,omitempty"`
	From   string        `json:"r,omitempty"` // the request
}

// encode returns a message.
func encode(c cluster.Committed) ([]byte, error) {
	return json.Marshal(envelope{Needs: 1, First: c.First, Events: c.Events, Note: c.Note, By: c.By, Trace: c.Trace, From: c.Request})
}

// decode reads a message about a game.
func decode(id string, text []byte) (cluster.Committed, error) {
	var e envelope
	if err := json.Unmarshal(text, &e); err != nil {
		return cluster.Committed{}, fmt.Errorf("nats: a message cannot be read: %w", err)
	}
	if e.Needs < 1 || e.Needs > Version {
		return cluster.Committed{}, fmt.Errorf("nats: a message has version %d, and this node knows %d", e.Needs, Version)
	}
	if e.First < 0 || e.Note != nil && len(e.Events) > 0 {
		return cluster.Committed{}, fmt.Errorf("nats: a message is invalid")
	}
	return cluster.Committed{Game: id, First: e.First, Events: e.Events, Note: e.Note, By: e.By, Trace: e.Trace, Request: e.From}, nil
}
