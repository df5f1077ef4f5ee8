package config

import (
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"
)

// read returns the settings in the text of a file.
func read(t *testing.T, text string) *Settings {
	t.Helper()
	name := filepath.Join(t.TempDir(), "tain.toml")
	if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
		t.Fatalf("os.WriteFile: %v", err)
	}
	s := New()
	s.File(name)
	return s
}

// TestPrecedence checks that each setting comes from the source with the highest
// precedence.
func TestPrecedence(t *testing.T) {
	s := read(t, "addr = \"file:1\"\nlog-level = \"warn\"\n[limits]\nrate = 11\nburst = 12\n[games]\nidle = \"1m\"\n")
	s.Environ([]string{"TAIN_ADDR=env:2", "TAIN_LIMITS_BURST=22", "TAIN_GAMES_IDLE=2m", "HOME=/root", "TAIN_CONFIG=x"})
	s.Flag("addr", "--addr", "flag:3")
	s.Assign("--set", "games.idle=3m")
	c, err := s.Config()
	if err != nil {
		t.Fatalf("Config: %v", err)
	}
	if c.Addr != "flag:3" || c.LogLevel != "warn" || c.Limits.Rate != 11 || c.Limits.Burst != 22 || c.Games.Idle != 3*time.Minute || c.LogFormat != "text" {
		t.Errorf("configuration = %+v", c)
	}
	for key, want := range map[string]string{
		"addr": "flag --addr", "log-level": "tain.toml:2", "limits.rate": "tain.toml:4", "limits.burst": "environment TAIN_LIMITS_BURST",
		"games.idle": "flag --set games.idle", "log-format": "default",
	} {
		if got := s.byKey[key].Source.String(); !strings.HasSuffix(got, want) {
			t.Errorf("source of %s = %s, want %s", key, got, want)
		}
	}
}

// TestFaults checks that all faults are reported together, each with its source.
func TestFaults(t *testing.T) {
	s := read(t, `adr = "localhost:80"
log-level = "loud"
memory = "yes"
trusted-proxies = ["10.0.0.0/8", "office"]
addr = 8080

[limits]
rate = 0
burst = "many"
connections = -3
patience = 10
analysis-time = "soon"
sockets = 1.5

[games]
players = 257
nosuch = { deep = 1 }

[tls]
cert = "cert.pem"
domains = "chess.example"
email = 1979-05-27
`)
	s.Environ([]string{"TAIN_LIMITS_RAET=1", "TAIN_GAMES_BACKLOG=few", "TAIN_TLS_ACME_EAB_ID=me"})
	s.Flag("admin-addr", "--admin-addr", "nowhere")
	s.Assign("--set", "limits")
	_, err := s.Config()
	if err == nil {
		t.Fatal("Config accepted faulty settings")
	}
	text := err.Error()
	for _, want := range []string{
		"tain.toml:1: unknown setting `adr`; did you mean `addr`?",
		`tain.toml:2: log-level is "loud"; it must be debug, info, warn or error`,
		`tain.toml:3: memory is "yes"; it must be true or false`,
		`tain.toml:4: trusted-proxies: "office" is not an address`,
		`tain.toml:5: addr is "8080"; it must be a quoted string`,
		`tain.toml:8: limits.rate is "0"; it must be a number above 0`,
		`tain.toml:9: limits.burst is "many"; it must be a whole number`,
		`tain.toml:10: limits.connections is "-3"; it must be a whole number from 1`,
		`tain.toml:11: limits.patience is "10"; it must be a time such as "30s"`,
		`tain.toml:12: limits.analysis-time is "soon"`,
		`tain.toml:13: limits.sockets is "1.5"; it must be a whole number`,
		`tain.toml:16: games.players is "257"; it must be a whole number from 1 to 256`,
		`tain.toml:17: unknown setting ` + "`games.nosuch.deep`",
		`tain.toml:20: tls.cert needs tls.key`,
		`tain.toml:21: tls.domains is "chess.example"; it must be a list`,
		`tain.toml:22: tls.email cannot be a date or a time of day`,
		"environment: unknown variable `TAIN_LIMITS_RAET`; did you mean `TAIN_LIMITS_RATE`?",
		`environment TAIN_GAMES_BACKLOG: games.backlog is "few"; it must be a whole number`,
		"environment TAIN_TLS_ACME_EAB_ID: tls.acme-eab-id needs tls.acme-eab-key",
		`flag --admin-addr: admin-addr is "nowhere"`,
		"flag --set: limits must have the form KEY=VALUE",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("Config does not report %q", want)
		}
	}
	if t.Failed() {
		t.Log(text)
	}
}

