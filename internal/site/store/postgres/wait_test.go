package postgres_test

import (
	"context"
	"log/slog"
	"strings"
	"testing"
	"time"

	"github.com/tainchess/tain/internal/site/store/postgres"
	pgtest "github.com/tainchess/tain/internal/test/postgres"
)

// lines is a log that sends its lines to a channel.
type lines chan string

func (l lines) Write(text []byte) (int, error) {
	select {
	case l <- string(text):
	default: // the first lines are enough
	}
	return len(text), nil
}

// TestOpenWaits opens a database that has not started, one that does not respond, and one that no server has
// used. It checks that Open waits, logs that it is waiting, and succeeds.
func TestOpenWaits(t *testing.T) {
	server := pgtest.Start(t)
	used, unused := server.Database(), server.Database()
	open(t, used).Close()
	for name, c := range map[string]struct {
		o      postgres.Options
		away   func() (back func())
		reason string
	}{
		"paused": {postgres.Options{URL: used, Aside: true, Existing: true}, server.Pause, "cannot be"},
		"killed": {postgres.Options{URL: used}, func() func() { server.Kill(); return server.Again }, "cannot be reached"},
		"unused": {postgres.Options{URL: unused, Aside: true, Existing: true}, func() func() { return func() { open(t, unused) } }, "start a server on it first"},
	} {
		t.Run(name, func(t *testing.T) {
			back := c.away()
			refused(t, c.o, c.reason) // Wait is 0
			said := make(lines, 1)
			c.o.Wait, c.o.Log = time.Minute, slog.New(slog.NewTextHandler(said, nil))
			opened := make(chan error, 1)
			go func() {
				s, err := postgres.Open(context.Background(), c.o)
				if err == nil {
					err = s.Close()
				}
				opened <- err
			}()
			if told := <-said; !strings.Contains(told, "waiting for the database") || !strings.Contains(told, c.reason) {
				t.Errorf("logged %q", told)
			}
			back()
			if err := <-opened; err != nil {
				t.Errorf("opened: %v", err)
			}
		})
	}
	t.Run("permanent error", func(t *testing.T) {
		// The test does not read the log. It would time out if Open waited.
		refused(t, postgres.Options{URL: server.URL("nowhere"), Wait: time.Hour}, "does not exist")
		foreign := server.Database()
		server.Exec(foreign, "CREATE TABLE wiki (page text)")
		refused(t, postgres.Options{URL: foreign, Wait: time.Hour}, "tables of another program")
		ctx, cancel := context.WithCancel(t.Context())
		time.AfterFunc(100*time.Millisecond, cancel)
		if s, err := postgres.Open(ctx, postgres.Options{URL: "postgres://anna@127.0.0.1:1/x", Wait: time.Hour}); err == nil {
			s.Close()
			t.Error("Open succeeded although its context ended")
		}
	})
}
