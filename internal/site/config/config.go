// Package config reads how a server is to be run: from a file (TOML), the
// environment and flags, the later over the earlier, over defaults.
//
// There is one list of settings. It is made from the fields of [Config] by
// reflection, so that a new limit is a new setting without a word here, but for
// the sentence about it in help.go, which a test asks for. The table of
// docs/operate.md is written from the same list.
//
//	s := config.New()
//	s.File("tain.toml")
//	s.Environ(os.Environ())
//	s.Flag("addr", "--addr", ":8080")
//	c, err := s.Config() // all faults at once, each with its place
package config

import (
	"net/netip"
	"runtime"
	"time"

	"github.com/tainchess/tain/internal/play/hub"
	"github.com/tainchess/tain/internal/site/limit"
)

// Config is how a server is run. The name of a setting is that of its field,
// in small letters with hyphens; those of a struct stand in a table of its name.
type Config struct {
	Addr      string
	AdminAddr string
	Data      string
	// Store is the address of a PostgreSQL database that keeps the games, which then
	// are not in the folder.
	Store             string
	StorePasswordFile string
	StoreWait         time.Duration // for a database that is not there yet
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
	DeleteAfter       time.Duration // 0 for never, like the next
	AnonymiseAfter    time.Duration
	// DeleteStudiesAfter counts from when a study was last read or changed.
	DeleteStudiesAfter time.Duration

	// Bus is an outside NATS by which nodes tell each other; Cluster the embedded
	// one.
	Bus     string
	Cluster Cluster

	Push   Push
	TLS    TLS
	Backup Backup
	Limits limit.Limits
	Games  hub.Options
}

// TLS is how a server that speaks HTTPS by itself comes by its certificate:
// from files, or from an authority by ACME.
type TLS struct {
	Cert, Key string
	Domains   []string
	Email     string
	// HTTPAddr is where plain HTTP is sent on to HTTPS, and where the authority
	// asks its questions.
	HTTPAddr      string
	ACMEDirectory string
	ACMERoots     string
	ACMEEABID     string
	ACMEEABKey    string
	HSTS          time.Duration
}

// Own reports whether the server speaks HTTPS by itself.
func (t *TLS) Own() bool { return t.Cert != "" || len(t.Domains) > 0 }

// Push is how browsers are told what happens while nobody looks.
type Push struct {
	Off     bool     // nobody is told
	Trusted []string // origins of push services that may be anywhere
}

// Backup is how a server makes copies of its games.
type Backup struct {
	Dir         string // none are made without it
	Every, Keep time.Duration
	Key         string
}

// Cluster is how a server is one of several nodes over one database.
type Cluster struct {
	Listen string
	Peers  []string
	Key    string // a file
	// Cert, CertKey and CA are files (PEM), by which nodes encrypt what they say.
	Cert, CertKey, CA string
	// Leave is how long a node that is told to stop still serves, so that the proxy
	// in front notices; HandOver over how long it then sends its sockets away.
	Leave, HandOver time.Duration
}

// Clustered reports whether the server is one of several nodes.
func (c *Config) Clustered() bool { return c.Bus != "" || c.Cluster.Listen != "" }

// defaults are the values of settings that nobody has set.
func defaults() *Config {
	c := &Config{
		Addr: "localhost:8080", LogLevel: "info", LogFormat: "text",
		StoreWait:          30 * time.Second,
		DeleteStudiesAfter: 400 * 24 * time.Hour,
		Cluster:            Cluster{Leave: 2 * time.Second, HandOver: 2 * time.Second},
		TLS:                TLS{HSTS: 365 * 24 * time.Hour},
		Backup:             Backup{Every: 6 * time.Hour, Keep: 7 * 24 * time.Hour},
		Limits:             limit.Default(),
		Games:              hub.DefaultOptions(),
	}
	c.Games.Players = max(1, runtime.GOMAXPROCS(0)/2)
	return c
}
