package cluster_test

import (
	"testing"

	"github.com/tainchess/tain/internal/play/cluster"
	"github.com/tainchess/tain/internal/test/bustest"
)

func TestLocalBus(t *testing.T) {
	bustest.Run(t, func(*testing.T) (here, there cluster.Bus) {
		b := cluster.NewLocalBus()
		return b, b
	})
}

// TestDropped publishes more messages than a subscriber's queue holds.
func TestDropped(t *testing.T) {
	b := cluster.NewLocalBus()
	stop := make(chan struct{})
	defer close(stop)
	defer b.Subscribe("game", func(cluster.Committed) { <-stop })()
	defer b.Listen("topic", func([]byte) { <-stop })()
	const many, queued = 300, 256
	for range many {
		b.Publish(cluster.Committed{Game: "game"})
		b.Publish(cluster.Committed{Game: "other"})
		b.Send("topic", nil)
	}
	// Each subscriber may already have taken one message from its queue.
	if n := b.Dropped(); n < 2*(many-queued-1) || n > 2*(many-queued) {
		t.Errorf("Dropped = %d", n)
	}
}
