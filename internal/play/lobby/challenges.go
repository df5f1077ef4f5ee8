// Package lobby helps people find opponents. [Challenges] tracks games that anybody may join. [Pairing]
// pairs people who want the same game, at this node or, through [Proposals], at different nodes.
package lobby

import (
	"cmp"
	"net/netip"
	"slices"
	"sync"
	"time"

	"github.com/tainchess/tain/internal/play/cluster"
	"github.com/tainchess/tain/internal/play/fair"
	"github.com/tainchess/tain/internal/play/game"
	"github.com/tainchess/tain/internal/play/room"
	"github.com/tainchess/tain/message"
)

// Challenges tracks the games that anybody may join, and their creators. A challenge ends when its
// creator has been away for a while, unless it is kept open for days. The creators' addresses are held
// only in memory and never stored.
type Challenges struct {
	limits Limits
	nodes  *cluster.Nodes

	mu      sync.Mutex
	open    map[string]*challenge
	changes int // number of changes to the list
	list    []room.Entry
	listed  time.Time // when list was built
	current int       // value of changes when list was built
}

// Limits on the number of open games that are loaded, and on the number shown.
const (
	MaxOpen  = 1000
	maxShown = 100
)

// challenge is a game that anybody may join.
type challenge struct {
	creator fair.Party
	kept    bool
	own     bool      // whether the challenge was created at this node
	here    int       // number of the creator's pages that watch the game
	left    time.Time // when the last of these pages left
}

// Limits limits the number of waiting people and challenges.
type Limits struct {
	// ChallengesPerPerson and ChallengesPerAddress limit open challenges.
	ChallengesPerPerson, ChallengesPerAddress int
	// Grace is how long a challenge stays open after its creator has left, unless it is kept open for days.
	Grace time.Duration
	// SeeksPerAddress and Seeks limit how many people wait to be paired, per address and in total. A person
	// can only wait once.
	SeeksPerAddress, Seeks int
}

// NewChallenges returns an empty list. Challenges at other nodes count towards the
// limits.
func NewChallenges(l Limits, n *cluster.Nodes) *Challenges {
	return &Challenges{limits: l, nodes: n, open: map[string]*challenge{}}
}

// Offer adds a challenge. It returns an error if the creator or their address has too many. If the game
// is then not created, the caller must remove the challenge.
func (l *Challenges) Offer(id string, creator fair.Party, kept bool) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	ofAddress, ofPerson, account := 0, 0, fair.Account(creator.Address)
	for _, c := range l.creators() {
		if c.Person == creator.Person {
			ofPerson++
		}
		if fair.Account(c.Address) == account {
			ofAddress++
		}
	}
	switch {
	case ofPerson >= l.limits.ChallengesPerPerson:
		return game.Refuse("game.limit.challenge", "you have {count, plural, one {# open challenge} other {# open challenges}}, which is the limit: cancel one", message.Args{"count": ofPerson})
	case creator.Address.IsValid() && ofAddress >= l.limits.ChallengesPerAddress:
		return game.Refuse("game.limit.challenges", "{count, plural, one {# challenge from this address is} other {# challenges from this address are}} open, which is the limit: accept one of them, or wait", message.Args{"count": ofAddress})
	}
	l.add(id, &challenge{creator: creator, kept: kept, own: true, left: time.Now()})
	return nil
}

// creators returns the creators of all challenges, by game, at all nodes. The caller holds the lock.
func (l *Challenges) creators() map[string]fair.Party {
	all := l.nodes.Challenges()
	for id, c := range l.open {
		if there, ok := all[id]; !ok || !there.Address.IsValid() {
			all[id] = c.creator
		}
	}
	return all
}

// MostPerAddress returns the number of open challenges of the address with the most.
func (l *Challenges) MostPerAddress() (most int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	of := map[netip.Addr]int{}
	for _, c := range l.creators() {
		if c.Address.IsValid() {
			of[fair.Account(c.Address)]++
			most = max(most, of[fair.Account(c.Address)])
		}
	}
	return most
}

// Saved records that a challenge has been committed. Lists built between its offer and the commit do
// not contain it, so they become invalid.
func (l *Challenges) Saved() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.changes++
}

// Restore adds a challenge that was open before the program started, or was created at another node. Its
// creator gets twice the grace period to come back, because pages notice only gradually that the server is
// back.
func (l *Challenges) Restore(e *room.Entry) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.open[e.ID] != nil {
		return
	}
	l.add(e.ID, &challenge{creator: fair.Party{Person: e.Creator()}, kept: e.Kept, left: time.Now().Add(l.limits.Grace)})
}

