package hub

import (
	"cmp"
	"context"
	"slices"
	"time"

	"github.com/tainchess/tain/internal/play/cluster"
	"github.com/tainchess/tain/internal/play/fair"
	"github.com/tainchess/tain/internal/play/game"
	"github.com/tainchess/tain/internal/play/lobby"
	"github.com/tainchess/tain/internal/play/room"
	"github.com/tainchess/tain/rules"
)

// maxMine is the maximum number of games that [Hub.GamesOf] returns.
const maxMine = 200

// Challenges returns the challenges to list. Addresses take turns in the list, and so do the people at
// each address; otherwise the newest games come first.
func (h *Hub) Challenges(ctx context.Context) ([]room.Challenge, error) {
	entries, ok, changes := h.challenges.Fresh()
	if !ok {
		all, err := h.runtime.Store.Open(ctx, lobby.MaxOpen)
		if err != nil {
			return nil, h.runtime.Failed("challenges", err)
		}
		entries = h.challenges.Arrange(all, changes)
		h.challengers.Store(new(h.runtime.ChallengerRatings(ctx, entries)))
	}
	ratings := *h.challengers.Load()
	list := make([]room.Challenge, 0, len(entries))
	info := h.runtime.Describe(ctx)
	for i := range entries {
		if h.challenges.Shows(entries[i].ID) {
			c := entries[i].Challenge(info(entries[i].Variant))
			c.StartNumber = h.startNumber(ctx, &entries[i], c.Info)
			c.Rating = ratings[c.ID]
			list = append(list, c)
		}
	}
	return list, nil
}

// startNumber returns the number of the shuffled starting position of a game without moves, or nil if it has
// another starting position.
func (h *Hub) startNumber(ctx context.Context, e *room.Entry, info *rules.Info) *uint64 {
	if info.Starts == 0 || e.Position == info.Start {
		return nil
	}
	r, ok := h.runtime.Finder(ctx)(e.Variant)
	if !ok {
		return nil
	}
	p, err := r.Guide().ParsePosition(e.Position, rules.ParseOptions{})
	if err != nil {
		return nil
	}
	if n, ok := rules.StartNumber(r, &p); ok {
		return &n
	}
	return nil
}

// RuleSet returns information about the rule set with a name or the definition with a hash. It returns false if there is
// none.
func (h *Hub) RuleSet(ctx context.Context, variant string) (*rules.Info, bool) {
	if r, ok := h.o.Rules.Find(variant); ok {
		return r.Info(), true
	}
	text, err := h.runtime.Store.Definition(ctx, variant)
	if err != nil {
		return nil, false
	}
	r, ok := h.o.Rules.Find(text)
	if !ok {
		return nil, false
	}
	return r.Info(), true
}

// GamesOf returns up to maxMine games of a session, most recently changed first.
func (h *Hub) GamesOf(ctx context.Context, by room.Session) ([]room.Summary, error) {
	return h.LatestOf(ctx, by, maxMine)
}

// LatestOf returns at most n games of a session, most recently changed first.
func (h *Hub) LatestOf(ctx context.Context, by room.Session, n int) ([]room.Summary, error) {
	if by.Hash() == (game.Hash{}) {
		return []room.Summary{}, nil
	}
	entries, err := h.runtime.Store.BySession(ctx, by.Hash(), n)
	if err != nil {
		return nil, h.runtime.Failed("games", err)
	}
	list := make([]room.Summary, len(entries))
	info := h.runtime.Describe(ctx)
	for i := range entries {
		list[i] = entries[i].Summary(info(entries[i].Variant), by.Hash(), h.present(entries[i].ID))
	}
	return list, nil
}

// present returns which players of a game are present.
func (h *Hub) present(id string) [2]bool {
	if r := h.rooms.find(id); r != nil {
		return r.Present()
	}
	return [2]bool{}
}

