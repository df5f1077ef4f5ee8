package server_test

import (
	"encoding/json"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/tainchess/tain/internal/play/hub"
	"github.com/tainchess/tain/internal/site/config"
	"github.com/tainchess/tain/internal/site/limit"
	"github.com/tainchess/tain/internal/site/server"
)

// limitIs checks the metrics of a limit. used and bound are -1 if only refusals are reported.
func (s *site) limitIs(name string, used, bound, refused int) {
	s.t.Helper()
	for metric, want := range map[string]int{"used": used, "bound": bound, "refused_total": refused} {
		found := regexp.MustCompile(`tain_limit_` + metric + `\{limit="` + name + `"\} (\S+)`).FindStringSubmatch(s.metrics())
		if want < 0 && found != nil || want >= 0 && (found == nil || found[1] != fmt.Sprint(want)) {
			s.t.Errorf("tain_limit_%s of %s: %q, want %d", metric, name, found, want)
		}
	}
}

// TestLobbyLimits checks the metrics of the limits on challenges, per person and per address, and on unfinished
// games.
func TestLobbyLimits(t *testing.T) {
	s := open(t, nil, func(_ *server.Options, h *hub.Options) {
		h.ChallengesPerPerson, h.ChallengesPerAddress, h.GamesPerSession = 2, 3, 4
	})
	create := func(by *asker, opponent string) int {
		return by.ask("POST", "/api/v1/games", `{"variant":"chess","opponent":"`+opponent+`"}`).StatusCode
	}
	const friend, anyone = "friend", "open"
	anna, bert := s.somebody(), s.somebody()
	for i, one := range []struct {
		by       *asker
		opponent string
		ok       bool
	}{
		{anna, anyone, true}, {anna, anyone, true}, {anna, anyone, false}, {bert, anyone, true}, {bert, anyone, false},
		{bert, anyone, false}, {anna, friend, true}, {anna, friend, true}, {anna, friend, false},
	} {
		if status := create(one.by, one.opponent); (status == 201) != one.ok {
			t.Errorf("game %d: status %d, want created: %v", i, status, one.ok)
		}
	}
	s.limitIs("challenges-person", -1, -1, 1)
	s.limitIs("challenges-address", 3, 3, 2)
	s.limitIs("unfinished-games-person", -1, -1, 1)
	s.limitIs("seeks", 0, 2000, 0)
}

// TestLimitsAreShown checks that the dashboard repeats its panels for every limit, and that docs/operate.md
// lists all limits.
func TestLimitsAreShown(t *testing.T) {
	s := open(t, nil, with(&analyst{}))
	operate, rules := readText(t, "../../../docs/operate.md"), readText(t, "../../../deploy/alerts.yml")
	bounds := regexp.MustCompile(`tain_limit_bound\{limit="([^"]+)"\}`).FindAllStringSubmatch(s.metrics(), -1)
	bounds = append(bounds, regexp.MustCompile(`tain_limit_refused_total\{limit="([^"]+)"\}`).FindAllStringSubmatch(s.metrics(), -1)...)
	if len(bounds) < 40 {
		t.Errorf("metrics report only the limits %v", bounds)
	}
	limits := map[string]bool{}
	for _, b := range bounds {
		limits[b[1]] = true
		if !strings.Contains(operate, "\n| `"+b[1]+"` |") {
			t.Errorf("docs/operate.md does not list the limit %s", b[1])
		}
	}
	for _, l := range regexp.MustCompile(`limit="([^"]+)"`).FindAllStringSubmatch(rules, -1) {
		if !limits[l[1]] {
			t.Errorf("deploy/alerts.yml uses unknown limit %s", l[1])
		}
	}
	type target struct{ Expr string }
	type panel struct {
		Repeat  string
		Targets []target
	}
	var dashboard struct {
		Panels     []panel
		Templating struct {
			List []struct {
				Name  string
				Query any
			}
		}
	}
	if err := json.Unmarshal([]byte(readText(t, "../../../deploy/grafana.json")), &dashboard); err != nil {
		t.Fatalf("json.Unmarshal: %v", err)
	}
	for _, metric := range []string{"tain_limit_used", "tain_limit_bound", "tain_limit_refused_total"} {
		shows := func(g target) bool { return strings.Contains(g.Expr, metric+"{") }
		if !slices.ContainsFunc(dashboard.Panels, func(p panel) bool { return p.Repeat == "limit" && slices.ContainsFunc(p.Targets, shows) }) {
			t.Errorf("no panel of the dashboard shows %s for each limit", metric)
		}
	}
	for _, v := range dashboard.Templating.List {
		if v.Name == "limit" && strings.Contains(fmt.Sprint(v.Query), "label_values(tain_limit_bound, limit)") {
			return
		}
	}
	t.Error("the dashboard does not list the limits from tain_limit_bound")
}

// TestSettingsHaveLimits checks that docs/operate.md names the limit of every setting that is a maximum, and
// that the server reports all limits listed there.
func TestSettingsHaveLimits(t *testing.T) {
	// Settings that do not limit a resource which clients share.
	other := map[string]string{
		"limits.study": "size of one item", "limits.message": "size of one item", "limits.body": "size of one item", "limits.log-text": "size of one item",
		"limits.cross-origin": "cost of one request", "limits.messages": "rate of one socket; tain_sockets_closed_total counts closed ones",
		"games.backlog":   "queue of one socket; tain_watchers_dropped_total counts closed ones",
		"limits.analyses": "further searches wait; see analyses", "limits.works": "further tasks wait; see work",
		"games.players": "further games wait; see tain_computer_queue", "games.unwatched": "further games wait; see tain_computer_queue",
		"games.turn-time": "time of one move", "games.unwatched-time": "time of one move", "limits.tables-memory": "cache",
		"limits.log-lines": "dropped lines are logged as a sum", "limits.all-log-lines": "dropped lines are logged as a sum",
	}
	s := open(t, nil, with(&analyst{}))
	_, table, ok := strings.Cut(readText(t, "../../../docs/operate.md"), "\n### Limits\n")
	table, _, _ = strings.Cut(table, "\n#")
	rows := regexp.MustCompile("(?m)^\\| `([^`]+)` \\|.*$").FindAllStringSubmatch(table, -1)
	if !ok || len(rows) == 0 {
		t.Fatal("docs/operate.md has no table of limits")
	}
	metrics := s.metrics()
	for _, row := range rows {
		if !strings.Contains(metrics, `tain_limit_refused_total{limit="`+row[1]+`"}`) {
			t.Errorf("the server does not report the limit %s of docs/operate.md", row[1])
		}
	}
	for _, one := range config.New().All() {
		client := strings.HasPrefix(one.Key, "limits.") || strings.HasPrefix(one.Key, "games.")
		if !client || !strings.HasPrefix(one.Help, "Maximum ") {
			continue
		}
		listed := strings.Contains(table, "`"+one.Key+"`")
		if why := other[one.Key]; listed == (why != "") {
			t.Errorf("setting %s: in the table of limits of docs/operate.md: %v, exception of this test: %q; want one of them", one.Key, listed, why)
		}
	}
	s.limitIs("game-analyses", 3, limit.Default().GameAnalyses, 0)
}

func readText(t *testing.T, file string) string {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatalf("os.ReadFile: %v", err)
	}
	return string(text)
}
