package memory

import (
	"cmp"
	"context"
	"maps"
	"slices"

	"github.com/tainchess/tain/internal/people"
	"github.com/tainchess/tain/internal/people/rating"
	"github.com/tainchess/tain/internal/play/game"
	"github.com/tainchess/tain/internal/play/room"
	"github.com/tainchess/tain/internal/site/store"
)

// ratings contains the ratings of a store.
type ratings struct {
	standings   map[standing]rating.Standing
	games       map[string]rating.Game // the players are in the games
	adjustments map[string]rating.Adjustment
	addresses   map[personAddress]int64 // when last used
}

// personAddress is an address from which a person has begun rated games.
type personAddress struct {
	person  game.Hash
	address string
}

// standing identifies a person's rating in a pool.
type standing struct {
	person game.Hash
	pool   rating.Pool
}

func newRatings() ratings {
	return ratings{map[standing]rating.Standing{}, map[string]rating.Game{}, map[string]rating.Adjustment{}, map[personAddress]int64{}}
}

// rate changes the ratings of a game's players if the game is rated and has ended, unless it has been rated before or exceeds
// rating.DayLimit. The caller holds the lock.
func (m *Store) rate(e *room.Entry) {
	g, ok := store.RatedOf(e)
	if _, done := m.ratings.games[e.ID]; !ok || done {
		return
	}
	g.White.Person, g.Black.Person = e.White.Session, e.Black.Session
	for _, p := range []*rating.Player{&g.White, &g.Black} {
		a, ok := m.accounts.accounts[p.Person]
		if !ok {
			return
		}
		p.Bot, p.Before = a.Role == people.Bot, rating.New()
		if s, ok := m.ratings.standings[standing{p.Person, g.Pool}]; ok {
			p.Before = s.Rating
		}
	}
	if !g.White.Bot && !g.Black.Bot && (m.exceeded(&g, g.White.Person, g.Black.Person) || m.exceeded(&g, g.Black.Person, g.White.Person)) {
		return
	}
	g.Rate()
	m.ratings.games[e.ID] = g
	for _, p := range []*rating.Player{&g.White, &g.Black} {
		if g.Changes(p) {
			m.ratings.standings[standing{p.Person, g.Pool}] = rating.Standing{Person: p.Person, Bot: p.Bot, Pool: g.Pool, Rating: p.After}
		}
	}
}

// exceeded reports whether a game exceeds rating.DayLimit for one of its players. The caller holds the lock.
func (m *Store) exceeded(g *rating.Game, person, opponent game.Hash) bool {
	since := g.At - rating.Day.Milliseconds()
	describe := func(other game.Hash) rating.Rival {
		o := rating.Rival{Person: other}
		for key, seen := range m.ratings.addresses {
			if key.person == person && seen >= since {
				at, ok := m.ratings.addresses[personAddress{other, key.address}]
				o.Neighbour = o.Neighbour || ok && at >= since
			}
		}
		return o
	}
	var recent []rating.Rival
	for _, played := range m.rated(func(p *rating.Game) bool {
		return p.Pool == g.Pool && p.Of(person) != nil && p.At > since && p.At <= g.At
	}, byID) {
		other := played.White.Person
		if other == person {
			other = played.Black.Person
		}
		recent = append(recent, describe(other))
	}
	return rating.Exceeded(describe(opponent), recent)
}

// UseAddress records that a person has begun a rated game from an address.
func (m *Store) UseAddress(_ context.Context, person game.Hash, address string, at int64) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	key := personAddress{person, address}
	m.ratings.addresses[key] = max(at, m.ratings.addresses[key])
	return nil
}

// Addresses returns the addresses from which a person has begun rated games, latest first, each with up to limit other
// people.
func (m *Store) Addresses(_ context.Context, person game.Hash, limit int) (list []rating.Address, _ error) {
	m.mu.RLock()
	defer m.mu.RUnlock()
	for key, seen := range m.ratings.addresses {
		if key.person != person {
			continue
		}
		a := rating.Address{Address: key.address, Seen: seen}
		for other := range m.ratings.addresses {
			if other.address == key.address && other.person != person {
				a.Others = append(a.Others, other.person)
			}
		}
		slices.SortFunc(a.Others, func(x, y game.Hash) int {
			return cmp.Or(cmp.Compare(m.ratings.addresses[personAddress{y, key.address}], m.ratings.addresses[personAddress{x, key.address}]), compareHash(x, y))
		})
		a.Others = a.Others[:min(limit, len(a.Others))]
		list = append(list, a)
	}
	slices.SortFunc(list, func(x, y rating.Address) int {
		return cmp.Or(cmp.Compare(y.Seen, x.Seen), cmp.Compare(x.Address, y.Address))
	})
	return list[:min(limit, len(list))], nil
}

