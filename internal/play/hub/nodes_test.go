package hub_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net/netip"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/engine"
	"github.com/tainchess/tain/internal/play/clock"
	"github.com/tainchess/tain/internal/play/cluster"
	"github.com/tainchess/tain/internal/play/computer"
	"github.com/tainchess/tain/internal/play/game"
	"github.com/tainchess/tain/internal/play/hub"
	"github.com/tainchess/tain/internal/play/room"
	"github.com/tainchess/tain/internal/site/store/memory"
	"github.com/tainchess/tain/rules"
)

// line is a node's connection to a bus. It can be cut, with or without the node noticing, and may lose
// messages.
type line struct {
	*cluster.LocalBus
	cut, knows atomic.Bool
	deaf       atomic.Bool // drops commits, but not notes
	loses      float64
	mu         sync.Mutex
	rng        *rand.Rand
}

func newLine(bus *cluster.LocalBus, loses float64, seed uint64) *line {
	return &line{LocalBus: bus, loses: loses, rng: rand.New(rand.NewPCG(seed, 1))}
}

func (l *line) lost() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.cut.Load() || l.rng.Float64() < l.loses
}

func (l *line) Publish(c cluster.Committed) {
	if !l.lost() {
		l.LocalBus.Publish(c)
	}
}

func (l *line) Send(topic string, text []byte) {
	if !l.lost() {
		l.LocalBus.Send(topic, text)
	}
}

func (l *line) Subscribe(id string, deliver func(cluster.Committed)) func() {
	return l.LocalBus.Subscribe(id, func(c cluster.Committed) {
		if !l.lost() && (c.Note != nil || !l.deaf.Load()) {
			deliver(c)
		}
	})
}

func (l *line) Listen(topic string, deliver func([]byte)) func() {
	return l.LocalBus.Listen(topic, func(text []byte) {
		if !l.lost() {
			deliver(text)
		}
	})
}

func (l *line) Whole() bool { return !l.cut.Load() || !l.knows.Load() }

// nodes opens hubs with one store and a common bus that loses some messages.
func nodes(t *testing.T, n int, loses float64, o hub.Options) (hubs []house, lines []*line, store *memory.Store) {
	t.Helper()
	bus := cluster.NewLocalBus()
	store = memory.New()
	for i := range n {
		lines = append(lines, newLine(bus, loses, uint64(i)))
		o.Bus = lines[i]
		hubs = append(hubs, open(t, store, o))
	}
	time.Sleep(2 * time.Second) // the nodes have discovered each other by then
	return hubs, lines, store
}

// here returns the players present according to the last update.
func here(list []room.Update) (white, black, received bool) {
	for _, m := range list {
		switch m := m.(type) {
		case room.PresenceUpdate:
			white, black, received = m.Here[board.White], m.Here[board.Black], true
		case room.GameUpdate:
			white, black, received = m.Game.Players.White != nil && m.Game.Players.White.Here, m.Game.Players.Black != nil && m.Game.Players.Black.Here, true
		}
	}
	return white, black, received
}

// TestLostLastMessage loses the last message of a game, so that no later number reveals the gap. Watchers at
// another node receive the event within a second, whether only that message was lost or the node is
// disconnected, with or without noticing.
func TestLostLastMessage(t *testing.T) {
	for _, c := range []struct {
		name       string
		cut, knows bool
	}{{"one message", false, false}, {"cut off, unknown", true, false}, {"cut off, known", true, true}} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				hubs, lines, _ := nodes(t, 3, 0, hub.Options{})
				id := hubs[0].pair(nil).ID
				w := hubs[1].watch(cora, id)
				time.Sleep(time.Second)
				read(w)
				lines[0].knows.Store(c.knows)
				lines[1].knows.Store(c.knows)
				lines[0].cut.Store(true)
				lines[1].cut.Store(c.cut)
				hubs[0].play(id, "e4")
				synctest.Wait()
				if !c.cut {
					lines[0].cut.Store(false)
				}
				if got := plies(read(w)); len(got) != 0 {
					t.Fatalf("lost update was delivered at once: %v", got)
				}
				time.Sleep(time.Second)
				if got := fmt.Sprint(plies(read(w))); got != "[1]" {
					t.Errorf("remote watcher got plies %s after a second, want [1]", got)
				}
			})
		})
	}
}

