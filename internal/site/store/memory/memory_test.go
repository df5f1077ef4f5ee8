package memory_test

import (
	"testing"

	"github.com/tainchess/tain/internal/play/room"
	"github.com/tainchess/tain/internal/site/store"
	"github.com/tainchess/tain/internal/site/store/memory"
	"github.com/tainchess/tain/internal/site/studies"
	"github.com/tainchess/tain/internal/test/storetest"
)

func TestStore(t *testing.T) {
	storetest.Run(t, func(*testing.T) room.Store { return memory.New() })
}

func TestStudies(t *testing.T) {
	storetest.RunStudies(t, func(*testing.T) studies.Store { return memory.New() })
}

func TestConditionalMoves(t *testing.T) { storetest.RunAhead(t, memory.New()) }

func TestSubscriptions(t *testing.T) { storetest.RunPush(t, memory.New()) }

func TestAccounts(t *testing.T) {
	storetest.RunAccounts(t, func(*testing.T) store.Store { return memory.New() })
}

func TestRatings(t *testing.T) {
	storetest.RunRatings(t, func(*testing.T) store.Store { return memory.New() })
}

func TestProfiles(t *testing.T) {
	storetest.RunProfiles(t, func(*testing.T) store.Store { return memory.New() })
}
