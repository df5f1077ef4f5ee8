package room

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

// How hubs know of each other: each tells the others that it is alive, and now and
// then who waits with it. One that is late may be cut off, and what it commits
// may not be heard of; one that is silent for long is gone, and with it
// whoever was there.
const (
	nodeEvery  = 250 * time.Millisecond
	nodeLate   = 600 * time.Millisecond
	nodeSilent = 3 * time.Second
	nodeDoubt  = time.Minute // for so long after one was lost it may only be cut off
	digestTime = time.Second
)

// nodeTopic is where hubs tell that they are alive.
const nodeTopic = "node"

// nodeVersion is that of what hubs tell each other; see [nodeBeat].
const nodeVersion = 1

// nodeBeat is what a hub tells all others. Needs is the least version that
// understands it; who is older leaves it alone. Fields may be added.
type nodeBeat struct {
	Needs   int     `json:"v"`
	Node    string  `json:"node"`
	Number  uint64  `json:"number"`
	Leaving bool    `json:"leaving,omitempty"`
	Digest  *digest `json:"digest,omitempty"`
}

// digest is who waits at a node, and what is played there.
type digest struct {
	Challenges []challengeNote `json:"challenges,omitempty"`
	Seeks      []seekNote      `json:"seeks,omitempty"`
	Playing    []playingNote   `json:"playing,omitempty"`
	Thinking   []thinkNote     `json:"thinking,omitempty"`
}

// challengeNote is a challenge whose maker is at a node, or has made it there.
type challengeNote struct {
	ID      string     `json:"id"`
	Here    bool       `json:"here,omitempty"` // the maker
	Person  game.Hash  `json:"person"`
	Address netip.Addr `json:"address,omitzero"`
}

// seekNote is one who waits at a node to be paired.
type seekNote struct {
	ID      string        `json:"id"`
	Person  game.Hash     `json:"person"`
	Address netip.Addr    `json:"address,omitzero"`
	Variant string        `json:"variant"`
	Control clock.Control `json:"control"`
	Waited  int64         `json:"waited"` // in milliseconds
	Busy    bool          `json:"busy,omitempty"`
}

// playingNote is a game that is played at a node.
type playingNote struct {
	ID      string     `json:"id"`
	Person  game.Hash  `json:"person"`
	Address netip.Addr `json:"address,omitzero"`
}

// thinkNote is how many games of a person, and of an address, wait for the computer
// at a node.
type thinkNote struct {
	Person    game.Hash  `json:"person"`
	Address   netip.Addr `json:"address"`
	OfPerson  int        `json:"ofPerson"`
	OfAddress int        `json:"ofAddress"`
}

// mostNoted is how many of each a digest has.
const mostNoted = 500

// nodes is the other hubs that share a bus. Its lock is the last that anybody
// takes.
type nodes struct {
	self string
	bus  Messenger // nil for a hub alone

	mu     sync.Mutex
	peers  map[string]*peer
	number uint64
	doubt  time.Time // until when something may have been lost
	most   int       // the most nodes there were of late, with this one
	mostAt time.Time
}

// peer is another hub.
type peer struct {
	seen   time.Time
	number uint64
	digest digest
}

func newNodes(o Options) *nodes {
	n := &nodes{self: newID(), peers: map[string]*peer{}}
	n.bus, _ = o.Bus.(Messenger)
	return n
}

// on reports whether there may be other hubs.
func (n *nodes) on() bool { return n.bus != nil }

// tell tells the others that this hub is alive, and a digest if there is one.
func (n *nodes) tell(d *digest, leaving bool) {
	n.mu.Lock()
	n.number++
	b := nodeBeat{Needs: 1, Node: n.self, Number: n.number, Leaving: leaving, Digest: d}
	n.mu.Unlock()
	if text, err := json.Marshal(b); err == nil {
		n.bus.Send(nodeTopic, text)
	}
}