// TestMovesArriveOnceInOrder plays at three nodes over a bus that loses 30 % of all messages. Watchers see
// every move once, in order and within a second.
func TestMovesArriveOnceInOrder(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		hubs, _, store := nodes(t, 3, 0.3, hub.Options{Options: room.Options{Backlog: 4096}})
		id := hubs[0].pair(nil).ID
		var all []*room.Watcher
		for _, h := range hubs {
			all = append(all, h.watch(cora, id))
		}
		seen := make([]int, len(all))
		rng := rand.New(rand.NewPCG(3, 3))
		for n := range 60 {
			shot := at(t, store, id)
			by := anna
			if n%2 == 1 {
				by = bert
			}
			h := hubs[rng.IntN(len(hubs))]
			if err := h.Do(h.ctx, by, id, game.Move{Ply: shot.Ply, Key: shot.Key, Move: firstMove(t, shot)}); err != nil {
				t.Fatalf("Do: %v", err)
			}
			time.Sleep(time.Duration(rng.IntN(400)) * time.Millisecond)
			if n%10 == 9 {
				time.Sleep(time.Second)
			}
			for i, w := range all {
				for _, m := range read(w) {
					switch m := m.(type) {
					case room.MoveUpdate:
						if m.Ply != seen[i]+1 {
							t.Fatalf("node %d sent move %d after move %d", i, m.Ply, seen[i])
						}
						seen[i] = m.Ply
					case room.GameUpdate: // if more than one move arrived
						if m.Game.Ply < seen[i] {
							t.Fatalf("node %d sent the game at ply %d after ply %d", i, m.Game.Ply, seen[i])
						}
						seen[i] = m.Game.Ply
					}
				}
				if n%10 == 9 && seen[i] != n+1 {
					t.Fatalf("a second after move %d, node %d is at move %d", n+1, i, seen[i])
				}
			}
			if at(t, store, id).Result != nil {
				break
			}
		}
	})
}

// TestPresenceAcrossNodes checks that a player at one node is shown as present at another, until they leave
// or their node closes or dies.
func TestPresenceAcrossNodes(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		hubs, lines, _ := nodes(t, 3, 0, hub.Options{})
		id := hubs[0].pair(&clock.Control{Initial: 600_000}).ID
		at0 := hubs[0].watch(anna, id)
		w := hubs[1].watch(bert, id)
		time.Sleep(time.Second)
		if white, black, received := here(read(w)); !received || !white || !black {
			t.Fatalf("presence at the other node: White %v, Black %v, received %v", white, black, received)
		}
		if shot := hubs[2].see(cora, id); !shot.Players.White.Here {
			time.Sleep(time.Second)
			if shot := hubs[2].see(cora, id); !shot.Players.White.Here {
				t.Error("late watcher does not see who is present")
			}
		}
		at0.Close()
		time.Sleep(time.Second)
		if white, _, received := here(read(w)); !received || white {
			t.Error("player who left is still present at the other node")
		}
		at0 = hubs[0].watch(anna, id)
		time.Sleep(time.Second)
		if white, _, _ := here(read(w)); !white {
			t.Error("player who came back is not present at the other node")
		}
		lines[0].cut.Store(true) // the node dies
		time.Sleep(5 * time.Second)
		if white, _, received := here(read(w)); !received || white {
			t.Error("player at a dead node is still present")
		}
		lines[0].cut.Store(false) // reconnect the node
		time.Sleep(3 * time.Second)
		if white, _, _ := here(read(w)); !white {
			t.Error("player at a reconnected node is not present")
		}
		hubs[0].Close(hubs[0].ctx)
		time.Sleep(time.Second)
		if white, _, received := here(read(w)); !received || white {
			t.Error("player at a closed node is still present")
		}
		_ = at0
	})
}

