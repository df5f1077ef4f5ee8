package postgres_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/tainchess/tain/internal/people"
	"github.com/tainchess/tain/internal/people/profile"
	"github.com/tainchess/tain/internal/play/game"
	"github.com/tainchess/tain/internal/play/room"
	"github.com/tainchess/tain/internal/site/store"
	"github.com/tainchess/tain/internal/site/store/dsn"
	"github.com/tainchess/tain/internal/site/store/postgres"
	"github.com/tainchess/tain/internal/site/store/sqlite"
	"github.com/tainchess/tain/internal/site/studies"
	pgtest "github.com/tainchess/tain/internal/test/postgres"
	"github.com/tainchess/tain/internal/test/storetest"
	"github.com/tainchess/tain/rules"
)

// refused opens a database and expects an error containing want.
func refused(t *testing.T, o postgres.Options, want string) {
	t.Helper()
	s, err := postgres.Open(t.Context(), o)
	if err == nil {
		s.Close()
		t.Errorf("Open(%s) succeeded", dsn.Masked(o.URL))
		return
	}
	if !strings.Contains(err.Error(), want) {
		t.Errorf("error = %v; want it to contain %q", err, want)
	}
	if strings.Contains(err.Error(), "s3cret") || strings.Contains(err.Error(), "\n") {
		t.Errorf("error = %q", err)
	}
}

// TestBadAddresses checks the errors for bad URLs, which never contain the password.
func TestBadAddresses(t *testing.T) {
	for url, want := range map[string]string{
		"":                                "must begin with postgres://",
		"/var/lib/tain":                   "must begin with postgres://",
		"mysql://anna:s3cret@localhost/x": "must begin with postgres://",
		"postgres://anna:s3cret@localhost:port/x":           "cannot be read",
		"postgres://anna:s3c ret%zz@local host/x":           "cannot be read",
		"postgres://anna:s3cret@localhost/x?sslmode=always": "cannot be read",
		"postgres://anna:s3cret@127.0.0.1:1/x":              "cannot be reached",
		"postgres:///x?host=/nowhere&password=s3cret":       "cannot be reached",
	} {
		refused(t, postgres.Options{URL: url}, want)
	}
	for _, few := range []int{1, 2, 3} {
		refused(t, postgres.Options{URL: fmt.Sprintf("postgres://anna:s3cret@127.0.0.1:1/x?pool_max_conns=%d", few)}, fmt.Sprintf("too few connections (pool_max_conns=%d): set it to at least 4", few))
	}
	refused(t, postgres.Options{URL: "postgres://anna:s3cret@127.0.0.1:1/x?pool_max_conns=4"}, "cannot be reached")
	refused(t, postgres.Options{URL: "postgres://localhost/x", PasswordFile: "/nowhere/file"}, "the password file cannot be read")
	for url, want := range map[string]string{
		"postgres://anna:s3cret@localhost/x":               "postgres://anna:xxxxx@localhost/x",
		"postgres://anna@localhost/x":                      "postgres://anna@localhost/x",
		"postgres://localhost/x?password=s3cret":           "postgres://localhost/x?password=xxxxx",
		"postgres://anna:s3%zzcret@localhost/x?password=s": "postgres://xxxxx@localhost/x",
		"s3cret%zz": "xxxxx",
	} {
		if got := dsn.Masked(url); got != want {
			t.Errorf("Masked(%s) = %s; want %s", url, got, want)
		}
	}
}

