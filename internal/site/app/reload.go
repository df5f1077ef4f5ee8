package app

import (
	"context"
	"log/slog"
	"os"
	"os/signal"
	"slices"
	"strings"

	"github.com/tainchess/tain/internal/site/config"
)

// reloadOnHangup reloads the settings on SIGHUP. The log level and the certificates change immediately; other
// changed settings are logged and require a restart.
func (s *Server) reloadOnHangup(safe *security) (stop func()) {
	hangup := make(chan os.Signal, 1)
	notifyHangup(hangup)
	done := make(chan struct{})
	go func() {
		for {
			select {
			case <-hangup:
				s.reload(safe)
			case <-done:
				return
			}
		}
	}()
	return func() {
		signal.Stop(hangup)
		close(done)
	}
}

// reload rereads the settings, applies those that can change while the server runs, and logs the others that
// have changed.
func (s *Server) reload(safe *security) {
	if safe.files != nil {
		safe.files.Reload()
	}
	again := s.Reread()
	c, err := again.Config()
	if err != nil {
		s.Log.Error("the new settings are invalid; the old ones stay in use", "error", err)
		return
	}
	known, _ := config.ParseLevel(c.LogLevel) // Config has checked it
	s.Level.Set(known)
	var waiting []string
	before := s.Settings.All()
	for i, one := range again.All() {
		if one.Key != "log-level" && one.TOML() != before[i].TOML() && !(one.Key == "data" && one.TOML() == `""`) {
			waiting = append(waiting, one.Key)
		}
	}
	slices.Sort(waiting)
	s.Log.Log(context.Background(), max(known, slog.LevelInfo), "the settings were reloaded", "log-level", c.LogLevel, "needs a restart", strings.Join(waiting, " "))
}
