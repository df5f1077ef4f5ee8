//go:build linux

package main

import (
	"context"
	"fmt"

	"github.com/tainchess/tain/internal/play/game"
	"github.com/tainchess/tain/internal/play/room"
	"github.com/tainchess/tain/internal/site/store/sqlite"
	"github.com/tainchess/tain/internal/test/programs/hostile/honest"
	"github.com/tainchess/tain/variant"
)

// lostEvents opens the store of a killed server and counts acknowledged games and moves that are
// missing or duplicated.
func lostEvents(ctx context.Context, folder string, diaries ...*honest.Diary) (lost int, err error) {
	store, err := sqlite.Open(ctx, folder)
	if err != nil {
		return 0, fmt.Errorf("hostile: cannot open the store afterwards: %w", err)
	}
	defer store.Close()
	for _, d := range diaries {
		lost += d.Lost
		for _, id := range d.Created {
			if _, err := kept(ctx, store, id); err != nil {
				lost++
			}
		}
		for id, acked := range d.Acked {
			have, err := kept(ctx, store, id)
			if err != nil {
				lost += max(1, len(acked))
				continue
			}
			for i, move := range acked {
				if i >= len(have) || have[i] != move {
					lost++
				}
			}
			if len(have) > len(acked)+1 { // one more may have been in flight
				lost += len(have) - len(acked) - 1
			}
		}
	}
	return lost, nil
}

// kept returns the stored moves of a game.
func kept(ctx context.Context, store room.Store, id string) ([]string, error) {
	events, err := store.Load(ctx, id, 0)
	if err != nil {
		return nil, err
	}
	g, err := game.Fold(variant.Builtin().Find, events)
	if err != nil {
		return nil, err
	}
	var list []string
	for _, m := range g.Snapshot(game.Nobody, g.Updated()).Moves {
		list = append(list, m.UCI)
	}
	return list, nil
}
