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

// Limiter limits the work, the open connections and the bytes in flight of each address, and the work and the
// open sockets of each person.
type Limiter struct {
	limits  Limits
	onFlood func(fair.Party)

	mu        sync.Mutex
	addresses map[netip.Addr]*quota
	// connections is the total number of open connections.
	connections int
	networks    map[netip.Addr]*quota // IPv6, by /48 prefix
	people      map[game.Hash]*person
	inFlight    int64               // of all addresses
	holders     map[*quota]struct{} // addresses with bytes in flight
	dropped     int64               // number of holds dropped to free memory
	refused     map[string]int64    // by limit
	paced       paced

	surcharge float64                  // factor applied to prices, except those of connections and their bytes
	remote    map[string]remoteSockets // by node
}

// quota is the remaining budget and the open connections of an address, or of all addresses of an IPv6
// network.
type quota struct {
	work, strangers, sessions, games, definitions, studies, subscriptions, accounts, ceremonies, reports bucket

	connections, sockets int
	inFlight             int64
	holds                []*hold   // oldest first; not for networks
	calm                 bucket    // burst before the address counts as busy; see slow
	next                 time.Time // earliest time of the next read
}

// person is the remaining budget and the open sockets of a person.
type person struct {
	work, games bucket
	sockets     int
	seen        time.Time
}

// openSockets contains the number of sockets on a node for each address and person that has many of them
// open.
type openSockets struct {
	Addresses map[netip.Addr]int `json:"addresses,omitempty"`
	People    map[game.Hash]int  `json:"people,omitempty"`
}

// remoteSockets is the latest report of another node about its open sockets.
type remoteSockets struct {
	openSockets
	at time.Time
}

// reportTTL is how long another node's report is valid.
const reportTTL = 4 * time.Second

// NewLimiter returns a limiter. It calls onFlood, unless nil, when it first refuses a party. Further refusals
// belong to the same flood until the bucket that caused them is half full again.
func NewLimiter(l Limits, onFlood func(fair.Party)) *Limiter {
	return &Limiter{
		limits: l, onFlood: onFlood, holders: map[*quota]struct{}{}, refused: map[string]int64{},
		surcharge: 1, remote: map[string]remoteSockets{}, paced: newPaced(time.Now()),
		addresses: map[netip.Addr]*quota{}, networks: map[netip.Addr]*quota{}, people: map[game.Hash]*person{},
	}
}

// quotaOf returns the quota of an address. The caller holds the lock.
func (v *Limiter) quotaOf(a netip.Addr, now time.Time) *quota {
	return v.quotaIn(v.addresses, a, 1, now)
}

// quotaIn returns a quota from a map. If it is missing, quotaIn adds one for n addresses.
func (v *Limiter) quotaIn(all map[netip.Addr]*quota, key netip.Addr, n int, now time.Time) *quota {
	one := all[key]
	if one == nil {
		one = v.limits.quota(n, now)
		all[key] = one
	}
	return one
}

// quota returns the combined quota of n addresses.
func (l *Limits) quota(n int, now time.Time) *quota {
	bucket := func(fill rate.Limit, size int) bucket { return newBucket(fill*rate.Limit(n), size*n, now) }
	return &quota{
		calm:          newBucket(l.Rate/busyRate, l.Burst/busyBurst, now),
		next:          now,
		work:          bucket(l.Rate, l.Burst),
		strangers:     bucket(l.StrangerRate, l.StrangerBurst),
		sessions:      bucket(rate.Every(l.SessionEvery), l.Sessions),
		games:         bucket(rate.Every(l.GameEvery), l.Games),
		definitions:   bucket(rate.Every(l.DefinitionEvery), l.Definitions),
		studies:       bucket(rate.Every(l.StudyEvery), l.Studies),
		subscriptions: bucket(rate.Every(l.SubscriptionEvery), l.Subscriptions),
		accounts:      bucket(rate.Every(l.AccountEvery), l.Accounts),
		ceremonies:    bucket(rate.Every(l.CeremonyEvery), l.Ceremonies),
		reports:       bucket(rate.Every(l.ReportEvery), l.Reports),
	}
}

