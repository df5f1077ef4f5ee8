package server_test

import (
	"bytes"
	"image/png"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/tainchess/tain/engine/tablebase"
	"github.com/tainchess/tain/internal/play/hub"
	"github.com/tainchess/tain/internal/protocol/wire"
	"github.com/tainchess/tain/internal/site/limit"
	"github.com/tainchess/tain/internal/site/server"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/rules/ruledata"
	"github.com/tainchess/tain/variant"
)

func TestPositions(t *testing.T) {
	me := open(t, nil).somebody()
	var list wire.VariantList
	me.want(200, "GET", "/api/v1/variants", "", &list)
	if len(list.Variants) != len(variant.Builtin().All()) {
		t.Errorf("got %d rule sets, want %d", len(list.Variants), len(variant.Builtin().All()))
	}
	var one wire.VariantInfo
	me.want(200, "GET", "/api/v1/variants/trid", "", &one)
	var shown wire.Gallery
	me.want(200, "GET", "/api/v1/gallery", "", &shown)
	if len(shown.Gallery) < 12 || shown.Gallery[0].Definition == "" || shown.Gallery[0].Why == "" {
		t.Errorf("gallery has %d games", len(shown.Gallery))
	}
	if one.Name != "trid" || len(one.Pins) == 0 {
		t.Errorf("variant trid = %q with %d pins", one.Name, len(one.Pins))
	}
	var state struct {
		Moves []struct {
			Move    string
			Capture bool
		}
	}
	me.want(200, "POST", "/api/v1/position", `{"variant":"triboard","position":"4k3/8/8/P6p/8/8/8/4K3 w - h6 0 2"}`, &state)
	taken := false
	for _, m := range state.Moves {
		taken = taken || m.Move == "a5h7" && m.Capture
	}
	if !taken {
		t.Error("the pawn on a5 cannot take on h7")
	}
	var line struct{ Steps []struct{ Move string } }
	me.want(200, "POST", "/api/v1/line", `{"variant":"mirrorsquare","moves":["e4","dxe4"]}`, &line)
	if len(line.Steps) != 2 {
		t.Errorf("line of two moves has %d steps", len(line.Steps))
	}
	var plan struct {
		Side   string
		Steps  []struct{ Given string }
		State  struct{ Turn string }
		Failed *wire.PlanFailure
	}
	me.want(200, "POST", "/api/v1/plan", `{"variant":"trid","plan":"b4N; Bb2W; QL1-QL2; c4N"}`, &plan)
	if len(plan.Steps) != 2 || plan.Failed == nil || plan.Failed.Step != 3 || plan.Failed.Code != "crowded" || plan.State.Turn != plan.Side {
		t.Errorf("plan failed with %+v after %d steps", plan.Failed, len(plan.Steps))
	}
	var known struct {
		wire.TableValue
		Line, SAN []string
		Moves     []wire.TableMove
	}
	me.want(200, "POST", "/api/v1/tables", `{"variant":"triboard","position":"Q7/8/8/4k3/8/8/8/K7 w - - 0 1"}`, &known)
	if known.Result != wire.TableWin || known.Mate != 10 || len(known.Line) != 19 || known.SAN[18] != "Qe1#" || len(known.Moves) < 20 || known.Moves[0].Plies != 19 {
		t.Errorf("table result = %+v", known)
	}
	var tables wire.TablesList
	me.want(200, "GET", "/api/v1/tables", "", &tables)
	if len(tables.Tables) != 3 || len(tables.Tables[0].Materials) != 5 {
		t.Errorf("tables = %+v", tables)
	}
	me.want(200, "GET", "/api/v1/tables?variant=cylinder", "", &tables)
	if len(tables.Tables) != 1 || tables.Tables[0].Variant != "cylinder" {
		t.Errorf("tables of cylinder = %+v", tables)
	}
	me.want(400, "GET", "/api/v1/tables?variant=nonsense", "", nil)
	var why wire.Explanation
	me.want(200, "POST", "/api/v1/explain", `{"variant":"chess","from":"e2","to":"e5"}`, &why)
	if why.Legal || why.Message == "" {
		t.Errorf("explanation of e2e5 = %+v", why)
	}
}

