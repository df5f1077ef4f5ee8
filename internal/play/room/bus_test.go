package room_test

import (
	"testing"

	"github.com/tainchess/tain/internal/play/room"
	"github.com/tainchess/tain/internal/site/bus/bustest"
)

func TestLocalBusIsABus(t *testing.T) {
	bustest.Run(t, func(*testing.T) (here, there room.Bus) {
		b := room.NewLocalBus()
		return b, b
	})
}
