package hub_test

import (
	"net/netip"
	"testing"
	"testing/synctest"

	"github.com/tainchess/tain/internal/people/rating"
	"github.com/tainchess/tain/internal/play/game"
	"github.com/tainchess/tain/internal/play/hub"
	"github.com/tainchess/tain/internal/play/room"
	"github.com/tainchess/tain/internal/site/store/memory"
)

// muting is a gate that mutes a person.
type muting struct {
	room.OpenGate
	who game.Hash
}

func (m muting) Speak(by game.Hash) error {
	if by == m.who {
		return game.Refuse("game.banned.muted", "muted", nil)
	}
	return nil
}

// TestMuted checks that a muted person can neither challenge people nor send phrases, but plays otherwise.
func TestMuted(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := open(t, memory.New(), hub.Options{Options: room.Options{Gate: muting{who: anna.Hash()}}})
		for _, opponent := range []game.Opponent{game.Friend, game.Anybody} {
			if _, err := h.Create(h.ctx, anna, game.Request{Variant: "chess", Opponent: opponent}); code(err) != game.CodeBanned {
				t.Errorf("Create against %v: %v", opponent, err)
			}
		}
		h.create(anna, game.Request{Opponent: game.Computer, Level: 1})
		id := h.create(bert, game.Request{Opponent: game.Anybody}).ID
		if _, err := h.Join(h.ctx, anna, id, "", ""); err != nil {
			t.Fatalf("Join: %v", err)
		}
		if err := h.Say(h.ctx, anna, id, game.GoodLuck); code(err) != game.CodeBanned {
			t.Errorf("Say: %v", err)
		}
		if err := h.Say(h.ctx, bert, id, game.GoodLuck); err != nil {
			t.Errorf("Say to a muted person: %v", err)
		}
	})
}

// TestRatedAddresses checks that the addresses of people who begin rated games are recorded, and no others.
func TestRatedAddresses(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		store := memory.New()
		h := open(t, store, hub.Options{})
		at := func(who room.Session, name, address string) room.Session {
			return who.Named(name).At(netip.MustParseAddr(address))
		}
		anna, bert, cora := at(anna, "Anna", "192.0.2.1"), at(bert, "Bert", "192.0.2.1"), at(cora, "Cora", "192.0.2.3")
		id := h.create(anna, game.Request{Opponent: game.Anybody, Control: rapid, Rated: true}).ID
		if _, err := h.Join(h.ctx, bert, id, "", ""); err != nil {
			t.Fatalf("Join: %v", err)
		}
		h.create(cora, game.Request{Opponent: game.Anybody, Control: rapid})
		found := func(who room.Session) []rating.Address {
			t.Helper()
			list, err := store.Addresses(h.ctx, who.Hash(), 10)
			if err != nil {
				t.Fatalf("Addresses: %v", err)
			}
			return list
		}
		if list := found(bert); len(list) != 1 || list[0].Address != "192.0.2.1" || len(list[0].Others) != 1 || list[0].Others[0] != anna.Hash() {
			t.Errorf("addresses: %+v", list)
		}
		if list := found(cora); len(list) != 0 {
			t.Errorf("addresses of a person without rated games: %+v", list)
		}
		seeker, err := h.Seek(h.ctx, cora, room.Seek{Variant: "chess", Control: rapid, Rated: true})
		if err != nil {
			t.Fatalf("Seek: %v", err)
		}
		seeker.Close()
		if list := found(cora); len(list) != 1 || list[0].Address != "192.0.2.3" {
			t.Errorf("addresses after a rated seek: %+v", list)
		}
	})
}
