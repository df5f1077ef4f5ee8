package app

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/tainchess/tain/internal/site/bus/nats"
	"github.com/tainchess/tain/internal/site/server"
	"github.com/tainchess/tain/internal/site/store"
	"github.com/tainchess/tain/internal/site/store/memory"
	"github.com/tainchess/tain/internal/site/store/postgres"
	"github.com/tainchess/tain/internal/site/store/sqlite"
)

// openStore opens the store and returns a function that closes it.
func (s *Server) openStore(ctx context.Context) (store.Store, func() error, error) {
	if s.Config.Memory {
		return memory.New(), func() error { return nil }, nil
	}
	if s.Config.Store != "" {
		return s.openShared(ctx)
	}
	games, err := sqlite.OpenLogged(ctx, s.Config.Data, s.Log)
	if err != nil {
		var path *fs.PathError
		if errors.As(err, &path) && errors.Is(err, fs.ErrPermission) {
			return nil, nil, fmt.Errorf("cannot write to folder %v; choose another with --data, or use --memory", s.Config.Data)
		}
		return nil, nil, err
	}
	if err := CheckCopied(ctx, games); err != nil {
		return nil, nil, errors.Join(err, games.Close())
	}
	return games, games.Close, nil
}

// openShared opens a store in PostgreSQL. The data folder contains only files of this server, such as the
// admin socket and certificates.
func (s *Server) openShared(ctx context.Context) (store.Store, func() error, error) {
	unlock, err := sqlite.Lock(s.Config.Data)
	if err != nil {
		return nil, nil, fmt.Errorf("%w; each server of a cluster needs a separate folder (--data)", err)
	}
	o := postgres.Options{URL: s.Config.Store, PasswordFile: s.Config.StorePasswordFile, Wait: s.Config.StoreWait, Log: s.Log}
	if file := s.Config.Cluster.Key; file != "" {
		key, err := nats.ReadKey(file)
		if err != nil {
			return nil, nil, errors.Join(err, unlock())
		}
		o.Key = []byte(key)
	}
	games, err := postgres.Open(ctx, o)
	if err != nil {
		return nil, nil, errors.Join(err, unlock())
	}
	if err := CheckCopied(ctx, games); err != nil {
		return nil, nil, errors.Join(err, games.Close(), unlock())
	}
	return games, func() error { return errors.Join(games.Close(), unlock()) }, nil
}

// CheckCopied rejects a store that is the target of an unfinished tain store copy.
func CheckCopied(ctx context.Context, games store.Full) error {
	from, err := store.Unfinished(ctx, games)
	if err == nil && from != "" {
		err = fmt.Errorf("the copy of %v into this store is incomplete; run tain store copy again", from)
	}
	return err
}

// disk returns a function that measures the database, or nil if games are only in memory.
func (s *Server) disk(games store.Store) func() server.Disk {
	if s.Config.Memory {
		return nil
	}
	if pg, ok := games.(*postgres.Store); ok {
		return func() server.Disk { return sizeOf(pg) }
	}
	return func() server.Disk { return diskOf(s.Config.Data) }
}

// sizeOf returns the size of a PostgreSQL database. The free space on its disk is unknown.
func sizeOf(pg *postgres.Store) server.Disk {
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	size, _ := pg.Bytes(ctx) // 0 while the database is unreachable
	return server.Disk{Database: size, Free: -1}
}

// diskOf returns the size of the database in a folder and the free space on its disk.
func diskOf(folder string) server.Disk {
	size := func(name string) int64 {
		info, err := os.Stat(name)
		if err != nil {
			return 0
		}
		return info.Size()
	}
	file := filepath.Join(folder, sqlite.File)
	return server.Disk{Database: size(file), Log: size(file + "-wal"), Free: freeBytes(folder)}
}
