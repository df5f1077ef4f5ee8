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
