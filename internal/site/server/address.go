package server

import (
	"maps"
	"net/netip"
	"sync"
	"time"

	"golang.org/x/time/rate"

	"github.com/tainchess/tain/internal/play/game"
)

// visitor is who asks, as limits count.
type visitor struct {
	address netip.Addr
	person  game.Hash // of a session; zero for somebody who has none
}

// limiter is the limits per address and per person: it remembers what each has
// asked for lately.
type limiter struct {
	limits Limits
	// flooded is told, once, that somebody has begun to ask for too much.
	flooded func(visitor)

	mu       sync.Mutex
	all      map[netip.Addr]*allowance
	networks map[netip.Addr]*allowance // of IPv6, by their /48 prefix
	people   map[game.Hash]*person
	inFlight int64 // of all

	share     float64          // how many times as much everything costs
	elsewhere map[string]holds // what is held open at other nodes
}

// allowance is what one address does, or all those of an IPv6 network.
type allowance struct {
	work, strangers bucket
	sessions        bucket
	games           bucket
	definitions     bucket
	studies         bucket
	subscriptions   bucket
	connections     int
	sockets         int
	inFlight        int64
}

// person is what one person does.
type person struct {
	work, games bucket
	sockets     int
	seen        time.Time
}

// holdsNote is how many sockets are open at a node, where there are many.
type holdsNote struct {
	Addresses map[netip.Addr]int `json:"addresses,omitempty"`
	People    map[game.Hash]int  `json:"people,omitempty"`
}

// holds is what another node holds open.
type holds struct {
	holdsNote
	at time.Time
}

// holdsFor is how long what another node tells is believed.
const holdsFor = 4 * time.Second

func newLimiter(l Limits) *limiter {
	return &limiter{
		limits: l, flooded: func(visitor) {},
		share: 1, elsewhere: map[string]holds{},
		all: map[netip.Addr]*allowance{}, networks: map[netip.Addr]*allowance{}, people: map[game.Hash]*person{},
	}
}

// of returns the record of an address; the caller holds the lock.
func (v *limiter) of(a netip.Addr, now time.Time) *allowance {
	one := v.all[a]
	if one == nil {
		one = v.limits.allowance(1, now)
		v.all[a] = one
	}
	return one
}

// allowance returns that of so many addresses together.
func (l *Limits) allowance(times int, now time.Time) *allowance {
	bucket := func(fill rate.Limit, size int) bucket { return newBucket(fill*rate.Limit(times), size*times, now) }
	return &allowance{
		work:          bucket(l.Rate, l.Burst),
		strangers:     bucket(l.StrangerRate, l.StrangerBurst),
		sessions:      bucket(rate.Every(l.SessionEvery), l.Sessions),
		games:         bucket(rate.Every(l.GameEvery), l.Games),
		definitions:   bucket(rate.Every(l.DefinitionEvery), l.Definitions),
		studies:       bucket(rate.Every(l.StudyEvery), l.Studies),
		subscriptions: bucket(rate.Every(l.SubscriptionEvery), l.Subscriptions),
	}
}

// networkOf returns what all addresses of an IPv6 network share, nil for an
// address of none: one who has a whole network could otherwise use each of its
// addresses in turn. The caller holds the lock.
func (v *limiter) networkOf(a netip.Addr, now time.Time) *allowance {
	if !a.Is6() {
		return nil
	}
	key := network(a, 48)
	one := v.networks[key]
	if one == nil {
		one = v.limits.allowance(v.limits.Networks, now)
		v.networks[key] = one
	}
	return one
}

// both returns one part of what an address does, and of what its network does if
// it is of one; the caller holds the lock.
func (v *limiter) both(a netip.Addr, now time.Time, part func(*allowance) *bucket) []*bucket {
	from := []*bucket{part(v.of(a, now))}
	if wide := v.networkOf(a, now); wide != nil {
		from = append(from, part(wide))
	}
	return from
}

// personOf returns the record of a person, nil for a stranger; the caller holds
// the lock. Anybody can make up a session: so an address may bring only so
// many new ones, and those beyond are strangers for now.
func (v *limiter) personOf(who visitor, now time.Time) *person {
	if (who.person == game.Hash{}) {
		return nil
	}
	one := v.people[who.person]
	if one == nil {
		if _, _, ok := takeAll(now, 1, &v.of(who.address, now).sessions); !ok {
			return nil
		}
		one = v.newPerson(now)
		v.people[who.person] = one
	}
	one.seen = now
	return one
}