// TestChallengeAcrossNodes checks that a challenge is listed at all nodes, including one that starts
// later. It stays open while its creator is at any node, and ends afterwards.
func TestChallengeAcrossNodes(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		hubs, lines, store := nodes(t, 2, 0, hub.Options{})
		anna := anna.At(netip.MustParseAddr("192.0.2.1"))
		id := hubs[0].create(anna, game.Request{Opponent: game.Anybody}).ID
		w := hubs[1].watch(anna, id) // her socket and her request are at different nodes
		late := open(t, store, onBus(newLine(lines[0].LocalBus, 0, 9)))
		listed := func(want bool) {
			t.Helper()
			for i, h := range append(hubs[1:2:2], late) {
				list, err := h.Challenges(h.ctx)
				if err != nil || (len(list) == 1) != want {
					t.Errorf("hub %d lists %d challenges, error %v", i, len(list), err)
				}
			}
		}
		time.Sleep(5 * time.Minute)
		listed(true)
		hubs[0].Close(hubs[0].ctx) // close the node that created the challenge
		time.Sleep(5 * time.Minute)
		listed(true)
		w.Close()
		time.Sleep(2 * time.Minute)
		listed(false)
		if shot := at(t, store, id); shot.Result == nil || shot.Result.Reason != "aborted" {
			t.Errorf("result of a challenge whose creator left: %+v", shot.Result)
		}
	})
}

// TestChallengeLimitsAcrossNodes checks that a person's challenges at all nodes count towards the
// limit.
func TestChallengeLimitsAcrossNodes(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		hubs, _, _ := nodes(t, 3, 0, hub.Options{ChallengesPerPerson: 3})
		made := 0
		for i := range 9 {
			h := hubs[i%3]
			if _, err := h.Create(h.ctx, anna, game.Request{Variant: "chess", Colour: "white", Opponent: game.Anybody}); err == nil {
				made++
			} else if code(err) != game.CodeLimit {
				t.Fatalf("Create: %v", err)
			}
			time.Sleep(2 * time.Second) // until the nodes have exchanged digests
		}
		if made != 3 {
			t.Errorf("one person created %d challenges", made)
		}
	})
}

// TestPairedOnce has many people wait at three nodes over a bus that loses messages. Each is paired with
// exactly one other, in one game.
func TestPairedOnce(t *testing.T) {
	for _, loses := range []float64{0, 0.2} {
		t.Run(fmt.Sprint(loses), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				hubs, _, store := nodes(t, 3, loses, hub.Options{})
				const people = 30
				var wg sync.WaitGroup
				games := make([]string, people)
				for i := range people {
					wg.Go(func() {
						time.Sleep(time.Duration(i*37%900) * time.Millisecond)
						h := hubs[i%3]
						s, err := h.Seek(h.ctx, room.SessionOf(fmt.Sprint("person ", i)), room.Seek{Variant: "chess", Name: fmt.Sprint("P", i)})
						if err != nil {
							t.Errorf("Seek: %v", err)
							return
						}
						defer s.Close()
						select {
						case m := <-s.C:
							if m.Err != nil {
								t.Errorf("match error = %v, want none", m.Err)
							}
							games[i] = m.Game
						case <-time.After(2 * time.Minute):
							t.Errorf("person %d is still waiting", i)
						}
					})
				}
				wg.Wait()
				count := map[string]int{}
				for _, id := range games {
					count[id]++
				}
				for id, n := range count {
					if n != 2 {
						t.Errorf("game %q has %d of the paired people", id, n)
					}
				}
				for i := range people {
					mine, err := hubs[0].GamesOf(context.Background(), room.SessionOf(fmt.Sprint("person ", i)))
					running := 0
					for _, g := range mine {
						if g.Result == nil {
							running++
						}
					}
					if err != nil || running != 1 {
						t.Errorf("person %d has %d games, error %v", i, running, err)
					}
				}
				_ = store
			})
		})
	}
}