// TestRuleData requests every rule set as data, and the schema. It checks that the response is what ruledata
// encodes, and that it has an ETag and can be cached.
func TestRuleData(t *testing.T) {
	me := open(t, nil).somebody()
	for _, r := range variant.Builtin().All() {
		data, err := ruledata.Encode(ruledata.Of(r))
		if err != nil {
			t.Fatalf("ruledata.Encode: %v", err)
		}
		schema, err := ruledata.Schema(r)
		if err != nil {
			t.Fatalf("ruledata.Schema: %v", err)
		}
		path := "/api/v1/rules/" + r.Info().Name
		for path, want := range map[string][]byte{path: data, path + "/schema": schema} {
			for range 2 {
				got := me.ask("GET", path, "")
				if got.StatusCode != 200 || !bytes.Equal(got.body, want) || got.Header.Get("ETag") == "" {
					t.Errorf("GET %s: %s with %d bytes, want %d", path, got.Status, len(got.body), len(want))
				}
			}
		}
	}
	if upper := me.ask("GET", "/api/v1/rules/TRID", ""); upper.StatusCode != 200 {
		t.Errorf("GET for TRID: %s", upper.Status)
	}
	me.refused(404, "variant", "GET", "/api/v1/rules/checkers", "")
	me.refused(404, "variant", "GET", "/api/v1/rules/checkers/schema", "")
}

func TestPositionsRefused(t *testing.T) {
	me := open(t, nil).somebody()
	for _, c := range []struct {
		status                   int
		code, method, path, body string
	}{
		{404, "variant", "GET", "/api/v1/variants/checkers", ""},
		{400, "variant", "POST", "/api/v1/position", `{"variant":"checkers"}`},
		{404, "no-table", "POST", "/api/v1/tables", `{"variant":"chess"}`},
		{404, "no-table", "POST", "/api/v1/tables", `{"variant":"trid"}`},
		{404, "no-table", "POST", "/api/v1/tables", `{"variant":"chess","position":"4k3/8/8/8/8/8/7r/3QK3 w - - 0 1"}`},
		{400, "position", "POST", "/api/v1/tables", `{"variant":"chess","position":"4k3/8/8/8/8/8/8/8 w - - 0 1"}`},
		{400, "position", "POST", "/api/v1/position", `{"variant":"chess","position":"8/8/8/8/8/8/8/8 w - - 0 1"}`},
		{400, "request", "POST", "/api/v1/position", `{"variant":"chess","colour":"red"}`},
		{400, "request", "POST", "/api/v1/position", `{"variant":`},
		{400, "request", "POST", "/api/v1/position", `{"variant":"chess"}{}`},
		{400, "request", "POST", "/api/v1/position", `[]`},
		{415, "content-type", "POST", "/api/v1/position", ""},
		{413, "too-long", "POST", "/api/v1/position", `{"variant":"` + strings.Repeat("x", 70_000) + `"}`},
		{400, "blocked", "POST", "/api/v1/line", `{"variant":"chess","moves":["e2e4","a8a5"]}`},
		{400, "variant", "POST", "/api/v1/plan", `{"plan":"e4"}`},
		{400, "position", "POST", "/api/v1/plan", `{"variant":"chess","position":"8","plan":"e4"}`},
		{400, "syntax", "POST", "/api/v1/plan", `{"variant":"chess","plan":"` + strings.Repeat("e4;", 300) + `"}`},
		{400, "request", "POST", "/api/v1/plan", `{"variant":"chess","plan":["e4"]}`},
		{405, "method", "GET", "/api/v1/plan", ""},
		{405, "method", "DELETE", "/api/v1/position", ""},
		{404, "not-found", "GET", "/api/v2/position", ""},
		{400, "request", "POST", "/api/v1/analyse", `{"variant":"chess","time":60000}`},
		{400, "request", "POST", "/api/v1/analyse", `{"variant":"chess","multipv":6}`},
		{400, "request", "POST", "/api/v1/analyse", `{"variant":"chess","depth":-1}`},
		{400, "variant", "GET", "/api/v1/diagram.svg", ""},
		{400, "request", "GET", "/api/v1/diagram.svg?variant=chess&size=3", ""},
		{400, "request", "GET", "/api/v1/diagram.svg?variant=chess&width=wide", ""},
		{400, "request", "GET", "/api/v1/diagram.svg?variant=chess&flip=maybe", ""},
		{400, "request", "GET", "/api/v1/diagram.svg?variant=chess&theme=light&theme=dark", ""},
		{400, "request", "GET", "/api/v1/diagram.svg?variant=%zz", ""},
		{400, "draw", "GET", "/api/v1/diagram.png?variant=chess&width=100000", ""},
		{400, "draw", "GET", "/api/v1/diagram.png?variant=chess&width=0", ""},
		{400, "draw", "GET", "/api/v1/diagram.png?variant=chess&theme=neon", ""},
		{400, "position", "GET", "/api/v1/diagram.png?variant=chess&position=nonsense", ""},
	} {
		me.refused(c.status, c.code, c.method, c.path, c.body)
	}
	if allow := me.ask("DELETE", "/api/v1/games", "").Header["Allow"]; strings.Join(allow, " ") != "POST GET" {
		t.Errorf("Allow = %q", allow)
	}
}

