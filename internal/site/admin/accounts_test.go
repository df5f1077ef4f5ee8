package admin_test

import (
	"encoding/hex"
	"encoding/json"
	"errors"
	"math"
	"testing"

	"github.com/tainchess/tain/internal/people"
	"github.com/tainchess/tain/internal/play/game"
	"github.com/tainchess/tain/internal/site/admin"
	"github.com/tainchess/tain/internal/test/storetest"
)

// TestAccounts lists, shows, renames, exports and closes accounts, and changes their roles.
func TestAccounts(t *testing.T) {
	s := serve(t, t.TempDir())
	guest := s.browser()
	id := guest.create("Somebody")
	e, err := s.store.Entry(t.Context(), id)
	if err != nil {
		t.Fatalf("Entry: %v", err)
	}
	anna := storetest.Register(t, s.store, "Anna", e.White.Session)
	storetest.Register(t, s.store, "Bert", game.Hash{})
	call := func(command string, q admin.Request, into any) {
		t.Helper()
		answer, err := admin.Call(t.Context(), s.folder, command, q)
		if err == nil && into != nil {
			err = json.Unmarshal(answer, into)
		}
		if err != nil {
			t.Fatalf("%s: %s, %v", command, answer, err)
		}
	}
	var all admin.Accounts
	call("accounts", admin.Request{}, &all)
	if len(all.Accounts) != 2 {
		t.Errorf("accounts: %+v", all)
	}
	var one admin.ExportAccount
	call("account", admin.Request{Account: "aNNa"}, &one)
	if one.Name != "Anna" || one.Codes != 2 || len(one.Passkeys) != 1 || len(one.Devices) != 1 || one.Devices[0].Agent != "Firefox, Linux" {
		t.Errorf("account: %+v", one)
	}
	s.refuses("unknown account", "account", admin.Request{Account: "Zoe"})
	s.refuses("unknown role", "role", admin.Request{Account: "Anna", Role: "king"})
	call("role", admin.Request{Account: "Anna", Role: "operator"}, nil)
	one = admin.ExportAccount{}
	call("account", admin.Request{Account: hex.EncodeToString(anna.Person[:4])}, &one)
	if one.Role != "operator" || len(one.Devices) != 0 {
		t.Errorf("account with a role: %+v", one)
	}
	bert, err := s.store.AccountNamed(t.Context(), "bert")
	if err != nil {
		t.Fatalf("AccountNamed: %v", err)
	}
	if _, err := s.store.BecomeBot(t.Context(), bert.Person); err != nil {
		t.Fatalf("BecomeBot: %v", err)
	}
	s.refuses("a bot account", "role", admin.Request{Account: "Bert", Role: "operator"})
	s.refuses("a bot account", "role", admin.Request{Account: "Bert"})
	token := storetest.TokenOf(bert, "his", 1, math.MaxInt64)
	if err := s.store.AddToken(t.Context(), token, 9); err != nil {
		t.Fatalf("AddToken: %v", err)
	}
	one = admin.ExportAccount{}
	call("account", admin.Request{Account: "Bert"}, &one)
	if len(one.Tokens) != 1 || one.Tokens[0].Label != "his" || one.Role != "bot" {
		t.Errorf("account with a token: %+v", one)
	}
	call("ban", admin.Request{Subject: hex.EncodeToString(bert.Person[:]), Reason: "used an engine"}, nil)
	if _, _, err := s.store.Token(t.Context(), token.ID); !errors.Is(err, people.ErrNotFound) {
		t.Errorf("the token of a banned person: %v", err)
	}
	s.refuses("another account", "rename", admin.Request{Person: hex.EncodeToString(anna.Person[:]), Text: "bert", Reason: "why"})
	call("rename", admin.Request{Person: hex.EncodeToString(anna.Person[:]), Text: "Anne", Reason: "why"}, nil)
	var x admin.Export
	call("export", admin.Request{Person: id + ":white"}, &x)
	if x.Account == nil || x.Account.Name != "Anne" || len(x.Games) != 1 {
		t.Errorf("export: %+v", x)
	}
	var done admin.Done
	call("close-account", admin.Request{Account: "Anne"}, &done)
	if done.Count != 1 {
		t.Errorf("close-account: %+v", done)
	}
	s.refuses("unknown account", "account", admin.Request{Account: "Anne"})
}
