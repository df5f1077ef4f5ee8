// Package fair shares something scarce among many: a queue in which addresses
// take turns, and at each address the people there. Whoever asks for much waits
// behind their own, not in the way of others.
//
// It is start-time fair queueing on two levels. Each address, and each person of
// it, has an account of what it has had; whoever has had least is next. One
// who comes after a while is set to where the others are, so nobody saves up and
// nobody is charged for having been away. What something takes is known only
// afterwards: it is charged as the usual when it begins and settled when it ends.
package fair

import (
	"net/netip"
	"slices"
	"time"
)

// Party is who asks: a person, known by a hash, at an address. Where either is
// not known, all of whom that is true are one.
type Party struct {
	Address netip.Addr
	Person  [32]byte
}

// Item is something in a [Queue].
type Item[T any] struct {
	Value T

	party   Party
	waiting bool
	running bool
}

// Party returns who asked for it.
func (i *Item[T]) Party() Party { return i.party }

// Queue is what waits for its turn. It is not safe for use by several
// goroutines at once.
type Queue[T any] struct {
	usual     time.Duration
	addresses map[netip.Addr]*address[T]
	waiting   int
	running   int
	now       time.Duration // what the one served last had had before
	clock     uint64        // orders those who have had the same
	turns     uint64
}

// New returns a queue of things that usually take so long.
func New[T any](usual time.Duration) *Queue[T] {
	return &Queue[T]{usual: max(1, usual), addresses: map[netip.Addr]*address[T]{}}
}

// account is what somebody has had, and has under way.
type account struct {
	had     time.Duration
	since   uint64 // the lower of two who have had the same goes first
	waiting int
	running int
}

func (a *account) idle() bool { return a.waiting == 0 && a.running == 0 }

// begin takes an account into the rounds again.
func (a *account) begin(now time.Duration, clock uint64) {
	if a.idle() {
		a.had, a.since = max(a.had, now), clock
	}
	a.waiting++
}

// before reports whether an account is to be served first.
func (a *account) before(b *account) bool { return servedFirst(a.had, a.since, b.had, b.since) }

func servedFirst(had time.Duration, since uint64, otherHad time.Duration, otherSince uint64) bool {
	return had < otherHad || had == otherHad && since < otherSince
}

// ahead returns how many of those that wait at an account are served before
// something that another account has at a point of its own.
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

// Len returns how many wait.
func (q *Queue[T]) Len() int { return q.waiting }

// Waiting returns how many wait of an address, and how many of the person there.
func (q *Queue[T]) Waiting(p Party) (ofAddress, ofPerson int) {
	a := q.addresses[p.Address]
	if a == nil {
		return 0, 0
	}
	if one := a.people[p.Person]; one != nil {
		ofPerson = one.waiting
	}
	return a.waiting, ofPerson
}

// Push puts something at the end of what a party waits for.
func (q *Queue[T]) Push(p Party, value T) *Item[T] {
	_, one := q.enter(p)
	i := &Item[T]{Value: value, party: p, waiting: true}
	one.items = append(one.items, i)
	return i
}

// Start notes something of a party that runs already. It counts until it is
// settled, like what was taken out.
func (q *Queue[T]) Start(p Party, value T) *Item[T] {
	a, one := q.enter(p)
	q.run(a, one)
	return &Item[T]{Value: value, party: p, running: true}
}

