package storetest

import (
	"fmt"
	"testing"
	"time"

	"github.com/tainchess/tain/internal/people/moderation"
	"github.com/tainchess/tain/internal/play/game"
	"github.com/tainchess/tain/internal/site/store"
)

// RunModeration is the conformance test for implementations of moderation.Store. open returns a new empty store on each
// call.
func RunModeration(t *testing.T, open func(t *testing.T) store.Full) {
	for name, test := range map[string]func(t *testing.T, s store.Full){
		"reports": reports, "actions": actions, "erased": erasedModeration, "moved": movedReports,
	} {
		t.Run(name, func(t *testing.T) { test(t, open(t)) })
	}
}

// ample is a quota that the tests do not reach.
var ample = moderation.Quota{Reporter: 100, Open: 100}

func ids(list []moderation.Report) (ids []string) {
	for _, r := range list {
		ids = append(ids, r.ID)
	}
	return ids
}

func reports(t *testing.T, s store.Full) {
	ctx, anna, bert, cora := t.Context(), session("anna"), session("bert"), session("cora")
	one := moderation.Report{ID: "one", Reason: moderation.Engine, Person: bert, Reporter: anna, Game: "g", Text: "früh ♞", Created: 1000}
	fails(t, "AddReport", s.AddReport(ctx, one, ample), nil)
	got, err := s.Report(ctx, "one")
	same(t, "Report", got, err, one)
	_, err = s.Report(ctx, "none")
	fails(t, "Report of an unknown ID", err, moderation.ErrNotFound)
	again := one
	again.ID = "again"
	fails(t, "AddReport again", s.AddReport(ctx, again, ample), moderation.ErrRepeated)
	appeal := moderation.Report{ID: "appeal", Reason: moderation.Appeal, Person: anna, Reporter: anna, Action: "a1", Created: 2000}
	fails(t, "AddReport of an appeal", s.AddReport(ctx, appeal, ample), nil)
	other := moderation.Report{ID: "other", Reason: moderation.Name, Person: cora, Reporter: anna, Created: 3000}
	fails(t, "AddReport above the limit of a person", s.AddReport(ctx, other, moderation.Quota{Since: 1000, Reporter: 2, Open: 100}), moderation.ErrTooMany)
	fails(t, "AddReport above the limit of all", s.AddReport(ctx, other, moderation.Quota{Since: 1000, Reporter: 3, Open: 2}), moderation.ErrTooMany)
	fails(t, "AddReport in the next period", s.AddReport(ctx, other, moderation.Quota{Since: 1001, Reporter: 2, Open: 100}), nil)
	list := func(f moderation.Filter) []string {
		t.Helper()
		found, err := s.Reports(ctx, f)
		if err != nil {
			t.Fatalf("Reports: %v", err)
		}
		return ids(found)
	}
	same(t, "open reports", list(moderation.Filter{Open: true, Limit: 2}), nil, []string{"one", "appeal"})
	fails(t, "AddAction", s.AddAction(ctx, moderation.Action{ID: "a1", Kind: moderation.Banned, Person: bert, Report: "one", Reason: "why", At: 4000}), nil)
	same(t, "open reports after an action", list(moderation.Filter{Open: true, Limit: 10}), nil, []string{"appeal", "other"})
	same(t, "all reports", list(moderation.Filter{Limit: 10}), nil, []string{"other", "appeal", "one"})
	same(t, "Anna's reports about Bert", list(moderation.Filter{Person: bert, Reporter: anna, Limit: 10}), nil, []string{"one"})
	same(t, "reports by Bert", list(moderation.Filter{Reporter: bert, Limit: 10}), nil, []string(nil))
	same(t, "reports about Bert", list(moderation.Filter{Person: bert, Limit: 10}), nil, []string{"one"})
	one.Closed = 4000
	got, err = s.Report(ctx, "one")
	same(t, "a closed report", got, err, one)
	again.Created = 5000
	fails(t, "AddReport after the first was closed", s.AddReport(ctx, again, ample), nil)
	fails(t, "ForgetModeration", s.ForgetModeration(ctx, 4001, 0), nil)
	same(t, "reports after the closed one was deleted", list(moderation.Filter{Limit: 10}), nil, []string{"again", "other", "appeal"})
}

