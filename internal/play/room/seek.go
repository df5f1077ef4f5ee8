package room

import (
	"context"
	"sync/atomic"
	"time"

	"github.com/tainchess/tain/internal/play/clock"
	"github.com/tainchess/tain/internal/play/game"
	"github.com/tainchess/tain/internal/play/name"
)

// Seek pairs somebody with the one who has waited longest for the same game and
// clock, or lets them wait until the seeker is closed. A person waits once: to
// seek anew ends what was sought before.
func (h *Hub) Seek(ctx context.Context, by Session, q Seek) (*Seeker, error) {
	if err := h.core.o.Gate.Begin(by.hash); err != nil {
		return nil, err
	}
	clean, err := name.Clean(q.Name)
	if err != nil {
		return nil, err
	}
	const longestName = 64
	r, ok := h.core.find(q.Variant[:min(len(q.Variant), longestName)])
	if !ok || r.Info().Definition != "" {
		return nil, unknownVariant(q.Variant)
	}
	if err := h.enter(); err != nil {
		return nil, err
	}
	defer h.leave()
	c := make(chan Match, 1)
	s := &Seeker{C: c, c: c, by: by, party: by.party(), name: h.core.o.Gate.Name(by.hash, clean), pool: wanted{variant: r.Info().Name}}
	start, err := game.NewStart(r, game.Request{Opponent: game.Friend, Control: q.Control, Name: s.name}, game.Creation{ID: newID(), Session: by.hash})
	if err != nil {
		return nil, err
	}
	if start.Control != nil {
		s.pool.control = clock.Control{Initial: start.Control.Initial, Increment: start.Control.Increment, Delay: start.Control.Delay, Days: start.Control.Days}
	}
	release, err := h.core.reserve(ctx, by.hash, true)
	if err != nil {
		return nil, err
	}
	defer release()
	s.id, s.since, s.rules, s.start = start.ID, time.Now(), r, start
	var left atomic.Bool
	s.close = func() { left.Store(true); h.core.pairing.leave(s) }
	s.miss = func(away bool) { h.core.pairing.miss(s, away) }
	s.left = left.Load
	for {
		other, err := h.core.pairing.enter(s)
		if err != nil || other == nil {
			h.pairAcross()
			return s, err
		}
		// The one who waited may have left in this moment, or have begun too many
		// other games meanwhile.
		if other.left() {
			continue
		}
		release, err := h.core.reserve(ctx, other.by.hash, true)
		if err != nil {
			other.c <- Match{Err: err}
			continue
		}
		err = h.match(ctx, r, start, s, other)
		release()
		return s, err
	}
}

// Seeks returns how many wait to be paired, by game and clock.
func (h *Hub) Seeks() []SeekCount { return h.core.pairing.list() }
