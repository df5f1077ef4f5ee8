package server

import (
	"sync"

	"github.com/tainchess/tain/internal/locale"
	"github.com/tainchess/tain/internal/play/room"
	"github.com/tainchess/tain/internal/protocol/wire"
	"github.com/tainchess/tain/internal/site/api"
	"github.com/tainchess/tain/internal/site/view"
)

// playingLists are the games that are being played, made once for all who ask in
// the same language.
type playingLists struct {
	mu  sync.Mutex
	all map[string]*playingList // by language
}

// playingList is the list in one language.
type playingList struct {
	of   []room.OnBoard // what it was made of
	list []wire.PlayingGame
}

// in returns the games in a language. The hub's list is another one when it has
// been made again.
func (p *playingLists) in(c *locale.Catalogue, of []room.OnBoard) []wire.PlayingGame {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.all == nil {
		p.all = map[string]*playingList{}
	}
	in := p.all[c.Language()]
	if in == nil {
		in = &playingList{}
		p.all[c.Language()] = in
	}
	return in.update(view.In(c), of)
}

func (p *playingList) update(v view.View, of []room.OnBoard) []wire.PlayingGame {
	if p.list != nil && (len(of) == 0 && len(p.of) == 0 || len(of) > 0 && len(p.of) == len(of) && &p.of[0] == &of[0]) {
		return p.list
	}
	known := map[string]*wire.PlayingGame{}
	for i := range p.list {
		known[p.list[i].ID] = &p.list[i]
	}
	list := make([]wire.PlayingGame, len(of))
	for i := range of {
		g := v.Playing(&of[i])
		if before := known[g.ID]; before != nil && before.Position == g.Position && before.Ply == g.Ply {
			g.State, g.Last = before.State, before.Last
		} else {
			g.State, g.Last = api.Shown(of[i].Line, v.Catalogue())
		}
		list[i] = g
	}
	p.of, p.list = of, list
	return list
}
