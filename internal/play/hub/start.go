package hub

import (
	"context"

	"github.com/tainchess/tain/internal/play/cluster"
	"github.com/tainchess/tain/internal/play/computer"
	"github.com/tainchess/tain/internal/play/fair"
	"github.com/tainchess/tain/internal/play/game"
	"github.com/tainchess/tain/internal/play/lobby"
	"github.com/tainchess/tain/internal/play/room"
	"github.com/tainchess/tain/internal/play/schedule"
)

// New returns a hub for the games in a store. It records the outage since the last hub stopped, and
// sets alarms for games that are due soon.
func New(ctx context.Context, store room.Store, o Options) (*Hub, error) {
	n := cluster.NewNodes(room.NewID(), o.Bus) // without a bus there are no other hubs
	o.setDefaults()
	o.setCollaborators()
	limits := o.lobbyLimits()
	h := &Hub{
		o: o, challenges: lobby.NewChallenges(limits, n), pairing: lobby.NewPairing(limits, n),
		plays: map[string]bool{}, membership: &membership{nodes: n, lost: make(chan struct{}, 1)},
	}
	h.lifetime.stop, h.rooms.byID, h.presence.unsaved = make(chan struct{}), map[string]*room.Room{}, map[seat]int64{}
	h.challengers.Store(new(map[string]*game.Rating))
	rt := &h.runtime
	rt.Store, rt.Options, rt.Replies, rt.Nodes, rt.Challenges = store, o.Options, make(chan computer.Reply, 256), n, h.challenges
	rt.Asker, _ = store.(room.Asker)
	rt.Pool = computer.NewPool(o.computerLimits(), n)
	rt.Time = schedule.NewTimeline(o.Wall)
	rt.Alarms = schedule.NewAlarms(rt.Time.Now, h.expire)
	rt.Outages.Store(new([]game.Outage))
	if h.clock.source, _ = store.(schedule.Clock); h.clock.source != nil {
		if err := h.clock.begin(ctx, rt.Time); err != nil {
			return nil, err
		}
		if off := rt.Time.Now() - o.Wall().UnixMilli(); max(off, -off) >= schedule.WallJump.Milliseconds() {
			o.Log.Warn("hub: this machine's clock differs from the database's, which the hub uses; correct this machine's clock", "milliseconds", off)
		}
	}
	open, err := store.Open(ctx, lobby.MaxOpen)
	if err != nil {
		return nil, err
	}
	for i := range open {
		h.challenges.Restore(&open[i])
	}
	awake := h.awake(ctx)
	if awake != nil {
		o.Log.Error("hub: cannot save", "error", awake)
	}
	due, err := h.askDue(ctx)
	if err != nil {
		return nil, err
	}
	for _, e := range due {
		if e.ComputerToMove() {
			// Park these games, because otherwise they would all queue immediately although nobody may
			// be waiting.
			h.runtime.Pool.Park(e.ID, fair.Party{}, 0)
		}
	}
	var players []computer.Player
	for range o.Players {
		players = append(players, o.NewPlayer())
	}
	for _, r := range o.Rules.All() {
		h.plays[r.Info().Name] = players[0].Plays(r)
	}
	for _, p := range players {
		go h.work(p)
	}
	go h.runtime.Alarms.Run()
	go h.beat(awake == nil)
	go h.maintain(len(due) >= dueBatch)
	if h.runtime.Asker != nil {
		go h.receiveReplies()
	}
	h.joinCluster()
	return h, nil
}
