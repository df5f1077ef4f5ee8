package main

import (
	"context"
	"log/slog"
	"sync"

	"github.com/tainchess/tain/internal/play/hub"
	"github.com/tainchess/tain/internal/play/room"
	"github.com/tainchess/tain/internal/site/admin"
	"github.com/tainchess/tain/internal/site/config"
	"github.com/tainchess/tain/internal/site/live"
	"github.com/tainchess/tain/internal/site/server"
	"github.com/tainchess/tain/internal/site/store"
)

// operation is what looks after a server beside its games.
type operation struct {
	config *config.Config
	admin  *admin.Service // nil if games are in memory only
	log    *slog.Logger
}

// operation returns what looks after a server of a store.
func (s *serveCmd) operation(c *console, games room.Store, log *slog.Logger) (*operation, error) {
	op := &operation{config: s.config, log: log}
	kept, ok := games.(store.Full)
	if !ok {
		return op, nil
	}
	var err error
	op.admin, err = admin.New(c.Context, kept, c.Rules.Find, log)
	return op, err
}

// gate returns what the hub asks, nil if there is nobody to ask.
func (o *operation) gate() room.Gate {
	if o.admin == nil {
		return nil
	}
	return o.admin
}

// operator returns whom the server asks, nil if there is nobody to ask.
func (o *operation) operator() live.Operator {
	if o.admin == nil {
		return nil
	}
	return o.admin
}

// start begins to look after a server, and returns how to end that.
func (o *operation) start(c *console, data string, hub *hub.Hub, web *server.Server, quit func()) (stop func(), err error) {
	schedule, err := backupSchedule(c, &o.config.Backup, data, o.log)
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithCancel(context.WithoutCancel(c.Context))
	var running sync.WaitGroup
	if schedule != nil {
		running.Go(func() { schedule.Run(ctx) })
	}
	if o.admin != nil {
		o.admin.Attach(hub, web)
		o.admin.Quit = quit
		if schedule != nil {
			o.admin.LastBackup = schedule.Last
		}
		if socket, err := admin.Listen(data); err == nil {
			running.Go(func() { o.admin.Serve(ctx, socket) })
		} else { // the games are worth more
			o.log.Error("tain admin will not reach this server", "error", err)
		}
		running.Go(func() { o.admin.Follow(ctx) })
		keep := admin.Retention{Delete: o.config.DeleteAfter, Anonymise: o.config.AnonymiseAfter, Studies: o.config.DeleteStudiesAfter}
		running.Go(func() { o.admin.Retain(ctx, keep) })
		running.Go(func() { o.admin.FollowSwitches(ctx) })
	}
	return func() {
		cancel()
		running.Wait()
	}, nil
}
