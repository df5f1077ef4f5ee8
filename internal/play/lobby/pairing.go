package lobby

import (
	"cmp"
	"math/rand/v2"
	"net/netip"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/tainchess/tain/internal/play/clock"
	"github.com/tainchess/tain/internal/play/cluster"
	"github.com/tainchess/tain/internal/play/fair"
	"github.com/tainchess/tain/internal/play/game"
	"github.com/tainchess/tain/internal/play/room"
	"github.com/tainchess/tain/message"
	"github.com/tainchess/tain/rules"
)

// Pairing queues people by the game they want. It pairs the person who has waited longest with the next
// one who wants the same game. Nothing is stored.
type Pairing struct {
	// Proposals are games that nodes propose to each other for waiting people.
	Proposals Proposals

	limits Limits
	nodes  *cluster.Nodes

	mu     sync.Mutex
	pools  map[Wanted][]*Seeker
	all    map[game.Hash]*Seeker
	whites map[game.Hash]int // games as White minus games as Black
}

// Wanted is the game that a person waits for: a rule set, a time control, and whether it is rated.
type Wanted struct {
	Variant string
	Control clock.Control
	Rated   bool
}

// WantedBy returns the game that a person at another node waits for.
func WantedBy(s cluster.RemoteSeek) Wanted { return Wanted{s.Variant, s.Control, s.Rated} }

// maxColours is the maximum number of people whose colours are remembered.
const maxColours = 10_000

// Seeker is a person waiting to be paired.
type Seeker struct {
	// C receives the game once it has started, or the reason why the wait ended. It receives exactly one
	// value, unless the seeker is closed first.
	C <-chan Match

	ID     string // identifies the seeker to other nodes
	Rules  rules.Rules
	Start  game.Start
	By     room.Session
	Name   string
	Wanted Wanted
	Apart  []game.Hash // people with whom the seeker is not paired

	pairing *Pairing
	c       chan Match
	since   time.Time // when the seeker started waiting
	busy    bool      // whether the seeker is reserved for a proposal
	away    bool
	closed  atomic.Bool
}

// NewSeeker returns a seeker that is not queued yet.
func (p *Pairing) NewSeeker(by room.Session, name string, r rules.Rules, start game.Start) *Seeker {
	c := make(chan Match, 1)
	s := &Seeker{C: c, c: c, ID: start.ID, Rules: r, Start: start, By: by, Name: name, Wanted: Wanted{Variant: r.Info().Name, Rated: start.Rated}, pairing: p, since: time.Now()}
	if t := start.Control; t != nil {
		s.Wanted.Control = *t
	}
	return s
}

// Avoids reports whether the seeker is not paired with a person.
func (s *Seeker) Avoids(person game.Hash) bool { return slices.Contains(s.Apart, person) }

// Close ends the wait. It may be called more than once.
func (s *Seeker) Close() {
	s.closed.Store(true)
	s.pairing.mu.Lock()
	defer s.pairing.mu.Unlock()
	s.pairing.remove(s)
}

// Closed reports whether the seeker has been closed.
func (s *Seeker) Closed() bool { return s.closed.Load() }

// SetAway sets whether the seeker has stopped responding. Nobody is paired with an unresponsive seeker.
func (s *Seeker) SetAway(away bool) {
	s.pairing.mu.Lock()
	defer s.pairing.mu.Unlock()
	s.away = away
}

// Matched sends the result to the seeker.
func (s *Seeker) Matched(m Match) { s.c <- m }

// Match is the result of a seek: a game or an error.
type Match struct {
	Game string
	Err  error
}

// NewPairing returns an empty pairing. People waiting at other nodes count towards the limits.
func NewPairing(l Limits, n *cluster.Nodes) *Pairing {
	return &Pairing{limits: l, nodes: n, pools: map[Wanted][]*Seeker{}, all: map[game.Hash]*Seeker{}, whites: map[game.Hash]int{}}
}

