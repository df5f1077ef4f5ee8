package storetest

import (
	"encoding/json"
	"errors"
	"math"
	"os"
	"strings"
	"testing"

	"github.com/tainchess/tain/internal/people"
	"github.com/tainchess/tain/internal/play/game"
	"github.com/tainchess/tain/internal/play/room"
	"github.com/tainchess/tain/internal/site/store"
	"github.com/tainchess/tain/notation/pgn"
	"github.com/tainchess/tain/rules"
)

// before is the state of the previous version's database, as reported by its API.
type before struct {
	Study string
	Games []struct {
		ID, Variant, Moves, Position string
		Takebacks                    int
		Result                       *game.Result
	}
}

// RunUpgraded checks a store opened on a database of the previous version. file is a JSON description
// of the expected content; find finds the built-in rule sets.
func RunUpgraded(t *testing.T, s store.Movable, file string, find pgn.Finder) {
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatalf("os.ReadFile: %v", err)
	}
	var want before
	if err := json.Unmarshal(text, &want); err != nil {
		t.Fatalf("%s: %v", file, err)
	}
	ctx := t.Context()
	if n, _, err := s.CountGames(ctx); err != nil || n != len(want.Games) {
		t.Errorf("the store has %d games, %v; want %d", n, err, len(want.Games))
	}
	find = room.FinderOf(find, func(hash string) (string, error) { return s.Definition(ctx, hash) })
	open, running := 0, 0
	for _, w := range want.Games {
		events, err := s.Load(ctx, w.ID, 0)
		if err != nil {
			t.Errorf("%s cannot be loaded: %v", w.ID, err)
			continue
		}
		g, err := game.Fold(find, events)
		if err != nil {
			t.Errorf("the events of %s are not a valid game: %v", w.ID, err)
			continue
		}
		r, line := g.Rules(), g.CopyLine()
		var moves []string
		for ply, m := range line.Moves() {
			p, _ := line.At(ply)
			moves = append(moves, r.Guide().FormatUCI(&p, m))
		}
		if got := strings.Join(moves, " "); got != w.Moves {
			t.Errorf("%s has the moves %s, want %s", w.ID, got, w.Moves)
		}
		p := g.Position()
		if got := r.Guide().FormatPosition(&p); got != w.Position || r.Info().Name != w.Variant || g.Takebacks() != w.Takebacks {
			t.Errorf("%s is %s at %s after %d takebacks; want %s at %s after %d", w.ID, r.Info().Name, got, g.Takebacks(), w.Variant, w.Position, w.Takebacks)
		}
		if got := g.Result(); (got == nil) != (w.Result == nil) || got != nil && *got != *w.Result {
			t.Errorf("%s has the result %+v, want %+v", w.ID, got, w.Result)
		}
		e, err := s.Entry(ctx, w.ID)
		if err != nil || e.Running != (w.Result == nil) || e.Position != w.Position {
			t.Errorf("%s is listed as %+v, %v", w.ID, e, err)
		}
		if e.Open {
			open++
		}
		if e.Deadline != 0 {
			running++
		}
	}
	if list, err := s.Open(ctx, 100); err != nil || open == 0 || len(list) != open {
		t.Errorf("%d open challenges, %v; want %d", len(list), err, open)
	}
	if list, err := s.Due(ctx, math.MaxInt64, 100); err != nil || running == 0 || len(list) != running {
		t.Errorf("%d games have a deadline, %v; want %d", len(list), err, running)
	}
	if study, err := s.Study(ctx, want.Study); err != nil || study.Title != "Mirrors" || !strings.Contains(study.PGN, "1. e4") {
		t.Errorf("the study is %+v, %v", study, err)
	}
	// The new tables and columns work: accounts, with and without an identity at a provider, whose game changes ratings.
	anna := Register(t, s, "Anna", game.Hash{})
	bert, _, device := AccountOf("Bert")
	bert.Issuer, bert.Subject = "https://login.example.org", "1"
	if _, err := s.Register(ctx, bert, people.Passkey{}, device, nil, game.Hash{}); err != nil {
		t.Errorf("Register: %v", err)
	}
	e := RatedEntry("rated", anna, bert, 1)
	over, event := Ended(e, rules.WhiteWins, 2)
	Begin(t, s, e)
	if err := s.Append(ctx, over, 1, []game.Event{event}); err != nil {
		t.Errorf("a rated game: %v", err)
	}
	entries, err := s.List(ctx, store.Filter{Ended: true})
	if n, differences, failed := Recount(ctx, s, entries); errors.Join(err, failed) != nil || n != 1 || len(differences) > 0 {
		t.Errorf("recount: %d rated games, want 1; %v, %v, %v", n, differences, err, failed)
	}
	rest, err := s.Rest(ctx)
	if err != nil || len(rest.Ahead) != 1 || len(rest.Subscriptions) != 1 || len(rest.Definitions) != 1 || len(rest.Bans) != 1 || rest.Bans[0].Reason != "a flood" || len(rest.Accounts) != 2 || len(rest.Ratings) != 2 {
		t.Errorf("the other contents of the store are %+v, %v", rest, err)
	}
}
