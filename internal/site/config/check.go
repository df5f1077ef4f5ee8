package config

import (
	"cmp"
	"fmt"
	"log/slog"
	"net"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/tainchess/tain/internal/site/store/dsn"
	"github.com/tainchess/tain/notation"
)

// needs lists settings that require at least one of several others.
var needs = []struct {
	key    string
	others []string
}{
	{"store-password-file", []string{"store"}},
	{"accounts.openid.issuer", []string{"accounts.openid.client-id"}}, {"accounts.openid.client-id", []string{"accounts.openid.issuer"}},
	{"accounts.openid.secret-file", []string{"accounts.openid.issuer"}}, {"accounts.openid.name", []string{"accounts.openid.issuer"}},
	{"bus", []string{"store"}}, {"cluster.listen", []string{"store"}}, {"cluster.listen", []string{"cluster.key"}},
	{"cluster.peers", []string{"cluster.listen"}}, {"cluster.key", []string{"cluster.listen", "bus"}},
	{"cluster.cert", []string{"cluster.cert-key"}}, {"cluster.cert-key", []string{"cluster.cert"}}, {"cluster.cert", []string{"cluster.ca"}},
	{"tls.cert", []string{"tls.key"}}, {"tls.key", []string{"tls.cert"}},
	{"tls.acme-eab-id", []string{"tls.acme-eab-key"}}, {"tls.acme-eab-key", []string{"tls.acme-eab-id"}},
	{"tls.email", []string{"tls.domains"}}, {"tls.acme-directory", []string{"tls.domains"}},
	{"tls.acme-roots", []string{"tls.domains"}}, {"tls.acme-eab-id", []string{"tls.domains"}},
	{"tls.http-addr", []string{"tls.cert", "tls.domains"}},
}

// excludes lists settings that cannot be combined, with the reason.
var excludes = []struct{ key, other, why string }{
	{"memory", "data", "give one of them"},
	{"store", "memory", "give one of them"},
	{"backup.dir", "store", "it copies an SQLite database; back up PostgreSQL with pg_dump or its own tools"},
	{"bus", "cluster.listen", "nodes use an external NATS server or the embedded one"},
	{"tls.domains", "tls.cert", "certificates come from an authority or from files"},
	{"tls.domains", "memory", "certificates from an authority are saved in the data folder"},
}

// check validates combinations of settings, and the syntax of text settings.
func (s *Settings) check() {
	c := s.config
	for _, n := range needs {
		if s.isSet(n.key) && !slices.ContainsFunc(n.others, s.isSet) {
			s.wrong(n.key, " needs "+strings.Join(n.others, " or "))
		}
	}
	for _, x := range excludes {
		if s.isSet(x.key) && s.isSet(x.other) {
			s.wrong(x.key, " and "+x.other+" cannot be combined: "+x.why)
		}
	}
	for key, example := range map[string]string{
		"addr": "localhost:8080", "admin-addr": "localhost:8080", "tls.http-addr": "localhost:8080", "cluster.listen": "10.0.0.5:6222",
	} {
		if s.isSet(key) || key == "addr" {
			s.checkAddress(key, s.byKey[key].value.String(), example)
		}
	}
	for _, peer := range c.Cluster.Peers {
		s.checkAddress("cluster.peers", peer, "10.0.0.5:6222")
	}
	if _, err := ParseLevel(c.LogLevel); err != nil {
		s.blame(s.byKey["log-level"].Source, err.Error())
	}
	if !slices.Contains([]string{"text", "json"}, c.LogFormat) {
		s.wrong("log-format", fmt.Sprintf(" is %q; it must be text or json", notation.Clip(c.LogFormat)))
	}
	if !slices.Contains([]string{"open", "closed"}, c.Accounts.Registration) {
		s.wrong("accounts.registration", fmt.Sprintf(" is %q; it must be open or closed", notation.Clip(c.Accounts.Registration)))
	}
	if id := c.Accounts.RPID; id != "" && id != "localhost" && !isDomain(id) {
		s.wrong("accounts.rp-id", fmt.Sprintf(" is %q; it must be a domain, such as chess.example.org", notation.Clip(id)))
	}
	for _, o := range c.Accounts.Origins {
		if !isOrigin(o) {
			s.wrong("accounts.origins", fmt.Sprintf(" contains %q; it must be like https://chess.example.org, or http://localhost:8080", notation.Clip(o)))
		}
	}
	if issuer := c.Accounts.OpenID.Issuer; issuer != "" && !isIssuer(issuer) {
		s.wrong("accounts.openid.issuer", fmt.Sprintf(" is %q; it must be like https://login.example.org, or http://localhost:5556", notation.Clip(issuer)))
	}
	if slices.Contains(c.Definitions, "") {
		s.wrong("definitions", " contains an empty file name")
	}
	if t := c.SecurityContact; t != "" && !isContact(t) {
		s.wrong("security-contact", fmt.Sprintf(" is %q; it must begin with mailto:, https: or tel:", notation.Clip(t)))
	}
	for _, key := range []string{"operator", "contact", "security-contact"} {
		if strings.ContainsFunc(s.byKey[key].value.String(), func(r rune) bool { return r < ' ' }) {
			s.wrong(key, " must be one line")
		}
	}
	for _, d := range c.TLS.Domains {
		if !isDomain(d) {
			s.wrong("tls.domains", fmt.Sprintf(" contains %q; it must be a domain, such as chess.example.org", notation.Clip(d)))
		}
	}
	if d := c.TLS.ACMEDirectory; d != "" && !strings.HasPrefix(d, "https://") {
		s.wrong("tls.acme-directory", fmt.Sprintf(" is %q; it must begin with https://", notation.Clip(d)))
	}
	if c.Store != "" && !c.Memory {
		if _, err := dsn.Parse(c.Store); err != nil {
			s.wrong("store", ": "+err.Error())
		}
	}
	s.checkPasswords()
}