// badDatabases checks that unsuitable databases are rejected and stay unchanged.
func badDatabases(t *testing.T, server *pgtest.Server) {
	newer := server.Database()
	open(t, newer).Close()
	server.Exec(newer, "INSERT INTO goose_db_version (version_id, is_applied) VALUES (99, true)")
	refused(t, postgres.Options{URL: newer}, "newer program")

	for _, others := range [][]string{
		{"CREATE TABLE games (name text)", "INSERT INTO games VALUES ('solitaire')"},
		{"CREATE TABLE wiki (page text)"},
		{"CREATE TABLE goose_db_version (id int, version_id bigint, is_applied bool)", "CREATE TABLE wiki (page text)"},
	} {
		foreign := server.Database()
		server.Exec(foreign, others...)
		before := count(t, foreign, "SELECT count(*) FROM pg_tables WHERE schemaname = 'public'")
		refused(t, postgres.Options{URL: foreign}, "tables of another program")
		if tables := count(t, foreign, "SELECT count(*) FROM pg_tables WHERE schemaname = 'public'"); tables != before {
			t.Errorf("%d tables now, %d before", tables, before)
		}
	}
	unused := server.Database()
	refused(t, postgres.Options{URL: unused, Aside: true, Existing: true}, "start a server on it first")
	if tables := count(t, unused, "SELECT count(*) FROM pg_tables WHERE schemaname = 'public'"); tables != 0 {
		t.Errorf("%d tables were created, want none", tables)
	}

	refused(t, postgres.Options{URL: server.URL("nowhere")}, "does not exist")
	server.Exec("postgres", "CREATE ROLE reader LOGIN")
	empty := server.Database()
	refused(t, postgres.Options{URL: strings.Replace(empty, "user=tain", "user=reader", 1)}, "permission denied")

	// The minimum number of connections is enough.
	open(t, server.Database()+"&pool_max_conns=4").Close()

	// Concurrent starts create the tables once.
	fresh := server.Database()
	failures := make(chan error)
	for range 4 {
		go func() {
			s, err := postgres.Open(context.Background(), postgres.Options{URL: fresh})
			if err == nil {
				err = s.Close()
			}
			failures <- err
		}()
	}
	for range 4 {
		if err := <-failures; err != nil {
			t.Errorf("failures: %v", err)
		}
	}
}

// count returns the result of a counting query.
func count(t *testing.T, url, text string) (n int) {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), url)
	if err != nil {
		t.Fatalf("Connect: %v", err)
	}
	defer conn.Close(t.Context())
	if err := conn.QueryRow(t.Context(), text).Scan(&n); err != nil {
		t.Fatalf("Scan: %v", err)
	}
	return n
}

// eventsAreOnlyAdded checks that the database itself rejects statements that change events, and that saved
// events contain no names.
func eventsAreOnlyAdded(t *testing.T, server *pgtest.Server) {
	url := server.Database()
	s := open(t, url)
	storetest.Fill(t, s)
	conn, err := pgx.Connect(t.Context(), url)
	if err != nil {
		t.Fatalf("Connect: %v", err)
	}
	defer conn.Close(t.Context())
	for _, text := range []string{"UPDATE events SET data = ''", "DELETE FROM events"} {
		if _, err := conn.Exec(t.Context(), text); err == nil || !strings.Contains(err.Error(), "only ever added") {
			t.Errorf("conn.Exec: %s: %v", text, err)
		}
	}
	if n := count(t, url, "SELECT (SELECT count(*) FROM events WHERE data LIKE '%anna%' OR data LIKE '%browser%') + (SELECT count(*) FROM games WHERE entry LIKE '%anna%')"); n != 0 {
		t.Errorf("%d rows contain a person's name", n)
	}
	if n := count(t, url, "SELECT count(*) FROM games WHERE (SELECT count(*) FROM events WHERE game = id) <> events"); n != 0 {
		t.Errorf("%d games lack events", n)
	}
}

// forgetsDefinitions checks that a definition is deleted after its last game, once nobody has requested it
// for an hour.
func forgetsDefinitions(t *testing.T, server *pgtest.Server) {
	url, ctx := server.Database(), t.Context()
	s := open(t, url)
	for i := range 250 {
		if err := s.Define(ctx, room.Definition{Hash: fmt.Sprint("h", i), Text: "text"}, 250); err != nil {
			t.Fatalf("Define: %v", err)
		}
	}
	e := storetest.Entry("first", "anna", "bert", 10)
	e.Variant = "mine#h7"
	if err := s.Create(ctx, e, storetest.Created(e)); err != nil {
		t.Fatalf("Create: %v", err)
	}
	server.Exec(url, "UPDATE definitions SET wanted = 0 WHERE hash <> 'h9'")
	conn, err := pgx.Connect(ctx, url)
	if err != nil {
		t.Fatalf("Connect: %v", err)
	}
	defer conn.Close(ctx)
	for text, want := range map[string]string{"DELETE FROM definitions WHERE hash = 'h7'": "a game is played", "UPDATE definitions SET text = ''": "never changes"} {
		if _, err := conn.Exec(ctx, text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("conn.Exec: %s: %v", text, err)
		}
	}
	if n, err := s.ForgetDefinitions(ctx); n != 248 || err != nil {
		t.Errorf("ForgetDefinitions = %d, %v", n, err)
	}
	if err := s.Delete(ctx, "first"); err != nil {
		t.Fatalf("Delete: %v", err)
	}
	if n, err := s.ForgetDefinitions(ctx); n != 1 || err != nil {
		t.Errorf("ForgetDefinitions after the game was deleted = %d, %v", n, err)
	}
}

