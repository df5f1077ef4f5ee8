package app

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/tainchess/tain/internal/cli"
	"github.com/tainchess/tain/internal/site/admin"
	"github.com/tainchess/tain/internal/site/store"
	"github.com/tainchess/tain/internal/site/store/postgres"
	"github.com/tainchess/tain/internal/site/store/sqlite"
	"github.com/tainchess/tain/notation/pgn"
)

// Store names the store of a server: its folder, or a PostgreSQL database if no
// folder is given.
type Store struct{ Folder, URL string }

// Administer carries out a command on the server that runs on the folder, or on the
// database if no server does.
func (s Store) Administer(ctx context.Context, find pgn.Finder, command string, q admin.Request) (json.RawMessage, error) {
	if s.URL != "" && s.Folder == "" {
		games, err := postgres.Open(ctx, postgres.Options{URL: s.URL, PasswordFile: os.Getenv("TAIN_STORE_PASSWORD_FILE"), Aside: true, Existing: true})
		if err != nil {
			return nil, err
		}
		return operateOn(ctx, games, find, command, q)
	}
	folder, err := cli.DataFolder(s.Folder)
	if err != nil {
		return nil, err
	}
	answer, err := admin.Call(ctx, folder, command, q)
	if errors.Is(err, admin.ErrNoServer) {
		return offline(ctx, folder, find, command, q)
	}
	return answer, err
}

// offline carries out a command on a database that no server uses.
func offline(ctx context.Context, folder string, find pgn.Finder, command string, q admin.Request) (json.RawMessage, error) {
	if _, err := os.Stat(filepath.Join(folder, sqlite.File)); errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("no database in %v; name the server's folder with --data", folder)
	}
	games, err := sqlite.Open(ctx, folder)
	if err != nil {
		return nil, err
	}
	return operateOn(ctx, games, find, command, q)
}

// operateOn carries out a command on a store, and closes it.
func operateOn(ctx context.Context, games store.Full, find pgn.Finder, command string, q admin.Request) (json.RawMessage, error) {
	service, err := admin.New(ctx, games, find, nil)
	if err != nil {
		return nil, errors.Join(err, games.Close())
	}
	answer, err := service.Do(ctx, command, q)
	if err := errors.Join(err, games.Close()); err != nil {
		return nil, err
	}
	return json.Marshal(answer)
}