// TestOneSeekPerPerson checks that a seek ends when the same person starts another at a different node.
func TestOneSeekPerPerson(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		hubs, _, _ := nodes(t, 2, 0, hub.Options{})
		first, err := hubs[0].Seek(hubs[0].ctx, anna, room.Seek{Variant: "chess"})
		if err != nil {
			t.Fatalf("Seek: %v", err)
		}
		time.Sleep(3 * time.Second)
		second, err := hubs[1].Seek(hubs[1].ctx, anna, room.Seek{Variant: "chess"})
		if err != nil {
			t.Fatalf("Seek: %v", err)
		}
		defer second.Close()
		time.Sleep(3 * time.Second)
		select {
		case m := <-first.C:
			if code(m.Err) != game.CodeLimit {
				t.Errorf("match of the first seek = %+v, want a limit error", m)
			}
		default:
			t.Error("one person has seeks at two nodes")
		}
		if list := hubs[0].Seeks(); len(list) != 1 || list[0].Count != 1 {
			t.Errorf("Seeks at the other node = %+v", list)
		}
	})
}

// TestPhrasesAcrossNodes checks that a player's phrase is delivered to the other node once.
func TestPhrasesAcrossNodes(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		hubs, _, _ := nodes(t, 2, 0, hub.Options{})
		id := hubs[0].pair(nil).ID
		w := hubs[1].watch(bert, id)
		time.Sleep(time.Second)
		read(w)
		if err := hubs[0].Say(hubs[0].ctx, anna, id, game.Hello); err != nil {
			t.Fatalf("Say: %v", err)
		}
		phrases := 0
		for _, m := range read(w) {
			if m, ok := m.(room.PhraseUpdate); ok && m.By == game.White && m.Phrase == game.Hello {
				phrases++
			}
		}
		if phrases != 1 {
			t.Errorf("phrase arrived %d times at the other node", phrases)
		}
	})
}

// countingPlayer counts its calls.
type countingPlayer struct {
	slowPlayer
	searches *atomic.Int64
}

func (c countingPlayer) Choose(ctx context.Context, line *rules.Line, level int, l engine.Limits) (board.Move, error) {
	c.searches.Add(1)
	return c.slowPlayer.Choose(ctx, line, level, l)
}

// TestOneNodeSearches loads a game at three nodes. Only one of them searches for the computer's move, another
// takes over if that node dies, and the move is played once.
func TestOneNodeSearches(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var searches atomic.Int64
		player := func() computer.Player {
			return countingPlayer{slowPlayer{pause: 3 * time.Second}, &searches}
		}
		hubs, lines, store := nodes(t, 3, 0, hub.Options{NewPlayer: player})
		id := hubs[0].create(anna, game.Request{Opponent: game.Computer, Level: 3, Control: &clock.Control{Initial: 600_000}}).ID
		for _, h := range hubs {
			h.watch(cora, id)
		}
		time.Sleep(time.Second)
		for n := range 3 {
			h := hubs[n]
			// A node can also receive the move through another node's announcement.
			lines[(n+1)%3].deaf.Store(true)
			shot := at(t, store, id)
			if err := h.Do(h.ctx, anna, id, game.Move{Ply: shot.Ply, Key: shot.Key, Move: firstMove(t, shot)}); err != nil {
				t.Fatalf("Do: %v", err)
			}
			time.Sleep(10 * time.Second)
			lines[(n+1)%3].deaf.Store(false)
			if shot = at(t, store, id); shot.Ply != 2*(n+1) {
				t.Fatalf("after %d moves: ply %d", n+1, shot.Ply)
			}
		}
		if searches.Load() != 3 {
			t.Errorf("%d searches for 3 moves", searches.Load())
		}
		shot := at(t, store, id)
		if err := hubs[0].Do(hubs[0].ctx, anna, id, game.Move{Ply: shot.Ply, Key: shot.Key, Move: firstMove(t, shot)}); err != nil {
			t.Fatalf("Do: %v", err)
		}
		time.Sleep(time.Second)
		lines[0].cut.Store(true) // other nodes no longer receive this node's messages, but it still plays
		time.Sleep(30 * time.Second)
		events, err := store.Load(t.Context(), id, 0)
		if err != nil {
			t.Fatalf("Load: %v", err)
		}
		moves := 0
		for _, e := range events {
			if e.Type == game.Moved {
				moves++
			}
		}
		if moves != 8 {
			t.Errorf("stored game has %d moves", moves)
		}
	})
}

