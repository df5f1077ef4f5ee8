package lobby

import (
	"math/rand/v2"
	"slices"
	"strings"
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

// Pairing is those who wait to be paired, by what they want to play: whoever has
// waited longest is paired with the next who wants the same. It is known here
// alone, and forgotten when the program ends.
type Pairing struct {
	// Proposals are games that nodes propose to each other for those who wait.
	Proposals Proposals

	limits Limits
	nodes  *cluster.Nodes

	mu     sync.Mutex
	pools  map[Wanted][]*Seeker
	all    map[game.Hash]*Seeker
	whites map[game.Hash]int // how many more games as White than as Black one was given
}

// Wanted is a game and a clock.
type Wanted struct {
	Variant string
	Control clock.Control
}

// mostColours is how many people's colours are remembered.
const mostColours = 10_000

// Seeker is one who waits to be paired.
type Seeker struct {
	// C brings the name of the game that has begun, or why the waiting has ended.
	// One of the two comes, unless the seeker is closed before.
	C <-chan Match

	ID     string // by which other nodes know it
	Rules  rules.Rules
	Start  game.Start
	By     room.Session
	Name   string
	Wanted Wanted

	pairing *Pairing
	c       chan Match
	since   time.Time // it waits
	busy    bool      // a node is just pairing it
	away    bool
	closed  atomic.Bool
}

// NewSeeker returns somebody who does not wait yet.
func (p *Pairing) NewSeeker(by room.Session, name string, r rules.Rules, start game.Start) *Seeker {
	c := make(chan Match, 1)
	s := &Seeker{C: c, c: c, ID: start.ID, Rules: r, Start: start, By: by, Name: name, Wanted: Wanted{Variant: r.Info().Name}, pairing: p, since: time.Now()}
	if t := start.Control; t != nil {
		s.Wanted.Control = clock.Control{Initial: t.Initial, Increment: t.Increment, Delay: t.Delay, Days: t.Days}
	}
	return s
}

// Close ends the waiting. It may be called more than once.
func (s *Seeker) Close() {
	s.closed.Store(true)
	s.pairing.leave(s)
}

// Closed reports whether the seeker has been closed.
func (s *Seeker) Closed() bool { return s.closed.Load() }

// SetAway tells whether the seeker has not answered for a while: nobody is
// paired with one who may be gone.
func (s *Seeker) SetAway(away bool) {
	s.pairing.mu.Lock()
	defer s.pairing.mu.Unlock()
	s.away = away
}

// Matched tells the seeker what has become of the waiting.
func (s *Seeker) Matched(m Match) { s.c <- m }

// Match is what becomes of one who waits: a game, or the reason why not.
type Match struct {
	Game string
	Err  error
}

// NewPairing returns a pairing for which nobody waits. Those who wait at other nodes
// count too.
func NewPairing(l Limits, n *cluster.Nodes) *Pairing {
	return &Pairing{limits: l, nodes: n, pools: map[Wanted][]*Seeker{}, all: map[game.Hash]*Seeker{}, whites: map[game.Hash]int{}}
}

// Enter lets somebody wait, or takes out who has waited longest for the same.
// One who waits elsewhere does so no more.
func (p *Pairing) Enter(s *Seeker) (other *Seeker, err error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if before := p.all[s.By.Hash()]; before != nil && before.busy {
		return nil, seekingElsewhere() // they are just being paired
	} else if before != nil {
		p.remove(before)
		before.c <- Match{Err: seekingElsewhere()}
	}
	for _, one := range p.pools[s.Wanted] {
		if !one.away && !one.busy {
			p.remove(one)
			return one, nil
		}
	}
	others := p.nodes.Seeks()
	if len(p.all)+len(others) >= p.limits.Seeks {
		return nil, game.Refuse("game.limit.waiting", "too many people wait to be paired: try again in a moment, or make a challenge", nil)
	}
	n := p.of(s.By.Party())
	for _, o := range others {
		if o.Address == s.By.Party().Address {
			n++
		}
	}
	if s.By.Party().Address.IsValid() && n >= p.limits.SeeksPerAddress {
		return nil, game.Refuse("game.limit.seeks", "{count} people from this address wait to be paired, and no more may: wait until one has a game", message.Args{"count": n})
	}
	p.add(s, false)
	return nil, nil
}

func seekingElsewhere() *game.Error {
	return game.Refuse("game.limit.seek", "you have begun to wait for a game elsewhere", nil)
}

// of counts those who wait at an address.
func (p *Pairing) of(who fair.Party) (n int) {
	for _, s := range p.all {
		if s.By.Party().Address == who.Address {
			n++
		}
	}
	return n
}

func (p *Pairing) add(s *Seeker, first bool) {
	p.all[s.By.Hash()] = s
	if first {
		p.pools[s.Wanted] = slices.Insert(p.pools[s.Wanted], 0, s)
	} else {
		p.pools[s.Wanted] = append(p.pools[s.Wanted], s)
	}
}

// remove takes out one who waits, and reports whether they did.
func (p *Pairing) remove(s *Seeker) bool {
	if p.all[s.By.Hash()] != s {
		return false
	}
	delete(p.all, s.By.Hash())
	rest := slices.DeleteFunc(p.pools[s.Wanted], func(o *Seeker) bool { return o == s })
	if p.pools[s.Wanted] = rest; len(rest) == 0 {
		delete(p.pools, s.Wanted)
	}
	return true
}

// leave ends the waiting of one who has left.
func (p *Pairing) leave(s *Seeker) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.remove(s)
}