// operations checks that an operator's changes on one node reach another node.
func operations(t *testing.T, server *pgtest.Server) {
	url, ctx := server.Database(), t.Context()
	one, two := open(t, url), open(t, url)
	storetest.Fill(t, one)
	last, err := two.LastOperation(ctx)
	if err != nil {
		t.Fatalf("LastOperation: %v", err)
	}
	if err := errors.Join(one.Ban(ctx, store.Ban{Subject: "192.0.2.0/24"}), one.Delete(ctx, "one"), one.Announce(ctx, store.Changed, "two")); err != nil {
		t.Fatalf("errors.Join: %v", err)
	}
	notes, err := two.Operations(ctx, last)
	want := []store.Note{{What: store.Listed, Games: []string{}}, {What: store.Deleted, Games: []string{"one"}}, {What: store.Changed, Games: []string{"two"}}}
	for i := range notes {
		notes[i].Number = 0
	}
	if err != nil || !reflect.DeepEqual(notes, want) {
		t.Errorf("Operations: %+v, %v", notes, err)
	}
	last = lastNumber(t, two)
	anna := storetest.Register(t, one, "Anna", game.Hash{})
	devices, err := one.SignOutOthers(ctx, anna.Person, game.Hash{})
	if err != nil || len(devices) != 1 {
		t.Fatalf("SignOutOthers: %v, %v", devices, err)
	}
	notes, err = two.Operations(ctx, last)
	if err != nil || len(notes) != 1 || notes[0].What != store.SignedOut || !slices.Equal(notes[0].Games, []string{fmt.Sprintf("%x", devices[0][:])}) {
		t.Errorf("Operations after signing out: %+v, %v", notes, err)
	}
	token := storetest.TokenOf(anna, "hers", 1, 9)
	last = lastNumber(t, two)
	if err := errors.Join(one.AddToken(ctx, token, 9), one.RevokeToken(ctx, anna.Person, token.ID)); err != nil {
		t.Fatalf("RevokeToken: %v", err)
	}
	notes, err = two.Operations(ctx, last)
	if err != nil || len(notes) != 1 || notes[0].What != store.SignedOut || !slices.Equal(notes[0].Games, []string{fmt.Sprintf("%x", token.ID[:])}) {
		t.Errorf("Operations after revoking a token: %+v, %v", notes, err)
	}
	mine, theirs := "mine", "theirs"
	if err := errors.Join(one.SetOnce(ctx, "key", &mine), two.SetOnce(ctx, "key", &theirs)); err != nil || mine != "mine" || theirs != "mine" {
		t.Errorf("SetOnce on two nodes returned %q and %q, error %v", mine, theirs, err)
	}
}

// lastNumber returns the number of the latest operation.
func lastNumber(t *testing.T, s *postgres.Store) int64 {
	t.Helper()
	last, err := s.LastOperation(t.Context())
	if err != nil {
		t.Fatalf("LastOperation: %v", err)
	}
	return last
}