// TestSyntaxErrors checks the line numbers of syntax errors and duplicates.
func TestSyntaxErrors(t *testing.T) {
	for text, want := range map[string]string{
		"addr = \"a:1\"\n[limits\nrate = 1": "tain.toml:2: not TOML",
		"addr = \"a:1\"\naddr = \"a:2\"":    "not TOML",
		"[[limits]]\nrate = 1":              "tain.toml:1: limits cannot be a list of tables",
		"\xff\xfe":                          "not TOML",
	} {
		if _, err := read(t, text).Config(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("Config of %q: %v, want %s", text, err, want)
		}
	}
	s := New()
	s.File(filepath.Join(t.TempDir(), "none.toml"))
	if _, err := s.Config(); err == nil || !strings.Contains(err.Error(), "none.toml: the file cannot be read: no such file") {
		t.Errorf("Config of a missing file: %v", err)
	}
}

// TestPrintRoundTrip checks that printed settings can be read back.
func TestPrintRoundTrip(t *testing.T) {
	s := New()
	s.Environ([]string{`TAIN_OPERATOR=A "quoted" \ name`, "TAIN_TRUSTED_PROXIES=private, 2001:db8::7", "TAIN_LIMITS_RATE=inf", "TAIN_TLS_HSTS=0",
		"TAIN_TLS_DOMAINS=chess.example.org,www.chess.example.org", "TAIN_TLS_ACME_EAB_ID=me", "TAIN_TLS_ACME_EAB_KEY=hushhush"})
	c, err := s.Config()
	if err != nil {
		t.Fatalf("Config: %v", err)
	}
	printed := s.Print()
	if strings.Contains(printed, "hushhush") || !strings.Contains(printed, `# acme-eab-key = "********"`) {
		t.Errorf("Print shows the secret:\n%s", printed)
	}
	again := read(t, printed)
	again.Environ([]string{"TAIN_TLS_ACME_EAB_KEY=hushhush"})
	got, err := again.Config()
	if err != nil {
		t.Fatalf("Config of printed settings: %v\n%s", err, printed)
	}
	if !reflect.DeepEqual(c, got) {
		t.Errorf("reading the printed configuration:\n%+v, want\n%+v", got, c)
	}
	if !strings.Contains(printed, "# environment TAIN_OPERATOR") || !strings.Contains(printed, "# default") {
		t.Errorf("Print omits sources:\n%s", printed)
	}
}

// TestHelp checks that every setting has a help text, and that every help text belongs to a setting.
func TestHelp(t *testing.T) {
	s := New()
	for _, one := range s.All() {
		if one.Help == "" {
			t.Errorf("%s has no help text in help.go", one.Key)
		}
		if other := s.byKey[one.Key]; other != one {
			t.Errorf("%s is listed twice", one.Key)
		}
	}
	for _, known := range []map[string]bool{secret, optional} {
		for key := range known {
			if s.byKey[key] == nil {
				t.Errorf("%s is not a setting", key)
			}
		}
	}
	for key := range help {
		if s.byKey[key] == nil {
			t.Errorf("%s is not a setting", key)
		}
	}
	if s.byKey["limits.rate"] == nil || s.byKey["games.idle"] == nil || s.byKey["games.log"] != nil {
		t.Error("the list does not match the fields of Config")
	}
}

// TestEveryLimit sets every number, duration and Boolean by its name.
func TestEveryLimit(t *testing.T) {
	for _, one := range New().All() {
		s := New()
		before := s.byKey[one.Key].TOML()
		text := map[reflect.Kind]string{reflect.Bool: "true", reflect.Int: "7", reflect.Int64: "7", reflect.Float64: "7.5"}[one.value.Kind()]
		switch {
		case one.value.Type() == durationType:
			text = "7s"
		case text == "":
			continue // other tests set strings and lists
		}
		s.Assign("--set", one.Key+"="+text)
		if len(s.faults) > 0 || s.byKey[one.Key].TOML() == before {
			t.Errorf("%s = %s after setting it: %v", one.Key, before, s.faults)
		}
	}
}

