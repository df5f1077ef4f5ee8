package sqlite_test

import (
	"testing"

	"github.com/tainchess/tain/internal/play/room"
	"github.com/tainchess/tain/internal/site/store"
	"github.com/tainchess/tain/internal/site/store/sqlite"
	"github.com/tainchess/tain/internal/site/studies"
	"github.com/tainchess/tain/internal/test/storetest"
)

func open(t testing.TB, folder string) *sqlite.Store {
	t.Helper()
	s, err := sqlite.Open(t.Context(), folder)
	if err != nil {
		t.Fatalf("sqlite.Open: %v", err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

func TestStore(t *testing.T) {
	storetest.Run(t, func(t *testing.T) room.Store { return open(t, t.TempDir()) })
}

func TestStudies(t *testing.T) {
	storetest.RunStudies(t, func(t *testing.T) studies.Store { return open(t, t.TempDir()) })
}

func TestOperate(t *testing.T) {
	storetest.RunOperated(t, func(t *testing.T) store.Full { return open(t, t.TempDir()) })
}

func TestConditionalMoves(t *testing.T) { storetest.RunAhead(t, open(t, t.TempDir())) }

func TestSubscriptions(t *testing.T) { storetest.RunPush(t, open(t, t.TempDir())) }

func TestAccounts(t *testing.T) {
	storetest.RunAccounts(t, func(t *testing.T) store.Store { return open(t, t.TempDir()) })
}

func TestRatings(t *testing.T) {
	storetest.RunRatings(t, func(t *testing.T) store.Store { return open(t, t.TempDir()) })
}

func TestProfiles(t *testing.T) {
	storetest.RunProfiles(t, func(t *testing.T) store.Store { return open(t, t.TempDir()) })
}

func TestModeration(t *testing.T) {
	storetest.RunModeration(t, func(t *testing.T) store.Full { return open(t, t.TempDir()) })
}