// ForgetAddresses deletes the addresses last used before a time.
func (m *Store) ForgetAddresses(_ context.Context, before int64) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	maps.DeleteFunc(m.ratings.addresses, func(_ personAddress, seen int64) bool { return seen < before })
	return nil
}

// rated returns the rated games that match, with their players, sorted. The caller holds the lock.
func (m *Store) rated(match func(g *rating.Game) bool, order func(a, b rating.Game) int) (all []rating.Game) {
	for id, g := range m.ratings.games {
		g.White.Person, g.Black.Person = m.games[id].entry.White.Session, m.games[id].entry.Black.Session
		if match(&g) {
			all = append(all, g)
		}
	}
	slices.SortFunc(all, order)
	return all
}

func byID(a, b rating.Game) int { return cmp.Compare(a.ID, b.ID) }

// Ratings returns the ratings of a person, by pool.
func (m *Store) Ratings(_ context.Context, person game.Hash) ([]rating.Standing, error) {
	m.mu.RLock()
	defer m.mu.RUnlock()
	return listed(m.ratings.standings, func(s rating.Standing) bool { return s.Person == person }, func(a, b rating.Standing) int {
		return cmp.Or(cmp.Compare(a.Pool.Variant, b.Pool.Variant), cmp.Compare(a.Pool.Speed, b.Pool.Speed))
	}), nil
}

// RatingsIn returns the ratings of people in a pool, omitting people without games.
func (m *Store) RatingsIn(_ context.Context, pool rating.Pool, persons ...game.Hash) (map[game.Hash]rating.Rating, error) {
	m.mu.RLock()
	defer m.mu.RUnlock()
	found := map[game.Hash]rating.Rating{}
	for _, person := range persons {
		if s, ok := m.ratings.standings[standing{person, pool}]; ok {
			found[person] = s.Rating
		}
	}
	return found, nil
}

// RatedGame returns the record of a rated game, or rating.ErrNotFound.
func (m *Store) RatedGame(_ context.Context, id string) (rating.Game, error) {
	m.mu.RLock()
	defer m.mu.RUnlock()
	if list := m.rated(func(g *rating.Game) bool { return g.ID == id }, byID); len(list) > 0 {
		return list[0], nil
	}
	return rating.Game{}, rating.ErrNotFound
}

// RatedGames returns up to limit rated games of a person in a pool, latest first.
func (m *Store) RatedGames(_ context.Context, person game.Hash, pool rating.Pool, limit int) ([]rating.Game, error) {
	m.mu.RLock()
	defer m.mu.RUnlock()
	list := m.rated(func(g *rating.Game) bool { return g.Pool == pool && g.Of(person) != nil }, func(a, b rating.Game) int {
		return cmp.Or(cmp.Compare(b.At, a.At), byID(a, b))
	})
	return list[:min(limit, len(list))], nil
}

// board returns the standings on a leaderboard. The caller holds the lock.
func (m *Store) board(b rating.Board) []rating.Standing {
	match := func(s rating.Standing) bool { return s.Pool == b.Pool && s.Bot == b.Bots && s.Rating.Until() > b.At }
	return listed(m.ratings.standings, match, func(a, b rating.Standing) int {
		return cmp.Or(cmp.Compare(b.Rating.Points, a.Rating.Points), compareHash(a.Person, b.Person))
	})
}

// Leaderboard returns up to limit players, best first.
func (m *Store) Leaderboard(_ context.Context, b rating.Board, limit int) (list []rating.Ranked, _ error) {
	m.mu.RLock()
	defer m.mu.RUnlock()
	for _, s := range m.board(b) {
		if len(list) < limit {
			list = append(list, rating.Ranked{Name: m.accounts.accounts[s.Person].Name, Rating: s.Rating})
		}
	}
	return list, nil
}

