// Package fair shares a scarce resource among many parties. It implements a queue in which addresses
// take turns, and so do the people at each address. A party with many requests waits behind its own
// requests, instead of delaying others. The addresses of an IPv6 network share a few accounts.
//
// The algorithm is start-time fair queueing on two levels. Each address, and each person at it, has an
// account of the time it has used. The account that has used the least time is served next. An account
// that was idle starts level with the others, so nobody can save up time and nobody is penalised for
// being away. The duration of an item is only known afterwards: the queue charges the usual time when
// the item starts, and corrects the charge when it ends.
package fair

import (
	"maps"
	"net/netip"
	"slices"
	"time"
)

// Party identifies a client: a person, identified by a hash, at an address. Parties whose address is
// unknown share one address account, and unknown people at an address share one person account.
type Party struct {
	Address netip.Addr
	Person  [32]byte
}

// NetworkShares is the number of accounts that all addresses of an IPv6 /48 network share.
const NetworkShares = 4

// Account returns the address whose account an address uses. The addresses of an IPv6 /48 network are divided
// into [NetworkShares] parts, each with one account. Otherwise, the owner of a network could use its 65,536 /64
// networks one after another. Account returns other addresses unchanged.
func Account(a netip.Addr) netip.Addr {
	if !a.Is6() || a.Is4In6() {
		return a
	}
	b := a.As16()
	// Multiplying spreads consecutive subnets, and most evenly spaced ones, over all parts.
	subnet := uint32(b[6])<<8 | uint32(b[7])
	clear(b[6:])
	b[7] = byte(subnet * 40503 % (1 << 16) * NetworkShares >> 16)
	return netip.AddrFrom16(b)
}

// Item is an entry of a [Queue].
type Item[T any] struct {
	Value T

	party   Party
	waiting bool
	running bool
}

// Party returns the party that the item belongs to.
func (i *Item[T]) Party() Party { return i.party }

// Queue is a fair queue. It is not safe for concurrent use.
type Queue[T any] struct {
	usual     time.Duration
	addresses map[netip.Addr]*address[T] // by account
	waiting   int
	running   int
	now       time.Duration // the most time that a served account had used when it was served
	clock     uint64        // orders accounts that have used the same time
	turns     uint64
}

// New returns an empty queue for items that usually take a given time.
func New[T any](usual time.Duration) *Queue[T] {
	return &Queue[T]{usual: max(1, usual), addresses: map[netip.Addr]*address[T]{}}
}

// account records the time that an address or a person has used, and counts its items.
type account struct {
	had     time.Duration
	since   uint64 // breaks ties between accounts that have used the same time; the lower is served first
	waiting int
	running int
}

func (a *account) idle() bool { return a.waiting == 0 && a.running == 0 }

// settled reports whether an account can be removed: it is idle and not ahead of the others.
func (a *account) settled(now time.Duration) bool { return a.idle() && a.had <= now }

// begin adds a waiting item. An idle account starts level with the others.
func (a *account) begin(now time.Duration, clock uint64) {
	if a.idle() {
		a.had, a.since = max(a.had, now), clock
	}
	a.waiting++
}

// before reports whether an account is served before another.
func (a *account) before(b *account) bool { return servedFirst(a.had, a.since, b.had, b.since) }

func servedFirst(had time.Duration, since uint64, otherHad time.Duration, otherSince uint64) bool {
	return had < otherHad || had == otherHad && since < otherSince
}

// ahead returns how many of the account's waiting items are served before an item of another account with the
// given time and tie-breaker.
func (a *account) ahead(usual, had time.Duration, since uint64) int {
	apart := had - a.had
	if apart < 0 {
		return 0
	}
	n := int(min(apart/usual, time.Duration(a.waiting)))
	if servedFirst(a.had+time.Duration(n)*usual, a.since, had, since) {
		n++
	}
	return min(n, a.waiting)
}

type address[T any] struct {
	account
	people map[[32]byte]*person[T]
	now    time.Duration
}

type person[T any] struct {
	account
	items []*Item[T]
}

// Len returns the number of waiting items.
func (q *Queue[T]) Len() int { return q.waiting }

// Waiting returns how many items are waiting in the account of a party's address, and how many of these
// belong to the party's person.
func (q *Queue[T]) Waiting(p Party) (ofAddress, ofPerson int) {
	a := q.addresses[Account(p.Address)]
	if a == nil {
		return 0, 0
	}
	if one := a.people[p.Person]; one != nil {
		ofPerson = one.waiting
	}
	return a.waiting, ofPerson
}

// Push adds an item after the party's other items.
func (q *Queue[T]) Push(p Party, value T) *Item[T] {
	_, one := q.enter(p)
	i := &Item[T]{Value: value, party: p, waiting: true}
	one.items = append(one.items, i)
	return i
}

// Start records an item that is already running. It counts until it is settled, like a popped item.
func (q *Queue[T]) Start(p Party, value T) *Item[T] {
	a, one := q.enter(p)
	q.run(a, one)
	return &Item[T]{Value: value, party: p, running: true}
}

// enter adds a waiting item to the accounts of a party.
func (q *Queue[T]) enter(p Party) (*address[T], *person[T]) {
	if q.waiting == 0 && q.running == 0 {
		clear(q.addresses) // the queue is idle, so past use does not matter
		q.now = 0
	}
	a := q.addresses[Account(p.Address)]
	if a == nil {
		a = &address[T]{people: map[[32]byte]*person[T]{}}
		q.addresses[Account(p.Address)] = a
	}
	one := a.people[p.Person]
	if one == nil {
		one = &person[T]{}
		a.people[p.Person] = one
	}
	q.clock++
	one.begin(a.now, q.clock)
	a.begin(q.now, q.clock)
	q.waiting++
	return a, one
}

