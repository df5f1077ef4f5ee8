package app

import (
	"context"
	"errors"
	"log/slog"
	"path/filepath"
	"sync"

	"github.com/tainchess/tain/internal/play/hub"
	"github.com/tainchess/tain/internal/play/room"
	"github.com/tainchess/tain/internal/site/admin"
	"github.com/tainchess/tain/internal/site/backup"
	"github.com/tainchess/tain/internal/site/config"
	"github.com/tainchess/tain/internal/site/live"
	"github.com/tainchess/tain/internal/site/server"
	"github.com/tainchess/tain/internal/site/store"
	"github.com/tainchess/tain/notation/pgn"
)

// operation handles the operator's commands, backups and retention for a server.
type operation struct {
	config *config.Config
	find   pgn.Finder
	admin  *admin.Service // nil if games are only in memory
	log    *slog.Logger
}

// operation returns the operation of a server. Its admin service is nil if the store is only in memory.
func (s *Server) operation(ctx context.Context, games store.Store) (*operation, error) {
	op := &operation{config: s.Config, find: s.Rules.Find, log: s.Log}
	full, ok := games.(store.Full)
	if !ok {
		return op, nil
	}
	var err error
	if op.admin, err = admin.New(ctx, full, op.find, op.log); err != nil {
		return nil, err
	}
	_, err = op.admin.KeepErasures(ctx, s.Config.Data)
	return op, err
}

// gate returns the hub's gate, or nil to admit everybody.
func (o *operation) gate() room.Gate {
	if o.admin == nil {
		return nil
	}
	return o.admin
}

// operator returns the HTTP server's operator, or nil if it has none.
func (o *operation) operator() live.Operator {
	if o.admin == nil {
		return nil
	}
	return o.admin
}

// start runs the operator's commands, backups and retention for a server until stop is called.
func (o *operation) start(parent context.Context, hub *hub.Hub, web *server.Server, quit func()) (stop func(), err error) {
	schedule, err := o.backups()
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithCancel(context.WithoutCancel(parent))
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
		if socket, err := admin.Listen(o.config.Data); err == nil {
			running.Go(func() { o.admin.Serve(ctx, socket) })
		} else { // the server can run without the socket
			o.log.Error("cannot open the admin socket; tain admin cannot reach this server", "error", err)
		}
		running.Go(func() { o.admin.Follow(ctx) })
		keep := admin.Retention{Delete: o.config.DeleteAfter, Anonymise: o.config.AnonymiseAfter, Studies: o.config.DeleteStudiesAfter,
			Addresses: o.config.DeleteAddressesAfter, Reports: o.config.DeleteReportsAfter, Audit: o.config.DeleteAuditAfter}
		running.Go(func() { o.admin.Retain(ctx, keep) })
		running.Go(func() { o.admin.FollowSwitches(ctx) })
	}
	return func() {
		cancel()
		running.Wait()
	}, nil
}

// backups returns the backup schedule, or nil if there is none.
func (o *operation) backups() (*backup.Schedule, error) {
	b, data := &o.config.Backup, o.config.Data
	if b.Dir == "" {
		return nil, nil
	}
	if data == "" {
		return nil, errors.New("--backup-dir and --memory cannot be combined")
	}
	key, err := BackupKey(b.Key)
	if err != nil {
		return nil, err
	}
	folder, err := filepath.Abs(b.Dir)
	if err != nil {
		return nil, err
	}
	s := &backup.Schedule{
		Options: backup.Options{Data: data, To: folder, Key: key, Find: o.find, Sample: backup.Sample},
		Every:   b.Every, Keep: b.Keep, Log: o.log,
	}
	return s, s.Prepare()
}

// BackupKey reads the key for encrypted backups; see [backup.ReadKey]. If name is empty it returns nil, which
// means no encryption.
func BackupKey(name string) (*backup.Key, error) {
	if name == "" {
		return nil, nil
	}
	return backup.ReadKey(name)
}