// enter counts one more that waits at the accounts of a party.
func (q *Queue[T]) enter(p Party) (*address[T], *person[T]) {
	if q.waiting == 0 && q.running == 0 {
		clear(q.addresses) // nobody has had to wait for anybody
		q.now = 0
	}
	a := q.addresses[p.Address]
	if a == nil {
		a = &address[T]{people: map[[32]byte]*person[T]{}}
		q.addresses[p.Address] = a
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

// run lets one of those that wait at two accounts begin, and charges the usual.
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

// Pop takes out what is next, nil if nothing waits. It counts as running until
// it is settled.
func (q *Queue[T]) Pop() *Item[T] {
	a := first(q.addresses, func(a *address[T]) *account { return &a.account })
	if a == nil {
		return nil
	}
	one := first(a.people, func(p *person[T]) *account { return &p.account })
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

// first returns the one among those with something waiting that is next.
func first[K comparable, V any](all map[K]V, of func(V) *account) (next V) {
	var least *account
	for _, one := range all {
		if a := of(one); a.waiting > 0 && (least == nil || a.before(least)) {
			next, least = one, a
		}
	}
	return next
}

// minCharge is which part of the usual is charged at least.
const minCharge = 100

// Settle ends what was running, and charges what it took.
func (q *Queue[T]) Settle(i *Item[T], took time.Duration) {
	if !i.running {
		return
	}
	i.running = false
	took = max(took, q.usual/minCharge) // nothing is for nothing
	a := q.addresses[i.party.Address]
	one := a.people[i.party.Person]
	for _, account := range []*account{&a.account, &one.account} {
		account.had += took - q.usual
		account.running--
	}
	q.running--
	q.forget(i.party)
}

// Remove takes something out that waits, and reports whether it did.
func (q *Queue[T]) Remove(i *Item[T]) bool {
	if !i.waiting {
		return false
	}
	i.waiting = false
	a := q.addresses[i.party.Address]
	one := a.people[i.party.Person]
	at := slices.Index(one.items, i)
	one.items = slices.Delete(one.items, at, at+1)
	one.waiting--
	a.waiting--
	q.waiting--
	q.forget(i.party)
	return true
}

// forget drops the account of a party that has nothing here and is not ahead of
// the others.
func (q *Queue[T]) forget(p Party) {
	a := q.addresses[p.Address]
	if one := a.people[p.Person]; one.idle() && one.had <= a.now {
		delete(a.people, p.Person)
	}
	if a.idle() && a.had <= q.now {
		delete(q.addresses, p.Address)
	}
}

// sweepEvery is after how many turns the accounts are looked through for those
// that have been caught up with since.
const sweepEvery = 256

func (q *Queue[T]) sweep() {
	for key, a := range q.addresses {
		for name, one := range a.people {
			if one.idle() && one.had <= a.now {
				delete(a.people, name)
			}
		}
		if a.idle() && a.had <= q.now {
			delete(q.addresses, key)
		}
	}
}

// Place returns how many are served before something that waits, if nobody
// else comes and all takes as long as usual; 0 for what does not wait.
func (q *Queue[T]) Place(i *Item[T]) int {
	if !i.waiting {
		return 0
	}
	a := q.addresses[i.party.Address]
	one := a.people[i.party.Person]
	return q.place(a, one, slices.Index(one.items, i))
}

// PlaceOf returns the place that something new of a party would have.
func (q *Queue[T]) PlaceOf(p Party) int {
	a, one := address[T]{account: account{since: q.clock + 1}}, person[T]{account: account{since: q.clock + 1}}
	if had := q.addresses[p.Address]; had != nil {
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

// place returns how many are served before what a person waits for, after so
// many of their own.
func (q *Queue[T]) place(a *address[T], one *person[T], depth int) int {
	n := depth
	had := one.had + time.Duration(depth)*q.usual
	for _, other := range a.people {
		if other.since != one.since {
			n += other.ahead(q.usual, had, one.since)
		}
	}
	before := n
	had = a.had + time.Duration(before)*q.usual
	for _, other := range q.addresses {
		if other.since != a.since {
			n += other.ahead(q.usual, had, a.since)
		}
	}
	return n
}

// Crowded returns what came last of the person for whom most waits at the
// address for which most waits, nil if nothing waits: what to give up where
// there is no more room.
func (q *Queue[T]) Crowded() *Item[T] {
	var most *address[T]
	for _, a := range q.addresses {
		if a.waiting > 0 && (most == nil || a.waiting > most.waiting || a.waiting == most.waiting && most.before(&a.account)) {
			most = a
		}
	}
	if most == nil {
		return nil
	}
	var one *person[T]
	for _, p := range most.people {
		if p.waiting > 0 && (one == nil || p.waiting > one.waiting || p.waiting == one.waiting && one.before(&p.account)) {
			one = p
		}
	}
	return one.items[len(one.items)-1]
}

// All returns everything that waits, in no order.
func (q *Queue[T]) All() []*Item[T] {
	all := make([]*Item[T], 0, q.waiting)
	for _, a := range q.addresses {
		for _, one := range a.people {
			all = append(all, one.items...)
		}
	}
	return all
}
