package nats

import (
	"encoding/json"
	"fmt"

	"github.com/tainchess/tain/internal/play/cluster"
	"github.com/tainchess/tain/internal/play/game"
)

// Version is that of the messages between nodes. Nodes of several versions run
// side by side while a cluster is upgraded, so a message tells the least version
// that understands it. One that a node does not understand it leaves alone, and
// finds in the store what it has missed. Fields may be added at any time: who
// does not know them does not read them.
const Version = 1

// envelope is a message about a game as it goes from node to node.
type envelope struct {
	Needs  int           `json:"v"` // the least version that understands it
	First  int           `json:"f,omitempty"`
	Events []game.Event  `json:"e,omitempty"`
	Note   *cluster.Note `json:"n,omitempty"`
	By     string        `json:"b,omitempty"`
	Trace  string        `json:"t,omitempty"`
	From   string        `json:"r,omitempty"` // the request
}

// encode writes a message.
func encode(c cluster.Committed) ([]byte, error) {
	return json.Marshal(envelope{Needs: 1, First: c.First, Events: c.Events, Note: c.Note, By: c.By, Trace: c.Trace, From: c.Request})
}

// decode reads a message about a game. What it does not understand is an error.
func decode(id string, text []byte) (cluster.Committed, error) {
	var e envelope
	if err := json.Unmarshal(text, &e); err != nil {
		return cluster.Committed{}, fmt.Errorf("nats: a message cannot be read: %w", err)
	}
	if e.Needs < 1 || e.Needs > Version {
		return cluster.Committed{}, fmt.Errorf("nats: a message is of version %d, and this node knows %d", e.Needs, Version)
	}
	if e.First < 0 || e.Note != nil && len(e.Events) > 0 {
		return cluster.Committed{}, fmt.Errorf("nats: a message makes no sense")
	}
	return cluster.Committed{Game: id, First: e.First, Events: e.Events, Note: e.Note, By: e.By, Trace: e.Trace, Request: e.From}, nil
}