func (l *Challenges) add(id string, c *challenge) {
	l.open[id] = c
	l.changes++
}

// Remove removes a challenge that is no longer open.
func (l *Challenges) Remove(id string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.open[id] != nil {
		delete(l.open, id)
		l.changes++
	}
}

// Arrive records that the creator of a challenge is watching it. It ignores other games.
func (l *Challenges) Arrive(id string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if c := l.open[id]; c != nil {
		c.here++
	}
}

// Depart records that the creator of a challenge has stopped watching it.
func (l *Challenges) Depart(id string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if c := l.open[id]; c != nil && c.here > 0 {
		c.here--
		c.left = time.Now()
	}
}

// Adopt adds a challenge whose creator has come here from another node, or sets the creator of a restored
// challenge.
func (l *Challenges) Adopt(id string, creator fair.Party, kept bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if c := l.open[id]; c == nil {
		l.add(id, &challenge{creator: creator, kept: kept, left: time.Now()})
	} else if !c.creator.Address.IsValid() {
		c.creator = creator
	}
}

// Notes returns the challenges to announce to other nodes: the challenges that were created here or
// whose creators are here.
func (l *Challenges) Notes() (list []cluster.ChallengeNote) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for id, c := range l.open {
		if (c.here > 0 || c.own) && len(list) < cluster.MaxNotes {
			list = append(list, cluster.ChallengeNote{ID: id, Here: c.here > 0, Person: c.creator.Person, Address: c.creator.Address})
		}
	}
	return list
}

// over reports whether a challenge must end because its creator has been away from all nodes for too long.
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

// hiddenAfter is how long a challenge stays listed after its creator has left. Reloading a page takes less
// time.
const hiddenAfter = 5 * time.Second

// Shows reports whether a challenge is listed: its creator is present or has just left, it is kept open for
// days, or it is not tracked here.
func (l *Challenges) Shows(id string) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	c := l.open[id]
	return c == nil || c.kept || c.here > 0 || time.Since(c.left) < hiddenAfter || l.nodes.MakerHere(id)
}

// Abandoned reports whether a challenge must end because its creator has left.
func (l *Challenges) Abandoned(id string) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	c := l.open[id]
	return c != nil && l.over(id, c)
}

// AllAbandoned returns the challenges that must end because their creators have left.
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

// FreshFor is how long a cached list is served.
const FreshFor = time.Second

// Fresh returns the cached list, whether it is still valid, and the current number of changes.
func (l *Challenges) Fresh() (list []room.Entry, ok bool, changes int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.list, l.list != nil && l.current == l.changes && time.Since(l.listed) < FreshFor, l.changes
}

// Arrange orders the open games from the store, and caches the list for FreshFor, or until the number of
// changes differs from the given one. Addresses take turns in the list, and so do the people at each
// address, so that nobody fills it.
func (l *Challenges) Arrange(entries []room.Entry, changes int) []room.Entry {
	l.mu.Lock()
	defer l.mu.Unlock()
	list := Interleave(entries, func(e *room.Entry) fair.Party {
		if c := l.open[e.ID]; c != nil {
			return c.creator
		}
		return fair.Party{Person: e.Creator()}
	})
	list = list[:min(len(list), maxShown)]
	l.list, l.listed, l.current = list, time.Now(), changes
	return list
}

// Interleave orders entries so that parties take turns: first the first entry of each address, then the
// second of each, and so on. The people at an address take turns in the same way. Otherwise the order
// is unchanged.
func Interleave[E any](entries []E, party func(*E) fair.Party) []E {
	type ranked struct {
		at              int
		who             fair.Party
		person, address int
	}
	list := make([]ranked, len(entries))
	people, addresses := map[fair.Party]int{}, map[netip.Addr]int{}
	for i := range entries {
		who := party(&entries[i])
		list[i] = ranked{at: i, who: who, person: people[who]}
		people[who]++
	}
	slices.SortStableFunc(list, func(a, b ranked) int { return a.person - b.person })
	for i := range list {
		address := fair.Account(list[i].who.Address)
		list[i].address = addresses[address]
		addresses[address]++
	}
	slices.SortFunc(list, func(a, b ranked) int { return cmp.Or(a.address-b.address, a.at-b.at) })
	ordered := make([]E, len(list))
	for i, one := range list {
		ordered[i] = entries[one.at]
	}
	return ordered
}
