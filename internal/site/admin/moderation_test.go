package admin_test

import (
	"encoding/hex"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/tainchess/tain/internal/people"
	"github.com/tainchess/tain/internal/people/moderation"
	"github.com/tainchess/tain/internal/play/game"
	"github.com/tainchess/tain/internal/protocol/wire"
	"github.com/tainchess/tain/internal/site/admin"
	"github.com/tainchess/tain/internal/site/backup"
	"github.com/tainchess/tain/internal/site/store"
	"github.com/tainchess/tain/internal/site/store/sqlite"
	"github.com/tainchess/tain/internal/test/storetest"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/variant"
)

const ratedGame = "abcdefghijkl"

// reported starts a server with two accounts, and a rated game that Bert has lost.
func reported(t *testing.T) (s *site, anna, bert people.Account) {
	s = serve(t, t.TempDir())
	anna, bert = storetest.Register(t, s.store, "Anna", game.Hash{}), storetest.Register(t, s.store, "Bert", game.Hash{})
	storetest.Play(t, s.store, storetest.RatedEntry(ratedGame, anna, bert, 1000), rules.WhiteWins)
	return s, anna, bert
}

func fails(t *testing.T, what string, err, want error) {
	t.Helper()
	if err != want {
		t.Errorf("%s: %v, want %v", what, err, want)
	}
}

// openReport returns the only open report.
func (s *site) openReport() wire.Report {
	s.t.Helper()
	var all wire.Reports
	s.do("reports", admin.Request{}, &all)
	if len(all.Reports) != 1 {
		s.t.Fatalf("open reports: %+v", all)
	}
	return all.Reports[0]
}