// Restore lets one go on waiting, first of all, whose game did not come about. If
// they wait elsewhere by now, or have left, there is nothing to go on with.
func (p *Pairing) Restore(s *Seeker) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if !s.Closed() && p.all[s.By.Hash()] == nil {
		p.add(s, true)
	}
}

// Waiting returns those who wait and are here, the longest first.
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

// Find returns one who waits by its id, nil if none does.
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

// Hold keeps one who waits for a node that is pairing it, and reports whether it
// could: nobody else takes it meanwhile.
func (p *Pairing) Hold(s *Seeker) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.all[s.By.Hash()] != s || s.busy || s.away {
		return false
	}
	s.busy = true
	return true
}

// Release lets one go on waiting who was held.
func (p *Pairing) Release(s *Seeker) {
	p.mu.Lock()
	defer p.mu.Unlock()
	s.busy = false
}

// End ends the waiting of one who was held, with what has become of it. One who has
// left meanwhile is told too: whoever waits for the seat hears of it.
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

// EndElsewhere ends the waiting of those who have begun to wait at another node since.
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

// Notes returns those who wait here, for other nodes.
func (p *Pairing) Notes() (list []cluster.SeekNote) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, s := range p.all {
		if !s.away && len(list) < cluster.MaxNotes {
			list = append(list, cluster.SeekNote{
				ID: s.ID, Person: s.By.Hash(), Address: s.By.Party().Address, Variant: s.Wanted.Variant, Control: s.Wanted.Control,
				Waited: time.Since(s.since).Milliseconds(), Busy: s.busy,
			})
		}
	}
	return list
}

// White decides whether the first of two has White: whoever has had it less
// often, and at random if that is the same.
func (p *Pairing) White(first, second game.Hash) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	white := rand.IntN(2) == 0
	if d := p.whites[first] - p.whites[second]; d != 0 {
		white = d < 0
	}
	if len(p.whites) >= mostColours {
		clear(p.whites)
	}
	more, less := first, second
	if !white {
		more, less = second, first
	}
	p.whites[more]++
	p.whites[less]--
	return white
}

// mostSeeks is how many games and clocks a list of those who wait has.
const mostSeeks = 100

// List returns how many wait for what, the most wanted first.
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
		counts[Wanted{o.Variant, o.Control}]++
	}
	list := []room.SeekCount{}
	for what, n := range counts {
		if n > 0 {
			list = append(list, room.SeekCount{Variant: what.Variant, Control: what.clock(), Count: n})
		}
	}
	slices.SortFunc(list, func(a, b room.SeekCount) int {
		if a.Count != b.Count {
			return b.Count - a.Count
		}
		if c := strings.Compare(a.Variant, b.Variant); c != 0 {
			return c
		}
		return int(initial(a.Control) - initial(b.Control))
	})
	return list[:min(len(list), mostSeeks)]
}

func initial(c *clock.Control) int64 {
	if c == nil {
		return 0
	}
	return c.Initial + int64(c.Days)*1_000_000_000 + c.Increment
}

// clock returns the clock, nil for none.
func (w Wanted) clock() *clock.Control {
	if w.Control.None() {
		return nil
	}
	c := w.Control
	return &c
}