// Enter returns the available seeker who has waited longest for the same game, and removes it from the
// queue. If there is none, Enter queues s and returns nil, or returns an error if too many people are
// waiting. It ends an earlier seek by the same person, or returns an error if that one is being paired.
func (p *Pairing) Enter(s *Seeker) (other *Seeker, err error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if before := p.all[s.By.Hash()]; before != nil && before.busy {
		return nil, seekingElsewhere() // the previous seeker is being paired
	} else if before != nil {
		p.remove(before)
		before.c <- Match{Err: seekingElsewhere()}
	}
	for _, one := range p.pools[s.Wanted] {
		if !one.away && !one.busy && !s.Avoids(one.By.Hash()) && !one.Avoids(s.By.Hash()) {
			p.remove(one)
			return one, nil
		}
	}
	all, of := p.counts()
	if all >= p.limits.Seeks {
		return nil, game.Refuse("game.limit.waiting", "too many people are waiting to be paired: try again in a moment, or create a challenge", nil)
	}
	address := fair.Account(s.By.Party().Address)
	if n := of[address]; address.IsValid() && n >= p.limits.SeeksPerAddress {
		return nil, game.Refuse("game.limit.seeks", "{count, plural, one {# person from this address is} other {# people from this address are}} waiting to be paired, which is the limit: wait until one of them has a game", message.Args{"count": n})
	}
	p.add(s, false)
	return nil, nil
}

// counts returns how many people are waiting at all nodes: in total, and by the account of their address. The
// caller holds the lock.
func (p *Pairing) counts() (all int, of map[netip.Addr]int) {
	of = map[netip.Addr]int{}
	for _, s := range p.all {
		of[fair.Account(s.By.Party().Address)]++
	}
	others := p.nodes.Seeks()
	for _, o := range others {
		of[fair.Account(o.Address)]++
	}
	return len(p.all) + len(others), of
}

// Usage returns how many people are waiting, in total and from the address with the most.
func (p *Pairing) Usage() (all, ofAddress int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	all, of := p.counts()
	delete(of, netip.Addr{})
	for _, n := range of {
		ofAddress = max(ofAddress, n)
	}
	return all, ofAddress
}

func seekingElsewhere() *game.Error {
	return game.Refuse("game.limit.seek", "you are already waiting for a game elsewhere", nil)
}

func (p *Pairing) add(s *Seeker, first bool) {
	p.all[s.By.Hash()] = s
	if first {
		p.pools[s.Wanted] = slices.Insert(p.pools[s.Wanted], 0, s)
	} else {
		p.pools[s.Wanted] = append(p.pools[s.Wanted], s)
	}
}

// remove removes a seeker if it is waiting.
func (p *Pairing) remove(s *Seeker) {
	if p.all[s.By.Hash()] != s {
		return
	}
	delete(p.all, s.By.Hash())
	rest := slices.DeleteFunc(p.pools[s.Wanted], func(o *Seeker) bool { return o == s })
	if p.pools[s.Wanted] = rest; len(rest) == 0 {
		delete(p.pools, s.Wanted)
	}
}

// Restore returns a seeker whose game was not created to the front of the queue, unless the seeker has left
// or the person is now waiting elsewhere.
func (p *Pairing) Restore(s *Seeker) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if !s.Closed() && p.all[s.By.Hash()] == nil {
		p.add(s, true)
	}
}

// Waiting returns the seekers that are present and not reserved, longest wait first.
func (p *Pairing) Waiting() (list []*Seeker) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, s := range p.all {
		if !s.away && !s.busy {
			list = append(list, s)
		}
	}
	slices.SortFunc(list, func(a, b *Seeker) int { return a.since.Compare(b.since) })
	return list
}

// Find returns the seeker with the given ID, or nil if there is none.
func (p *Pairing) Find(id string) *Seeker {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, s := range p.all {
		if s.ID == id {
			return s
		}
	}
	return nil
}

// Hold reserves a seeker for a proposal, and reports whether it succeeded. A reserved seeker cannot be
// paired otherwise.
func (p *Pairing) Hold(s *Seeker) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.all[s.By.Hash()] != s || s.busy || s.away {
		return false
	}
	s.busy = true
	return true
}

// Release makes a reserved seeker available again.
func (p *Pairing) Release(s *Seeker) {
	p.mu.Lock()
	defer p.mu.Unlock()
	s.busy = false
}

// End ends the wait of a reserved seeker with a result, even if the seeker has left.
func (p *Pairing) End(s *Seeker, m Match) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.remove(s)
	s.busy = false
	select {
	case s.c <- m:
	default:
	}
}

// EndElsewhere ends seekers whose person has since started to wait at another node.
func (p *Pairing) EndElsewhere(others []cluster.RemoteSeek) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, o := range others {
		if s := p.all[o.Person]; s != nil && !s.busy && o.Waited < time.Since(s.since).Milliseconds() {
			p.remove(s)
			s.c <- Match{Err: seekingElsewhere()}
		}
	}
}

