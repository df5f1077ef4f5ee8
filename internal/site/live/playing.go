package live

import (
	"sync"

	"github.com/tainchess/tain/internal/locale"
	"github.com/tainchess/tain/internal/play/room"
	"github.com/tainchess/tain/internal/protocol/wire"
	"github.com/tainchess/tain/internal/site/api"
	"github.com/tainchess/tain/internal/site/view"
)

// playingCaches holds the list of games in play, by language.
type playingCaches struct {
	mu  sync.Mutex
	all map[string]*playingCache // by language
}

// playingCache is the list in one language.
type playingCache struct {
	of   []room.OnBoard // what it was made of
	list []wire.PlayingGame
}

// in returns the list in a language. The hub returns another slice when its list
// has changed.
func (p *playingCaches) in(c *locale.Catalogue, of []room.OnBoard) []wire.PlayingGame {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.all == nil {
		p.all = map[string]*playingCache{}
	}
	in := p.all[c.Language()]
	if in == nil {
		in = &playingCache{}
		p.all[c.Language()] = in
	}
	return in.update(roomView{view.In(c)}, of)
}

// update makes the list again if the hub's has changed.
func (p *playingCache) update(v roomView, of []room.OnBoard) []wire.PlayingGame {
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
