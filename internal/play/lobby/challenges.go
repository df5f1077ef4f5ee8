// Package lobby is where people find each other: games that anybody may join
// ([Challenges]), and those who wait to be paired with whoever wants the same
// ([Pairing]), at this node and, by [Proposals], at others.
package lobby

import (
	"slices"
	"sync"
	"time"

	"github.com/tainchess/tain/internal/play/cluster"
	"github.com/tainchess/tain/internal/play/fair"
	"github.com/tainchess/tain/internal/play/game"
	"github.com/tainchess/tain/internal/play/room"
	"github.com/tainchess/tain/message"
)

// Challenges are the games that anybody may join, and who made them. A challenge ends
// when its maker has been away for a while, unless it is to be kept. Where they
// asked from is known here alone: it is forgotten when the program ends.
type Challenges struct {
	limits Limits
	nodes  *cluster.Nodes

	mu      sync.Mutex
	open    map[string]*challenge
	changes int // how often the list has changed
	list    []room.Entry
	listed  time.Time // when list was asked for
	current int       // after how many changes
}

// The most open games that are known, and of those the most that are shown.
const (
	MaxOpen  = 1000
	maxShown = 100
)

// challenge is a game that anybody may join.
type challenge struct {
	maker fair.Party
	kept  bool
	own   bool      // it was made here
	here  int       // how many pages of the maker watch it
	left  time.Time // when the last of them went
}

// Limits bound how many people may wait.
type Limits struct {
	// ChallengesPerPerson and ChallengesPerAddress are how many challenges may be
	// open.
	ChallengesPerPerson, ChallengesPerAddress int
	// Grace is how long a challenge stays open after its maker has left, unless it is
	// to be kept.
	Grace time.Duration
	// SeeksPerAddress is how many people of an address may wait to be paired, and
	// Seeks how many in all. A person waits once.
	SeeksPerAddress, Seeks int
}

// NewChallenges returns an empty list. Challenges at other nodes count too.
func NewChallenges(l Limits, n *cluster.Nodes) *Challenges {
	return &Challenges{limits: l, nodes: n, open: map[string]*challenge{}}
}

// Offer adds a challenge of a party, and refuses one too many of a person or an
// address. What comes to nothing is removed again.
func (l *Challenges) Offer(id string, maker fair.Party, kept bool) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	all := l.nodes.Challenges()
	for id, c := range l.open {
		if there, ok := all[id]; !ok || !there.Address.IsValid() {
			all[id] = c.maker
		}
	}
	ofAddress, ofPerson := 0, 0
	for _, c := range all {
		if c.Person == maker.Person {
			ofPerson++
		}
		if c.Address == maker.Address {
			ofAddress++
		}
	}
	switch {
	case ofPerson >= l.limits.ChallengesPerPerson:
		return game.Refuse("game.limit.challenge", "you have {count} open challenges, and no more are allowed: cancel one", message.Args{"count": ofPerson})
	case maker.Address.IsValid() && ofAddress >= l.limits.ChallengesPerAddress:
		return game.Refuse("game.limit.challenges", "{count} challenges from this address are open, and no more are allowed: take one of those, or wait", message.Args{"count": ofAddress})
	}
	l.add(id, &challenge{maker: maker, kept: kept, own: true, left: time.Now()})
	return nil
}

// Saved notes that a challenge is in the store now: a list that was made after
// it was offered and before it was committed does not have it.
func (l *Challenges) Saved() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.changes++
}

// Restore adds a challenge that was open before the program began, or that was made
// at another node. Its maker has twice the time to come back: pages find out by
// and by that the server is there.
func (l *Challenges) Restore(e *room.Entry) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.open[e.ID] != nil {
		return
	}
	l.add(e.ID, &challenge{maker: fair.Party{Person: e.Maker()}, kept: e.Kept, left: time.Now().Add(l.limits.Grace)})
}

func (l *Challenges) add(id string, c *challenge) {
	l.open[id] = c
	l.changes++
}

// Remove forgets a challenge that is open no more.
func (l *Challenges) Remove(id string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.open[id] != nil {
		delete(l.open, id)
		l.changes++
	}
}

// Arrive notes that the maker of a challenge watches it; of other games it
// Notes nothing.
func (l *Challenges) Arrive(id string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if c := l.open[id]; c != nil {
		c.here++
	}
}

