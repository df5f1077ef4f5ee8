//go:build linux

package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/tainchess/tain/internal/play/game"
	"github.com/tainchess/tain/internal/play/room"
	"github.com/tainchess/tain/internal/protocol/wire"
	"github.com/tainchess/tain/internal/site/store/sqlite"
	"github.com/tainchess/tain/internal/test/programs/hostile/attack"
	"github.com/tainchess/tain/internal/test/programs/hostile/client"
	"github.com/tainchess/tain/internal/test/programs/hostile/honest"
	"github.com/tainchess/tain/variant"
)

// scene is a test that sets up its own clients instead of the usual crowd and an attacking process. run
// returns figures for the report, and faults.
type scene struct {
	name, what string
	run        func(ctx context.Context, b *battle) (figures string, faults []string, err error)
}

var scenes = []scene{
	{"restart", "the server is killed and restarted while hundreds of games wait for the computer", sceneRestart},
	{"rematch", "the server is killed while players agree to rematches", sceneRematch},
	{"clocks", "the server is down for longer than the players' remaining time", sceneClocks},
	{"disk", "the disk is full, and is then freed", sceneDisk},
	{"school", "thirty honest people behind one address", sceneSchool},
	{"proxy", "an attacker and honest people behind one trusted proxy", sceneProxy},
}

// sceneRestart kills a server with games that wait for the computer, and checks that the
// restarted server serves an honest person.
func sceneRestart(ctx context.Context, b *battle) (string, []string, error) {
	p, closing, err := b.start(ctx, "restart")
	if err != nil {
		return "", nil, err
	}
	defer closing()
	flood, stop := context.WithTimeout(ctx, 10*time.Second)
	defer stop()
	a := attack.NewForce(p.URL, 1)
	attack.Computer(flood, a)
	p.Kill()
	client.Pause(ctx, 25*time.Second) // overdue computer moves are taken over only after a while
	if err := p.Again(ctx); err != nil {
		return "", nil, err
	}
	client.Pause(ctx, 2*time.Second)
	d := honest.NewDiary()
	honestTime, stop := context.WithTimeout(ctx, b.seconds)
	defer stop()
	honest.Crowd{URL: p.URL}.Computer(honestTime, d)
	var faults []string
	if served := len(d.Took[honest.Computers]); served < 5 || d.Refused[honest.Computers] > 0 {
		faults = append(faults, fmt.Sprintf("an honest person had %d moves of the computer in %v, %d refused (%s)", served, b.seconds, d.Refused[honest.Computers], d.Why[honest.Computers]))
	}
	return fmt.Sprintf("%d games wait; honest: %d moves, p99 %.0f ms", a.Counts()["201"], len(d.Took[honest.Computers]), d.Percentile(honest.Computers, .99)), faults, nil
}

// sceneRematch kills the server repeatedly while many pairs agree to a rematch, and counts games that
// no other game links to.
func sceneRematch(ctx context.Context, b *battle) (string, []string, error) {
	const kills, pairs = 12, 8
	p, closing, err := b.start(ctx, "rematch")
	if err != nil {
		return "", nil, err
	}
	defer closing()
	known, sessions := map[string]bool{}, []game.Hash{}
	agreed := 0
	for round := range kills {
		var all sync.WaitGroup
		var mu sync.Mutex
		killing := make(chan struct{})
		for i := range pairs {
			all.Go(func() {
				white, black := client.New(p.URL, client.HonestAddress(2*i)), client.New(p.URL, client.HonestAddress(2*i+1))
				defer white.Leave()
				defer black.Leave()
				id, accept, err := endedGame(ctx, white, black)
				mu.Lock()
				if err == nil {
					known[id] = true
					sessions = append(sessions, sessionOf(white), sessionOf(black))
				}
				mu.Unlock()
				<-killing
				if err == nil && accept(ctx) == nil {
					mu.Lock()
					agreed++
					mu.Unlock()
				}
			})
		}
		time.Sleep(500 * time.Millisecond) // until all pairs have ended their game
		close(killing)
		time.Sleep(time.Duration(500+rand.IntN(6000)) * time.Microsecond)
		p.Kill()
		all.Wait()
		if round == kills-1 {
			break
		}
		if err := p.Again(ctx); err != nil {
			return "", nil, err
		}
	}
	orphans, found, err := orphans(ctx, p.Folder, known, sessions)
	var faults []string
	if orphans > 0 {
		faults = append(faults, fmt.Sprintf("%d games that nobody can find", orphans))
	}
	if found == 0 {
		faults = append(faults, "no rematch was begun: that tests nothing")
	}
	return fmt.Sprintf("%d kills, %d rematches in the store, %d of them acknowledged, %d orphans", kills, found, agreed, orphans), faults, err
}

