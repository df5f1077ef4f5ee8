package sqlite_test

import (
	"bufio"
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/tainchess/tain/internal/people"
	"github.com/tainchess/tain/internal/play/clock"
	"github.com/tainchess/tain/internal/play/game"
	"github.com/tainchess/tain/internal/play/hub"
	"github.com/tainchess/tain/internal/play/room"
	stores "github.com/tainchess/tain/internal/site/store"
	"github.com/tainchess/tain/internal/site/store/sqlite"
	"github.com/tainchess/tain/internal/test/long"
	"github.com/tainchess/tain/internal/test/storetest"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/variant"
)

// crashFolder is the environment variable that contains the folder of the child process.
const crashFolder = "TAIN_CRASH_FOLDER"

// crashRematch is the environment variable that makes the child process start rematches instead of playing
// games.
const crashRematch = "TAIN_CRASH_REMATCH"

func TestMain(m *testing.M) {
	if folder := os.Getenv(crashFolder); folder != "" {
		play := playUntilKilled
		if os.Getenv(crashRematch) != "" {
			play = rematchUntilKilled
		}
		if err := play(folder); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	os.Exit(m.Run())
}

var white, black = room.SessionOf("white's secret").Named("White"), room.SessionOf("black's secret").Named("Black")

// register adds the accounts of both players, unless an earlier process has.
func register(ctx context.Context, s *sqlite.Store) error {
	for _, who := range []room.Session{white, black} {
		name := who.Name()
		_, err := s.Register(ctx, people.Account{Person: who.Hash(), Name: name, Skeleton: name, Role: people.Bot}, people.Passkey{ID: []byte(name), Person: who.Hash()},
			people.Device{ID: game.HashOf(name), Person: who.Hash()}, nil, game.Hash{})
		if err != nil && !errors.Is(err, people.ErrNameTaken) {
			return err
		}
	}
	return nil
}

// playUntilKilled plays several games at the same time. After each acknowledged command it prints the game,
// the time, the number of half-moves, and a digest of the visible state at that time.
func playUntilKilled(folder string) error {
	ctx := context.Background()
	store, err := sqlite.Open(ctx, folder)
	if err != nil {
		return err
	}
	if err := register(ctx, store); err != nil {
		return err
	}
	hub, err := hub.New(ctx, store, hub.Options{Options: room.Options{Rules: variant.Builtin(), GamesPerSession: 1000}})
	if err != nil {
		return err
	}
	running, err := store.Due(ctx, math.MaxInt64, 1000)
	if err != nil {
		return err
	}
	p := &crashPlayer{hub: hub}
	failures := make(chan error)
	for i := range 8 {
		id := ""
		if i < len(running) {
			id = running[i].ID
		}
		go func() { failures <- p.play(ctx, i, id) }()
	}
	return <-failures
}

type crashPlayer struct {
	hub *hub.Hub
	mu  sync.Mutex
}

var crashControls = []*clock.Control{nil, {Initial: 3_600_000, Increment: 2000}, {Days: 2}}

// play plays games one after another, rated ones if they have a clock, and prints the acknowledgements.
func (p *crashPlayer) play(ctx context.Context, number int, id string) error {
	list := variant.Builtin().All()
	for {
		if id == "" {
			control := crashControls[number%len(crashControls)]
			shot, err := p.hub.Create(ctx, white, game.Request{
				Variant: list[number%len(list)].Info().Name, Opponent: game.Friend, Colour: "white",
				Control: control, Rated: control != nil,
			})
			if err != nil {
				return err
			}
			id = shot.ID
		}
		shot, err := p.hub.Snapshot(ctx, white, id)
		if err != nil {
			return err
		}
		if shot.Result != nil || shot.Ply > 60 {
			id = ""
			continue
		}
		if shot.Invite != "" {
			if _, err := p.hub.Join(ctx, black, id, shot.Invite, ""); err != nil {
				return err
			}
		} else {
			by, c := p.choose(shot)
			if err := p.hub.Do(ctx, by, id, c); err != nil {
				return err
			}
		}
		if err := p.acknowledge(ctx, id); err != nil {
			return err
		}
	}
}

// choose returns a player and a random action that is legal for them.
func (p *crashPlayer) choose(shot room.Snapshot) (room.Session, game.Command) {
	mover, other := white, black
	if shot.Turn == game.Black {
		mover, other = black, white
	}
	switch n := rand.IntN(20); {
	case shot.Offers.Takeback == shot.Turn:
		return other, game.Takeback{Ply: shot.Ply, Takebacks: shot.Takebacks, Do: game.Accept}
	case n < 5 && shot.Ply >= 2 && shot.Rated:
		return other, game.Resign{}
	case n == 0 && shot.Ply >= 2:
		return mover, game.Takeback{Ply: shot.Ply, Takebacks: shot.Takebacks, Do: game.Offer}
	case n == 1 && shot.Offers.Draw == game.Nobody && shot.Ply%7 == 0:
		return mover, game.Draw{Ply: shot.Ply, Takebacks: shot.Takebacks, Do: game.Offer}
	case n == 2 && shot.Ply > 40:
		return other, game.Resign{}
	}
	r, at := shot.Rules, shot.Position
	moves := rules.LegalMoves(r, &at)
	return mover, game.Move{Ply: shot.Ply, Takebacks: shot.Takebacks, Key: shot.Key, Move: r.Guide().FormatUCI(&at, moves[rand.IntN(len(moves))])}
}

func (p *crashPlayer) acknowledge(ctx context.Context, id string) error {
	shot, err := p.hub.Snapshot(ctx, white, id)
	if err != nil {
		return err
	}
	at := int64(0)
	if shot.Clocks != nil {
		at = shot.Clocks.At
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	_, err = fmt.Printf("%s %d %d %s\n", id, at, shot.Ply, digest(shot.Snapshot))
	return err
}

// digest hashes the visible state of a game: each move with its time, the position, both clocks, offers and
// the result.
func digest(shot game.Snapshot) string {
	// When a game may be claimed because a player has left is not saved, and ratings are not part of the game.
	for _, player := range []*game.Player{shot.Players.White, shot.Players.Black} {
		if player != nil {
			player.Claim, player.Rating = 0, nil
		}
	}
	position := shot.Rules.Guide().FormatPosition(&shot.Position)
	shot.Rules = nil
	text, err := json.Marshal(struct {
		game.Snapshot
		Position string
	}{shot, position})
	if err != nil {
		panic(err)
	}
	return fmt.Sprintf("%x", sha256.Sum256(text))
}

// acknowledged is the last acknowledgement of a game.
type acknowledged struct {
	at     int64
	ply    int
	digest string
}

// TestKilledProcess repeatedly kills a process that plays games, at random times. It checks that all
// acknowledged commands are saved each time, plus at most the command in progress, and that every rated game that has
// ended has changed the ratings once.
func TestKilledProcess(t *testing.T) {
	rounds := 50
	if !long.Enabled() {
		rounds = 5
	}
	folder := t.TempDir()
	told := map[string]acknowledged{}
	commands, rated := 0, 0
	for round := range rounds {
		commands += killOnce(t, folder, round, told)
		rated = compare(t, folder, told)
		if t.Failed() {
			t.Fatalf("in round %d", round)
		}
	}
	if commands < 8*rounds {
		t.Errorf("only %d commands were acknowledged in %d rounds, want more", commands, rounds)
	}
	if rated < rounds {
		t.Errorf("only %d rated games have ended in %d rounds, want more", rated, rounds)
	}
	t.Logf("%d commands in %d games were acknowledged in %d rounds; %d rated games have ended", commands, len(told), rounds, rated)
}

// killOnce runs the child process, kills it, records its acknowledgements, and returns their number.
func killOnce(t *testing.T, folder string, round int, told map[string]acknowledged) (commands int) {
	t.Helper()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), crashFolder+"="+folder)
	var complaint strings.Builder
	cmd.Stderr = &complaint
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatalf("StdoutPipe: %v", err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatalf("Start: %v", err)
	}
	kill := func() { cmd.Process.Kill() }
	if round%10 == 9 {
		// Sometimes the process is killed before it opens the database.
		time.AfterFunc(time.Duration(rand.IntN(60))*time.Millisecond, kill)
	}
	// The process is killed after a number of commands, because a time limit would depend on the machine's
	// load.
	lifetime := 10 + rand.IntN(60)
	lines := bufio.NewReader(out)
	for {
		line, err := lines.ReadString('\n')
		if err != nil {
			break // an incomplete line is not an acknowledgement
		}
		fields := strings.Fields(line)
		if len(fields) == 4 {
			at, _ := strconv.ParseInt(fields[1], 10, 64)
			ply, _ := strconv.Atoi(fields[2])
			told[fields[0]] = acknowledged{at, ply, fields[3]}
			if commands++; commands == lifetime {
				time.AfterFunc(time.Duration(rand.IntN(5000))*time.Microsecond, kill)
			}
		}
	}
	cmd.Wait()
	if status := cmd.ProcessState; status.Exited() {
		t.Fatalf("the process ended before it was killed: %v %s", status, complaint.String())
	}
	return commands
}

