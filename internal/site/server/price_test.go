package server_test

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"golang.org/x/time/rate"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/internal/people/rating"
	"github.com/tainchess/tain/internal/play/game"
	"github.com/tainchess/tain/internal/protocol/wire"
	"github.com/tainchess/tain/internal/site/api"
	"github.com/tainchess/tain/internal/site/limit"
	"github.com/tainchess/tain/internal/site/server"
	"github.com/tainchess/tain/internal/site/store/memory"
	"github.com/tainchess/tain/internal/test/positions"
	"github.com/tainchess/tain/internal/test/storetest"
	"github.com/tainchess/tain/variant"
	definitions "github.com/tainchess/tain/variant/definition"
)

var builtin = variant.Builtin()

// priced is a request whose work TestPriceFollowsCost compares with its price.
type priced struct {
	name, method, path, body string
	// fresh means that each request is different, so that no response is cached: a number replaces %d in the
	// path or body.
	fresh bool
	// of contains the rule sets to request in turn. They replace %s in path.
	of   []string
	gzip bool
	// token is the token of the client, and lasting is how long a stream is read.
	token   string
	lasting time.Duration
}

// at returns the request for an attempt.
func (p priced) at(try int) *http.Request {
	path, body := p.path, p.body
	if p.of != nil {
		path = fmt.Sprintf(path, p.of[try%len(p.of)])
	}
	if p.fresh {
		path, body = strings.Replace(path, "%d", strconv.Itoa(try), 1), strings.Replace(body, "%d", strconv.Itoa(try), 1)
	}
	r := httptest.NewRequest(p.method, path, strings.NewReader(body))
	if body != "" {
		r.Header.Set("Content-Type", "application/json")
	}
	if p.gzip {
		r.Header.Set("Accept-Encoding", "gzip")
	}
	if p.token != "" {
		r.Header.Set("Authorization", p.token)
	}
	return r
}

// shuffle returns n moves as JSON, repeating the given ones.
func shuffle(n int, moves ...string) string {
	all := make([]string, n)
	for i := range all {
		all[i] = `"` + moves[i%len(moves)] + `"`
	}
	return strings.Join(all, ",")
}

// longStudy returns a study with many moves, escaped for use in JSON.
func longStudy(variant string, there, back string) string {
	var b strings.Builder
	for range 40 {
		b.WriteString(`[Variant \"` + variant + `\"]\n\n`)
		for n := range 100 {
			b.WriteString([]string{there, back}[n%2] + " ")
		}
		b.WriteString(`*\n\n`)
	}
	return b.String()
}

