package accounts_test

import (
	"context"
	"testing"
	"time"

	"github.com/tainchess/tain/internal/people"
	"github.com/tainchess/tain/internal/people/moderation"
	"github.com/tainchess/tain/internal/play/game"
	"github.com/tainchess/tain/internal/play/name"
	"github.com/tainchess/tain/internal/protocol/wire"
	"github.com/tainchess/tain/internal/site/limit"
	"github.com/tainchess/tain/internal/site/server"
)

// desk records the requests that reach the operators. Unless it is nil, fail is the error of every request.
type desk struct {
	reports  []wire.ReportRequest
	appeals  []wire.AppealRequest
	decided  []wire.ModerationRequest
	reporter game.Hash
	fail     error
}

func (d *desk) Report(_ context.Context, by game.Hash, q wire.ReportRequest) error {
	d.reports, d.reporter = append(d.reports, q), by
	return d.fail
}

func (d *desk) Appeal(_ context.Context, _ game.Hash, q wire.AppealRequest) error {
	d.appeals = append(d.appeals, q)
	return d.fail
}

func (d *desk) Notices(context.Context, game.Hash) ([]wire.ModerationNotice, error) {
	return []wire.ModerationNotice{{ID: "1", Kind: "muted", Reason: "insults"}}, nil
}

func (d *desk) Reports(context.Context, bool, int) (wire.Reports, error) {
	return wire.Reports{Reports: []wire.Report{{ID: "1"}}}, nil
}

func (d *desk) ReportDetails(_ context.Context, id string) (wire.ReportDetails, error) {
	return wire.ReportDetails{Report: wire.Report{ID: id}}, d.fail
}

func (d *desk) Log(context.Context, int) (wire.ModerationLog, error) {
	return wire.ModerationLog{}, nil
}

func (d *desk) Moderate(_ context.Context, _ game.Hash, q wire.ModerationRequest) error {
	d.decided = append(d.decided, q)
	return d.fail
}

// TestReports sends reports and appeals, and checks their limits per address.
func TestReports(t *testing.T) {
	d := &desk{}
	limits := limit.Default()
	limits.Reports, limits.ReportEvery = 3, time.Hour
	s := open(t, nil, func(o *server.Options) { o.Moderation, o.Limits = d, &limits })
	guest, anna := s.browser(), s.browser()
	anna.register("Anna")
	q := wire.ReportRequest{Reason: "engine", Game: "abcdefghijkl", Side: "white", Text: "why"}
	guest.want(204, "POST", "/api/v1/reports", q, nil)
	if len(d.reports) != 1 || d.reports[0] != q || d.reporter == (game.Hash{}) {
		t.Errorf("reports %+v by %x", d.reports, d.reporter)
	}
	guest.refused(wire.CodeRequest, "POST", "/api/v1/reports", wire.ReportRequest{Reason: "appeal", Name: "Anna"})
	guest.refused("signed-out", "POST", "/api/v1/account/appeals", wire.AppealRequest{Action: "1", Text: "no"})
	anna.want(204, "POST", "/api/v1/account/appeals", wire.AppealRequest{Action: "1", Text: "no"}, nil)
	d.fail = moderation.ErrRepeated
	anna.refused("too-soon", "POST", "/api/v1/reports", q)
	anna.refused(wire.CodeTooMany, "POST", "/api/v1/reports", q)
	if len(d.reports) != 2 || len(d.appeals) != 1 {
		t.Errorf("%d reports and %d appeals", len(d.reports), len(d.appeals))
	}
	var st wire.AccountState
	anna.want(200, "GET", "/api/v1/account", nil, &st)
	if len(st.Account.Notices) != 1 || st.Account.Notices[0].Reason != "insults" {
		t.Errorf("notices: %+v", st.Account.Notices)
	}
	without := open(t, nil).browser()
	without.refused("closed", "POST", "/api/v1/reports", q)
}

// TestOperators checks that only operators see reports, and that a decision needs a passkey that was verified recently.
func TestOperators(t *testing.T) {
	d := &desk{}
	s := open(t, nil, func(o *server.Options) { o.Moderation = d })
	guest, anna := s.browser(), s.browser()
	key, _ := anna.register("Anna")
	decision := wire.ModerationRequest{Report: "1", Kind: "banned", Reason: "why", Days: 7}
	for _, path := range []string{"/api/v1/moderation/reports", "/api/v1/moderation/reports/1", "/api/v1/moderation/actions"} {
		guest.refused("signed-out", "GET", path, nil)
		anna.refused("operator", "GET", path, nil)
	}
	anna.refused("operator", "POST", "/api/v1/moderation/actions", decision)
	a, err := s.store.AccountNamed(t.Context(), name.Skeleton("Anna"))
	if err != nil {
		t.Fatalf("AccountNamed: %v", err)
	}
	if err := s.store.SetRole(t.Context(), a.Person, people.Operator); err != nil {
		t.Fatalf("SetRole: %v", err)
	}
	s.people.Forget(a.Person)
	anna.refused("signed-out", "GET", "/api/v1/moderation/reports", nil)
	anna.signIn(key, false)
	var list wire.Reports
	anna.want(200, "GET", "/api/v1/moderation/reports?all=1", nil, &list)
	if len(list.Reports) != 1 {
		t.Errorf("reports: %+v", list)
	}
	anna.want(200, "GET", "/api/v1/moderation/reports/1", nil, nil)
	anna.want(200, "GET", "/api/v1/moderation/actions", nil, nil)
	anna.want(204, "POST", "/api/v1/moderation/actions", decision, nil)
	s.wait(people.ConfirmTime)
	anna.refused("confirm", "POST", "/api/v1/moderation/actions", decision)
	anna.refused(wire.CodeRequest, "POST", "/api/v1/moderation/actions", wire.ModerationRequest{Report: "1", Kind: "banned", Days: -1})
	if len(d.decided) != 1 || d.decided[0] != decision {
		t.Errorf("decisions: %+v", d.decided)
	}
	d.fail = moderation.ErrNotFound
	anna.refused("not-found", "GET", "/api/v1/moderation/reports/2", nil)
}
