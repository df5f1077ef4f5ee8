package room

import (
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/tainchess/tain/internal/play/clock"
	"github.com/tainchess/tain/internal/play/fair"
	"github.com/tainchess/tain/internal/play/game"
	"github.com/tainchess/tain/message"
	"github.com/tainchess/tain/rules"
)

// pairing is those who wait to be paired, by what they want to play: whoever has
// waited longest is paired with the next who wants the same. It is known here
// alone, and forgotten when the program ends.
type pairing struct {
	o     Options
	nodes *nodes

	mu     sync.Mutex
	pools  map[wanted][]*Seeker
	all    map[game.Hash]*Seeker
	whites map[game.Hash]int // how many more games as White than as Black one was given
}

// wanted is a game and a clock.
type wanted struct {
	variant string
	control clock.Control
}

// mostColours is how many people's colours are remembered.
const mostColours = 10_000

// Seeker is one who waits to be paired.
type Seeker struct {
	// C brings the name of the game that has begun, or why the waiting has ended.
	// One of the two comes, unless the seeker is closed before.
	C <-chan Match

	c     chan Match
	id    string    // by which other nodes know it
	since time.Time // it waits
	busy  bool      // a node is just pairing it
	rules rules.Rules
	start game.Start
	by    Session
	party fair.Party
	name  string
	pool  wanted
	away  bool
	close func()
	miss  func(away bool)
	left  func() bool // it has been closed
}

// Match is what becomes of one who waits: a game, or the reason why not.
type Match struct {
	Game string
	Err  error
}

// Close ends the waiting. It may be called more than once.
func (s *Seeker) Close() { s.close() }

// SetAway tells whether the seeker has not answered for a while: nobody is
// paired with one who may be gone.
func (s *Seeker) SetAway(away bool) { s.miss(away) }

func newPairing(o Options, n *nodes) *pairing {
	return &pairing{o: o, nodes: n, pools: map[wanted][]*Seeker{}, all: map[game.Hash]*Seeker{}, whites: map[game.Hash]int{}}
}

// enter lets somebody wait, or takes out who has waited longest for the same.
// One who waits elsewhere does so no more.
func (p *pairing) enter(s *Seeker) (other *Seeker, err error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if before := p.all[s.by.hash]; before != nil && before.busy {
		return nil, seekingElsewhere() // they are just being paired
	} else if before != nil {
		p.remove(before)
		before.c <- Match{Err: seekingElsewhere()}
	}
	for _, one := range p.pools[s.pool] {
		if !one.away && !one.busy {
			p.remove(one)
			return one, nil
		}
	}
	others := p.nodes.seeks()
	if len(p.all)+len(others) >= p.o.Seeks {
		return nil, game.Refuse("game.limit.waiting", "too many people wait to be paired: try again in a moment, or make a challenge", nil)
	}
	n := p.of(s.party)
	for _, o := range others {
		if o.Address == s.party.Address {
			n++
		}
	}
	if s.party.Address.IsValid() && n >= p.o.SeeksPerAddress {
		return nil, game.Refuse("game.limit.seeks", "{count} people from this address wait to be paired, and no more may: wait until one has a game", message.Args{"count": n})
	}
	p.add(s, false)
	return nil, nil
}

func seekingElsewhere() *game.Error {
	return game.Refuse("game.limit.seek", "you have begun to wait for a game elsewhere", nil)
}

// of counts those who wait at an address.
func (p *pairing) of(who fair.Party) (n int) {
	for _, s := range p.all {
		if s.party.Address == who.Address {
			n++
		}
	}
	return n
}

func (p *pairing) add(s *Seeker, first bool) {
	p.all[s.by.hash] = s
	if first {
		p.pools[s.pool] = slices.Insert(p.pools[s.pool], 0, s)
	} else {
		p.pools[s.pool] = append(p.pools[s.pool], s)
	}
}

// remove takes out one who waits, and reports whether they did.
func (p *pairing) remove(s *Seeker) bool {
	if p.all[s.by.hash] != s {
		return false
	}
	delete(p.all, s.by.hash)
	rest := slices.DeleteFunc(p.pools[s.pool], func(o *Seeker) bool { return o == s })
	if p.pools[s.pool] = rest; len(rest) == 0 {
		delete(p.pools, s.pool)
	}
	return true
}

// leave ends the waiting of one who has left.
func (p *pairing) leave(s *Seeker) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.remove(s)
}

// miss notes that one who waits does not answer, or does again.
func (p *pairing) miss(s *Seeker, away bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	s.away = away
}

// restore lets one go on waiting, first of all, whose game did not come about. If
// they wait elsewhere by now, or have left, there is nothing to go on with.
func (p *pairing) restore(s *Seeker) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if !s.left() && p.all[s.by.hash] == nil {
		p.add(s, true)
	}
}

// waiting returns those who wait and are here, the longest first.
func (p *pairing) waiting() (list []*Seeker) {
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

// find returns one who waits by its id, nil if none does.
func (p *pairing) find(id string) *Seeker {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, s := range p.all {
		if s.id == id {
			return s
		}
	}
	return nil
}

// hold keeps one who waits for a node that is pairing it, and reports whether it
// could: nobody else takes it meanwhile.
func (p *pairing) hold(s *Seeker) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.all[s.by.hash] != s || s.busy || s.away {
		return false
	}
	s.busy = true
	return true
}

// release lets one go on waiting who was held.
func (p *pairing) release(s *Seeker) {
	p.mu.Lock()
	defer p.mu.Unlock()
	s.busy = false
}

// end ends the waiting of one who was held, with what has become of it. One who has
// left meanwhile is told too: whoever waits for the seat hears of it.
func (p *pairing) end(s *Seeker, m Match) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.remove(s)
	s.busy = false
	select {
	case s.c <- m:
	default:
	}
}

// elsewhere ends the waiting of those who have begun to wait at another node since.
func (p *pairing) elsewhere(others []remoteSeek) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, o := range others {
		if s := p.all[o.Person]; s != nil && !s.busy && o.Waited < time.Since(s.since).Milliseconds() {
			p.remove(s)
			s.c <- Match{Err: seekingElsewhere()}
		}
	}
}

// notes returns those who wait here, for other nodes.
func (p *pairing) notes() (list []seekNote) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, s := range p.all {
		if !s.away && len(list) < mostNoted {
			list = append(list, seekNote{
				ID: s.id, Person: s.by.hash, Address: s.party.Address, Variant: s.pool.variant, Control: s.pool.control,
				Waited: time.Since(s.since).Milliseconds(), Busy: s.busy,
			})
		}
	}
	return list
}

// white decides whether the first of two has White: whoever has had it less
// often, and by lot where that is the same.
func (p *pairing) white(first, second game.Hash) bool {
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

// list returns how many wait for what, the most wanted first.
func (p *pairing) list() []SeekCount {
	p.mu.Lock()
	defer p.mu.Unlock()
	counts := map[wanted]int{}
	for what, seekers := range p.pools {
		for _, s := range seekers {
			if !s.away {
				counts[what]++
			}
		}
	}
	for _, o := range p.nodes.seeks() {
		counts[wanted{o.Variant, o.Control}]++
	}
	list := []SeekCount{}
	for what, n := range counts {
		if n > 0 {
			list = append(list, SeekCount{Variant: what.variant, Control: what.controlOf(), Count: n})
		}
	}
	slices.SortFunc(list, func(a, b SeekCount) int {
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

// controlOf returns the clock, nil for none.
func (p wanted) controlOf() *clock.Control {
	if p.control.None() {
		return nil
	}
	c := p.control
	return &c
}
