package server_test

import (
	"encoding/json"
	"net/url"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/tainchess/tain/internal/people"
	"github.com/tainchess/tain/internal/protocol/wire"
	"github.com/tainchess/tain/internal/site/limit"
	"github.com/tainchess/tain/internal/site/server"
)

// openAPI contains the fields of the document that the test reads.
type openAPI struct {
	OpenAPI string
	Paths   map[string]map[string]operation
}

type operation struct {
	OperationID string
	Parameters  []struct {
		Name, In string
		Example  any
		Required bool
	}
	RequestBody struct {
		Content map[string]struct{ Example json.RawMessage }
	}
	Responses map[string]any
	Security  []map[string][]people.Scope
}

// scope returns the scope that a token needs, or "" if tokens are ignored.
func (o *operation) scope() people.Scope {
	for _, s := range o.Security {
		if scopes, ok := s["token"]; ok {
			return append(scopes, people.Any)[0]
		}
	}
	return ""
}

// TestOpenAPI checks that the document lists exactly the server's routes, and that its examples work.
func TestOpenAPI(t *testing.T) {
	// The examples together exceed the limits of one person.
	s := open(t, nil, with(&analyst{}), limited(func(l *limit.Limits) { *l = l.WithoutPerAddress() }))
	white, _, g := s.begin("chess")
	var doc openAPI
	white.want(200, "GET", "/api/v1/openapi.json", "", &doc)
	var described []string
	scopes := server.Scopes(white.site.server)
	for path, operations := range doc.Paths {
		for method, o := range operations {
			name := strings.ToUpper(method) + " " + path
			described = append(described, name)
			if got := o.scope(); got != scopes[name] {
				t.Errorf("%s: the document has the scope %q, the server %q", name, got, scopes[name])
			}
			try(white, g, strings.ToUpper(method), path, o)
		}
	}
	slices.Sort(described)
	if routes := slices.Sorted(slices.Values(server.Routes(white.site.server))); !slices.Equal(described, routes) {
		t.Errorf("described routes:\n%s\nserver routes:\n%s", strings.Join(described, "\n"), strings.Join(routes, "\n"))
	}
}

// try runs the examples of an operation and checks that the document lists their status codes.
func try(a *asker, g wire.Snapshot, method, path string, o operation) {
	t := a.site.t
	t.Helper()
	query := url.Values{}
	for _, p := range o.Parameters {
		example, _ := p.Example.(string)
		if n, ok := p.Example.(float64); ok {
			text, _ := json.Marshal(n)
			example = string(text)
		}
		switch {
		case p.In == "path" && p.Name == "id":
			path = strings.ReplaceAll(path, "{id}", g.ID)
		case p.In == "path":
			path = strings.ReplaceAll(path, "{"+p.Name+"}", example)
		case example != "":
			query.Set(p.Name, example)
		case p.Required:
			t.Errorf("%s %s: %s has no example", method, path, p.Name)
		}
	}
	if len(query) > 0 {
		path += "?" + query.Encode()
	}
	body := string(o.RequestBody.Content["application/json"].Example)
	switch {
	case strings.HasPrefix(path, "/api/v1/account") && method+path != "GET/api/v1/account",
		strings.HasPrefix(path, "/api/v1/moderation/"), path == "/api/v1/token", path == "/api/v1/reports":
		if r := a.ask(method, path, body); r.StatusCode < 400 || r.StatusCode >= 500 { // refused, because the test has no passkey, token or database
			t.Errorf("ask: %s %s %s: %s %s", method, path, body, r.Status, r.body)
		}
		return
	}
	if method == "POST" && body == "" {
		t.Errorf("%s %s has no example", method, path)
	}
	if strings.HasPrefix(path, "/api/v1/studies/") { // uses a new study, because the example may delete it
		_, made, _ := a.site.shelved("POST", "/api/v1/studies", "", wire.NewStudy{PGN: chapters})
		var q any
		if body != "" {
			q = json.RawMessage(body)
		}
		status, _, text := a.site.shelved(method, "/api/v1/studies/"+made.Study.ID, made.Secret, q)
		if o.Responses[strconv.Itoa(status)] == nil {
			t.Errorf("site.shelved: %s %s %s: %d %s", method, path, body, status, text)
		}
		return
	}
	if strings.HasSuffix(path, "/ahead") && method == "PUT" {
		if r := a.ask(method, path, body); r.StatusCode != 400 { // rejected, because the game in this test is not a correspondence game
			t.Errorf("ask: %s %s %s: %s %s", method, path, body, r.Status, r.body)
		}
		return
	}
	if strings.HasSuffix(path, "/socket") {
		a.connect(g.ID)
		return
	}
	if strings.HasSuffix(path, "/stream") || strings.HasSuffix(path, "/events") {
		a.stream(path).next() // the stream never ends
		return
	}
	r := a.ask(method, path, body)
	if r.StatusCode >= 300 || o.Responses[r.Status[:3]] == nil {
		t.Errorf("ask: %s %s %s: %s %s", method, path, body, r.Status, r.body)
	}
}

// TestExamples runs the commands from the documentation against a server.
func TestExamples(t *testing.T) {
	if _, err := exec.LookPath("curl"); err != nil {
		t.Skip("curl is not installed")
	}
	text, err := os.ReadFile("../../../docs/api.md")
	if err != nil {
		t.Fatalf("os.ReadFile: %v", err)
	}
	s := open(t, nil, with(&analyst{}))
	script := "set -eu\ncurl() { command curl --fail-with-body --show-error \"$@\"; echo; }\n"
	blocks := strings.Split(string(text), "```sh\n")[1:]
	for _, block := range blocks {
		commands, _, _ := strings.Cut(block, "```")
		script += strings.ReplaceAll(commands, "http://localhost:8080", s.URL)
	}
	run := exec.Command("sh", "-c", script)
	run.Dir = t.TempDir()
	run.Env = append(os.Environ(), "no_proxy=127.0.0.1", "NO_PROXY=127.0.0.1")
	out, err := run.CombinedOutput()
	if err != nil || len(blocks) < 8 {
		t.Fatalf("%d blocks: %v\n%s", len(blocks), err, out)
	}
	for _, want := range []string{`"axh7 e.p."`, `"legal":false`, `[Black "Grace"]`, `"lines":[`, `"sentence":"White mates in 10"`, "tain_games_live 3"} {
		if !strings.Contains(string(out), want) {
			t.Errorf("the output lacks %s:\n%s", want, out)
		}
	}
}