// Stats is a snapshot of a hub's activity.
type Stats struct {
	Live      int // games in memory
	Watchers  int
	Timers    int // games with an alarm set
	Thinking  int // running computer searches
	Queued    int // computer moves waiting for a free computer player, or passed to workers
	Parked    int // unwatched games that are not queued yet
	Commits   int64
	Conflicts int64 // number of times a command was decided again because others had changed the game
	Dropped   int64 // watchers dropped because they were too slow
	Healed    int64 // games that had missed events on the bus
	Nodes     int   // hubs that share the bus, including this one
	// StoreErrors counts failed store operations.
	StoreErrors int64
}

// Stats returns the hub's current activity.
func (h *Hub) Stats() Stats {
	rt := &h.runtime
	s := Stats{
		Live: h.rooms.len(), Watchers: int(rt.Counters.Watchers.Load()), Timers: rt.Alarms.Len(),
		Commits: rt.Counters.Commits.Load(), Conflicts: rt.Counters.Conflicts.Load(), Dropped: rt.Counters.Dropped.Load(),
		Healed: rt.Counters.Healed.Load(), StoreErrors: rt.Counters.StoreErrors.Load(),
	}
	s.Nodes, _ = rt.Nodes.Counts()
	s.Thinking, s.Queued, s.Parked = rt.Pool.Counts()
	return s
}

// Usage is how much of a limit is used. For a limit per address, it is that of the address that uses most.
type Usage struct{ Used, Bound int }

// Limits is the usage of a hub's limits. Definitions contains only the bound.
type Limits struct {
	Seeks, SeeksOfAddress, ChallengesOfAddress, ComputerGamesOfAddress, Definitions Usage
}

// Limits returns how much of each limit is used.
func (h *Hub) Limits() Limits {
	seeks, ofAddress := h.pairing.Usage()
	return Limits{
		Seeks:                  Usage{seeks, h.o.Seeks},
		SeeksOfAddress:         Usage{ofAddress, h.o.SeeksPerAddress},
		ChallengesOfAddress:    Usage{h.challenges.MostPerAddress(), h.o.ChallengesPerAddress},
		ComputerGamesOfAddress: Usage{h.runtime.Pool.MostPerAddress(), h.o.ComputerGamesPerAddress},
		Definitions:            Usage{Bound: h.o.Definitions},
	}
}

// maxPlaying is the maximum number of games that [Hub.Playing] returns.
const maxPlaying = 24

// Playing returns the public games in progress with at least one player present. Addresses take turns, so that
// no address fills the list; otherwise games between people come first, then the most recently changed. The
// list is cached for a second.
func (h *Hub) Playing() []room.OnBoard {
	p := &h.playing
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.list != nil && time.Since(p.made) < lobby.FreshFor {
		return p.list
	}
	h.fetchPlaying()
	list := []room.OnBoard{}
	for _, r := range h.rooms.all() {
		if one, ok := r.OnBoard(); ok {
			list = append(list, one)
		}
	}
	slices.SortFunc(list, func(a, b room.OnBoard) int {
		return cmp.Or(computers(a.Players)-computers(b.Players), cmp.Compare(b.Updated, a.Updated), cmp.Compare(a.ID, b.ID))
	})
	list = lobby.Interleave(list, func(one *room.OnBoard) fair.Party { return one.Who })
	p.list, p.made = list[:min(len(list), maxPlaying)], time.Now()
	return p.list
}

// fetchPlaying starts to load games in progress at other nodes for the list. It does not wait for them.
func (h *Hub) fetchPlaying() {
	if !h.runtime.Nodes.On() {
		return
	}
	h.fetching.start(&h.lifetime, func() {
		for id, who := range h.runtime.Nodes.Playing() {
			r, err := h.open(context.Background(), id)
			if err != nil {
				continue // the error is logged, or the game no longer exists
			}
			r.SetPayer(who)
			h.close(r)
		}
	})
}

// playedHere returns the games that people are playing here, for the other nodes.
func (h *Hub) playedHere() (list []cluster.PlayingNote) {
	for _, r := range h.rooms.all() {
		if len(list) == maxPlaying {
			break
		}
		if note, ok := r.PlayedHere(); ok {
			list = append(list, note)
		}
	}
	return list
}

func computers(p game.Players) (n int) {
	for _, one := range []*game.Player{p.White, p.Black} {
		if one != nil && one.Computer > 0 {
			n++
		}
	}
	return n
}
