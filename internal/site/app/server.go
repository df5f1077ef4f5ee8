package app

import (
	"log/slog"
	"time"

	"github.com/tainchess/tain/engine/tablebase"
	"github.com/tainchess/tain/internal/site/config"
	"github.com/tainchess/tain/internal/site/server"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/rules/registry"
)

// Server describes a server to run. All fields must be set; Config.Data may be empty only with Config.Memory.
type Server struct {
	Config *config.Config
	Rules  *registry.Registry
	Build  server.Build
	Log    *slog.Logger
	Level  *slog.LevelVar // of Log

	Settings *config.Settings        // settings from which Config was read
	Reread   func() *config.Settings // rereads the settings on SIGHUP

	Note  func(text string)   // prints a message to the terminal
	Ready func(Address) error // called once, when the server is about to serve

	// FindTables finds the endgame tables in a folder, or the default tables if folder is empty. It passes
	// the error for each unusable table to report.
	FindTables func(folder string, memory *tablebase.Memory, report func(error)) (func(rules.Rules) *tablebase.Set, error)
}

// Address contains the addresses of a server.
type Address struct {
	URL   string `json:"url"`
	Admin string `json:"admin,omitempty"`
	Data  string `json:"data,omitempty"` // empty if games are only in memory
}

// ShutdownGrace is how long a server may take to stop, in addition to the delays in its settings.
const ShutdownGrace = 20 * time.Second

// Grace returns the maximum time that this server may take to stop.
func (s *Server) Grace() time.Duration {
	if !s.Config.Clustered() {
		return ShutdownGrace
	}
	return ShutdownGrace + s.Config.Cluster.Leave + s.Config.Cluster.HandOver
}
