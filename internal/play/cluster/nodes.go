package cluster

import (
	"encoding/json"
	"net/netip"
	"slices"
	"sync"
	"time"

	"github.com/tainchess/tain/internal/play/clock"
	"github.com/tainchess/tain/internal/play/fair"
	"github.com/tainchess/tain/internal/play/game"
)

// Each hub sends heartbeats, some of which include a [Digest]. A hub whose heartbeats are late may be
// disconnected, and its messages may have been lost. A hub that stays silent counts as gone, together
// with its players.
const (
	BeatEvery   = 250 * time.Millisecond
	late        = 600 * time.Millisecond
	silent      = 3 * time.Second
	doubtFor    = time.Minute // how long a hub that has fallen silent may still commit events
	DigestEvery = time.Second
)

// Topic is the topic of heartbeats.
const Topic = "node"

// Version is the version of the messages between hubs; see [nodeBeat].
const Version = 1

// nodeBeat is a hub's heartbeat. Needs is the lowest version that can read the heartbeat; older hubs
// ignore it. New fields may be added without raising Needs.
type nodeBeat struct {
	Needs   int     `json:"v"`
	Node    string  `json:"node"`
	Number  uint64  `json:"number"`
	Leaving bool    `json:"leaving,omitempty"`
	Digest  *Digest `json:"digest,omitempty"`
}

// Digest lists a node's challenges, its seeks, some listed games with a player there, and the parties whose
// games wait for the computer.
type Digest struct {
	Challenges []ChallengeNote `json:"challenges,omitempty"`
	Seeks      []SeekNote      `json:"seeks,omitempty"` // of casual games
	Rated      []SeekNote      `json:"rated,omitempty"` // seeks of rated games, which older nodes ignore
	Playing    []PlayingNote   `json:"playing,omitempty"`
	Thinking   []ThinkNote     `json:"thinking,omitempty"`
}

// ChallengeNote is a challenge that was created at a node or whose creator is there.
type ChallengeNote struct {
	ID      string     `json:"id"`
	Here    bool       `json:"here,omitempty"` // whether the creator is present
	Person  game.Hash  `json:"person"`
	Address netip.Addr `json:"address,omitzero"`
}

// SeekNote is a player waiting at a node to be paired.
type SeekNote struct {
	ID      string        `json:"id"`
	Person  game.Hash     `json:"person"`
	Address netip.Addr    `json:"address,omitzero"`
	Variant string        `json:"variant"`
	Control clock.Control `json:"control"`
	Waited  int64         `json:"waited"` // in milliseconds
	Busy    bool          `json:"busy,omitempty"`
	Rated   bool          `json:"-"` // see [Digest]
}

// PlayingNote is a listed game with a player at a node, and the party to which it is attributed.
type PlayingNote struct {
	ID      string     `json:"id"`
	Person  game.Hash  `json:"person"`
	Address netip.Addr `json:"address,omitzero"`
}

// ThinkNote counts the games that wait for the computer at a node: those from one address, and those of
// one person at that address.
type ThinkNote struct {
	Person    game.Hash  `json:"person"`
	Address   netip.Addr `json:"address"`
	OfPerson  int        `json:"ofPerson"`
	OfAddress int        `json:"ofAddress"`
}

// MaxNotes is the maximum length of each list in a digest.
const MaxNotes = 500

// Nodes tracks the other hubs on a bus. No other lock may be taken while its lock is held.
type Nodes struct {
	self string
	bus  Messenger // nil for a single hub

	mu     sync.Mutex
	peers  map[string]*peer
	number uint64
	doubt  time.Time // time until which messages may have been lost
	most   int       // highest recent number of nodes, including this one
	mostAt time.Time
}

// peer is another hub.
type peer struct {
	seen   time.Time
	number uint64
	digest Digest
}

// NewNodes returns the Nodes of the hub with the given name on a bus. If the bus is not a [Messenger],
// there are no other nodes.
func NewNodes(self string, bus Bus) *Nodes {
	n := &Nodes{self: self, peers: map[string]*peer{}}
	n.bus, _ = bus.(Messenger)
	return n
}

// Self returns the name of this node.
func (n *Nodes) Self() string { return n.self }

// Messenger returns the bus as a messenger, or nil for a single hub.
func (n *Nodes) Messenger() Messenger { return n.bus }

// On reports whether there can be other hubs.
func (n *Nodes) On() bool { return n.bus != nil }

// Beat sends a heartbeat. It includes the digest, unless that is nil.
func (n *Nodes) Beat(d *Digest, leaving bool) {
	n.mu.Lock()
	n.number++
	b := nodeBeat{Needs: 1, Node: n.self, Number: n.number, Leaving: leaving, Digest: d}
	n.mu.Unlock()
	if text, err := json.Marshal(b); err == nil {
		n.bus.Send(Topic, text)
	}
}

