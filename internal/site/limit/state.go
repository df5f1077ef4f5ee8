package limit

import "time"

// Names of limits in metrics. The bound of one address is compared with the address that
// uses most of it.
const (
	memoryLimit        = "in-flight"
	unreadLimit        = "in-flight-address"
	connectionsLimit   = "connections-address"
	socketsLimit       = "sockets-address"
	workLimit          = "units-address"
	gamesLimit         = "games-address"
	definitionsLimit   = "definitions-address"
	studiesLimit       = "studies-address"
	subscriptionsLimit = "subscriptions-address"
)

// State is how much of a limit is used, and how often it has refused a client.
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
	}
	for _, one := range v.addresses {
		used := []float64{0, float64(one.inFlight), float64(one.connections), float64(one.sockets)}
		for _, b := range []*bucket{&one.work, &one.games, &one.definitions, &one.studies, &one.subscriptions} {
			b.fill(now)
			used = append(used, b.size-b.left)
		}
		for i, n := range used {
			all[i].Used = max(all[i].Used, n)
		}
	}
	for i := range all {
		all[i].Refused = v.refused[all[i].Limit]
	}
	return all
}

// Dropped returns how many readers were disconnected because their address held more
// memory than any other when there was none left.
func (v *Limiter) Dropped() int64 {
	v.mu.Lock()
	defer v.mu.Unlock()
	return v.dropped
}