// Depart notes that the maker of a challenge watches it no more.
func (l *Challenges) Depart(id string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if c := l.open[id]; c != nil && c.here > 0 {
		c.here--
		c.left = time.Now()
	}
}

// Adopt adds a challenge whose maker has come here from the node where it was made.
func (l *Challenges) Adopt(id string, maker fair.Party, kept bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if c := l.open[id]; c == nil {
		l.add(id, &challenge{maker: maker, kept: kept, left: time.Now()})
	} else if !c.maker.Address.IsValid() {
		c.maker = maker
	}
}

// Notes returns the challenges that others need to know of: those whose makers are
// here, and those that were made here.
func (l *Challenges) Notes() (list []cluster.ChallengeNote) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for id, c := range l.open {
		if (c.here > 0 || c.own) && len(list) < cluster.MaxNotes {
			list = append(list, cluster.ChallengeNote{ID: id, Here: c.here > 0, Person: c.maker.Person, Address: c.maker.Address})
		}
	}
	return list
}

// over reports whether a challenge is to end: its maker is at no node.
func (l *Challenges) over(id string, c *challenge) bool {
	if c.kept || c.here > 0 {
		return false
	}
	if l.nodes.MakerHere(id) {
		c.left = time.Now()
		return false
	}
	return time.Since(c.left) >= l.limits.Grace
}

// hiddenAfter is how long after its maker has left a challenge is no longer shown.
// A page that is loaded anew is back before that.
const hiddenAfter = 5 * time.Second

// Shows reports whether a challenge stands in the list: its maker is here, or it
// is kept for days.
func (l *Challenges) Shows(id string) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	c := l.open[id]
	return c == nil || c.kept || c.here > 0 || time.Since(c.left) < hiddenAfter || l.nodes.MakerHere(id)
}

// Abandoned reports whether a challenge is to end because its maker has left.
func (l *Challenges) Abandoned(id string) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	c := l.open[id]
	return c != nil && l.over(id, c)
}

// AllAbandoned returns the challenges that are to end.
func (l *Challenges) AllAbandoned() (ids []string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for id, c := range l.open {
		if l.over(id, c) {
			ids = append(ids, id)
		}
	}
	return ids
}

// FreshFor is how long a list serves for all who ask, if nothing changes.
const FreshFor = time.Second

// Fresh returns the list that was made last, if it is still good.
func (l *Challenges) Fresh() (list []room.Entry, ok bool, changes int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.list, l.list != nil && l.current == l.changes && time.Since(l.listed) < FreshFor, l.changes
}

// Arrange orders what the store says is open, and caches it as the list that was
// made after so many changes. Addresses take turns in it, and at each the people
// there, so that nobody fills it.
func (l *Challenges) Arrange(entries []room.Entry, changes int) []room.Entry {
	l.mu.Lock()
	defer l.mu.Unlock()
	list := Interleave(entries, func(e *room.Entry) fair.Party {
		if c := l.open[e.ID]; c != nil {
			return c.maker
		}
		return fair.Party{Person: e.Maker()}
	})
	list = list[:min(len(list), maxShown)]
	l.list, l.listed, l.current = list, time.Now(), changes
	return list
}

// Interleave orders entries so that parties take turns: first the first of each
// address, then the second of each; and of an address the first of each
// person first. Otherwise the order stays.
func Interleave[E any](entries []E, party func(*E) fair.Party) []E {
	type ranked struct {
		at              int
		who             fair.Party
		person, address int
	}
	list := make([]ranked, len(entries))
	people, addresses := map[fair.Party]int{}, map[string]int{}
	for i := range entries {
		who := party(&entries[i])
		list[i] = ranked{at: i, who: who, person: people[who]}
		people[who]++
	}
	slices.SortStableFunc(list, func(a, b ranked) int { return a.person - b.person })
	for i := range list {
		address := list[i].who.Address.String()
		list[i].address = addresses[address]
		addresses[address]++
	}
	slices.SortFunc(list, func(a, b ranked) int {
		if a.address != b.address {
			return a.address - b.address
		}
		return a.at - b.at
	})
	ordered := make([]E, len(list))
	for i, one := range list {
		ordered[i] = entries[one.at]
	}
	return ordered
}