// isOrigin reports whether a text is the origin of a page that can use passkeys.
func isOrigin(text string) bool {
	u, err := url.Parse(text)
	if err != nil || u.Host == "" || text != u.Scheme+"://"+u.Host {
		return false
	}
	return u.Scheme == "https" || u.Scheme == "http" && u.Hostname() == "localhost"
}

// isIssuer reports whether a text is the identifier of an OpenID Connect provider. Without HTTPS, the provider must be on
// this machine.
func isIssuer(text string) bool {
	u, err := url.Parse(text)
	if err != nil || u.Host == "" || u.User != nil || u.RawQuery != "" || u.Fragment != "" {
		return false
	}
	return u.Scheme == "https" || u.Scheme == "http" && slices.Contains([]string{"localhost", "127.0.0.1", "::1"}, u.Hostname())
}

// isSet reports whether a setting has a non-zero value.
func (s *Settings) isSet(key string) bool { return !s.byKey[key].value.IsZero() }

// wrong records a fault in the value of a setting. The message of the fault is the key followed by text.
func (s *Settings) wrong(key, text string) { s.blame(s.byKey[key].Source, key+text) }

// checkAddress records a fault if a listen address is invalid.
func (s *Settings) checkAddress(key, addr, example string) {
	_, port, err := net.SplitHostPort(addr)
	if n, bad := strconv.ParseUint(port, 10, 16); err != nil || bad != nil || n > 65535 {
		s.wrong(key, fmt.Sprintf(" is %q; it must be a host and a port, such as %s", notation.Clip(addr), example))
	}
}

// checkPasswords records a fault for each password on the command line.
func (s *Settings) checkPasswords() {
	onCommandLine := func(key string) bool { return strings.HasPrefix(s.byKey[key].Source.Name, "flag ") }
	if u, err := url.Parse(s.config.Bus); err == nil && u.User != nil && onCommandLine("bus") {
		s.wrong("bus", ": other users can read a password on the command line: give it as TAIN_BUS or in the settings file")
	}
	if onCommandLine("store") && ShowsPassword(s.config.Store) {
		s.wrong("store", ": other users can read a password on the command line: give it as PGPASSWORD, in ~/.pgpass, in store-password-file, or give the whole URL as TAIN_STORE or in the settings file")
	}
}

// ShowsPassword reports whether a string is a PostgreSQL URL or connection string (host=... password=...) that
// contains a password.
func ShowsPassword(text string) bool {
	u, err := url.Parse(text)
	if err != nil || u.Scheme != "postgres" && u.Scheme != "postgresql" {
		return passwordWord.MatchString(text)
	}
	_, has := u.User.Password()
	return has || u.Query().Has("password") || u.Query().Has("sslpassword")
}

// passwordWord matches a password in a connection string, or in a URL that cannot be parsed.
var passwordWord = regexp.MustCompile(`(^|\s)(ssl)?password\s*=|^postgres(ql)?://[^/]*:[^/]*@`)

// isContact reports whether a string is a contact URL that security.txt allows.
func isContact(text string) bool {
	return slices.ContainsFunc([]string{"mailto:", "https:", "tel:"}, func(scheme string) bool {
		return len(text) > len(scheme) && strings.HasPrefix(text, scheme)
	}) && !strings.ContainsAny(text, " \t")
}

// isDomain reports whether a string is a fully qualified host name in lower case.
func isDomain(text string) bool { return len(text) <= 253 && domainPattern.MatchString(text) }

var domainPattern = regexp.MustCompile(`^(` + label + `\.)+` + label + `$`)

// label matches one label of a host name.
const label = `[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?`

// ParseLevel parses the value of log-level.
func ParseLevel(text string) (slog.Level, error) {
	for _, l := range []slog.Level{slog.LevelDebug, slog.LevelInfo, slog.LevelWarn, slog.LevelError} {
		if strings.EqualFold(l.String(), text) {
			return l, nil
		}
	}
	return 0, fmt.Errorf("log-level is %q; it must be debug, info, warn or error", notation.Clip(text))
}

// Config returns the configuration, or all errors as [Faults].
func (s *Settings) Config() (*Config, error) {
	s.check()
	if len(s.faults) == 0 {
		return s.config, nil
	}
	slices.SortStableFunc(s.faults, func(a, b fault) int {
		return cmp.Or(cmp.Compare(a.at.Name, b.at.Name), cmp.Compare(a.at.Line, b.at.Line))
	})
	var faults Faults
	for _, f := range s.faults {
		faults = append(faults, f.at.String()+": "+f.text)
	}
	return nil, faults
}