// endedGame plays a game that ends by resignation, and has White offer a rematch. It returns the game's
// ID and a function that accepts the rematch.
func endedGame(ctx context.Context, white, black *client.Client) (id string, accept func(context.Context) error, err error) {
	g, err := white.Create(ctx, `{"variant":"chess","opponent":"friend","colour":"white"}`)
	if err != nil {
		return "", nil, err
	}
	if err := black.Join(ctx, g); err != nil {
		return "", nil, err
	}
	w, err := white.Connect(ctx, g.ID)
	if err != nil {
		return "", nil, err
	}
	l, err := black.Connect(ctx, g.ID)
	if err != nil {
		return "", nil, err
	}
	// A game without moves cannot be resigned, only aborted.
	next, err := w.Play(ctx, 0, g.Key, "e2e4")
	if err == nil {
		_, err = l.Play(ctx, 1, next, "e7e5")
	}
	for _, c := range []struct{ kind, rest string }{{"resign", ""}, {"rematch", `,"do":"offer"`}} {
		var n int64
		if err == nil {
			n, err = w.Command(ctx, c.kind, c.rest)
		}
		if err == nil {
			err = w.Done(ctx, n)
		}
	}
	return g.ID, func(ctx context.Context) error {
		defer w.Close()
		defer l.Close()
		n, err := l.Command(ctx, "rematch", `,"do":"accept"`)
		if err != nil {
			return err
		}
		return l.Done(ctx, n)
	}, err
}

// sessionOf returns the session that belongs to a client's cookie.
func sessionOf(c *client.Client) game.Hash {
	_, secret, _ := strings.Cut(c.Cookie, "=")
	return room.SessionOf(secret).Hash()
}

// orphans counts the sessions' games that are neither known nor named as another game's rematch.
// It also returns the number of all games that are not known.
func orphans(ctx context.Context, folder string, known map[string]bool, sessions []game.Hash) (orphans, found int, err error) {
	store, err := sqlite.Open(ctx, folder)
	if err != nil {
		return 0, 0, err
	}
	defer store.Close()
	named, all := map[string]bool{}, map[string]bool{}
	for _, s := range sessions {
		list, err := store.BySession(ctx, s, 100)
		if err != nil {
			return 0, 0, err
		}
		for _, e := range list {
			all[e.ID] = true
		}
	}
	for id := range all {
		events, err := store.Load(ctx, id, 0)
		if err != nil {
			return 0, 0, err
		}
		g, err := game.Fold(variant.Builtin().Find, events)
		if err != nil {
			return 0, 0, err
		}
		if next := g.Snapshot(game.Nobody, g.Updated()).Next; next != "" {
			named[next] = true
		}
	}
	for id := range all {
		switch {
		case known[id]:
		case named[id]:
			found++
		default:
			orphans++
		}
	}
	return orphans, found + orphans, nil
}

// sceneClocks stops the server for longer than the players' remaining times, and checks that nobody
// loses on time.
func sceneClocks(ctx context.Context, b *battle) (string, []string, error) {
	const games, down = 10, 6 * time.Second
	p, closing, err := b.start(ctx, "clocks")
	if err != nil {
		return "", nil, err
	}
	defer closing()
	var white, black [games]*client.Client
	var shots [games]wire.Snapshot
	for i := range games {
		white[i], black[i] = client.New(p.URL, client.HonestAddress(2*i)), client.New(p.URL, client.HonestAddress(2*i+1))
		g, err := white[i].Create(ctx, `{"variant":"chess","opponent":"friend","colour":"white","control":{"initial":5000,"increment":0}}`)
		if err == nil {
			err = black[i].Join(ctx, g)
		}
		if err != nil {
			return "", nil, err
		}
		shots[i] = g
	}
	for i := range games {
		if err := twoMoves(ctx, white[i], black[i], &shots[i]); err != nil {
			return "", nil, err
		}
	}
	p.Kill()
	client.Pause(ctx, down)
	if err := p.Again(ctx); err != nil {
		return "", nil, err
	}
	client.Pause(ctx, time.Second) // until the players have reconnected
	flagged, played := 0, 0
	for i := range games {
		var now wire.OneGame
		if err := white[i].Must(ctx, "GET", "/api/v1/games/"+shots[i].ID, "", &now); err != nil {
			return "", nil, err
		}
		if now.Game.Result != nil {
			flagged++
			continue
		}
		if l, err := white[i].Connect(ctx, shots[i].ID); err == nil {
			if _, err := l.Play(ctx, 2, now.Game.Key, "g1f3"); err == nil {
				played++
			}
			l.Close()
		}
	}
	var faults []string
	if flagged > 0 || played < games {
		faults = append(faults, fmt.Sprintf("%d of %d lost on time while the server was down, %d could go on", flagged, games, played))
	}
	return fmt.Sprintf("down for %v with 5 s on the clocks: %d of %d flagged, %d went on", down, flagged, games, played), faults, nil
}

// twoMoves plays two moves, which starts the clocks of a game.
func twoMoves(ctx context.Context, white, black *client.Client, g *wire.Snapshot) error {
	w, err := white.Connect(ctx, g.ID)
	if err != nil {
		return err
	}
	defer w.Close()
	l, err := black.Connect(ctx, g.ID)
	if err != nil {
		return err
	}
	defer l.Close()
	key, err := w.Play(ctx, 0, g.Key, "e2e4")
	if err == nil {
		_, err = l.Play(ctx, 1, key, "e7e5")
	}
	return err
}

// fill writes a file until the disk is full. empty deletes the file.
func fill(folder string) (empty func(), err error) {
	name := filepath.Join(folder, "filler")
	f, err := os.Create(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	for block := make([]byte, 4096); err == nil; {
		_, err = f.Write(block)
	}
	return func() { os.Remove(name) }, nil
}
