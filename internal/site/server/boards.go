package server

import (
	"sync"

	"github.com/tainchess/tain/internal/locale"
	"github.com/tainchess/tain/internal/play/room"
	"github.com/tainchess/tain/internal/protocol/wire"
	"github.com/tainchess/tain/internal/site/api"
)

// playingList is the games that are being played, made once for all who ask.
type playingList struct {
	mu   sync.Mutex
	of   []room.OnBoard // what it was made of
	list []wire.PlayingGame
}

// told returns the games as they are told. The hub's list is another when it was
// made anew.
func (p *playingList) told(of []room.OnBoard) []wire.PlayingGame {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.list != nil && (len(of) == 0 && len(p.of) == 0 || len(of) > 0 && len(p.of) == len(of) && &p.of[0] == &of[0]) {
		return p.list
	}
	known := map[string]*wire.PlayingGame{}
	for i := range p.list {
		known[p.list[i].ID] = &p.list[i]
	}
	list := make([]wire.PlayingGame, len(of))
	for i, one := range of {
		g := one.Game
		if before := known[g.ID]; before != nil && before.Position == g.Position && before.Ply == g.Ply {
			g.State, g.Last = before.State, before.Last
		} else {
			g.State, g.Last = api.Shown(one.Line, locale.English())
		}
		list[i] = g
	}
	p.of, p.list = of, list
	return list
}