// fill adds rows to every table.
func fill(t *testing.T, s store.Movable, games int) {
	t.Helper()
	ctx := t.Context()
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatalf("filling the store: %v", err)
		}
	}
	storetest.Fill(t, s)
	for i := range games {
		e := storetest.Entry(fmt.Sprintf("G%03d♞", i), fmt.Sprint("w", i), "anna", int64(i))
		e.Running, e.Deadline = i%3 != 0, int64(i%2)*500
		must(s.Create(ctx, e, append(storetest.Created(e), storetest.Moved("é 'x' \\ \u2028", 5))))
	}
	must(s.Seen(ctx, "one", game.Black, 77))
	must(s.Define(ctx, room.Definition{Hash: "h1", Text: "text é"}, 10))
	must(s.CreateStudy(ctx, studies.Study{ID: "study", Owner: game.HashOf("anna"), Secret: game.HashOf("s"), Title: "é", PGN: "*\n", Version: 1, Created: 3, Updated: 4, Used: 5}, studies.Bounds{Person: 5, All: 5}))
	must(s.SetAhead(ctx, "one", game.White, game.Ahead{Ply: 3, Lines: [][]string{{"e7e5", "g1f3"}}}))
	must(s.Subscribe(ctx, store.Subscription{Endpoint: "https://push.example/1", Person: game.HashOf("bert"), Key: []byte{0, 4}, Auth: []byte{1}, Created: 9}, 5, 5))
	_, err := s.Rename(ctx, game.HashOf("cora"), "Cora")
	must(err)
	must(s.Anonymise(ctx, "other"))
	must(s.Ban(ctx, store.Ban{Subject: "192.0.2.0/24", Reason: "why", Created: 5, Until: 9}))
	zoe, yan := storetest.Register(t, s, "Zoe", game.HashOf("w1")), storetest.Register(t, s, "Yan", game.Hash{})
	must(s.AddToken(ctx, storetest.TokenOf(zoe, "é", 3, 9), 1))
	for i, result := range []rules.Result{rules.WhiteWins, rules.Draw, rules.BlackWins} {
		storetest.Play(t, s, storetest.RatedEntry(fmt.Sprint("rated", i), zoe, yan, int64(i)), result)
	}
	pupil, _, device := storetest.AccountOf("Pupil")
	pupil.Issuer, pupil.Subject = "https://login.example.org", "é"
	_, err = s.Register(ctx, pupil, people.Passkey{}, device, nil, game.Hash{})
	must(err)
	must(s.Relate(ctx, profile.SavedRelation{Person: zoe.Person, Other: yan.Person, Relation: profile.Block, Created: 9}, 1))
	must(s.SetHidden(ctx, yan.Person, true))
	must(s.Invite(ctx, profile.Invitation{Game: "rated0", Person: zoe.Person, Created: 9}, 1))
	must(s.SolveDaily(ctx, profile.Solved{Person: zoe.Person, Day: "2026-11-16"}))
	_, err = s.Refund(ctx, "rated0", "é", 8)
	must(err)
	must(s.Set(ctx, "notice", map[string]string{"text": "é"}))
	_, _, err = s.Wake(ctx, 100)
	must(err)
	_, _, err = s.Wake(ctx, 200)
	must(err)
}