func TestDiagram(t *testing.T) {
	me := open(t, nil).somebody()
	query := "?variant=triboard&position=" + url.QueryEscape("4k3/8/8/P6p/8/8/8/4K3 w - h6 0 2") + "&chosen=a5&lastMove=h7h5&width=300&coords=1"
	picture := me.want(200, "GET", "/api/v1/diagram.png"+query, "", nil)
	drawn, err := png.Decode(bytes.NewReader(picture.body))
	if err != nil || drawn.Bounds().Dx() != 300 {
		t.Fatalf("not a picture 300 pixels wide: %v", err)
	}
	svg := me.want(200, "GET", "/api/v1/diagram.svg"+query, "", nil)
	if !bytes.Contains(svg.body, []byte("<svg")) || svg.Header.Get("Content-Type") != "image/svg+xml" {
		t.Errorf("GET: %s: %.60s", svg.Header.Get("Content-Type"), svg.body)
	}
	tag := picture.Header.Get("ETag")
	if tag == "" || tag == svg.Header.Get("ETag") {
		t.Errorf("ETags = %q and %q", tag, svg.Header.Get("ETag"))
	}
	me.header.Set("If-None-Match", `"other", W/`+tag)
	if again := me.want(304, "GET", "/api/v1/diagram.png"+query, "", nil); len(again.body) != 0 {
		t.Error("cached picture was sent again")
	}
	me.want(200, "GET", "/api/v1/diagram.svg"+query, "", nil)
}

// TestDiagramRate checks that a large picture costs more than a small one, and that a cached picture costs no
// more than an ordinary request.
func TestDiagramRate(t *testing.T) {
	me := open(t, nil, limited(func(l *limit.Limits) { l.Rate, l.Burst = 1e-9, 500 })).somebody()
	for range 5 {
		me.want(200, "GET", "/api/v1/diagram.png?variant=chess&width=1000", "", nil)
	}
	me.refused(429, "too-many", "GET", "/api/v1/diagram.png?variant=chess&width=1200", "")
	me.want(200, "GET", "/api/v1/diagram.png?variant=chess&width=200", "", nil)
}