// pricedRequests returns requests of most routes: the most expensive, and cheap ones for comparison.
func pricedRequests(t *testing.T, id, token string) []priced {
	const (
		definition = `{\"name\":\"riders%d\",\"seam\":{\"crossing\":\"hop\",\"kinds\":\"brq\"}}`
		inPath     = `%%7B%%22name%%22:%%22riders%d%%22%%7D`
		queens     = `R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1`
	)
	costly := func(name string) string { return costlyDefinition(name + "%d") }
	escaped := func(text string) string {
		return strings.ReplaceAll(url.QueryEscape(strings.ReplaceAll(text, `\"`, `"`)), "%25d", "%d")
	}
	inCostly := func(name string) string {
		return escaped(costly(name))
	}
	var links []string
	for i := range 8 {
		d, _, err := definitions.Parse(fmt.Sprintf(strings.ReplaceAll(costly("link"), `\"`, `"`), i))
		if err != nil {
			t.Fatalf("definition.Parse: %v", err)
		}
		links = append(links, "rules="+d.Pack())
	}
	// Two boards of 128 squares with as many riders as a definition may have.
	planes := func(name string) string {
		return `{\"name\":\"` + name + `%d\",\"board\":{\"files\":16,\"ranks\":8,\"planes\":2},\"start\":\"k15/16/16/16/16/16/16/K15|16/16/16/16/16/16/16/16 w - - 0 1\",` +
			`\"passing\":{\"to\":\"other\"},\"castling\":false,\"seam\":{\"crossing\":\"twist\",\"kinds\":\"nbrqkacdefghijl\"},` +
			`\"ends\":{\"crossing\":\"twist\",\"kinds\":\"nbrqacdefghijl\"},\"pieces\":` + costlyPieces() + `}`
	}
	path := func(format string) string { return strings.ReplaceAll(format, "%%", "%") }
	return []priced{
		{name: "variants", method: "GET", path: "/api/v1/variants", gzip: true},
		{name: "gallery", method: "GET", path: "/api/v1/gallery", gzip: true},
		{name: "rule data", method: "GET", path: "/api/v1/rules/trid", gzip: true},
		{name: "rule data of a definition", method: "GET", path: "/api/v1/rules/" + path(inPath), fresh: true},
		{name: "schema of a definition", method: "GET", path: "/api/v1/rules/" + path(inPath) + "/schema", fresh: true},
		{name: "rulebook", method: "GET", path: "/api/v1/rulebook/triboard", gzip: true},
		{name: "rulebook of a definition", method: "GET", path: "/api/v1/rulebook/" + path(inPath), fresh: true},
		{name: "chapter", method: "GET", path: "/api/v1/rulebook/notation", gzip: true},
		{name: "rulebook of a posted definition", method: "POST", path: "/api/v1/rulebook", body: `{"variant":"` + definition + `"}`, fresh: true},
		{name: "position", method: "POST", path: "/api/v1/position", body: `{"variant":"trid"}`, gzip: true},
		{name: "position with many queens", method: "POST", path: "/api/v1/position", body: `{"variant":"chess","position":"` + queens + `"}`, gzip: true},
		{name: "position of a definition", method: "POST", path: "/api/v1/position", body: `{"variant":"` + definition + `"}`, fresh: true},
		{name: "position of a costly definition", method: "POST", path: "/api/v1/position", body: `{"variant":"` + costly("position") + `"}`, fresh: true},
		{name: "costly definition", method: "POST", path: "/api/v1/define", body: `{"text":"` + costly("define") + `"}`, fresh: true},
		{name: "costly definition with a fault", method: "POST", path: "/api/v1/define", body: `{"text":"` + strings.Replace(costly("fault"), "/8 w", "/k7 w", 1) + `"}`, fresh: true},
		{name: "game by a costly definition", method: "POST", path: "/api/v1/games", body: `{"variant":"` + costly("game") + `","opponent":"nobody"}`, fresh: true},
		{name: "picture of a costly definition", method: "GET", path: "/api/v1/diagram.svg?variant=" + inCostly("picture"), fresh: true},
		{name: "embedded costly definition", method: "GET", path: "/embed/position?variant=" + inCostly("embed"), fresh: true},
		{name: "link to a costly definition", method: "GET", path: "/play?%s", of: links},
		{name: "oEmbed of a costly definition", method: "GET", path: "/oembed?url=/embed/position%3Fvariant=" + strings.ReplaceAll(strings.ReplaceAll(inCostly("oembed"), "%", "%25"), "%25d", "%d"), fresh: true},
		{name: "position on 256 squares", method: "POST", path: "/api/v1/position", body: `{"variant":"` + queensBoard("wide") + `"}`, gzip: true},
		{name: "position of a definition of 256 squares", method: "POST", path: "/api/v1/position", body: `{"variant":"` + queensBoard("position%d") + `"}`, fresh: true},
		{name: "definition of 256 squares", method: "POST", path: "/api/v1/define", body: `{"text":"` + queensBoard("define%d") + `"}`, fresh: true},
		{name: "definition of two planes", method: "POST", path: "/api/v1/define", body: `{"text":"` + planes("define") + `"}`, fresh: true},
		{name: "position on two planes", method: "POST", path: "/api/v1/position", body: `{"variant":"` + planes("position") + `"}`, fresh: true},
		{name: "rulebook of 256 squares", method: "POST", path: "/api/v1/rulebook", body: `{"variant":"` + queensBoard("book%d") + `"}`, fresh: true},
		{name: "rule data of 256 squares", method: "GET", path: "/api/v1/rules/" + escaped(queensBoard("data%d")), fresh: true},
		{name: "rule data of two planes", method: "GET", path: "/api/v1/rules/" + escaped(planes("data")), fresh: true},
		{name: "line of 2000 on 256 squares", method: "POST", path: "/api/v1/line", body: `{"variant":"` + queensBoard("wide") + `","moves":[` + shuffle(2000, "a1b1", "p15n16", "b1a1", "n16p15") + `]}`, gzip: true},
		{name: "plan on 256 squares", method: "POST", path: "/api/v1/plan", body: `{"variant":"` + queensBoard("wide") + `","plan":"` + strings.Repeat("Kb1;Ka1;", 120) + `"}`, gzip: true},
		{name: "explain on 256 squares", method: "POST", path: "/api/v1/explain", body: `{"variant":"` + queensBoard("wide") + `","move":"a1a3"}`},
		{name: "SVG of 256 squares", method: "GET", path: "/api/v1/diagram.svg?coords=1&width=%d00&variant=" + escaped(queensBoard("wide")), fresh: true, gzip: true},
		{name: "PNG of 256 squares", method: "GET", path: "/api/v1/diagram.png?coords=1&width=20%d&variant=" + escaped(queensBoard("wide")), fresh: true},
		{name: "analysis request on 256 squares", method: "POST", path: "/api/v1/analyses", body: `{"variant":"` + queensBoard("wide") + `","moves":[` + shuffle(400, "a1b1", "p15n16", "b1a1", "n16p15") + `]}`},
		{name: "search by a costly definition", method: "POST", path: "/api/v1/analyse", body: `{"variant":"` + costly("search") + `","depth":1,"time":1}`, fresh: true},
		{name: "search after a line on 256 squares", method: "POST", path: "/api/v1/analyse", body: `{"variant":"` + queensBoard("wide") + `","depth":1,"time":1,"moves":[` + shuffle(2000, "a1b1", "p15n16", "b1a1", "n16p15") + `]}`},
		{name: "embedded board of 256 squares", method: "GET", path: "/embed/position?variant=" + escaped(queensBoard("wide")), gzip: true},
		{name: "study on 256 squares", method: "POST", path: "/api/v1/studies", body: `{"pgn":"` + longStudy("gallery/grand-board", "Nc4 Nc7", "Nb2 Nb9") + `"}`},
		{name: "line of 10", method: "POST", path: "/api/v1/line", body: `{"variant":"chess","moves":[` + shuffle(10, "Nf3", "Nf6", "Ng1", "Ng8") + `]}`},
		{name: "line of 2000", method: "POST", path: "/api/v1/line", body: `{"variant":"chess","moves":[` + shuffle(2000, "Nf3", "Nf6", "Ng1", "Ng8") + `]}`, gzip: true},
		{name: "line of 2000 in triboard", method: "POST", path: "/api/v1/line", body: `{"variant":"triboard","moves":[` + shuffle(2000, "Nf3", "Nf6", "Ng1", "Ng8") + `]}`, gzip: true},
		{name: "line that fails late", method: "POST", path: "/api/v1/line", body: `{"variant":"chess","moves":[` + shuffle(1999, "Nf3", "Nf6", "Ng1", "Ng8") + `,"e9"]}`},
		{name: "plan", method: "POST", path: "/api/v1/plan", body: `{"variant":"mirrorsquare","plan":"` + strings.Repeat("Nf3;Ng1;", 120) + `"}`, gzip: true},
		{name: "explain", method: "POST", path: "/api/v1/explain", body: `{"variant":"trid","move":"QL1-QL2"}`},
		{name: "board", method: "POST", path: "/api/v1/board", body: `{"variant":"trid","pin":"QL1"}`, gzip: true},
		{name: "tables", method: "POST", path: "/api/v1/tables", body: `{"variant":"chess","position":"8/8/8/1k6/8/8/K5P1/8 w - - 0 1"}`, gzip: true},
		{name: "list of tables", method: "GET", path: "/api/v1/tables"},
		{name: "no table", method: "POST", path: "/api/v1/tables", body: `{"variant":"chess"}`},
		{name: "define", method: "POST", path: "/api/v1/define", body: `{"text":"` + definition + `"}`, fresh: true},
		{name: "body of spaces", method: "POST", path: "/api/v1/position", body: `{"variant":"chess"` + strings.Repeat(" ", 60_000) + `}`},
		{name: "body of empty moves", method: "POST", path: "/api/v1/line", body: `{"variant":"chess","moves":[` + shuffle(20_000, "") + `]}`},
		{name: "SVG", method: "GET", path: "/api/v1/diagram.svg?variant=trid&coords=1&width=%d00", fresh: true, gzip: true},
		{name: "small PNG", method: "GET", path: "/api/v1/diagram.png?variant=chess&chosen=g1&width=10%d", fresh: true},
		{name: "usual PNG", method: "GET", path: "/api/v1/diagram.png?variant=chess&position=4k3/8/8/8/8/8/8/4K3+w+-+-+%d+50", fresh: true},
		{name: "large PNG", method: "GET", path: "/api/v1/diagram.png?variant=chess&width=200%d", fresh: true},
		{name: "study", method: "POST", path: "/api/v1/studies", body: `{"pgn":"` + longStudy("triboard", "Nf3 Nf6", "Ng1 Ng8") + `"}`},
		{name: "study in 3D", method: "POST", path: "/api/v1/studies", body: `{"pgn":"` + longStudy("trid", "a1Wb3W a8Bb6B", "b3Wa1W b6Ba8B") + `"}`},
		{name: "analysis request", method: "POST", path: "/api/v1/analyses", body: `{"variant":"triboard","moves":[` + shuffle(2000, "Nf3", "Nf6", "Ng1", "Ng8") + `]}`},
		{name: "analysis", method: "GET", path: "/api/v1/analyses/1-word"},
		{name: "open games", method: "GET", path: "/api/v1/games?open=1"},
		{name: "games in progress", method: "GET", path: "/api/v1/games/playing", gzip: true},
		{name: "seeks", method: "GET", path: "/api/v1/pairing"},
		{name: "token", method: "POST", path: "/api/v1/bot/token", body: `{}`},
		{name: "command", method: "POST", path: "/api/v1/games/" + id + "/command", body: `{"type":"ping","n":1}`},
		{name: "game", method: "GET", path: "/api/v1/games/" + id, gzip: true},
		{name: "PGN of a game", method: "GET", path: "/api/v1/games/" + id + "/pgn", gzip: true},
		{name: "page of a game", method: "GET", path: "/game/" + id},
		{name: "embedded game", method: "GET", path: "/embed/game/" + id, gzip: true},
		{name: "embedded position", method: "GET", path: "/embed/position?variant=trid&chosen=QL1"},
		{name: "embedded position with queens", method: "GET", path: "/embed/position?variant=chess&position=" + strings.ReplaceAll(queens, " ", "+")},
		{name: "oEmbed of a game", method: "GET", path: "/oembed?url=/game/" + id},
		{name: "oEmbed of a definition", method: "GET", path: "/oembed?url=/embed/position%3Fvariant=" + strings.ReplaceAll(path(inPath), "%7B", "%257B"), fresh: true},
		{name: "openapi.json", method: "GET", path: "/api/v1/openapi.json", gzip: true},
		{name: "metrics", method: "GET", path: "/metrics", gzip: true},
		{name: "page", method: "GET", path: "/"},
		{name: "link", method: "GET", path: "/analysis?board=w:Ke1,Pa5;b:Ke8,Ph5&lastMove=h7h5"},
		{name: "file", method: "GET", path: "/assets/app-BkSGZ2K1.js"},
		{name: "decompressed file", method: "GET", path: "/packed.wasm"},
		{name: "printed rules of each game", method: "GET", path: "/docs/sheets/%s.pdf", of: []string{"chess", "cylinder", "portal", "nachfolger", "mirrorsquare", "triboard", "meder", "trid"}},
		{name: "cached printed rules", method: "GET", path: "/docs/sheets/chess.pdf"},
		{name: "stream of a game", method: "GET", path: "/api/v1/games/" + id + "/stream", lasting: 50 * time.Millisecond},
		{name: "stream of events", method: "GET", path: "/api/v1/bot/events", token: token, lasting: 2500 * time.Millisecond},
		{name: "unknown page", method: "GET", path: "/nothing"},
		{name: "unknown API path", method: "GET", path: "/api/v1/nothing"},
		{name: "health", method: "GET", path: "/readyz"},
		{name: "preflight", method: "OPTIONS", path: "/api/v1/line"},
	}
}

