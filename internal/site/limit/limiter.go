package limit

import (
	"maps"
	"net/netip"
	"sync"
	"time"

	"golang.org/x/time/rate"

	"github.com/tainchess/tain/internal/play/fair"
	"github.com/tainchess/tain/internal/play/game"
)

// Limiter is the limits per address and per person: it remembers what each has
// asked for lately.
type Limiter struct {
	limits  Limits
	onFlood func(fair.Party)

	mu        sync.Mutex
	addresses map[netip.Addr]*quota
	networks  map[netip.Addr]*quota // of IPv6, by their /48 prefix
	people    map[game.Hash]*person
	inFlight  int64 // of all

	surcharge float64                  // how many times as much everything costs
	remote    map[string]remoteSockets // what is held open at other nodes
}

// quota is what one address does, or all those of an IPv6 network.
type quota struct {
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

// openSockets is how many sockets are open at a node, where there are many.
type openSockets struct {
	Addresses map[netip.Addr]int `json:"addresses,omitempty"`
	People    map[game.Hash]int  `json:"people,omitempty"`
}

// remoteSockets is what another node holds open.
type remoteSockets struct {
	openSockets
	at time.Time
}

// reportTTL is how long what another node tells is believed.
const reportTTL = 4 * time.Second

// NewLimiter returns a limiter. It calls onFlood, which may be nil, once when
// somebody begins to ask for too much.
func NewLimiter(l Limits, onFlood func(fair.Party)) *Limiter {
	return &Limiter{
		limits: l, onFlood: onFlood,
		surcharge: 1, remote: map[string]remoteSockets{},
		addresses: map[netip.Addr]*quota{}, networks: map[netip.Addr]*quota{}, people: map[game.Hash]*person{},
	}
}

// quotaOf returns the record of an address; the caller holds the lock.
func (v *Limiter) quotaOf(a netip.Addr, now time.Time) *quota {
	one := v.addresses[a]
	if one == nil {
		one = v.limits.quota(1, now)
		v.addresses[a] = one
	}
	return one
}

// quota returns that of so many addresses together.
func (l *Limits) quota(times int, now time.Time) *quota {
	bucket := func(fill rate.Limit, size int) bucket { return newBucket(fill*rate.Limit(times), size*times, now) }
	return &quota{
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
func (v *Limiter) networkOf(a netip.Addr, now time.Time) *quota {
	if !a.Is6() {
		return nil
	}
	key := network(a, 48)
	one := v.networks[key]
	if one == nil {
		one = v.limits.quota(v.limits.Networks, now)
		v.networks[key] = one
	}
	return one
}

// addressBuckets returns one part of what an address does, and of what its network does if
// it is of one; the caller holds the lock.
func (v *Limiter) addressBuckets(a netip.Addr, now time.Time, part func(*quota) *bucket) []*bucket {
	from := []*bucket{part(v.quotaOf(a, now))}
	if wide := v.networkOf(a, now); wide != nil {
		from = append(from, part(wide))
	}
	return from
}

// personOf returns the record of a person, nil for a stranger; the caller holds
// the lock. Anybody can make up a session: so an address may bring only so
// many new ones, and those beyond are strangers for now.
func (v *Limiter) personOf(who fair.Party, now time.Time) *person {
	if (who.Person == game.Hash{}) {
		return nil
	}
	one := v.people[who.Person]
	if one == nil {
		if _, _, ok := takeAll(now, 1, &v.quotaOf(who.Address, now).sessions); !ok {
			return nil
		}
		one = v.newPerson(now)
		v.people[who.Person] = one
	}
	one.seen = now
	return one
}

func (v *Limiter) newPerson(now time.Time) *person {
	l := &v.limits
	return &person{
		work: newBucket(l.PersonRate, l.PersonBurst, now), games: newBucket(rate.Every(l.PersonGameEvery), l.PersonGames, now), seen: now,
	}
}

// work returns what a party's work is taken from; the caller holds the lock.
func (v *Limiter) work(who fair.Party, now time.Time) []*bucket {
	from := v.addressBuckets(who.Address, now, func(one *quota) *bucket { return &one.work })
	if one := v.personOf(who, now); one != nil {
		return append(from, &one.work)
	}
	return append(from, &v.quotaOf(who.Address, now).strangers)
}

// Spend takes the cost of a request from a party, or tells how long to wait.
func (v *Limiter) Spend(who fair.Party, cost float64) (wait time.Duration, ok bool) {
	return v.take(who, cost, v.work)
}

// CreateGame takes one of the games that a party may create, or tells how long to
// wait. Calling back gives it back, if none was begun.
func (v *Limiter) CreateGame(who fair.Party) (back func(), wait time.Duration, ok bool) {
	return v.borrow(who, func(who fair.Party, now time.Time) []*bucket {
		from := v.addressBuckets(who.Address, now, func(one *quota) *bucket { return &one.games })
		if one := v.personOf(who, now); one != nil {
			from = append(from, &one.games)
		}
		return from
	})
}

// AddDefinition takes one of the definitions that an address may bring along, or tells
// how long it must wait. Calling back gives it back, if nothing was kept.
func (v *Limiter) AddDefinition(who fair.Party) (back func(), wait time.Duration, ok bool) {
	return v.borrow(who, func(who fair.Party, now time.Time) []*bucket {
		return v.addressBuckets(who.Address, now, func(one *quota) *bucket { return &one.definitions })
	})
}

// borrow takes one of what a party may have, and returns what gives it back.
func (v *Limiter) borrow(who fair.Party, of func(fair.Party, time.Time) []*bucket) (back func(), wait time.Duration, ok bool) {
	wait, ok = v.take(who, 1, of)
	return sync.OnceFunc(func() {
		v.mu.Lock()
		defer v.mu.Unlock()
		for _, b := range of(who, time.Now()) {
			b.left += v.surcharge
			b.spent -= v.surcharge
		}
	}), wait, ok
}

// AddStudy takes one of the studies that an address may bring along, or tells how
// long it must wait.
func (v *Limiter) AddStudy(who fair.Party) (wait time.Duration, ok bool) {
	return v.take(who, 1, func(who fair.Party, now time.Time) []*bucket {
		return v.addressBuckets(who.Address, now, func(one *quota) *bucket { return &one.studies })
	})
}

// AddSubscription takes one of the browsers that an address may bring along, or
// tells how long it must wait.
func (v *Limiter) AddSubscription(who fair.Party) (wait time.Duration, ok bool) {
	return v.take(who, 1, func(who fair.Party, now time.Time) []*bucket {
		return v.addressBuckets(who.Address, now, func(one *quota) *bucket { return &one.subscriptions })
	})
}

func (v *Limiter) take(who fair.Party, cost float64, from func(fair.Party, time.Time) []*bucket) (wait time.Duration, ok bool) {
	now := time.Now()
	v.mu.Lock()
	wait, first, ok := takeAll(now, cost*v.surcharge, from(who, now)...)
	v.mu.Unlock()
	if first && v.onFlood != nil {
		v.onFlood(who)
	}
	return wait, ok
}

// Charge takes what work has cost that is done already. It may leave a debt.
func (v *Limiter) Charge(who fair.Party, cost float64) {
	now := time.Now()
	v.mu.Lock()
	defer v.mu.Unlock()
	for _, b := range v.work(who, now) {
		b.fill(now)
		b.left -= cost * v.surcharge
		b.spent += cost * v.surcharge
	}
}

// Hold counts bytes that are held in memory for an address, unless there are
// too many. One answer may always be held. What it returns counts them back.
func (v *Limiter) Hold(a netip.Addr, n int64) (release func(), ok bool) {
	v.mu.Lock()
	defer v.mu.Unlock()
	now := time.Now()
	held := []*int64{&v.quotaOf(a, now).inFlight, &v.inFlight}
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
func (v *Limiter) connect(a netip.Addr, price float64) (closed func(), ok bool) {
	now := time.Now()
	v.mu.Lock()
	defer v.mu.Unlock()
	held, ok := v.slots(a, now, v.limits.Connections, func(one *quota) *int { return &one.connections })
	if !ok {
		return nil, false
	}
	if _, _, ok := takeAll(now, price, v.addressBuckets(a, now, func(one *quota) *bucket { return &one.work })...); !ok {
		return nil, false
	}
	return v.acquire(held...), true
}

// payHeading takes what it costs to read something before anybody is asked to pay for it,
// and reports whether the address had that much.
func (v *Limiter) payHeading(a netip.Addr, price float64) bool {
	now := time.Now()
	v.mu.Lock()
	defer v.mu.Unlock()
	_, _, ok := takeAll(now, price, v.addressBuckets(a, now, func(one *quota) *bucket { return &one.work })...)
	return ok
}

// slots returns what an address and its network hold open, and whether there may
// be one more where an address may have so many; the caller holds the lock.
func (v *Limiter) slots(a netip.Addr, now time.Time, most int, part func(*quota) *int) (held []*int, ok bool) {
	held = []*int{part(v.quotaOf(a, now))}
	ok = *held[0] < most
	if wide := v.networkOf(a, now); wide != nil {
		held = append(held, part(wide))
		ok = ok && *held[1] < most*v.limits.Networks
	}
	return held, ok
}

// OpenSocket counts a socket of a party, unless there are too many. What it
// returns counts it back.
func (v *Limiter) OpenSocket(who fair.Party) (closed func(), ok bool) {
	now := time.Now()
	v.mu.Lock()
	defer v.mu.Unlock()
	held, ok := v.slots(who.Address, now, v.limits.Sockets, func(one *quota) *int { return &one.sockets })
	one := v.personOf(who, now)
	address, person := v.remoteSockets(who, now)
	if !ok || *held[0]+address >= v.limits.Sockets || one != nil && one.sockets+person >= v.limits.PersonSockets {
		return nil, false
	}
	if one != nil {
		held = append(held, &one.sockets)
	}
	return v.acquire(held...), true
}

// remoteSockets returns how many sockets an address and a person hold at other
// nodes; the caller holds the lock.
func (v *Limiter) remoteSockets(who fair.Party, now time.Time) (address, person int) {
	for _, h := range v.remote {
		if now.Sub(h.at) <= reportTTL {
			address += h.Addresses[who.Address]
			person += h.People[who.Person]
		}
	}
	return address, person
}

// acquire counts what is open, and returns what counts it back; the caller
// holds the lock.
func (v *Limiter) acquire(held ...*int) (closed func()) {
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

// InFlight returns how many bytes are held for all who read.
func (v *Limiter) InFlight() int64 {
	v.mu.Lock()
	defer v.mu.Unlock()
	return v.inFlight
}

// personTTL is how long a person is remembered who does nothing. Whoever comes
// back later is a new person to the address's limit.
const personTTL = time.Hour

// EvictIdle drops those who hold nothing and have long been quiet.
func (v *Limiter) EvictIdle() {
	now := time.Now()
	v.mu.Lock()
	defer v.mu.Unlock()
	quiet := func(_ netip.Addr, one *quota) bool { return one.idle(now) }
	maps.DeleteFunc(v.addresses, quiet)
	maps.DeleteFunc(v.networks, quiet)
	for key, one := range v.people {
		if one.sockets == 0 && now.Sub(one.seen) > personTTL {
			delete(v.people, key)
		}
	}
}

// idle reports whether nothing is held and nothing was asked for in a while.
func (one *quota) idle(now time.Time) bool {
	idle := one.connections == 0 && one.sockets == 0 && one.inFlight == 0
	for _, b := range []*bucket{&one.work, &one.strangers, &one.sessions, &one.games, &one.definitions} {
		b.fill(now)
		idle = idle && b.full()
	}
	return idle
}
