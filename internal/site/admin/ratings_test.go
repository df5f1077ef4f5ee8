package admin_test

import (
	"encoding/json"
	"testing"

	"github.com/tainchess/tain/internal/play/game"
	"github.com/tainchess/tain/internal/site/admin"
	"github.com/tainchess/tain/internal/test/storetest"
	"github.com/tainchess/tain/rules"
)

// TestRefund gives a player points back, once, and exports their ratings.
func TestRefund(t *testing.T) {
	s := serve(t, t.TempDir())
	anna, bert := storetest.Register(t, s.store, "Anna", game.Hash{}), storetest.Register(t, s.store, "Bert", game.Hash{})
	const id = "abcdefghijkl"
	storetest.Play(t, s.store, storetest.RatedEntry(id, anna, bert, 1000), rules.WhiteWins)
	s.refuses("give a reason", "refund", admin.Request{Games: []string{id}})
	s.refuses("not rated", "refund", admin.Request{Games: []string{"lkjihgfedcba"}, Reason: "why"})
	answer, err := admin.Call(t.Context(), s.folder, "refund", admin.Request{Games: []string{id}, Reason: "why"})
	var r admin.Refund
	if err == nil {
		err = json.Unmarshal(answer, &r)
	}
	if err != nil || r.Name != "Bert" || r.Points < 100 || r.Game != id {
		t.Errorf("refund: %s, %v", answer, err)
	}
	s.refuses("already", "refund", admin.Request{Games: []string{id}, Reason: "why"})
	answer, err = admin.Call(t.Context(), s.folder, "account", admin.Request{Account: "Bert"})
	var x admin.AccountDetails
	if err == nil {
		err = json.Unmarshal(answer, &x)
	}
	if err != nil || len(x.Ratings) != 1 || x.Ratings[0].Rating != 1500 || len(x.Ratings[0].Changes) != 1 || len(x.Ratings[0].Refunds) != 1 || x.Ratings[0].Speed != "bullet" {
		t.Errorf("account after the refund: %s, %v", answer, err)
	}
}
