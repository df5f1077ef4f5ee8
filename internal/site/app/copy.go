package app

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/tainchess/tain/internal/site/push"
	"github.com/tainchess/tain/internal/site/store"
	"github.com/tainchess/tain/internal/site/store/dsn"
	"github.com/tainchess/tain/internal/site/store/postgres"
	"github.com/tainchess/tain/internal/site/store/sqlite"
)

// ErrInterrupted is returned by CopyStore if its context is cancelled while it copies.
var ErrInterrupted = errors.New("copy interrupted; run the same command to continue")

// CopyStore copies a store to another and verifies the copy. A store is identified by its folder or its
// PostgreSQL URL.
func CopyStore(ctx context.Context, source, target string, progress func(part string, done, total int)) (store.Copied, error) {
	if folder, ok := folderOf(source); ok {
		if other, ok := folderOf(target); ok && folder == other {
			return store.Copied{}, &store.Refusal{Why: store.Same, Where: folder}
		}
	}
	from, err := openMovable(ctx, source, true)
	if err != nil {
		return store.Copied{}, err
	}
	defer from.Close()
	if err := store.Unused(ctx, from); err != nil {
		return store.Copied{}, err // checked before the target is created
	}
	to, err := openMovable(ctx, target, false)
	if err != nil {
		return store.Copied{}, err
	}
	defer to.Close()
	copied, err := store.Copy(ctx, from, to, progress)
	var refusal *store.Refusal
	if err != nil && ctx.Err() != nil && !errors.As(err, &refusal) {
		return copied, ErrInterrupted
	}
	if err != nil {
		return copied, err
	}
	return copied, moveKey(ctx, from, to)
}

// folderOf returns the absolute folder of a store, or false for a PostgreSQL database.
func folderOf(name string) (string, bool) {
	if dsn.IsURL(name) {
		return "", false
	}
	if filepath.Base(name) == sqlite.File {
		name = filepath.Dir(name)
	}
	if full, err := filepath.Abs(name); err == nil {
		name = full
	}
	return name, true
}

// openMovable opens a store by its folder or URL. It creates a missing store unless exists is set.
func openMovable(ctx context.Context, name string, exists bool) (store.Movable, error) {
	folder, ok := folderOf(name)
	if !ok {
		return postgres.Open(ctx, postgres.Options{URL: name, PasswordFile: os.Getenv("TAIN_STORE_PASSWORD_FILE"), Aside: true, Existing: exists})
	}
	if _, err := os.Stat(filepath.Join(folder, sqlite.File)); exists && errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("no database in %v; give the server's folder with --data", folder)
	}
	return sqlite.Open(ctx, folder)
}

// moveKey copies a folder's web push key to a shared store, so that subscribed browsers still get
// notifications.
func moveKey(ctx context.Context, from, to store.Movable) error {
	shared, ok := to.(store.Shared)
	if !ok {
		return nil
	}
	if _, err := os.Stat(filepath.Join(from.Where(), push.KeyFile)); err != nil {
		return nil // no subscriptions
	}
	k, err := push.LoadKey(from.Where())
	if err != nil {
		return err
	}
	text := k.Text()
	return shared.SetOnce(ctx, pushKey, &text)
}