func (v *limiter) newPerson(now time.Time) *person {
	l := &v.limits
	return &person{
		work: newBucket(l.PersonRate, l.PersonBurst, now), games: newBucket(rate.Every(l.PersonGameEvery), l.PersonGames, now), seen: now,
	}
}

// work returns what a visitor's work is taken from; the caller holds the lock.
func (v *limiter) work(who visitor, now time.Time) []*bucket {
	from := v.both(who.address, now, func(one *allowance) *bucket { return &one.work })
	if one := v.personOf(who, now); one != nil {
		return append(from, &one.work)
	}
	return append(from, &v.of(who.address, now).strangers)
}

// ask takes the cost of a request from a visitor, or tells how long to wait.
func (v *limiter) ask(who visitor, cost float64) (wait time.Duration, ok bool) {
	return v.take(who, cost, v.work)
}

// create takes one of the games that a visitor may create, or tells how long to
// wait. Calling back gives it back, if none was begun.
func (v *limiter) create(who visitor) (back func(), wait time.Duration, ok bool) {
	return v.lend(who, func(who visitor, now time.Time) []*bucket {
		from := v.both(who.address, now, func(one *allowance) *bucket { return &one.games })
		if one := v.personOf(who, now); one != nil {
			from = append(from, &one.games)
		}
		return from
	})
}

// define takes one of the definitions that an address may bring along, or tells
// how long it must wait. Calling back gives it back, if nothing was kept.
func (v *limiter) define(who visitor) (back func(), wait time.Duration, ok bool) {
	return v.lend(who, func(who visitor, now time.Time) []*bucket {
		return v.both(who.address, now, func(one *allowance) *bucket { return &one.definitions })
	})
}

// lend takes one of what a visitor may have, and returns what gives it back.
func (v *limiter) lend(who visitor, of func(visitor, time.Time) []*bucket) (back func(), wait time.Duration, ok bool) {
	wait, ok = v.take(who, 1, of)
	return sync.OnceFunc(func() {
		v.mu.Lock()
		defer v.mu.Unlock()
		for _, b := range of(who, time.Now()) {
			b.left += v.share
			b.spent -= v.share
		}
	}), wait, ok
}

// study takes one of the studies that an address may bring along, or tells how
// long it must wait.
func (v *limiter) study(who visitor) (wait time.Duration, ok bool) {
	return v.take(who, 1, func(who visitor, now time.Time) []*bucket {
		return v.both(who.address, now, func(one *allowance) *bucket { return &one.studies })
	})
}

// subscription takes one of the browsers that an address may bring along, or
// tells how long it must wait.
func (v *limiter) subscription(who visitor) (wait time.Duration, ok bool) {
	return v.take(who, 1, func(who visitor, now time.Time) []*bucket {
		return v.both(who.address, now, func(one *allowance) *bucket { return &one.subscriptions })
	})
}

func (v *limiter) take(who visitor, cost float64, from func(visitor, time.Time) []*bucket) (wait time.Duration, ok bool) {
	now := time.Now()
	v.mu.Lock()
	wait, first, ok := takeAll(now, cost*v.share, from(who, now)...)
	v.mu.Unlock()
	if first {
		v.flooded(who)
	}
	return wait, ok
}

// charge takes what work has cost that is done already. It may leave a debt.
func (v *limiter) charge(who visitor, cost float64) {
	now := time.Now()
	v.mu.Lock()
	defer v.mu.Unlock()
	for _, b := range v.work(who, now) {
		b.fill(now)
		b.left -= cost * v.share
		b.spent += cost * v.share
	}
}

// hold counts bytes that are held in memory for an address, unless there are
// too many. One answer may always be held. What it returns counts them back.
func (v *limiter) hold(a netip.Addr, n int64) (release func(), ok bool) {
	v.mu.Lock()
	defer v.mu.Unlock()
	now := time.Now()
	held := []*int64{&v.of(a, now).inFlight, &v.inFlight}
	most := []int64{v.limits.InFlight, v.limits.AllInFlight}
	if wide := v.networkOf(a, now); wide != nil {
		held, most = append(held, &wide.inFlight), append(most, v.limits.InFlight*int64(v.limits.Networks))
	}
	for i, have := range held {
		if *have > 0 && *have+n > most[i] {
			return nil, false
		}
	}
	for _, have := range held {
		*have += n
	}
	return sync.OnceFunc(func() {
		v.mu.Lock()
		defer v.mu.Unlock()
		for _, have := range held {
			*have -= n
		}
	}), true
}

