package config

import (
	"fmt"
	"log/slog"
	"net"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/tainchess/tain/internal/site/store/postgres"
)

// check looks at values that must fit each other, or that not every text of
// their kind can be.
func (s *Settings) check() {
	c := s.config
	for _, key := range []string{"addr", "admin-addr", "tls.http-addr"} {
		one := s.byKey[key]
		if addr := one.value.String(); addr != "" || key == "addr" {
			if why := wrongAddress(addr); why != "" {
				s.wrong(key, why)
			}
		}
	}
	if _, err := ParseLevel(c.LogLevel); err != nil {
		s.wrong("log-level", err.Error())
	}
	if !slices.Contains([]string{"text", "json"}, c.LogFormat) {
		s.wrong("log-format", fmt.Sprintf("it is %q; it must be text or json", clip(c.LogFormat)))
	}
	if c.Memory && c.Data != "" {
		s.wrong("memory", "memory and data cannot be combined: give one of them")
	}
	s.checkStore()
	for _, d := range c.Definitions {
		if d == "" {
			s.wrong("definitions", "a file without a name")
		}
	}
	if t := c.SecurityContact; t != "" && !address(t) {
		s.wrong("security-contact", fmt.Sprintf("it is %q; it must begin with mailto:, https: or tel:", clip(t)))
	}
	for _, key := range []string{"operator", "contact", "security-contact"} {
		if strings.ContainsFunc(s.byKey[key].value.String(), func(r rune) bool { return r < ' ' }) {
			s.wrong(key, "it must be one line")
		}
	}
	s.checkTLS()
	s.checkCluster()
}

// ShowsPassword reports whether a text is the address of a PostgreSQL database
// that tells its password, as an address or as words (host=... password=...).
func ShowsPassword(text string) bool {
	u, err := url.Parse(text)
	if err != nil || u.Scheme != "postgres" && u.Scheme != "postgresql" {
		return passwordWord.MatchString(text)
	}
	_, has := u.User.Password()
	return has || u.Query().Has("password") || u.Query().Has("sslpassword")
}

// passwordWord is how words tell a password; an address that cannot be read may
// hold one too.
var passwordWord = regexp.MustCompile(`(^|\s)(ssl)?password\s*=|^postgres(ql)?://[^/]*:[^/]*@`)

// checkCluster looks at the settings of a cluster.
func (s *Settings) checkCluster() {
	c := &s.config.Cluster
	if u, err := url.Parse(s.config.Bus); err == nil && u.User != nil && strings.HasPrefix(s.byKey["bus"].Source.Name, "flag ") {
		s.wrong("bus", "a password can be read by everybody on a command line: give it as TAIN_BUS or in the file")
	}
	if strings.HasPrefix(s.byKey["store"].Source.Name, "flag ") && ShowsPassword(s.config.Store) {
		s.wrong("store", "a password can be read by everybody on a command line: give it as PGPASSWORD, in ~/.pgpass, in store-password-file, or all of it as TAIN_STORE or in the file")
	}
	if s.config.Bus != "" && c.Listen != "" {
		s.wrong("bus", "nodes use an outside NATS (bus) or the embedded one (cluster.listen), not both")
	}
	for key, on := range map[string]bool{"bus": s.config.Bus != "", "cluster.listen": c.Listen != ""} {
		if on && s.config.Store == "" {
			s.wrong(key, "the nodes of a cluster share a PostgreSQL database, and store names none")
		}
	}
	if c.Listen != "" && c.Key == "" {
		s.wrong("cluster.listen", "cluster.key is missing beside it")
	}
	if c.Listen == "" && s.byKey["cluster.peers"].value.Len() > 0 {
		s.wrong("cluster.peers", "it says nothing without cluster.listen")
	}
	if c.Listen == "" && s.config.Bus == "" && c.Key != "" {
		s.wrong("cluster.key", "it says nothing without cluster.listen or bus")
	}
	address := func(key, addr string) {
		if why := wrongAddress(addr); addr != "" && why != "" {
			s.wrong(key, strings.Replace(why, "localhost:8080", "10.0.0.5:6222", 1))
		}
	}
	address("cluster.listen", c.Listen)
	for _, peer := range c.Peers {
		address("cluster.peers", peer)
	}
	switch {
	case (c.Cert == "") != (c.CertKey == ""):
		s.wrong("cluster.cert", "a certificate and its private key (cluster.cert-key) belong together")
	case c.Cert != "" && c.CA == "":
		s.wrong("cluster.cert", "cluster.ca is missing beside it")
	}
}