// settingsTable returns the settings as a Markdown table.
func settingsTable() string {
	var b strings.Builder
	b.WriteString("| setting | default | variable | description |\n|---|---|---|---|\n")
	for _, one := range New().list {
		value := "`" + one.TOML() + "`"
		if one.Key == "games.players" {
			value = "half the cores"
		}
		if value == "`\"\"`" || value == "`[]`" {
			value = ""
		}
		fmt.Fprintf(&b, "| `%s` | %s | `%s` | %s |\n", one.Key, value, one.Variable(), one.Help)
	}
	return b.String()
}

// TestDocumentedTable checks the table in docs/operate.md.
func TestDocumentedTable(t *testing.T) {
	const file = "../../../docs/operate.md"
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatalf("os.ReadFile: %v", err)
	}
	const begin, end = "<!-- settings -->\n", "<!-- /settings -->"
	before, rest, ok := strings.Cut(string(text), begin)
	old, after, closed := strings.Cut(rest, end)
	if !ok || !closed {
		t.Fatalf("%s has no markers for the table", file)
	}
	if want := "\n" + settingsTable() + "\n"; old != want {
		if os.Getenv("UPDATE") != "" {
			if err := os.WriteFile(file, []byte(before+begin+want+end+after), 0o644); err != nil {
				t.Fatalf("os.WriteFile: %v", err)
			}
			return
		}
		t.Errorf("the table in %s is out of date; update it with UPDATE=1 go test ./internal/site/config -run TestDocumentedTable", file)
	}
}

// TestOtherVariables checks that otherVariables lists every TAIN_ variable that the program or a test
// reads, so that a server does not reject it.
func TestOtherVariables(t *testing.T) {
	ours := regexp.MustCompile(`(?:Getenv|LookupEnv|Setenv)\("(TAIN_[A-Z_]+)"|env:"(TAIN_[A-Z_]+)"`)
	settings := map[string]bool{}
	for _, one := range New().All() {
		settings[one.Variable()] = true
	}
	found := 0
	var files []string
	for _, folder := range []string{"../../../cmd", "../../../internal"} {
		err := filepath.WalkDir(folder, func(path string, d os.DirEntry, err error) error {
			if err == nil && strings.HasSuffix(path, ".go") {
				files = append(files, path)
			}
			return err
		})
		if err != nil {
			t.Fatalf("filepath.WalkDir: %v", err)
		}
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatalf("os.ReadFile: %v", err)
		}
		for _, m := range ours.FindAllStringSubmatch(string(text), -1) {
			found++
			if name := m[1] + m[2]; !settings[name] && !slices.Contains(otherVariables, name) {
				t.Errorf("%s reads %s, which a server would reject: add it to otherVariables", file, name)
			}
		}
	}
	if found == 0 {
		t.Error("found no variables")
	}
}

// FuzzFile reads arbitrary text as a file. It checks that accepted settings can be printed and read back.
func FuzzFile(f *testing.F) {
	f.Add([]byte("addr = \"localhost:1\"\n[limits]\nrate = 3.5\n"))
	f.Add([]byte("trusted-proxies = [\"private\", \"::1\"]\ntls = { cert = \"a\", key = \"b\" }"))
	f.Add([]byte(New().Print()))
	f.Fuzz(func(t *testing.T, text []byte) {
		s := New()
		s.text("fuzz", text)
		c, err := s.Config()
		if err != nil || c.TLS.ACMEEABKey != "" { // secrets are not printed
			return
		}
		again := New()
		again.text("printed", []byte(s.Print()))
		got, err := again.Config()
		if err != nil {
			t.Fatalf("Config of printed settings: %v\n%s", err, s.Print())
		}
		if !reflect.DeepEqual(c.Limits, got.Limits) {
			t.Fatalf("limits read back as %+v, want %+v", got.Limits, c.Limits)
		}
	})
}