// run starts a waiting item and charges the usual time to its address and person.
func (q *Queue[T]) run(a *address[T], one *person[T]) {
	q.now, a.now = max(q.now, a.had), max(a.now, one.had)
	for _, account := range []*account{&a.account, &one.account} {
		account.had += q.usual
		account.waiting--
		account.running++
	}
	q.waiting--
	q.running++
}

// Pop removes and returns the next item, or nil if none is waiting. The item counts as running until it is
// settled.
func (q *Queue[T]) Pop() *Item[T] {
	a := best(q.addresses, func(a *address[T]) *account { return &a.account }, (*account).before)
	if a == nil {
		return nil
	}
	one := best(a.people, func(p *person[T]) *account { return &p.account }, (*account).before)
	i := one.items[0]
	one.items = one.items[1:]
	i.waiting, i.running = false, true
	q.run(a, one)
	q.turns++
	if q.turns%sweepEvery == 0 {
		q.sweep()
	}
	return i
}

// best returns the value with the best account among those with waiting items, or the zero value if
// there are none.
func best[K comparable, V any](all map[K]V, of func(V) *account, better func(a, b *account) bool) (next V) {
	var least *account
	for _, one := range all {
		if a := of(one); a.waiting > 0 && (least == nil || better(a, least)) {
			next, least = one, a
		}
	}
	return next
}

// An item is charged at least the usual time divided by minCharge.
const minCharge = 100

// Settle ends a running item and corrects its charge to the time it took.
func (q *Queue[T]) Settle(i *Item[T], took time.Duration) {
	if !i.running {
		return
	}
	i.running = false
	took = max(took, q.usual/minCharge) // no item is free
	a := q.addresses[Account(i.party.Address)]
	one := a.people[i.party.Person]
	for _, account := range []*account{&a.account, &one.account} {
		account.had += took - q.usual
		account.running--
	}
	q.running--
	q.forget(i.party)
}

// Remove removes a waiting item, and reports whether it was waiting.
func (q *Queue[T]) Remove(i *Item[T]) bool {
	if !i.waiting {
		return false
	}
	i.waiting = false
	a := q.addresses[Account(i.party.Address)]
	one := a.people[i.party.Person]
	at := slices.Index(one.items, i)
	one.items = slices.Delete(one.items, at, at+1)
	one.waiting--
	a.waiting--
	q.waiting--
	q.forget(i.party)
	return true
}

// forget removes a party's accounts if they are settled.
func (q *Queue[T]) forget(p Party) {
	a := q.addresses[Account(p.Address)]
	if one := a.people[p.Person]; one.settled(a.now) {
		delete(a.people, p.Person)
	}
	if a.settled(q.now) {
		delete(q.addresses, Account(p.Address))
	}
}

// sweepEvery is the number of turns between sweeps for settled accounts.
const sweepEvery = 256

func (q *Queue[T]) sweep() {
	for _, a := range q.addresses {
		maps.DeleteFunc(a.people, func(_ [32]byte, one *person[T]) bool { return one.settled(a.now) })
	}
	maps.DeleteFunc(q.addresses, func(_ netip.Addr, a *address[T]) bool { return a.settled(q.now) })
}

// Place returns how many items are served before a waiting item, assuming that no others arrive and all take
// the usual time. It returns 0 for an item that is not waiting.
func (q *Queue[T]) Place(i *Item[T]) int {
	if !i.waiting {
		return 0
	}
	a := q.addresses[Account(i.party.Address)]
	one := a.people[i.party.Person]
	return q.place(a, one, slices.Index(one.items, i))
}

// PlaceOf returns the place that a new item of a party would have.
func (q *Queue[T]) PlaceOf(p Party) int {
	a, one := address[T]{account: account{since: q.clock + 1}}, person[T]{account: account{since: q.clock + 1}}
	if had := q.addresses[Account(p.Address)]; had != nil {
		a = *had
		if known := had.people[p.Person]; known != nil {
			one = *known
		}
	}
	if a.idle() {
		a.had, a.since = max(a.had, q.now), q.clock+1
	}
	if one.idle() {
		one.had, one.since = max(one.had, a.now), q.clock+1
	}
	return q.place(&a, &one, one.waiting)
}

// place returns how many items are served before an item of a person. depth is how many of the person's own
// items are ahead of it.
func (q *Queue[T]) place(a *address[T], one *person[T], depth int) int {
	n := depth
	had := one.had + time.Duration(depth)*q.usual
	for _, other := range a.people {
		if other.since != one.since {
			n += other.ahead(q.usual, had, one.since)
		}
	}
	had = a.had + time.Duration(n)*q.usual
	for _, other := range q.addresses {
		if other.since != a.since {
			n += other.ahead(q.usual, had, a.since)
		}
	}
	return n
}

// Crowded returns the last item of the person with the most waiting items at the address with the most
// waiting items, or nil if none is waiting. It is the item to drop when the queue is full.
func (q *Queue[T]) Crowded() *Item[T] {
	a := best(q.addresses, func(a *address[T]) *account { return &a.account }, (*account).crowds)
	if a == nil {
		return nil
	}
	one := best(a.people, func(p *person[T]) *account { return &p.account }, (*account).crowds)
	return one.items[len(one.items)-1]
}

// crowds reports whether an account has more waiting items than another, or as many and is served later.
func (a *account) crowds(b *account) bool {
	return a.waiting > b.waiting || a.waiting == b.waiting && b.before(a)
}

// All returns all waiting items, in no particular order.
func (q *Queue[T]) All() []*Item[T] {
	all := make([]*Item[T], 0, q.waiting)
	for _, a := range q.addresses {
		for _, one := range a.people {
			all = append(all, one.items...)
		}
	}
	return all
}
