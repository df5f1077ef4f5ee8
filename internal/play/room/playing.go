package room

import (
	"cmp"
	"context"
	"slices"
	"time"

	"github.com/tainchess/tain/internal/play/fair"
	"github.com/tainchess/tain/internal/play/game"
)

// mostPlaying is how many games the list of those that are being played shows.
const mostPlaying = 24

// Playing returns the games that are being played and that anybody may find: a
// player must be there. Those between people come first, then those in which
// something has just happened; addresses take turns, so that nobody fills the
// list. It is made once a second at most, however many ask.
func (h *Hub) Playing() []OnBoard {
	p := &h.core.playing
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.list != nil && time.Since(p.made) < freshFor {
		return p.list
	}
	h.fetchPlaying()
	list := []OnBoard{}
	for _, r := range h.rooms() {
		if one, ok := r.onBoard(); ok {
			list = append(list, one)
		}
	}
	slices.SortFunc(list, func(a, b OnBoard) int {
		if c := cmp.Compare(computers(a.Players), computers(b.Players)); c != 0 {
			return c
		}
		return cmp.Or(cmp.Compare(b.updated, a.updated), cmp.Compare(a.ID, b.ID))
	})
	list = interleaved(list, func(one *OnBoard) fair.Party { return one.who })
	p.list, p.made = list[:min(len(list), mostPlaying)], time.Now()
	return p.list
}

// fetchPlaying takes games that are played at other nodes into memory, from where
// the list is made. It does not wait for the store.
func (h *Hub) fetchPlaying() {
	if !h.core.nodes.on() {
		return
	}
	h.once(&h.fetching, func() {
		for id, who := range h.core.nodes.playing() {
			r, err := h.open(context.Background(), id)
			if err != nil {
				continue // it has been logged, or is gone
			}
			if r.payer == (fair.Party{}) {
				r.payer = who
			}
			h.close(r)
		}
	})
}

// notes returns the games that are played by people here, for other nodes.
func (h *Hub) notes() (list []playingNote) {
	for _, r := range h.rooms() {
		if len(list) < mostPlaying && r.mu.TryLock() {
			g := r.game
			if !r.out && g != nil && g.Start().Listed && !g.Over() && !g.Waiting() && r.audience.presentHere().seats != [2]bool{} {
				list = append(list, playingNote{r.id, r.payer.Person, r.payer.Address})
			}
			r.mu.Unlock()
		}
	}
	return list
}

// computers counts the computer players of a game.
func computers(p game.Players) (n int) {
	for _, one := range []*game.Player{p.White, p.Black} {
		if one != nil && one.Computer > 0 {
			n++
		}
	}
	return n
}

// onBoard returns the game as it is shown in the list of those that are played,
// if it is. A room that is busy is left out: it is there a second later.
func (r *room) onBoard() (OnBoard, bool) {
	if !r.mu.TryLock() {
		return OnBoard{}, false
	}
	defer r.mu.Unlock()
	g := r.game
	if r.out || g == nil || !g.Start().Listed || g.Over() || g.Waiting() {
		return OnBoard{}, false
	}
	here := r.audience.present()
	if here.seats == [2]bool{} {
		return OnBoard{}, false
	}
	return OnBoard{
		ID: r.id, Players: game.PlayersOf(g.Seats(), here.seats), Control: g.Control(), Clocks: g.Clocks(max(r.core.time.now(), g.Updated())),
		Ply: g.Ply(), Spectators: here.spectators, Line: g.LastLine(), updated: g.Updated(), who: r.payer,
	}, true
}