// TestReport reports a player, decides about the report with tain admin, and appeals.
func TestReport(t *testing.T) {
	s, anna, bert := reported(t)
	ctx := t.Context()
	q := wire.ReportRequest{Reason: "engine", Game: ratedGame, Side: "white", Text: "too\nstrong"}
	for _, wrong := range []wire.ReportRequest{
		{Reason: "engine", Game: ratedGame, Side: "black"}, {Reason: "engine", Game: ratedGame}, {Reason: "engine", Game: "none", Side: "white"}, {Reason: "engine", Name: "Zoe"},
	} {
		fails(t, "Report", s.service.Report(ctx, bert.Person, wrong), moderation.ErrNotFound)
	}
	fails(t, "Report", s.service.Report(ctx, bert.Person, q), nil)
	fails(t, "Report again", s.service.Report(ctx, bert.Person, wire.ReportRequest{Reason: "name", Name: "anna"}), moderation.ErrRepeated)
	r := s.openReport()
	if r.Name != "Anna" || r.Reporter != "Bert" || r.Text != "too strong" || r.Game != ratedGame {
		t.Errorf("report: %+v", r)
	}
	if err := s.store.UseAddress(ctx, anna.Person, "192.0.2.7", 5); err != nil {
		t.Fatalf("UseAddress: %v", err)
	}
	if err := s.store.UseAddress(ctx, bert.Person, "192.0.2.7", 6); err != nil {
		t.Fatalf("UseAddress: %v", err)
	}
	var d wire.ReportDetails
	s.do("report", admin.Request{Report: r.ID}, &d)
	if !d.Account || d.Banned || len(d.Games) != 1 || d.Games[0].Side != "white" || !d.Games[0].Rated || len(d.Addresses) != 1 || len(d.Addresses[0].Others) != 1 || d.Addresses[0].Others[0] != "Bert" {
		t.Errorf("details: %+v", d)
	}
	s.refuses("give a reason", "mute", admin.Request{Person: "Anna"})
	s.refuses("give a reason", "ban", admin.Request{Subject: "Anna"})
	s.refuses("give a reason", "rename", admin.Request{Person: "Anna", Text: "Anne"})
	s.refuses("give a reason", "dismiss", admin.Request{Report: r.ID})
	s.refuses("unknown report", "mute", admin.Request{Person: "Anna", Reason: "why", Report: "none"})
	s.do("refund", admin.Request{Games: []string{ratedGame}, Reason: "an engine", Report: r.ID}, nil)
	s.do("ban", admin.Request{Subject: "anna", Reason: "an engine", For: 1000_000}, nil)
	var log wire.ModerationLog
	s.do("log", admin.Request{}, &log)
	if len(log.Actions) != 2 || log.Actions[0].Kind != "banned" || log.Actions[0].Name != "Anna" || log.Actions[0].Until == 0 || log.Actions[0].Operator != "" ||
		log.Actions[1].Name != "Bert" || log.Actions[1].Report != r.ID || log.Actions[1].Game != ratedGame {
		t.Errorf("log: %+v", log)
	}
	var all wire.Reports
	s.do("reports", admin.Request{}, &all)
	if len(all.Reports) != 0 {
		t.Errorf("open reports after the decision: %+v", all)
	}

	notices, err := s.service.Notices(ctx, anna.Person)
	if err != nil || len(notices) != 1 || notices[0].Kind != "banned" || notices[0].Reason != "an engine" || notices[0].Appealed {
		t.Fatalf("notices: %+v, %v", notices, err)
	}
	if err := s.service.Report(ctx, anna.Person, wire.ReportRequest{Reason: "other", Name: "Bert"}); err == nil || !strings.Contains(err.Error(), "banned") {
		t.Errorf("Report by a banned person: %v", err)
	}
	appeal := wire.AppealRequest{Action: notices[0].ID, Text: "it was me"}
	fails(t, "Appeal of somebody else", s.service.Appeal(ctx, bert.Person, appeal), moderation.ErrNotFound)
	fails(t, "Appeal", s.service.Appeal(ctx, anna.Person, appeal), nil)
	if notices, err = s.service.Notices(ctx, anna.Person); err != nil || !notices[0].Appealed {
		t.Errorf("notices after the appeal: %+v, %v", notices, err)
	}
	r = s.openReport()
	d = wire.ReportDetails{}
	s.do("report", admin.Request{Report: r.ID}, &d)
	if r.Reason != "appeal" || d.Appealed == nil || d.Appealed.ID != notices[0].ID || !d.Banned || len(d.Reports) != 1 {
		t.Errorf("appeal: %+v, %+v", r, d)
	}
	var x admin.Export
	s.do("export", admin.Request{Person: ratedGame + ":white"}, &x)
	if len(x.Reports) != 1 || x.Reports[0].Text != "it was me" || len(x.Actions) != 1 || x.Actions[0].Reason != "an engine" || len(x.Addresses) != 1 || len(x.Bans) != 1 {
		t.Errorf("export: %+v", x.ExportPerson)
	}
	s.do("unban", admin.Request{Subject: "Anna", Reason: "convincing", Report: r.ID}, nil)
	fails(t, "Change after the appeal", s.service.Change(anna.Person), nil)
	s.refuses("not banned", "unban", admin.Request{Subject: "Anna"})
}

// TestMute checks that a muted person may play, but not speak, until the mute is lifted or expires.
func TestMute(t *testing.T) {
	s, anna, _ := reported(t)
	s.do("mute", admin.Request{Person: "Anna", Reason: "insults", For: 1000_000}, nil)
	if err := s.service.Speak(anna.Person); err == nil || !strings.Contains(err.Error(), "insults") {
		t.Errorf("Speak: %v", err)
	}
	fails(t, "Begin", s.service.Begin(anna.Person), nil)
	var bans admin.Bans
	s.do("bans", admin.Request{}, &bans)
	if len(bans.Bans) != 1 || bans.Bans[0].Subject != store.Mute(anna.Person) {
		t.Errorf("bans: %+v", bans)
	}
	s.do("unmute", admin.Request{Person: "Anna"}, nil)
	fails(t, "Speak", s.service.Speak(anna.Person), nil)
	s.do("mute", admin.Request{Person: hex.EncodeToString(anna.Person[:]), Reason: "insults"}, nil)
	s.do("erase", admin.Request{Person: hex.EncodeToString(anna.Person[:])}, nil)
	fails(t, "Speak of an erased person", s.service.Speak(anna.Person), nil)
}

