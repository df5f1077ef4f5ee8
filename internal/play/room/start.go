package room

import (
	"context"

	"github.com/tainchess/tain/internal/play/fair"
	"github.com/tainchess/tain/internal/play/game"
)

// NewHub returns a hub of the games in a store. It takes up the clocks of those
// that are running.
func NewHub(ctx context.Context, store Store, o Options) (*Hub, error) {
	n := newNodes(o) // a hub that is given no bus is alone
	o = o.complete()
	h := &Hub{
		core: core{
			store: store, find: o.Rules.Find, o: o,
			nodes: n, pool: newPool(o, n), lobby: newLobby(o, n), pairing: newPairing(o, n), pending: map[game.Hash]int{}, replies: make(chan Reply, 256), time: newTimeline(o.Wall),
		},
		plays: map[string]bool{}, live: map[string]*room{}, stop: make(chan struct{}), missing: make(chan struct{}, 1),
	}
	h.core.alarms = newAlarms(h.core.time.now, h.expire)
	h.core.outages.Store(new([]game.Outage))
	h.core.asker, _ = store.(Asker)
	if err := h.beginTime(ctx); err != nil {
		return nil, err
	}
	open, err := store.Open(ctx, mostKnown)
	if err != nil {
		return nil, err
	}
	for i := range open {
		h.core.lobby.restore(&open[i])
	}
	awake := h.awake(ctx)
	if awake != nil {
		o.Log.Error("room: nothing can be saved", "error", awake)
	}
	due, err := h.askDue(ctx)
	if err != nil {
		return nil, err
	}
	for _, e := range due {
		if e.computerToMove() {
			// They would all queue at once, and nobody may be waiting for them.
			h.core.pool.park(e.ID, fair.Party{}, 0)
		}
	}
	var players []ComputerPlayer
	for range o.Players {
		players = append(players, o.NewPlayer())
	}
	for _, r := range o.Rules.All() {
		h.plays[r.Info().Name] = players[0].Plays(r)
	}
	for _, p := range players {
		go h.work(p)
	}
	go h.core.alarms.run()
	go h.beat(awake == nil)
	go h.keep(len(due) >= mostDue)
	if h.core.asker != nil {
		go h.hearWorkers()
	}
	h.meet()
	return h, nil
}