// Receive handles a heartbeat. It returns the sender's name, and whether the sender is new, is leaving,
// or included a digest. For this hub's own heartbeats and unreadable ones the name is empty.
func (n *Nodes) Receive(text []byte) (name string, joined, left, digested bool) {
	var b nodeBeat
	if json.Unmarshal(text, &b) != nil || b.Needs < 1 || b.Needs > Version || b.Node == "" || b.Node == n.self {
		return "", false, false, false
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	now := time.Now()
	p := n.peers[b.Node]
	if b.Leaving {
		if p != nil {
			n.most-- // the node left intentionally
		}
		delete(n.peers, b.Node)
		return b.Node, false, p != nil, false
	}
	if p == nil {
		p = &peer{number: b.Number - 1}
		n.peers[b.Node] = p
		joined = true
	}
	if b.Number != p.number+1 || now.Sub(p.seen) > late && !joined {
		n.doubt = now.Add(silent) // a heartbeat was lost or late
	}
	p.seen, p.number = now, b.Number
	if b.Digest != nil {
		p.digest = *b.Digest
	}
	if have := len(n.peers) + 1; have >= n.most || now.Sub(n.mostAt) > 10*doubtFor {
		n.most, n.mostAt = have, now
	}
	return b.Node, joined, false, b.Digest != nil
}

// Alive reports whether a hub has sent heartbeats recently.
func (n *Nodes) Alive(name string) bool {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.peers[name] != nil
}

// Reap removes silent hubs and returns their names.
func (n *Nodes) Reap() (gone []string) {
	n.mu.Lock()
	defer n.mu.Unlock()
	now := time.Now()
	for name, p := range n.peers {
		switch quiet := now.Sub(p.seen); {
		case quiet > silent:
			delete(n.peers, name)
			gone = append(gone, name)
			n.doubt = now.Add(doubtFor)
		case quiet > late && n.doubt.Before(now.Add(silent)):
			n.doubt = now.Add(silent)
		}
	}
	return gone
}

// Unsure reports whether events from other hubs may have been lost.
func (n *Nodes) Unsure() bool {
	if !n.bus.Whole() {
		return true
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	return time.Now().Before(n.doubt)
}

// Counts returns the number of nodes, including this one, and the highest recent number.
func (n *Nodes) Counts() (now, most int) {
	n.mu.Lock()
	defer n.mu.Unlock()
	return len(n.peers) + 1, max(len(n.peers)+1, n.most)
}

// each calls do with the digest of every other node.
func (n *Nodes) each(do func(node string, d *Digest)) {
	n.mu.Lock()
	defer n.mu.Unlock()
	for name, p := range n.peers {
		do(name, &p.digest)
	}
}

// MakerHere reports whether the creator of a challenge is present at another node.
func (n *Nodes) MakerHere(id string) (here bool) {
	n.each(func(_ string, d *Digest) {
		here = here || slices.ContainsFunc(d.Challenges, func(c ChallengeNote) bool { return c.ID == id && c.Here })
	})
	return here
}

// Challenges returns the challenges at other nodes, with their creators.
func (n *Nodes) Challenges() map[string]fair.Party {
	all := map[string]fair.Party{}
	n.each(func(_ string, d *Digest) {
		for _, c := range d.Challenges {
			all[c.ID] = fair.Party{Address: c.Address, Person: c.Person}
		}
	})
	return all
}

// RemoteSeek is a player waiting at another node to be paired.
type RemoteSeek struct {
	SeekNote
	Node string
}

// Seeks returns the players waiting at other nodes, longest wait first.
func (n *Nodes) Seeks() (all []RemoteSeek) {
	n.each(func(node string, d *Digest) {
		for _, s := range d.Seeks {
			all = append(all, RemoteSeek{s, node})
		}
		for _, s := range d.Rated {
			s.Rated = true
			all = append(all, RemoteSeek{s, node})
		}
	})
	slices.SortFunc(all, func(a, b RemoteSeek) int { return int(b.Waited - a.Waited) })
	return all
}

// Unlist removes another node's seek until that node's next digest.
func (n *Nodes) Unlist(node, id string) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if p := n.peers[node]; p != nil {
		for _, list := range []*[]SeekNote{&p.digest.Seeks, &p.digest.Rated} {
			*list = slices.DeleteFunc(slices.Clone(*list), func(s SeekNote) bool { return s.ID == id })
		}
	}
}

// Thinking returns how many games wait for the computer at other nodes: those from a party's address,
// and those of its person.
func (n *Nodes) Thinking(who fair.Party) (ofAddress, ofPerson int) {
	account := fair.Account(who.Address)
	n.each(func(_ string, d *Digest) {
		address := 0
		for _, t := range d.Thinking {
			if fair.Account(t.Address) == account {
				address = max(address, t.OfAddress)
				if t.Person == who.Person {
					ofPerson += max(0, t.OfPerson)
				}
			}
		}
		ofAddress += address
	})
	return ofAddress, ofPerson
}

// Playing returns the listed games with a player present at another node, each with the party to which it is
// attributed. A node reports at most 24.
func (n *Nodes) Playing() map[string]fair.Party {
	all := map[string]fair.Party{}
	n.each(func(_ string, d *Digest) {
		for _, g := range d.Playing {
			all[g.ID] = fair.Party{Address: g.Address, Person: g.Person}
		}
	})
	return all
}