// TestPriceFollowsCost measures the work per unit of the requests of pricedRequests, and checks that it is at
// most five times the median. All are measured in the same run, so the speed of the machine does not matter.
func TestPriceFollowsCost(t *testing.T) {
	if testing.Short() {
		t.Skip("the race detector, used with -short, slows down some work more than other work")
	}
	s := open(t, nil, with(&analyst{}), limited(func(l *limit.Limits) { *l = l.WithoutPerAddress(); l.Messages = rate.Inf }))
	id := s.longGame("triboard", 300)
	bot := s.program()
	for range 200 { // the number of measured requests
		var made struct{ Game wire.Snapshot }
		bot.want(201, "POST", "/api/v1/games", `{"variant":"triboard","opponent":"self"}`, &made)
		bot.want(200, "POST", "/api/v1/games/"+made.Game.ID+"/command", `{"type":"resign"}`, nil)
	}
	type figure struct {
		name  string
		units float64
		took  time.Duration
		bytes int
	}
	var all []figure
	for _, p := range append(pricedRequests(t, id, bot.header.Get("Authorization")), s.pricedAhead(bot)) {
		one := figure{name: p.name, took: time.Hour}
		tries := 7
		if p.lasting > time.Second {
			tries = 2
		}
		for try := range tries {
			before := s.units()
			r, w := p.at(try+1), httptest.NewRecorder()
			reading, leave := context.WithCancel(t.Context())
			if p.lasting > 0 {
				time.AfterFunc(p.lasting, leave)
			}
			began := cpuTime()
			s.server.ServeHTTP(w, r.WithContext(reading))
			leave()
			one.took = min(one.took, cpuTime()-began)
			one.units, one.bytes = s.units()-before, w.Body.Len()
			if w.Code >= 500 || w.Code == http.StatusTooManyRequests {
				t.Fatalf("%s: status %d %s", p.name, w.Code, w.Body)
			}
		}
		all = append(all, one)
	}
	work := func(f figure) float64 { return float64(f.took) / f.units }
	slices.SortFunc(all, func(a, b figure) int { return int(work(a) - work(b)) })
	median := work(all[len(all)/2])
	var table strings.Builder
	for _, f := range all {
		fmt.Fprintf(&table, "%-28s %8.1f units  %10v  %8d bytes  %5.2f of the median\n", f.name, f.units, f.took, f.bytes, work(f)/median)
	}
	t.Logf("work per unit:\n%s", &table)
	const few = 5
	for _, f := range all {
		if work(f) > few*median {
			t.Errorf("%s: a unit buys %.1f times the usual work", f.name, work(f)/median)
		}
	}
}