// Distribution returns the numbers of players by their points divided by rating.BucketPoints, rounded down.
func (m *Store) Distribution(_ context.Context, b rating.Board) (map[int]int, error) {
	m.mu.RLock()
	defer m.mu.RUnlock()
	counts := map[int]int{}
	for _, s := range m.board(b) {
		counts[int(s.Rating.Points)/rating.BucketPoints]++
	}
	return counts, nil
}

// Pools returns the pools with ratings, largest first.
func (m *Store) Pools(context.Context) (list []rating.Size, _ error) {
	m.mu.RLock()
	defer m.mu.RUnlock()
	counts := map[rating.Pool]int{}
	for s := range m.ratings.standings {
		counts[s.pool]++
	}
	for pool, n := range counts {
		list = append(list, rating.Size{Pool: pool, Players: n})
	}
	slices.SortFunc(list, func(a, b rating.Size) int {
		return cmp.Or(cmp.Compare(b.Players, a.Players), cmp.Compare(a.Pool.Variant, b.Pool.Variant), cmp.Compare(a.Pool.Speed, b.Pool.Speed))
	})
	return list, nil
}

// CountRated returns the number of people and bots with a rating for a variant, but at most limit.
func (m *Store) CountRated(_ context.Context, variant string, limit int) (int, error) {
	m.mu.RLock()
	defer m.mu.RUnlock()
	found := map[game.Hash]bool{}
	for s := range m.ratings.standings {
		if s.pool.Variant == variant {
			found[s.person] = true
		}
	}
	return min(limit, len(found)), nil
}

// Refund returns the points that the loser of a game lost, and reports the adjustment. It returns
// rating.ErrNotFound, rating.ErrAdjusted or rating.ErrNoLoser.
func (m *Store) Refund(_ context.Context, id, reason string, at int64) (rating.Adjustment, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	list := m.rated(func(g *rating.Game) bool { return g.ID == id }, byID)
	if len(list) == 0 {
		return rating.Adjustment{}, rating.ErrNotFound
	}
	if _, done := m.ratings.adjustments[id]; done {
		return rating.Adjustment{}, rating.ErrAdjusted
	}
	p := list[0].Loser()
	if p == nil {
		return rating.Adjustment{}, rating.ErrNoLoser
	}
	s, ok := m.ratings.standings[standing{p.Person, list[0].Pool}]
	if !ok {
		return rating.Adjustment{}, rating.ErrNotFound
	}
	a := list[0].Refund(p, s.Rating, reason, at)
	s.Rating = a.Adjust(s.Rating)
	m.ratings.standings[standing{p.Person, list[0].Pool}], m.ratings.adjustments[id] = s, a
	return a, nil
}

// Adjustments returns the adjustments of a person's ratings, or all if the person is zero, oldest first.
func (m *Store) Adjustments(_ context.Context, person game.Hash) ([]rating.Adjustment, error) {
	m.mu.RLock()
	defer m.mu.RUnlock()
	return listed(m.ratings.adjustments, func(a rating.Adjustment) bool { return person == game.Hash{} || a.Person == person },
		func(a, b rating.Adjustment) int { return cmp.Or(cmp.Compare(a.At, b.At), cmp.Compare(a.Game, b.Game)) }), nil
}

// RatedAfter returns up to limit rated games with identifiers greater than after, in order.
func (m *Store) RatedAfter(_ context.Context, after string, limit int) ([]rating.Game, error) {
	m.mu.RLock()
	defer m.mu.RUnlock()
	list := m.rated(func(g *rating.Game) bool { return g.ID > after }, byID)
	return list[:min(limit, len(list))], nil
}

// setBot records whether a person's ratings are those of a bot. The caller holds the lock.
func (m *Store) setBot(person game.Hash, bot bool) {
	for key, s := range m.ratings.standings {
		if s.Bot = bot; key.person == person {
			m.ratings.standings[key] = s
		}
	}
}

// eraseRatings deletes the ratings, adjustments and addresses of a person. The caller holds the lock.
func (m *Store) eraseRatings(who game.Hash) {
	maps.DeleteFunc(m.ratings.standings, func(key standing, _ rating.Standing) bool { return key.person == who })
	maps.DeleteFunc(m.ratings.adjustments, func(_ string, a rating.Adjustment) bool { return a.Person == who })
	maps.DeleteFunc(m.ratings.addresses, func(key personAddress, _ int64) bool { return key.person == who })
}
