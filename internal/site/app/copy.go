package app

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/tainchess/tain/internal/cli"
	"github.com/tainchess/tain/internal/site/push"
	"github.com/tainchess/tain/internal/site/store"
	"github.com/tainchess/tain/internal/site/store/postgres"
	"github.com/tainchess/tain/internal/site/store/sqlite"
)

// CopyStore copies a store to another one and verifies it. A store is named by its
// folder or its PostgreSQL URL.
func CopyStore(ctx context.Context, source, target string, progress func(part string, done, total int)) (store.Copied, error) {
	if folder, there := folderOf(source); there {
		if other, ok := folderOf(target); ok && folder == other {
			return store.Copied{}, explainRefusal(&store.Refusal{Why: store.Same, Where: folder})
		}
	}
	from, err := openMovable(ctx, source, true)
	if err != nil {
		return store.Copied{}, err
	}
	defer from.Close()
	if err := explainRefusal(store.Unused(ctx, from)); err != nil {
		return store.Copied{}, err // and nothing is made at the target
	}
	to, err := openMovable(ctx, target, false)
	if err != nil {
		return store.Copied{}, err
	}
	defer to.Close()
	copied, err := store.Copy(ctx, from, to, progress)
	var refusal *store.Refusal
	switch {
	case errors.As(err, &refusal):
		return store.Copied{}, explainRefusal(err)
	case err != nil && ctx.Err() != nil:
		return store.Copied{}, cli.Halted{Err: errors.New("copy interrupted; run the same command to continue")}
	case err != nil:
		return store.Copied{}, err
	}
	if err := moveKey(ctx, from, to); err != nil {
		return store.Copied{}, err
	}
	return copied, nil
}

// folderOf returns the absolute folder of a store; false for a PostgreSQL database.
func folderOf(name string) (string, bool) {
	if postgres.IsURL(name) {
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

// openMovable opens a store by its name. One that must exist is not created.
func openMovable(ctx context.Context, name string, exists bool) (store.Movable, error) {
	folder, ok := folderOf(name)
	if !ok {
		return postgres.Open(ctx, postgres.Options{URL: name, PasswordFile: os.Getenv("TAIN_STORE_PASSWORD_FILE"), Aside: true, Existing: exists})
	}
	if _, err := os.Stat(filepath.Join(folder, sqlite.File)); exists && errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("no database in %v; name the server's folder with --data", folder)
	}
	return sqlite.Open(ctx, folder)
}

// explainRefusal words why a store cannot be copied, and returns other errors as
// they are.
func explainRefusal(err error) error {
	var r *store.Refusal
	if !errors.As(err, &r) {
		return err
	}
	switch r.Why {
	case store.InUse:
		return fmt.Errorf("a server is using %v; stop it first", r.Where)
	case store.NotEmpty:
		return fmt.Errorf("%v is not empty; name an empty target", r.Where)
	case store.OtherCopy:
		return fmt.Errorf("the target has part of a copy of %v; continue that copy, or name an empty target", r.Where)
	}
	return fmt.Errorf("%v cannot be copied to itself", r.Where)
}

// moveKey copies the web push key of a folder, so that subscribed browsers are
// still notified.
func moveKey(ctx context.Context, from, to store.Movable) error {
	shared, ok := to.(store.Shared)
	if !ok {
		return nil
	}
	if _, err := os.Stat(filepath.Join(from.Where(), push.KeyFile)); err != nil {
		return nil // nobody has subscribed
	}
	k, err := push.LoadKey(from.Where())
	if err != nil {
		return err
	}
	text, err := k.Text()
	if err != nil {
		return err
	}
	return shared.SetOnce(ctx, pushKey, &text)
}