// networkOf returns the quota that all addresses of an IPv6 network share, or nil for IPv4. Without this
// quota, the owner of a network could use one address after another. The caller holds the lock.
func (v *Limiter) networkOf(a netip.Addr, now time.Time) *quota {
	if !a.Is6() {
		return nil
	}
	return v.quotaIn(v.networks, network(a, 48), v.limits.Networks, now)
}

// addressBuckets returns the bucket that part selects for an address and, for IPv6, for its network. The
// caller holds the lock.
func (v *Limiter) addressBuckets(a netip.Addr, now time.Time, part func(*quota) *bucket) []*bucket {
	from := []*bucket{part(v.quotaOf(a, now))}
	if wide := v.networkOf(a, now); wide != nil {
		from = append(from, part(wide))
	}
	return from
}

// personOf returns the person of a party, or nil for a stranger. Anyone can invent sessions, so each address
// and each IPv6 network may introduce only a limited number of new people; further people count as strangers
// for the time being. The caller holds the lock.
func (v *Limiter) personOf(who fair.Party, now time.Time) *person {
	if (who.Person == game.Hash{}) {
		return nil
	}
	one := v.people[who.Person]
	if one == nil {
		if _, _, ok := takeAll(now, 1, v.addressBuckets(who.Address, now, func(one *quota) *bucket { return &one.sessions })...); !ok {
			v.refused[sessionsLimit]++
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

// work returns the buckets that pay for a party's work. The caller holds the lock.
func (v *Limiter) work(who fair.Party, now time.Time) []*bucket {
	from := v.addressBuckets(who.Address, now, func(one *quota) *bucket { return &one.work })
	if one := v.personOf(who, now); one != nil {
		return append(from, &one.work)
	}
	return append(from, &v.quotaOf(who.Address, now).strangers)
}

// ofAddress returns a function that selects one bucket of a party's address and network.
func (v *Limiter) ofAddress(part func(*quota) *bucket) func(fair.Party, time.Time) []*bucket {
	return func(who fair.Party, now time.Time) []*bucket { return v.addressBuckets(who.Address, now, part) }
}

// Spend charges a party for work, or returns how long to wait. The work, or the refusal, counts towards the
// pace of the party's address.
func (v *Limiter) Spend(who fair.Party, cost float64) (wait time.Duration, ok bool) {
	wait, ok = v.SpendQueued(who, cost)
	if !ok {
		cost = min(cost, MinPrice)
	}
	now := time.Now()
	v.mu.Lock()
	defer v.mu.Unlock()
	v.slow(v.paceOf(who.Address, now), cost, now)
	return wait, ok
}

// SpendQueued is like Spend, for work that waits in a [WorkQueue] and therefore does not count towards the
// pace.
func (v *Limiter) SpendQueued(who fair.Party, cost float64) (wait time.Duration, ok bool) {
	return v.take(who, cost, workLimit, v.work)
}

// CreateGame takes one game from a party's quota, or returns how long to wait. Call refund if no game began.
func (v *Limiter) CreateGame(who fair.Party) (refund func(), wait time.Duration, ok bool) {
	return v.borrow(who, gamesLimit, func(who fair.Party, now time.Time) []*bucket {
		from := v.addressBuckets(who.Address, now, func(one *quota) *bucket { return &one.games })
		if one := v.personOf(who, now); one != nil {
			from = append(from, &one.games)
		}
		return from
	})
}

// AddDefinition takes one definition from an address's quota, or returns how long to wait. Call refund if the
// definition was not saved.
func (v *Limiter) AddDefinition(who fair.Party) (refund func(), wait time.Duration, ok bool) {
	return v.borrow(who, definitionsLimit, v.ofAddress(func(one *quota) *bucket { return &one.definitions }))
}

// borrow takes one token from each bucket returned by of, or returns how long to wait. Calling refund puts
// the tokens back.
func (v *Limiter) borrow(who fair.Party, limit string, of func(fair.Party, time.Time) []*bucket) (refund func(), wait time.Duration, ok bool) {
	var price float64 // the surcharge may change before the refund
	wait, ok = v.take(who, 1, limit, func(who fair.Party, now time.Time) []*bucket {
		price = v.surcharge
		return of(who, now)
	})
	return sync.OnceFunc(func() {
		v.mu.Lock()
		defer v.mu.Unlock()
		for _, b := range of(who, time.Now()) {
			b.left += price
			b.spent -= price
		}
	}), wait, ok
}

// AddStudy takes one study from an address's quota, or returns how long to wait.
func (v *Limiter) AddStudy(who fair.Party) (wait time.Duration, ok bool) {
	return v.take(who, 1, studiesLimit, v.ofAddress(func(one *quota) *bucket { return &one.studies }))
}

// AddSubscription takes one push subscription from an address's quota, or returns how long to wait.
func (v *Limiter) AddSubscription(who fair.Party) (wait time.Duration, ok bool) {
	return v.take(who, 1, subscriptionsLimit, v.ofAddress(func(one *quota) *bucket { return &one.subscriptions }))
}

// AddAccount takes one registration or use of a recovery code from an address's quota, or returns how long to wait.
func (v *Limiter) AddAccount(who fair.Party) (wait time.Duration, ok bool) {
	return v.take(who, 1, accountsLimit, v.ofAddress(func(one *quota) *bucket { return &one.accounts }))
}

// BeginCeremony takes one passkey challenge from an address's quota, or returns how long to wait.
func (v *Limiter) BeginCeremony(who fair.Party) (wait time.Duration, ok bool) {
	return v.take(who, 1, ceremoniesLimit, v.ofAddress(func(one *quota) *bucket { return &one.ceremonies }))
}

// AddReport takes one report or appeal from an address's quota, or returns how long to wait.
func (v *Limiter) AddReport(who fair.Party) (wait time.Duration, ok bool) {
	return v.take(who, 1, reportsLimit, v.ofAddress(func(one *quota) *bucket { return &one.reports }))
}

func (v *Limiter) take(who fair.Party, cost float64, limit string, from func(fair.Party, time.Time) []*bucket) (wait time.Duration, ok bool) {
	now := time.Now()
	v.mu.Lock()
	buckets := from(who, now)
	wait, first, ok := takeAll(now, cost*v.surcharge, buckets...)
	if !ok {
		v.refused[v.refuser(who, cost*v.surcharge, limit, buckets)]++
	}
	v.mu.Unlock()
	if first && v.onFlood != nil {
		v.onFlood(who)
	}
	return wait, ok
}

// refuser returns the name of the limit that refused a cost: that of the person if only its bucket lacks
// tokens, otherwise the given one. The caller holds the lock.
func (v *Limiter) refuser(who fair.Party, cost float64, limit string, buckets []*bucket) string {
	one := v.people[who.Person]
	for _, b := range buckets {
		if !b.has(cost) && (one == nil || b != &one.work && b != &one.games) {
			return limit
		}
	}
	return personLimits[limit]
}

// Charge takes the cost of work that is already done. It may leave a debt.
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

// perAddress returns the number of connections that an address may have open while all addresses together
// have the given number: a quarter of the limit once the total reaches AllConnections, a sixteenth once it
// exceeds that by a fifth, and so on, but at least minConnections.
func (l *Limits) perAddress(all int) int {
	most := l.Connections
	for n := l.AllConnections; all >= n && most > minConnections; n += max(1, l.AllConnections/5) {
		most = max(minConnections, most/4)
	}
	return most
}

// minConnections is enough for a browser.
const minConnections = 4

// connect counts a connection of an address until closed is called. It returns false if the address has too
// many connections, is too busy or cannot pay the price.
func (v *Limiter) connect(a netip.Addr, price float64) (closed func(), ok bool) {
	now := time.Now()
	v.mu.Lock()
	defer v.mu.Unlock()
	most := v.limits.perAddress(v.connections)
	held, ok := v.slots(a, now, most, func(one *quota) *int { return &one.connections })
	if !ok {
		if most < v.limits.Connections {
			v.refused[allConnectionsLimit]++
		} else {
			v.refused[connectionsLimit]++
		}
		return nil, false
	}
	if v.paceOf(a, now).next.Sub(now) >= maxPause { // the connection would be closed at its first read
		v.refused[workLimit]++
		return nil, false
	}
	if !v.pay(a, price, now) {
		return nil, false
	}
	return v.acquire(append(held, &v.connections)...), true
}

// PayAddress charges an address and its network, and reports whether they could pay. Use it before the person is known.
func (v *Limiter) PayAddress(a netip.Addr, price float64) bool {
	v.mu.Lock()
	defer v.mu.Unlock()
	return v.pay(a, price, time.Now())
}

// pay takes a price from an address and its network, and reports whether they could pay. The caller holds the
// lock.
func (v *Limiter) pay(a netip.Addr, price float64, now time.Time) bool {
	_, _, ok := takeAll(now, price, v.addressBuckets(a, now, func(one *quota) *bucket { return &one.work })...)
	if !ok {
		v.refused[workLimit]++
	}
	v.slow(v.paceOf(a, now), price, now)
	return ok
}

// slots returns the counters of an address and its network, and reports whether limit allows one more. The
// caller holds the lock.
func (v *Limiter) slots(a netip.Addr, now time.Time, limit int, part func(*quota) *int) (held []*int, ok bool) {
	held = []*int{part(v.quotaOf(a, now))}
	ok = *held[0] < limit
	if wide := v.networkOf(a, now); wide != nil {
		held = append(held, part(wide))
		ok = ok && *held[1] < limit*v.limits.Networks
	}
	return held, ok
}

// OpenSocket counts a socket of a party until closed is called. It returns false if the party has too many
// sockets.
func (v *Limiter) OpenSocket(who fair.Party) (closed func(), ok bool) {
	now := time.Now()
	v.mu.Lock()
	defer v.mu.Unlock()
	held, ok := v.slots(who.Address, now, v.limits.Sockets, func(one *quota) *int { return &one.sockets })
	one := v.personOf(who, now)
	address, person := v.remoteSockets(who, now)
	switch {
	case !ok || *held[0]+address >= v.limits.Sockets:
		v.refused[socketsLimit]++
		return nil, false
	case one != nil && one.sockets+person >= v.limits.PersonSockets:
		v.refused[personLimits[socketsLimit]]++
		return nil, false
	}
	if one != nil {
		held = append(held, &one.sockets)
	}
	return v.acquire(held...), true
}

// remoteSockets returns how many sockets a party's address and person have open on other nodes. The caller
// holds the lock.
func (v *Limiter) remoteSockets(who fair.Party, now time.Time) (address, person int) {
	for _, h := range v.remote {
		if now.Sub(h.at) <= reportTTL {
			address += h.Addresses[who.Address]
			person += h.People[who.Person]
		}
	}
	return address, person
}

// acquire increments counters. The returned function decrements them. The caller holds the lock.
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

// personTTL is how long an idle person is remembered. After that, the person counts as new to their address.
const personTTL = time.Hour

// EvictIdle removes addresses and networks that are idle, and people without sockets who were last seen more
// than personTTL ago.
func (v *Limiter) EvictIdle() {
	now := time.Now()
	v.mu.Lock()
	defer v.mu.Unlock()
	quiet := func(_ netip.Addr, one *quota) bool { return one.idle(now) }
	maps.DeleteFunc(v.addresses, quiet)
	maps.DeleteFunc(v.networks, quiet)
	maps.DeleteFunc(v.people, func(_ game.Hash, one *person) bool { return one.sockets == 0 && now.Sub(one.seen) > personTTL })
}

// idle reports whether there are no connections, sockets or bytes in flight, and all buckets are full.
func (one *quota) idle(now time.Time) bool {
	one.calm.fill(now)
	idle := one.connections == 0 && one.sockets == 0 && one.inFlight == 0 && one.calm.full()
	for _, b := range one.buckets() {
		b.fill(now)
		idle = idle && b.full()
	}
	return idle
}

// buckets returns the buckets that nodes share, in a fixed order. Append new ones at the end.
func (one *quota) buckets() []*bucket {
	return []*bucket{&one.work, &one.strangers, &one.games, &one.definitions, &one.studies, &one.subscriptions, &one.sessions, &one.accounts, &one.ceremonies, &one.reports}
}

// buckets returns the buckets that nodes share, in a fixed order.
func (one *person) buckets() []*bucket { return []*bucket{&one.work, &one.games} }

// Names of limits in metrics. For a limit per address, the reported usage is that of the address that uses
// the most.
const (
	memoryLimit         = "in-flight"
	unreadLimit         = "in-flight-address"
	allConnectionsLimit = "connections"
	connectionsLimit    = "connections-address"
	socketsLimit        = "sockets-address"
	workLimit           = "units-address"
	gamesLimit          = "games-address"
	definitionsLimit    = "definitions-address"
	studiesLimit        = "studies-address"
	subscriptionsLimit  = "subscriptions-address"
	accountsLimit       = "accounts-address"
	ceremoniesLimit     = "ceremonies-address"
	reportsLimit        = "reports-address"
	sessionsLimit       = "sessions-address"
)

// personLimits contains the limits per person that correspond to limits per address.
var personLimits = map[string]string{workLimit: "units-person", gamesLimit: "games-person", socketsLimit: "sockets-person"}

// State is the usage of a limit, and the number of times that it has refused a client. Bound is 0 if the usage
// is not known; only the refusals are then reported.
type State struct {
	Limit       string
	Used, Bound float64
	Refused     int64
}

// State returns the state of every limit.
func (v *Limiter) State() []State {
	now := time.Now()
	v.mu.Lock()
	defer v.mu.Unlock()
	l := &v.limits
	all := []State{
		{Limit: memoryLimit, Used: float64(v.inFlight), Bound: float64(l.AllInFlight)},
		{Limit: unreadLimit, Bound: float64(l.InFlight)},
		{Limit: connectionsLimit, Bound: float64(l.Connections)},
		{Limit: socketsLimit, Bound: float64(l.Sockets)},
		{Limit: workLimit, Bound: float64(l.Burst)},
		{Limit: gamesLimit, Bound: float64(l.Games)},
		{Limit: definitionsLimit, Bound: float64(l.Definitions)},
		{Limit: studiesLimit, Bound: float64(l.Studies)},
		{Limit: subscriptionsLimit, Bound: float64(l.Subscriptions)},
		{Limit: accountsLimit, Bound: float64(l.Accounts)},
		{Limit: ceremoniesLimit, Bound: float64(l.Ceremonies)},
		{Limit: reportsLimit, Bound: float64(l.Reports)},
		{Limit: sessionsLimit, Bound: float64(l.Sessions)},
		{Limit: allConnectionsLimit, Used: float64(v.connections), Bound: float64(l.AllConnections)},
	}
	for _, one := range v.addresses {
		used := []float64{0, float64(one.inFlight), float64(one.connections), float64(one.sockets)}
		for _, b := range []*bucket{&one.work, &one.games, &one.definitions, &one.studies, &one.subscriptions, &one.accounts, &one.ceremonies, &one.reports, &one.sessions} {
			b.fill(now)
			used = append(used, b.size-b.left)
		}
		for i, n := range used {
			all[i].Used = max(all[i].Used, n)
		}
	}
	for _, name := range personLimits {
		all = append(all, State{Limit: name})
	}
	for i := range all {
		all[i].Refused = v.refused[all[i].Limit]
	}
	return all
}

// Dropped returns the number of connections closed to free memory. Their addresses had the most bytes in
// flight.
func (v *Limiter) Dropped() int64 {
	v.mu.Lock()
	defer v.mu.Unlock()
	return v.dropped
}