// Notes returns the local seekers of casual and of rated games that are present, for the other nodes.
func (p *Pairing) Notes() (casual, rated []cluster.SeekNote) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, s := range p.all {
		list := &casual
		if s.Wanted.Rated {
			list = &rated
		}
		if !s.away && len(*list) < cluster.MaxNotes {
			*list = append(*list, cluster.SeekNote{
				ID: s.ID, Person: s.By.Hash(), Address: s.By.Party().Address, Variant: s.Wanted.Variant, Control: s.Wanted.Control,
				Waited: time.Since(s.since).Milliseconds(), Busy: s.busy,
			})
		}
	}
	return casual, rated
}

// White reports whether the first of two people gets White. White goes to the person who has had it
// less often relative to Black; ties are broken at random. White records the colours.
func (p *Pairing) White(first, second game.Hash) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	white := rand.IntN(2) == 0
	if d := p.whites[first] - p.whites[second]; d != 0 {
		white = d < 0
	}
	if len(p.whites) >= maxColours {
		clear(p.whites)
	}
	if !white {
		first, second = second, first
	}
	p.whites[first]++
	p.whites[second]--
	return white
}

// maxSeeks limits the length of [Pairing.List].
const maxSeeks = 100

// List returns the number of people waiting for each game and time control, largest number first.
func (p *Pairing) List() []room.SeekCount {
	p.mu.Lock()
	defer p.mu.Unlock()
	counts := map[Wanted]int{}
	for what, seekers := range p.pools {
		for _, s := range seekers {
			if !s.away {
				counts[what]++
			}
		}
	}
	for _, o := range p.nodes.Seeks() {
		counts[WantedBy(o)]++
	}
	list := []room.SeekCount{}
	for what, n := range counts {
		if n > 0 {
			list = append(list, room.SeekCount{Variant: what.Variant, Control: what.clock(), Rated: what.Rated, Count: n})
		}
	}
	slices.SortFunc(list, func(a, b room.SeekCount) int {
		return cmp.Or(b.Count-a.Count, cmp.Compare(a.Variant, b.Variant), cmp.Compare(length(a.Control), length(b.Control)),
			order(a.Rated)-order(b.Rated))
	})
	return list[:min(len(list), maxSeeks)]
}

// order returns a value that orders casual games before rated ones.
func order(rated bool) int {
	if rated {
		return 1
	}
	return 0
}

// length returns a value that orders time controls by their length.
func length(c *clock.Control) int64 {
	if c == nil {
		return 0
	}
	return c.Initial + int64(c.Days)*1_000_000_000 + c.Increment
}

// clock returns the time control, or nil for none.
func (w Wanted) clock() *clock.Control {
	if w.Control.None() {
		return nil
	}
	c := w.Control
	return &c
}

// Proposals holds the pending proposals between this node and others. The zero value is empty.
type Proposals struct {
	mu   sync.Mutex
	all  map[string]*Proposal // by game
	then map[string]time.Time // when a proposal for each remote seeker was last refused
}

// Proposal is a game that two nodes are about to create.
type Proposal struct {
	Mine  *Seeker
	Node  string // the other node
	Want  string // ID of the opponent's seek, if this node proposed the game
	Began time.Time
	timer *time.Timer
}

// Refused reports whether the node of a remote seeker has recently refused a proposal for that seeker.
func (a *Proposals) Refused(id string) bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	return time.Since(a.then[id]) < cluster.DigestEvery
}

// Add adds a proposal. If the proposal is not taken within wait, Add removes it and calls late.
func (a *Proposals) Add(id string, p *Proposal, wait time.Duration, late func()) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.all == nil {
		a.all, a.then = map[string]*Proposal{}, map[string]time.Time{}
	}
	a.all[id] = p
	p.timer = time.AfterFunc(wait, func() {
		if a.Take(id) != nil {
			late()
		}
	})
}

// Take removes and returns a proposal, or nil if it is not pending.
func (a *Proposals) Take(id string) *Proposal {
	a.mu.Lock()
	defer a.mu.Unlock()
	p := a.all[id]
	if p != nil {
		p.timer.Stop()
		delete(a.all, id)
	}
	return p
}

// Refuse records that the node of a remote seeker has refused a proposal. It ignores an empty ID.
func (a *Proposals) Refuse(id string) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if len(a.then) > cluster.MaxNotes {
		clear(a.then)
	}
	if id != "" {
		a.then[id] = time.Now()
	}
}
