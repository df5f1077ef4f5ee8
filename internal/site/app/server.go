package app

import (
	"log/slog"
	"time"

	"github.com/tainchess/tain/internal/site/config"
	"github.com/tainchess/tain/internal/site/server"
	"github.com/tainchess/tain/rules/registry"
)

// Server is a server that is about to run.
type Server struct {
	Config *config.Config
	Rules  *registry.Registry
	Build  server.Build
	Log    *slog.Logger
	Level  *slog.LevelVar // of Log

	Settings *config.Settings        // those Config was made of
	Reread   func() *config.Settings // reads the settings again, on SIGHUP

	Note  func(text string)   // prints a remark to whoever started the server
	Ready func(Address) error // called once, when the server is about to answer
}

// Address tells where a server is.
type Address struct {
	URL   string `json:"url"`
	Admin string `json:"admin,omitempty"`
	Data  string `json:"data,omitempty"` // empty if games are in memory only
}

// ShutdownGrace is how long a server may take to end, beyond the time that
// its settings allow it.
const ShutdownGrace = 20 * time.Second

// Grace returns how long the server may take to end.
func (s *Server) Grace() time.Duration {
	if !s.Config.Clustered() {
		return ShutdownGrace
	}
	return ShutdownGrace + s.Config.Cluster.Leave + s.Config.Cluster.HandOver
}