// connect counts a connection of an address, unless it has too many or has
// asked for too much. What it returns counts it back.
func (v *limiter) connect(a netip.Addr, price float64) (closed func(), ok bool) {
	now := time.Now()
	v.mu.Lock()
	defer v.mu.Unlock()
	held, ok := v.room(a, now, v.limits.Connections, func(one *allowance) *int { return &one.connections })
	if !ok {
		return nil, false
	}
	if _, _, ok := takeAll(now, price, v.both(a, now, func(one *allowance) *bucket { return &one.work })...); !ok {
		return nil, false
	}
	return v.counted(held...), true
}

// read takes what it costs to read something before anybody is asked to pay for it,
// and reports whether the address had that much.
func (v *limiter) read(a netip.Addr, price float64) bool {
	now := time.Now()
	v.mu.Lock()
	defer v.mu.Unlock()
	_, _, ok := takeAll(now, price, v.both(a, now, func(one *allowance) *bucket { return &one.work })...)
	return ok
}

// room returns what an address and its network hold open, and whether there may
// be one more where an address may have so many; the caller holds the lock.
func (v *limiter) room(a netip.Addr, now time.Time, most int, part func(*allowance) *int) (held []*int, ok bool) {
	held = []*int{part(v.of(a, now))}
	ok = *held[0] < most
	if wide := v.networkOf(a, now); wide != nil {
		held = append(held, part(wide))
		ok = ok && *held[1] < most*v.limits.Networks
	}
	return held, ok
}

// openSocket counts a socket of a visitor, unless there are too many. What it
// returns counts it back.
func (v *limiter) openSocket(who visitor) (closed func(), ok bool) {
	now := time.Now()
	v.mu.Lock()
	defer v.mu.Unlock()
	held, ok := v.room(who.address, now, v.limits.Sockets, func(one *allowance) *int { return &one.sockets })
	one := v.personOf(who, now)
	address, person := v.heldElsewhere(who, now)
	if !ok || *held[0]+address >= v.limits.Sockets || one != nil && one.sockets+person >= v.limits.PersonSockets {
		return nil, false
	}
	if one != nil {
		held = append(held, &one.sockets)
	}
	return v.counted(held...), true
}

// heldElsewhere returns how many sockets an address and a person hold at other
// nodes; the caller holds the lock.
func (v *limiter) heldElsewhere(who visitor, now time.Time) (address, person int) {
	for _, h := range v.elsewhere {
		if now.Sub(h.at) <= holdsFor {
			address += h.Addresses[who.address]
			person += h.People[who.person]
		}
	}
	return address, person
}

// counted counts what is open, and returns what counts it back; the caller
// holds the lock.
func (v *limiter) counted(held ...*int) (closed func()) {
	for _, n := range held {
		*n++
	}
	return sync.OnceFunc(func() {
		v.mu.Lock()
		defer v.mu.Unlock()
		for _, n := range held {
			*n--
		}
	})
}

// personKept is how long a person is remembered who does nothing. Whoever comes
// back later is a new person to the address's limit.
const personKept = time.Hour

// forget drops those who hold nothing and have long been quiet.
func (v *limiter) forget() {
	now := time.Now()
	v.mu.Lock()
	defer v.mu.Unlock()
	quiet := func(_ netip.Addr, one *allowance) bool { return one.idle(now) }
	maps.DeleteFunc(v.all, quiet)
	maps.DeleteFunc(v.networks, quiet)
	for key, one := range v.people {
		if one.sockets == 0 && now.Sub(one.seen) > personKept {
			delete(v.people, key)
		}
	}
}

// idle reports whether nothing is held and nothing was asked for in a while.
func (one *allowance) idle(now time.Time) bool {
	idle := one.connections == 0 && one.sockets == 0 && one.inFlight == 0
	for _, b := range []*bucket{&one.work, &one.strangers, &one.sessions, &one.games, &one.definitions} {
		b.fill(now)
		idle = idle && b.full()
	}
	return idle
}