func actions(t *testing.T, s store.Full) {
	ctx, anna, bert := t.Context(), session("anna"), session("bert")
	first := moderation.Action{ID: "1", Kind: moderation.Muted, Person: anna, Operator: bert, Report: "none", Game: "g", Reason: "why", At: 1000, Until: 9000}
	second := moderation.Action{ID: "2", Kind: moderation.Refunded, Person: bert, At: 2000}
	for _, a := range []moderation.Action{first, second} {
		fails(t, "AddAction", s.AddAction(ctx, a), nil)
	}
	list, err := s.Actions(ctx, game.Hash{}, 10)
	same(t, "Actions", list, err, []moderation.Action{second, first})
	list, err = s.Actions(ctx, game.Hash{}, 1)
	same(t, "Actions with a limit", list, err, []moderation.Action{second})
	list, err = s.Actions(ctx, anna, 10)
	same(t, "Actions that affect Anna", list, err, []moderation.Action{first})
	fails(t, "ForgetModeration", s.ForgetModeration(ctx, 0, 1500), nil)
	list, err = s.Actions(ctx, game.Hash{}, 10)
	same(t, "Actions later", list, err, []moderation.Action{second})
}

// erasedModeration checks that erasing a person removes them from reports and actions, closes the reports about them, and
// keeps those about others.
func erasedModeration(t *testing.T, s store.Full) {
	ctx, anna, bert, cora := t.Context(), session("anna"), session("bert"), session("cora")
	for i, pair := range [][2]game.Hash{{anna, bert}, {bert, anna}, {bert, cora}} {
		r := moderation.Report{ID: fmt.Sprint(i), Reason: moderation.Other, Person: pair[0], Reporter: pair[1], Game: "g", Text: "text", Created: int64(i)}
		fails(t, "AddReport", s.AddReport(ctx, r, ample), nil)
		a := moderation.Action{ID: fmt.Sprint(i), Kind: moderation.Banned, Person: pair[0], Operator: pair[1], Reason: "text", Game: "g", At: int64(i)}
		fails(t, "AddAction", s.AddAction(ctx, a), nil)
	}
	for _, subject := range []string{store.Mute(anna), store.Mute(bert)} {
		fails(t, "Ban", s.Ban(ctx, store.Ban{Subject: subject, Reason: "why", Created: 1}), nil)
	}
	before := time.Now().UnixMilli()
	if _, err := s.Erase(ctx, anna); err != nil {
		t.Fatalf("Erase: %v", err)
	}
	about, err := s.Report(ctx, "0")
	if about.Closed < before {
		t.Errorf("the report about an erased person is open: %+v", about)
	}
	about.Closed = 0
	same(t, "report about the erased person", about, err, moderation.Report{ID: "0", Reason: moderation.Other, Reporter: bert})
	by, err := s.Report(ctx, "1")
	same(t, "report by the erased person", by, err, moderation.Report{ID: "1", Reason: moderation.Other, Person: bert, Game: "g", Created: 1})
	others, err := s.Report(ctx, "2")
	same(t, "report about others", others, err, moderation.Report{ID: "2", Reason: moderation.Other, Person: bert, Reporter: cora, Game: "g", Text: "text", Created: 2})
	list, err := s.Actions(ctx, game.Hash{}, 10)
	same(t, "Actions", list, err, []moderation.Action{
		{ID: "2", Kind: moderation.Banned, Person: bert, Operator: cora, Reason: "text", Game: "g", At: 2},
		{ID: "1", Kind: moderation.Banned, Person: bert, Reason: "text", Game: "g", At: 1},
		{ID: "0", Kind: moderation.Banned, Operator: bert},
	})
	bans, err := s.Bans(ctx)
	same(t, "Bans", bans, err, []store.Ban{{Subject: store.Mute(bert), Reason: "why", Created: 1}})
}

// movedReports checks that the reports of a guest and about a guest follow the guest's games to their account.
func movedReports(t *testing.T, s store.Full) {
	ctx, guest, bert := t.Context(), session("guest"), session("bert")
	for i, pair := range [][2]game.Hash{{guest, bert}, {bert, guest}} {
		fails(t, "AddReport", s.AddReport(ctx, moderation.Report{ID: fmt.Sprint(i), Person: pair[0], Reporter: pair[1], Created: int64(i)}, ample), nil)
	}
	anna := Register(t, s, "Anna", guest)
	list, err := s.Reports(ctx, moderation.Filter{Limit: 10})
	same(t, "Reports", list, err, []moderation.Report{{ID: "1", Person: bert, Reporter: anna.Person, Created: 1}, {ID: "0", Person: anna.Person, Reporter: bert}})
}