// costlyPieces returns as many kinds of riders as a definition may have, escaped for use in JSON. Their tables take a tenth
// of a second.
func costlyPieces() string {
	var kinds []string
	for _, letter := range "acdefghijl" {
		kinds = append(kinds, fmt.Sprintf(`\"%c\":\"NNDDAAW0F0\"`, letter))
	}
	return "{" + strings.Join(kinds, ",") + "}"
}

// costlyDefinition returns a definition that takes a tenth of a second to compile, escaped for use in JSON.
func costlyDefinition(name string) string {
	return `{\"name\":\"` + name + `\",\"start\":\"8/pppppppp/8/k7/4K3/8/PPPPPPPP/8 w - - 0 1\",\"seam\":{\"crossing\":\"twist\",\"kinds\":\"pnbrqkacdefghijl\"},` +
		`\"ends\":{\"crossing\":\"twist\",\"kinds\":\"nbrqkacdefghijl\"},\"pieces\":` + costlyPieces() + `}`
}

// queensBoard returns a definition, escaped for use in JSON, of a board of 256 squares on which almost every second square
// has a queen.
func queensBoard(name string) string {
	return `{\"name\":\"` + name + `\",\"castling\":false,\"board\":{\"files\":16,\"ranks\":16},\"start\":\"Q1Q1Q1Q1Q1Q3nk/14nn/Q1Q1Q1Q1Q1Q3Q1/` +
		strings.Repeat("16/Q1Q1Q1Q1Q1Q1Q1Q1/", 6) + `K15 w - - 0 1\"}`
}