// checkStore looks at where the games are kept.
func (s *Settings) checkStore() {
	c := s.config
	switch {
	case c.Store == "" && c.StorePasswordFile != "":
		s.wrong("store-password-file", "it says nothing without store")
	case c.Store == "":
	case c.Memory:
		s.wrong("store", "memory and store cannot be combined: give one of them")
	case c.Backup.Dir != "":
		s.wrong("backup.dir", "it copies an SQLite database; back up PostgreSQL with pg_dump or its own tools")
	default:
		if err := postgres.CheckURL(c.Store); err != nil {
			s.wrong("store", strings.TrimPrefix(err.Error(), "postgres: "))
		}
	}
}

// checkTLS looks at the settings of TLS.
func (s *Settings) checkTLS() {
	t := &s.config.TLS
	switch {
	case t.Cert != "" && len(t.Domains) > 0:
		s.wrong("tls.domains", "certificates come from files (tls.cert) or from an authority (tls.domains), not from both")
	case t.Cert == "" && t.Key != "":
		s.wrong("tls.key", "tls.cert is missing beside it")
	case t.Cert != "" && t.Key == "":
		s.wrong("tls.cert", "tls.key is missing beside it")
	}
	for _, d := range t.Domains {
		if !domain(d) {
			s.wrong("tls.domains", fmt.Sprintf("%q is no name of a host, such as chess.example.org", clip(d)))
		}
	}
	if d := t.ACMEDirectory; d != "" && !strings.HasPrefix(d, "https://") {
		s.wrong("tls.acme-directory", fmt.Sprintf("it is %q; it must begin with https://", clip(d)))
	}
	switch {
	case t.ACMEEABID != "" && t.ACMEEABKey == "":
		s.wrong("tls.acme-eab-id", "tls.acme-eab-key is missing beside it")
	case t.ACMEEABID == "" && t.ACMEEABKey != "":
		s.wrong("tls.acme-eab-key", "tls.acme-eab-id is missing beside it")
	}
	if len(t.Domains) == 0 {
		for _, key := range []string{"tls.email", "tls.acme-directory", "tls.acme-roots", "tls.acme-eab-id"} {
			if s.byKey[key].value.String() != "" {
				s.wrong(key, "it says nothing without tls.domains")
			}
		}
	}
	if t.HTTPAddr != "" && !t.Own() {
		s.wrong("tls.http-addr", "it says nothing without tls.cert or tls.domains")
	}
	if len(t.Domains) > 0 && s.config.Memory {
		s.wrong("tls.domains", "certificates of an authority must be kept: that needs a data folder instead of memory")
	}
}

// wrong blames a value that is set.
func (s *Settings) wrong(key, why string) { s.blame(s.byKey[key].Source, key, why) }

// wrongAddress says what is wrong with an address to listen on.
func wrongAddress(addr string) string {
	_, port, err := net.SplitHostPort(addr)
	if err == nil {
		if n, bad := strconv.Atoi(port); bad == nil && n >= 0 && n <= 65535 {
			return ""
		}
	}
	return fmt.Sprintf("it is %q; it must be a host and a port, such as localhost:8080", clip(addr))
}

func address(text string) bool {
	return slices.ContainsFunc([]string{"mailto:", "https:", "tel:"}, func(scheme string) bool {
		return len(text) > len(scheme) && strings.HasPrefix(text, scheme)
	}) && !strings.ContainsAny(text, " \t")
}

// domain reports whether a text can be the name of a host.
func domain(text string) bool {
	labels := strings.Split(text, ".")
	if len(text) > 253 || len(labels) < 2 {
		return false
	}
	return !slices.ContainsFunc(labels, func(l string) bool {
		return l == "" || len(l) > 63 || l[0] == '-' || l[len(l)-1] == '-' || strings.ContainsFunc(l, func(r rune) bool {
			return r != '-' && (r < 'a' || r > 'z') && (r < '0' || r > '9')
		})
	})
}

// ParseLevel reads the level of a log.
func ParseLevel(text string) (slog.Level, error) {
	for _, l := range []slog.Level{slog.LevelDebug, slog.LevelInfo, slog.LevelWarn, slog.LevelError} {
		if strings.EqualFold(l.String(), text) {
			return l, nil
		}
	}
	return 0, fmt.Errorf("it is %q; it must be debug, info, warn or error", clip(text))
}
