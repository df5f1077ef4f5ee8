package app

import (
	"context"
	"encoding/json"
	"errors"

	"github.com/tainchess/tain/internal/site/admin"
	"github.com/tainchess/tain/notation/pgn"
)

// Store identifies a server's store: its folder, or a PostgreSQL database if Folder is empty.
type Store struct{ Folder, URL string }

// Administer runs a command on the server that uses the folder, or directly on the database if no server uses
// the folder or the store has none.
func (s Store) Administer(ctx context.Context, find pgn.Finder, command string, q admin.Request) (json.RawMessage, error) {
	if s.Folder == "" {
		return operateOn(ctx, s.URL, find, command, q)
	}
	answer, err := admin.Call(ctx, s.Folder, command, q)
	if errors.Is(err, admin.ErrNoServer) {
		return operateOn(ctx, s.Folder, find, command, q)
	}
	return answer, err
}

// operateOn runs a command on the store that a folder or URL identifies.
func operateOn(ctx context.Context, name string, find pgn.Finder, command string, q admin.Request) (json.RawMessage, error) {
	games, err := openMovable(ctx, name, true)
	if err != nil {
		return nil, err
	}
	service, err := admin.New(ctx, games, find, nil)
	if err != nil {
		return nil, errors.Join(err, games.Close())
	}
	if folder, ok := folderOf(name); ok {
		if _, err := service.KeepErasures(ctx, folder); err != nil {
			return nil, errors.Join(err, games.Close())
		}
	}
	answer, err := service.Do(ctx, command, q)
	if err := errors.Join(err, games.Close()); err != nil {
		return nil, err
	}
	return json.Marshal(answer)
}
