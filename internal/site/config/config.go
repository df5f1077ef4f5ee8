// Package config reads the settings of a server from a TOML file, the environment and flags. Later sources
// override earlier ones, and all override the defaults.
//
// The list of settings is derived from the fields of [Config] by reflection. Adding a field adds a setting. A
// test checks that each setting has a help text in help.go. The table in docs/operate.md is generated from
// the same list.
//
//	s := config.New()
//	s.File("tain.toml")
//	s.Environ(os.Environ())
//	s.Flag("addr", "--addr", ":8080")
//	c, err := s.Config() // reports all faults together, each with its source
package config

import (
	"fmt"
	"net/netip"
	"reflect"
	"runtime"
	"strings"
	"time"

	"github.com/tainchess/tain/internal/play/hub"
	"github.com/tainchess/tain/internal/site/limit"
)

// Config is the configuration of a server. A setting's name is its field name in lower case with hyphens. The
// fields of a nested struct form a TOML table with the struct's name.
type Config struct {
	Addr      string
	AdminAddr string
	Data      string
	// Store is the URL of a PostgreSQL database to use instead of the folder.
	Store             string
	StorePasswordFile string
	StoreWait         time.Duration // how long to wait for an unreachable database
	Memory            bool
	Definitions       []string
	Tables            string // a folder
	LogLevel          string
	LogFormat         string
	TrustedProxies    []netip.Prefix
	PublicMetrics     bool
	NoLimits          bool
	Operator          string
	Contact           string
	SecurityContact   string
	DeleteAfter       time.Duration // after the end of a game; 0 for never
	AnonymiseAfter    time.Duration // after the end of a game; 0 for never
	// DeleteStudiesAfter is measured from the last time that a study was read or changed.
	DeleteStudiesAfter time.Duration
	// DeleteAddressesAfter is measured from the last rated game that began at an address, DeleteReportsAfter from the
	// closing of a report, and DeleteAuditAfter from an operator's action. 0 means never.
	DeleteAddressesAfter, DeleteReportsAfter, DeleteAuditAfter time.Duration

	// Bus is the URL of an external NATS server that connects the nodes. Cluster configures the embedded
	// server.
	Bus     string
	Cluster Cluster

	Accounts Accounts

	Push   Push
	TLS    TLS
	Backup Backup
	Limits limit.Limits
	Games  hub.Options
}

// TLS configures HTTPS with certificates from files, or from an authority through ACME.
type TLS struct {
	Cert, Key string
	Domains   []string
	Email     string
	// HTTPAddr is the address that redirects plain HTTP to HTTPS, and answers ACME challenges.
	HTTPAddr      string
	ACMEDirectory string
	ACMERoots     string
	ACMEEABID     string
	ACMEEABKey    string
	HSTS          time.Duration
}

// Own reports whether the server itself terminates HTTPS.
func (t *TLS) Own() bool { return t.Cert != "" || len(t.Domains) > 0 }

// Push configures web push notifications.
type Push struct {
	Off     bool
	Trusted []string // origins of push services that may have private addresses
}

// Accounts configures people's accounts.
type Accounts struct {
	Off bool
	// RPID is the domain to which passkeys are bound, and Origins are the origins of the pages that may use them.
	RPID         string
	Origins      []string
	Registration string
	OpenID       OpenID
}

// OpenID configures an OpenID Connect provider at which people can sign in.
type OpenID struct {
	Issuer, ClientID string
	SecretFile       string
	Name             string
}

// Backup configures scheduled backups.
type Backup struct {
	Dir         string // empty for no backups
	Every, Keep time.Duration
	Key         string
}

// Cluster configures a server that is one of several nodes on one database.
type Cluster struct {
	Listen string
	Peers  []string
	Key    string // a file
	// Cert, CertKey and CA are PEM files for TLS between nodes or to an external NATS server.
	Cert, CertKey, CA string
	// Leave is how long a stopping node continues to serve while it reports that it is not ready, so that the
	// proxy notices. HandOver is the period over which it then moves its sockets to other nodes.
	Leave, HandOver time.Duration
}

// Clustered reports whether the server is one of several nodes.
func (c *Config) Clustered() bool { return c.Bus != "" || c.Cluster.Listen != "" }

// defaults returns the default configuration.
func defaults() *Config {
	c := &Config{
		Addr: "localhost:8080", LogLevel: "info", LogFormat: "text",
		StoreWait:            30 * time.Second,
		DeleteStudiesAfter:   400 * 24 * time.Hour,
		DeleteAddressesAfter: 30 * 24 * time.Hour, DeleteReportsAfter: 180 * 24 * time.Hour, DeleteAuditAfter: 730 * 24 * time.Hour,
		Cluster:  Cluster{Leave: 2 * time.Second, HandOver: 2 * time.Second},
		Accounts: Accounts{Registration: "open"},
		TLS:      TLS{HSTS: 365 * 24 * time.Hour},
		Backup:   Backup{Every: 6 * time.Hour, Keep: 7 * 24 * time.Hour},
		Limits:   limit.Default(),
		Games:    hub.DefaultOptions(),
	}
	c.Games.Players = max(1, runtime.GOMAXPROCS(0)/2)
	return c
}

// Setting is a named value of a Config.
type Setting struct {
	Key    string // full name including the table, such as limits.rate
	Help   string
	Secret bool // never shown
	Source Source

	value reflect.Value
	zero  bool // whether the value may be 0
}

// Source is the origin of a setting's value.
type Source struct {
	// Name is the file, the environment variable or the flag. It is empty for a default.
	Name string
	Line int // in a file
}

// String returns the source as text, such as tain.toml:3.
func (s Source) String() string {
	switch {
	case s.Name == "":
		return "default"
	case s.Line > 0:
		return fmt.Sprintf("%s:%d", s.Name, s.Line)
	}
	return s.Name
}

// Variable returns the environment variable for the setting.
func (s *Setting) Variable() string {
	return prefix + strings.ToUpper(strings.NewReplacer(".", "_", "-", "_").Replace(s.Key))
}

// prefix is the prefix of environment variables that are settings.
const prefix = "TAIN_"