// stuckPlayer plays only after it is released.
type stuckPlayer struct {
	slowPlayer
	released chan struct{}
}

func (s stuckPlayer) Choose(ctx context.Context, line *rules.Line, level int, l engine.Limits) (board.Move, error) {
	<-s.released
	return s.slowPlayer.Choose(ctx, line, level, l)
}

// TestSearchMovesWithPlayer checks that another node soon searches for the computer's move if the player comes
// there from a node that does not find a move, whether that node still announces that it is searching or not.
func TestSearchMovesWithPlayer(t *testing.T) {
	for name, cut := range map[string]bool{"a silent node": true, "a searching node": false} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				const search = time.Second
				bus, store := cluster.NewLocalBus(), memory.New()
				line := newLine(bus, 0, 1)
				stuck := stuckPlayer{released: make(chan struct{})}
				one := open(t, store, hub.Options{Options: room.Options{Bus: line}, NewPlayer: func() computer.Player { return stuck }})
				t.Cleanup(func() { close(stuck.released) })
				two := open(t, store, hub.Options{Options: room.Options{Bus: newLine(bus, 0, 2)}, NewPlayer: slow(search, 0)})
				time.Sleep(2 * time.Second)
				id := one.create(anna, game.Request{Opponent: game.Computer, Level: 3}).ID
				there := one.watch(anna, id)
				two.watch(cora, id) // so that the node has the game in memory, and knows that the other one searches
				if err := one.move(anna, id, "e2e4"); err != nil {
					t.Fatalf("move: %v", err)
				}
				time.Sleep(time.Second)
				line.cut.Store(cut)
				there.Close()
				time.Sleep(300 * time.Millisecond)
				two.watch(anna, id)
				time.Sleep(search + 600*time.Millisecond)
				if shot := two.see(anna, id); shot.Ply != 2 {
					t.Errorf("%v after the player came, the game has %d plies, want 2", search+600*time.Millisecond, shot.Ply)
				}
			})
		})
	}
}

// TestPlayingAcrossNodes checks that a node lists the games in progress at another.
func TestPlayingAcrossNodes(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		hubs, _, _ := nodes(t, 2, 0, hub.Options{})
		shot := hubs[0].create(anna, game.Request{Opponent: game.Anybody, Name: "Anna"})
		if _, err := hubs[0].Join(hubs[0].ctx, bert, shot.ID, "", "Bert"); err != nil {
			t.Fatalf("Join: %v", err)
		}
		hubs[0].watch(anna, shot.ID)
		hubs[0].watch(bert, shot.ID)
		for range 5 {
			time.Sleep(2 * time.Second)
			hubs[1].Playing()
		}
		list := hubs[1].Playing()
		if len(list) != 1 || list[0].ID != shot.ID || !strings.HasPrefix(list[0].Players.White.Name, "Anna") || !list[0].Players.White.Here {
			t.Errorf("Playing at the other node = %+v, want Anna's game", list)
		}
	})
}