// copies copies a store from SQLite to PostgreSQL and back, with repeated interruptions, and compares the
// result.
func copies(t *testing.T, server *pgtest.Server) {
	ctx := t.Context()
	aside := func(url string) *postgres.Store {
		t.Helper()
		s, err := postgres.Open(ctx, postgres.Options{URL: url, Aside: true})
		if err != nil {
			t.Fatalf("postgres.Open: %v", err)
		}
		t.Cleanup(func() { s.Close() })
		return s
	}
	lite := func(folder string) *sqlite.Store {
		t.Helper()
		s, err := sqlite.Open(ctx, folder)
		if err != nil {
			t.Fatalf("sqlite.Open: %v", err)
		}
		t.Cleanup(func() { s.Close() })
		return s
	}
	source := lite(t.TempDir())
	fill(t, source, 450)
	url := server.Database()
	target := aside(url)
	quiet := func(string, int, int) {}
	refusal := func(from, to store.Movable, why store.RefusalReason) {
		t.Helper()
		var r *store.Refusal
		if _, err := store.Copy(ctx, from, to, quiet); !errors.As(err, &r) || r.Why != why {
			t.Errorf("%s to %s: %v", from.Where(), to.Where(), err)
		}
	}
	refusal(source, source, store.Same)
	node := open(t, url)
	refusal(source, target, store.InUse)
	node.Close()
	// Every attempt except the last is interrupted after a few games.
	lives := 0
	var copied store.Copied
	for {
		stopped, stop := context.WithCancel(ctx)
		seen := 0
		var err error
		copied, err = store.Copy(stopped, source, target, func(stage string, done, total int) {
			if seen++; seen == 2 && stage == "copying" && done < total {
				stop()
			}
		})
		stop()
		if lives++; err == nil {
			break
		}
		if !errors.Is(err, context.Canceled) || lives > 50 {
			t.Fatalf("store.Copy: %v", err)
		}
		if from, err := store.Unfinished(ctx, target); err != nil || from != source.Where() {
			t.Errorf("source of the unfinished copy = %q, error %v", from, err)
		}
		other := lite(t.TempDir())
		refusal(other, target, store.OtherCopy)
	}
	if lives < 3 || !copied.Resumed || copied.Games != 457 || copied.Events != 914 {
		t.Errorf("copy after %d attempts = %+v", lives, copied)
	}
	if from, err := store.Unfinished(ctx, target); err != nil || from != "" {
		t.Errorf("the copy from %q is unfinished, error %v", from, err)
	}
	refusal(source, target, store.NotEmpty)
	// The copy can be used, and can be copied back.
	if events, err := target.Load(ctx, "one", 0); err != nil || len(events) != 2 || events[0].Start.White.Name != "anna" {
		t.Errorf("target.Load: %+v, %v", events, err)
	}
	folder := filepath.Join(t.TempDir(), "back")
	back := lite(folder)
	if _, err := store.Copy(ctx, target, back, quiet); err != nil {
		t.Fatalf("store.Copy: %v", err)
	}
	want, err := source.GamesAfter(ctx, "", 1000)
	if err != nil {
		t.Fatalf("GamesAfter: %v", err)
	}
	if got, err := back.GamesAfter(ctx, "", 1000); err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("games differ after the copy, %v", err)
	}
	rest, err := source.Rest(ctx)
	if err != nil || len(rest.Studies) == 0 || len(rest.Outages) == 0 || len(rest.Ratings) != 2 || len(rest.Adjustments) != 1 ||
		len(rest.Relations) != 1 || len(rest.Invitations) != 1 || len(rest.Hidden) != 1 || len(rest.Solved) != 1 {
		t.Fatalf("source.Rest: %+v, %v", rest, err)
	}
	if got, err := back.Rest(ctx); err != nil || !reflect.DeepEqual(got, rest) {
		t.Errorf("%+v, %v; want %+v", got, err, rest)
	}
	for _, s := range []store.Movable{source, back} {
		entries, err := s.List(ctx, store.Filter{Ended: true})
		if err != nil {
			t.Fatalf("List: %v", err)
		}
		if n, differences, err := storetest.Recount(ctx, s, entries); err != nil || n != 3 || len(differences) > 0 {
			t.Errorf("recount of %s: %d games, %v, %v", s.Where(), n, differences, err)
		}
	}
	node = open(t, url)
	if due, err := node.Due(ctx, 1000, 1000); err != nil || len(due) != 225 {
		t.Errorf("%d deadlines were copied, error %v", len(due), err)
	}
	// Verification finds damage that happens during the copy.
	damaged := aside(server.Database())
	stopped, stop := context.WithCancel(ctx)
	if _, err := store.Copy(stopped, source, damaged, func(_ string, done, _ int) {
		if done > 0 {
			stop()
		}
	}); err == nil {
		t.Fatal("the copy was not interrupted")
	}
	if _, err := damaged.Rename(ctx, game.HashOf("w7"), "Eve"); err != nil {
		t.Fatalf("Rename: %v", err)
	}
	if _, err := store.Copy(ctx, source, damaged, quiet); err == nil || !strings.Contains(err.Error(), "G007") {
		t.Errorf("Copy with a damaged game: %v", err)
	}
	if _, err := os.Stat(filepath.Join(folder, sqlite.File)); err != nil {
		t.Errorf("os.Stat: %v", err)
	}
}