// hear takes in what another hub tells. It returns its name where it is new, or
// leaves, or has told who waits there.
func (n *nodes) hear(text []byte) (name string, came, left, told bool) {
	var b nodeBeat
	if json.Unmarshal(text, &b) != nil || b.Needs < 1 || b.Needs > nodeVersion || b.Node == "" || b.Node == n.self {
		return "", false, false, false
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	now := time.Now()
	p := n.peers[b.Node]
	if b.Leaving {
		if p != nil {
			n.most-- // it is not missed
		}
		delete(n.peers, b.Node)
		return b.Node, false, p != nil, false
	}
	if p == nil {
		p = &peer{number: b.Number - 1}
		n.peers[b.Node] = p
		came = true
	}
	if b.Number != p.number+1 || now.Sub(p.seen) > nodeLate && !came {
		n.doubt = now.Add(nodeSilent) // something of it was lost
	}
	p.seen, p.number = now, b.Number
	if b.Digest != nil {
		p.digest = *b.Digest
	}
	if have := len(n.peers) + 1; have >= n.most || now.Sub(n.mostAt) > 10*nodeDoubt {
		n.most, n.mostAt = have, now
	}
	return b.Node, came, false, b.Digest != nil
}

// alive reports whether a hub has been heard of lately.
func (n *nodes) alive(name string) bool {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.peers[name] != nil
}

// reap forgets hubs that are silent, and returns them.
func (n *nodes) reap() (gone []string) {
	n.mu.Lock()
	defer n.mu.Unlock()
	now := time.Now()
	for name, p := range n.peers {
		switch quiet := now.Sub(p.seen); {
		case quiet > nodeSilent:
			delete(n.peers, name)
			gone = append(gone, name)
			n.doubt = now.Add(nodeDoubt)
		case quiet > nodeLate && n.doubt.Before(now.Add(nodeSilent)):
			n.doubt = now.Add(nodeSilent)
		}
	}
	return gone
}

// unsure reports whether something that others have committed may not be heard of.
func (n *nodes) unsure() bool {
	if !n.bus.Whole() {
		return true
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	return time.Now().Before(n.doubt)
}

// counts returns how many nodes there are, with this one, and the most there were
// of late.
func (n *nodes) counts() (now, most int) {
	n.mu.Lock()
	defer n.mu.Unlock()
	return len(n.peers) + 1, max(len(n.peers)+1, n.most)
}

// each goes through the digests of the others, until stop.
func (n *nodes) each(do func(node string, d *digest)) {
	n.mu.Lock()
	defer n.mu.Unlock()
	for name, p := range n.peers {
		do(name, &p.digest)
	}
}

// makerHere reports whether the maker of a challenge is at another node.
func (n *nodes) makerHere(id string) (here bool) {
	n.each(func(_ string, d *digest) {
		here = here || slices.ContainsFunc(d.Challenges, func(c challengeNote) bool { return c.ID == id && c.Here })
	})
	return here
}

// challenges returns the challenges of the other nodes and whose they are.
func (n *nodes) challenges() map[string]fair.Party {
	all := map[string]fair.Party{}
	n.each(func(_ string, d *digest) {
		for _, c := range d.Challenges {
			all[c.ID] = fair.Party{Address: c.Address, Person: c.Person}
		}
	})
	return all
}

// remoteSeek is one who waits to be paired at another node.
type remoteSeek struct {
	seekNote
	node string
}

// seeks returns who waits at other nodes, the longest first.
func (n *nodes) seeks() (all []remoteSeek) {
	n.each(func(node string, d *digest) {
		for _, s := range d.Seeks {
			all = append(all, remoteSeek{s, node})
		}
	})
	slices.SortFunc(all, func(a, b remoteSeek) int { return int(b.Waited - a.Waited) })
	return all
}

// unlist takes one out of those who wait at another node, until it tells anew.
func (n *nodes) unlist(node, id string) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if p := n.peers[node]; p != nil {
		p.digest.Seeks = slices.DeleteFunc(slices.Clone(p.digest.Seeks), func(s seekNote) bool { return s.ID == id })
	}
}

// thinking counts the games of an address and a person that wait for the computer
// at other nodes.
func (n *nodes) thinking(who fair.Party) (ofAddress, ofPerson int) {
	n.each(func(_ string, d *digest) {
		address := 0
		for _, t := range d.Thinking {
			if t.Address == who.Address {
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

// playing returns the games of the other nodes and whose they are.
func (n *nodes) playing() map[string]fair.Party {
	all := map[string]fair.Party{}
	n.each(func(_ string, d *digest) {
		for _, g := range d.Playing {
			all[g.ID] = fair.Party{Address: g.Address, Person: g.Person}
		}
	})
	return all
}