// TestModerate decides about reports as an operator does on the page.
func TestModerate(t *testing.T) {
	s, anna, bert := reported(t)
	ctx := t.Context()
	cora := storetest.Register(t, s.store, "Cora", game.Hash{})
	s.do("role", admin.Request{Account: "Cora", Role: "operator"}, nil)
	fails(t, "Moderate", s.service.Moderate(ctx, cora.Person, wire.ModerationRequest{Report: "none", Kind: "banned", Reason: "why"}), moderation.ErrNotFound)
	decide := func(d wire.ModerationRequest) error {
		t.Helper()
		if err := s.service.Report(ctx, bert.Person, wire.ReportRequest{Reason: "engine", Game: ratedGame, Side: "white"}); err != nil && err != moderation.ErrRepeated {
			t.Fatalf("Report: %v", err)
		}
		d.Report = s.openReport().ID
		return s.service.Moderate(ctx, cora.Person, d)
	}
	for kind, want := range map[string]string{"banned": "reason", "crowned": "not found", "unmuted": "not muted", "renamed": "reason"} {
		if err := decide(wire.ModerationRequest{Kind: kind, Name: "Xena"}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s without a reason: %v", kind, err)
		}
	}
	fails(t, "refund", decide(wire.ModerationRequest{Kind: "refunded", Reason: "an engine"}), nil)
	fails(t, "rename", decide(wire.ModerationRequest{Kind: "renamed", Reason: "insulting", Name: "Anne"}), nil)
	fails(t, "ban", decide(wire.ModerationRequest{Kind: "banned", Reason: "again", Days: 7}), nil)
	fails(t, "dismiss", decide(wire.ModerationRequest{Kind: "dismissed", Reason: "enough"}), nil)
	log, err := s.service.Log(ctx, 10)
	if err != nil || len(log.Actions) != 5 {
		t.Fatalf("log: %+v, %v", log, err)
	}
	for i, want := range []string{"dismissed", "banned", "renamed", "refunded"} {
		if a := log.Actions[i]; a.Kind != want || a.Operator != "Cora" {
			t.Errorf("action %d: %+v, want %s", i, a, want)
		}
	}
	if bans, err := s.store.Bans(ctx); err != nil || len(bans) != 1 || bans[0].Until-bans[0].Created != 7*24*time.Hour.Milliseconds() || bans[0].Until != log.Actions[1].Until {
		t.Errorf("bans: %+v, %v", bans, err)
	}
	if a, err := s.store.Account(ctx, anna.Person); err != nil || a.Name != "Anne" {
		t.Errorf("account: %+v, %v", a, err)
	}
	fails(t, "Report of an operator", s.service.Report(ctx, bert.Person, wire.ReportRequest{Reason: "other", Name: "Cora"}), nil)
	fails(t, "ban of an operator", s.service.Moderate(ctx, cora.Person, wire.ModerationRequest{Report: s.openReport().ID, Kind: "banned", Reason: "why"}), moderation.ErrOperator)
}

// TestModerationRetention checks that old addresses, reports and actions are deleted.
func TestModerationRetention(t *testing.T) {
	s, anna, bert := reported(t)
	ctx := t.Context()
	fails(t, "Report", s.service.Report(ctx, bert.Person, wire.ReportRequest{Reason: "engine", Name: "Anna"}), nil)
	s.do("dismiss", admin.Request{Report: s.openReport().ID, Reason: "no"}, nil)
	fails(t, "Report", s.service.Report(ctx, bert.Person, wire.ReportRequest{Reason: "engine", Name: "Anna"}), nil)
	fails(t, "UseAddress", s.store.UseAddress(ctx, anna.Person, "192.0.2.7", 5), nil)
	count := func() (reports, actions, addresses int) {
		list, err := s.service.Reports(ctx, true, 10)
		log, err2 := s.service.Log(ctx, 10)
		used, err3 := s.store.Addresses(ctx, anna.Person, 10)
		if err != nil || err2 != nil || err3 != nil {
			t.Fatalf("%v, %v, %v", err, err2, err3)
		}
		return len(list.Reports), len(log.Actions), len(used)
	}
	s.service.Prune(ctx, admin.Retention{})
	if r, a, n := count(); r != 2 || a != 1 || n != 1 {
		t.Errorf("without limits, %d reports, %d actions and %d addresses remain", r, a, n)
	}
	time.Sleep(2 * time.Millisecond)
	s.service.Prune(ctx, admin.Retention{Reports: time.Millisecond, Audit: time.Millisecond, Addresses: time.Millisecond})
	if r, a, n := count(); r != 1 || a != 0 || n != 0 {
		t.Errorf("%d reports, %d actions and %d addresses remain, want only the open report", r, a, n)
	}
}