// TestTablesRate checks that a request for the endgame tables of a 3D board costs more than others, because
// it may have to decompress parts of them.
func TestTablesRate(t *testing.T) {
	none := func(o *server.Options, _ *hub.Options) {
		o.Tables = func(r rules.Rules) *tablebase.Set {
			set, err := tablebase.NewSet(r)
			if err != nil {
				t.Errorf("tablebase.NewSet: %v", err)
			}
			return set
		}
	}
	me := open(t, nil, none, limited(func(l *limit.Limits) { l.Rate, l.Burst = 1e-9, 80 })).somebody()
	flat := `{"variant":"chess","position":"Q7/8/8/4k3/8/8/8/K7 w - - 0 1"}`
	space := `{"variant":"trid","position":"W:4/4/4/K3|N:4/4/4/4|B:4/2Q1/4/4|QL1w:2/2|QL2b:2/2|QL5w:2/1k|QL6b:2/2 w - - - 0 1"}`
	for range 5 {
		me.refused(404, "no-table", "POST", "/api/v1/tables", flat)
	}
	me.refused(404, "no-table", "POST", "/api/v1/tables", space)
	me.refused(429, "too-many", "POST", "/api/v1/tables", space)
	me.refused(404, "no-table", "POST", "/api/v1/tables", flat)
}

// TestPlanRate checks that a long plan costs more than a short one.
func TestPlanRate(t *testing.T) {
	me := open(t, nil, limited(func(l *limit.Limits) { l.Rate, l.Burst = 1e-9, 60 })).somebody()
	long := `{"variant":"chess","plan":"` + strings.Repeat("Nf3;Ng1;", 120) + `"}`
	for range 3 {
		me.want(200, "POST", "/api/v1/plan", `{"variant":"chess","plan":"Nf3;Ng1"}`, nil)
	}
	me.want(200, "POST", "/api/v1/plan", long, nil)
	me.refused(429, "too-many", "POST", "/api/v1/plan", long)
}

func TestAnalyse(t *testing.T) {
	me := open(t, nil).somebody()
	var got struct{ Lines []wire.SearchInfo }
	me.want(200, "POST", "/api/v1/analyse", `{"variant":"chess","position":"6k1/5ppp/8/8/8/8/8/4R1K1 w - - 0 1","depth":4,"multipv":2}`, &got)
	if len(got.Lines) != 2 || got.Lines[0].Score.Mate == nil || *got.Lines[0].Score.Mate != 1 || got.Lines[0].SAN[0] != "Re8#" {
		t.Errorf("analysis = %+v", got)
	}
	me.want(200, "POST", "/api/v1/analyse", `{"variant":"chess","position":"4R1k1/5ppp/8/8/8/8/8/6K1 b - - 0 1","depth":4}`, &got)
	if len(got.Lines) != 0 {
		t.Errorf("analysis after mate = %+v", got)
	}
}

// TestAnalyseQueue fills the queue, and checks that places are freed when clients leave.
func TestAnalyseQueue(t *testing.T) {
	s := open(t, nil, limited(func(l *limit.Limits) { l.Analyses, l.Waiting, l.AnalysisTime = 1, 1, time.Hour }))
	ask := func() *http.Request {
		r, _ := http.NewRequestWithContext(t.Context(), "POST", s.URL+"/api/v1/analyse", strings.NewReader(`{"variant":"chess","time":3600000}`))
		r.Header.Set("Content-Type", "application/json")
		return r
	}
	var askers sync.WaitGroup
	var leave []func()
	for range 2 {
		r := ask()
		ctx, stop := contextWithCancel(r)
		leave = append(leave, stop)
		askers.Go(func() {
			if w, err := transport.RoundTrip(ctx); err == nil {
				w.Body.Close()
				t.Errorf("a client that left got status %d", w.StatusCode)
			}
		})
	}
	waitFor(t, func() bool { return strings.Contains(s.metrics(), "tain_analyses_waiting 2") })
	full, err := transport.RoundTrip(ask())
	if err != nil {
		t.Fatalf("RoundTrip: %v", err)
	}
	full.Body.Close()
	if full.StatusCode != 503 || full.Header.Get("Retry-After") == "" {
		t.Errorf("request to a full queue: status %d, Retry-After %q", full.StatusCode, full.Header.Get("Retry-After"))
	}
	for _, stop := range leave {
		stop()
	}
	askers.Wait()
	waitFor(t, func() bool { return strings.Contains(s.metrics(), "tain_analyses_waiting 0") })
}
