package room

import (
	"sync"
	"time"

	"github.com/tainchess/tain/internal/play/clock"
	"github.com/tainchess/tain/internal/play/fair"
	"github.com/tainchess/tain/internal/play/game"
	"github.com/tainchess/tain/rules"
)

// playing is the list of games that are being played, as it was last made.
type playing struct {
	mu   sync.Mutex
	made time.Time
	list []OnBoard
}

// OnBoard is a game that is being played, as the list of those shows it.
type OnBoard struct {
	ID         string
	Players    game.Players
	Control    *clock.Control
	Clocks     *game.Clocks
	Ply        int
	Spectators int
	// Line is the last move and the positions before and after it.
	Line *rules.Line
	// updated is when anything last happened in it, and who its player is when
	// places are shared.
	updated int64
	who     fair.Party
}