// TestErasureSurvivesRestore restores a backup made before a person was erased, and checks that the person is erased
// again, once.
func TestErasureSurvivesRestore(t *testing.T) {
	ctx, folder, copies := t.Context(), t.TempDir(), t.TempDir()
	begin := func() *site {
		t.Helper()
		s := serve(t, folder)
		if _, err := s.service.KeepErasures(ctx, folder); err != nil {
			t.Fatalf("KeepErasures: %v", err)
		}
		return s
	}
	s := begin()
	anna, bert := storetest.Register(t, s.store, "Anna", game.Hash{}), storetest.Register(t, s.store, "Bert", game.Hash{})
	cora := storetest.Register(t, s.store, "Cora", game.Hash{})
	storetest.Play(t, s.store, storetest.RatedEntry(ratedGame, anna, bert, 1000), rules.WhiteWins)
	if err := s.service.EraseOf(ctx, cora.Person); err != nil {
		t.Fatalf("EraseOf: %v", err)
	}
	file := filepath.Join(copies, "copy.db")
	if _, err := backup.Make(ctx, backup.Options{Data: folder, To: file, Find: variant.Builtin().Find}); err != nil {
		t.Fatalf("backup.Make: %v", err)
	}
	if err := s.service.EraseOf(ctx, anna.Person); err != nil {
		t.Fatalf("EraseOf: %v", err)
	}
	s.stop()
	if _, err := backup.Restore(ctx, backup.RestoreOptions{File: file, Data: folder, Force: true, Find: variant.Builtin().Find}); err != nil {
		t.Fatalf("backup.Restore: %v", err)
	}
	restored, err := sqlite.Open(ctx, folder)
	if err != nil {
		t.Fatalf("sqlite.Open: %v", err)
	}
	if _, err := restored.Account(ctx, anna.Person); err != nil {
		t.Fatalf("the backup does not contain the erased account: %v", err)
	}
	if err := restored.Close(); err != nil {
		t.Fatalf("Close: %v", err)
	}
	for round, want := range []int{1, 0} {
		s := serve(t, folder)
		again, err := s.service.KeepErasures(ctx, folder)
		if err != nil || again != want {
			t.Errorf("start %d erased %d people again, %v; want %d", round, again, err, want)
		}
		e, err := s.store.Entry(ctx, ratedGame)
		if err != nil || e.White.Session == anna.Person || e.White.Name != "" || e.Black.Session != bert.Person {
			t.Errorf("game after the restore: %+v, %v", e, err)
		}
		fails(t, "account of the erased person", second(s.store.Account(ctx, anna.Person)), people.ErrNotFound)
		// A guest who was erased may come back with the same cookie. Starting the server again must not erase them.
		storetest.Play(t, s.store, storetest.RatedEntry("mnopqrstuvw"+string(rune('a'+round)), anna, bert, 2000), rules.Draw)
		s.stop()
	}
	s = begin()
	if e, err := s.store.Entry(ctx, "mnopqrstuvwa"); err != nil || e.White.Session != anna.Person {
		t.Errorf("a later game: %+v, %v", e, err)
	}
	s.stop()
	// A crash may leave half a line.
	path := filepath.Join(folder, admin.ErasuresFile)
	before, err := os.ReadFile(path)
	if err != nil {
		t.Fatalf("os.ReadFile: %v", err)
	}
	if err := os.WriteFile(path, append(before, "0123"...), 0o600); err != nil {
		t.Fatalf("os.WriteFile: %v", err)
	}
	s = begin()
	if err := s.service.EraseOf(ctx, bert.Person); err != nil {
		t.Fatalf("EraseOf: %v", err)
	}
	if after, err := os.ReadFile(path); err != nil || string(after) != string(before)+hex.EncodeToString(bert.Person[:])+"\n" {
		t.Errorf("erasures:\n%s%v", after, err)
	}
}

func second[T any](_ T, err error) error { return err }