// pricedAhead returns the request for the most conditional moves in a correspondence game on 256 squares.
func (s *site) pricedAhead(bot *asker) priced {
	s.t.Helper()
	var made struct{ Game wire.Snapshot }
	bot.want(201, "POST", "/api/v1/games", `{"variant":"`+queensBoard("ahead")+`","opponent":"friend","colour":"black","control":{"days":1}}`, &made)
	other := s.somebody()
	other.want(200, "POST", "/api/v1/games/"+made.Game.ID+"/join", `{"token":"`+made.Game.Invite+`","name":"Grace"}`, &made)
	line := "[" + shuffle(game.MaxAheadLine, "a1b1", "p15n16", "b1a1", "n16p15") + "]"
	return priced{
		name: "conditional moves on 256 squares", method: "PUT", path: "/api/v1/games/" + made.Game.ID + "/ahead", token: bot.header.Get("Authorization"),
		body: `{"ply":0,"takebacks":0,"key":"` + made.Game.Key + `","lines":[` + strings.Repeat(line+",", game.MaxAhead-1) + line + `]}`,
	}
}

// longGame plays a random game of the given length from both seats over a socket, and returns its identifier.
func (s *site) longGame(variant string, plies int) string {
	s.t.Helper()
	me := s.somebody()
	var made struct{ Game wire.Snapshot }
	me.want(201, "POST", "/api/v1/games", `{"variant":"`+variant+`","opponent":"self"}`, &made)
	socket, g := me.connect(made.Game.ID)
	r := positions.Rules(s.t, builtin, variant)
	ply := 0
	for p, m := range positions.Games(s.t, r, 1, 1, plies, positions.Any) {
		if m == board.NoMove {
			break
		}
		if answer := socket.move(ply, api.Key(p), r.Guide().FormatUCI(p, m)); answer.Type != "done" {
			s.t.Logf("game has %d plies: %s", ply, answer.Message)
			break
		}
		ply++
	}
	return g.ID
}