// compare opens the database that the process has left behind, compares it with the acknowledgements, and returns the
// number of rated games that have ended.
func compare(t *testing.T, folder string, told map[string]acknowledged) (rated int) {
	t.Helper()
	store, err := sqlite.Open(t.Context(), folder)
	if err != nil {
		t.Fatalf("sqlite.Open: %v", err)
	}
	defer store.Close()
	find := variant.Builtin().Find
	for id, want := range told {
		events, err := store.Load(t.Context(), id, 0)
		if err != nil {
			t.Errorf("%s, acknowledged up to move %d: %v", id, want.ply, err)
			continue
		}
		// The command in progress may also be saved, and so may an event that restores clock time after the
		// last kill.
		found, more := false, 0
		for n := len(events); n > 0 && more < 2 && !found; n-- {
			if events[n-1].Type != game.Returned {
				more++
			}
			g, err := game.Fold(find, events[:n])
			if err != nil {
				t.Fatalf("game.Fold: %s: %v", id, err)
			}
			shot := g.Snapshot(g.Seat(white.Hash()), want.at)
			found = digest(shot) == want.digest
			if n == len(events) {
				// The next process starts from this state.
				told[id] = acknowledged{want.at, shot.Ply, digest(shot)}
			}
		}
		if !found {
			t.Errorf("%s: state acknowledged at move %d is lost after %d events", id, want.ply, len(events))
		}
	}
	running, err := store.Due(t.Context(), math.MaxInt64, 1000)
	if err != nil {
		t.Fatalf("Due: %v", err)
	}
	for _, e := range running {
		events, err := store.Load(t.Context(), e.ID, 0)
		if err != nil {
			t.Fatalf("Load: %v", err)
		}
		g, err := game.Fold(find, events)
		if err != nil {
			t.Fatalf("game.Fold: %v", err)
		}
		if now := room.EntryOf(g); digestEntry(now) != digestEntry(e) {
			t.Errorf("%s: games table has %+v, events give %+v", e.ID, e, now)
		}
	}
	ended, err := store.List(t.Context(), stores.Filter{Ended: true})
	if err != nil {
		t.Fatalf("List: %v", err)
	}
	rated, differences, err := storetest.Recount(t.Context(), store, ended)
	if err != nil || len(differences) > 0 {
		t.Errorf("recount: %v, %v", differences, err)
	}
	return rated
}

func digestEntry(e room.Entry) string {
	text, err := json.Marshal(e)
	if err != nil {
		panic(err)
	}
	return string(text)
}
