package room

import (
	"sync"
	"time"

	"github.com/tainchess/tain/internal/play/fair"
	"github.com/tainchess/tain/internal/protocol/wire"
	"github.com/tainchess/tain/rules"
)

// playing is the list of games that are being played, as it was last made.
type playing struct {
	mu   sync.Mutex
	made time.Time
	list []OnBoard
}

// OnBoard is a game that is being played: what is told of it, and where its
// pieces stand.
type OnBoard struct {
	Game wire.PlayingGame
	// Line is the last move and the positions before and after it.
	Line *rules.Line
	// updated is when anything last happened in it, and who its player is when
	// places are shared.
	updated int64
	who     fair.Party
}