// units returns the units spent by all requests.
func (s *site) units() float64 { return server.Units(s.server) }

// costlyRatings takes 40 units of CPU time to read the ratings of an account.
type costlyRatings struct{ *memory.Store }

func work() {
	for left := 10 * time.Millisecond; left > 0; {
		used := limit.MeasureCPU()
		variant.Builtin()
		left -= used()
	}
}

func (s costlyRatings) Ratings(ctx context.Context, person game.Hash) ([]rating.Standing, error) {
	work()
	return s.Store.Ratings(ctx, person)
}

func (s costlyRatings) RatedGames(ctx context.Context, person game.Hash, p rating.Pool, limit int) ([]rating.Game, error) {
	work()
	return s.Store.RatedGames(ctx, person, p, limit)
}

// TestRatingPrices checks that the ratings of an account and their history cost at least the CPU time that they take.
func TestRatingPrices(t *testing.T) {
	store := costlyRatings{memory.New()}
	storetest.Register(t, store, "Anna", game.Hash{})
	s := open(t, store)
	for _, path := range []string{"/api/v1/accounts/Anna/ratings", "/api/v1/accounts/Anna/ratings/history?pool=chess/blitz"} {
		before := s.units()
		s.somebody().want(200, "GET", path, "", nil)
		if paid := s.units() - before; paid < 40 {
			t.Errorf("%s costs %.1f units, want 40 or more", path, paid)
		}
	}
}
