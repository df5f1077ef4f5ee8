// Package server serves a site over HTTP: pages (package page), the API (packages rest and api) and running
// games (package live).
//
// A request passes through these steps. Connections are limited per address as they are accepted (serve.go,
// package limit). The request gets an ID, and the mux finds its route (routes.go). It is counted and logged
// (record.go), pays the price of its route, and is checked for bans, size and origin (routes.go). Then its
// handler responds, and package request maps errors to status codes.
//
// Separate handlers report the server's health to supervisors, and metrics and profiles to the operator
// (health.go, metrics.go).
//
// The server makes no decisions about games and has no durable state. The hub's store is the only source of
// truth.
package server

import (
	"context"
	"crypto/tls"
	"io/fs"
	"log/slog"
	"net/http"
	"net/netip"
	"sync/atomic"
	"time"

	"github.com/tainchess/tain/internal/people"
	"github.com/tainchess/tain/internal/play/hub"
	"github.com/tainchess/tain/internal/protocol/wire"
	"github.com/tainchess/tain/internal/site/accounts"
	"github.com/tainchess/tain/internal/site/api"
	"github.com/tainchess/tain/internal/site/limit"
	"github.com/tainchess/tain/internal/site/live"
	"github.com/tainchess/tain/internal/site/page"
	"github.com/tainchess/tain/internal/site/push"
	"github.com/tainchess/tain/internal/site/request"
	"github.com/tainchess/tain/internal/site/rest"
	"github.com/tainchess/tain/internal/site/studies"
	"github.com/tainchess/tain/internal/site/trace"
	"github.com/tainchess/tain/rules/registry"
)

// Options configures a Server. Rules, Hub and Files are required.
type Options struct {
	Rules *registry.Registry
	Hub   *hub.Hub
	Files fs.FS // static files of the client
	// Limits defaults to limit.Default().
	Limits *limit.Limits
	Log    *slog.Logger
	// Operator bans addresses and posts notices; it may be nil.
	Operator live.Operator
	// TrustedProxies are the networks of the proxies in front of the server. The server takes the client's
	// address and scheme from their headers, and ignores such headers from other peers.
	TrustedProxies []netip.Prefix
	// Local is true if only this machine can reach the server. The server then accepts only requests to
	// localhost, to IP addresses and to Name, so that no web page can reach it under the page's own host name
	// (DNS rebinding).
	Local bool
	Name  string
	// Level is the level of Log, which Debug can change; it may be nil.
	Level *slog.LevelVar
	// TLS makes the server use HTTPS; nil means plain HTTP.
	TLS *tls.Config
	// HSTS is the max-age of the Strict-Transport-Security header; 0 omits the header.
	HSTS time.Duration
	// PublicMetrics serves the metrics on the public address in addition to the Debug handler.
	PublicMetrics bool
	Build         Build
	About         page.About
	// Licences are the licences of third-party code in the program.
	Licences []wire.Licence
	// Studies stores studies; nil disables them. Gate decides who may change studies, and may be nil.
	Studies studies.Store
	Gate    studies.Gate
	// People manages accounts; nil means that there are none. Records exports and erases people's data; it is nil if
	// games are only in memory.
	People  *people.Service
	Records accounts.Records
	// Moderation handles reports about players; it is nil if games are only in memory.
	Moderation accounts.Moderation
	// Push sends web push notifications; nil disables them.
	Push *push.Service
	// Analyst analyses whole games with workers; nil disables that.
	Analyst rest.Analyst
	// Tables finds the endgame tables of a rule set; nil means the built-in ones.
	Tables api.Tables
	// Bus connects the server to other nodes; it is nil for a single server. On shutdown the server keeps
	// running for Leave while reporting that it is not ready, then moves its sockets to other nodes during
	// HandOver.
	Bus             Bus
	Leave, HandOver time.Duration
	// Tracer traces moves across nodes. It may be nil.
	Tracer *trace.Tracer
	// Totals returns the numbers of stored definitions and studies; it may be nil.
	Totals func(context.Context) (definitions, studies int, err error)
	// Disk returns the size of the database; it may be nil.
	Disk func() Disk
}

// Bus reports the state of the connection to the other nodes.
type Bus interface {
	// Ready returns an error if the node is disconnected.
	Ready() error
	// Lost returns the number of messages dropped on this node.
	Lost() int64
}

// Disk is the size of a database and its log, and the free space on its disk, in bytes.
type Disk struct{ Database, Log, Free int64 }

// Server serves pages, the API and running games over HTTP and WebSocket. It is safe for concurrent use.
type Server struct {
	requests *request.Service
	hub      *hub.Hub
	pages    *page.Pages
	rest     *rest.API
	live     *live.Service
	accounts *accounts.Service

	log      *slog.Logger
	book     *limit.BoundedLog // the handler that log uses
	level    *slog.LevelVar
	proxies  limit.Proxies
	tls      *tls.Config
	public   bool // whether the metrics are public
	local    bool
	name     string // additional host name of a local server
	operator live.Operator
	origins  *http.CrossOriginProtection
	metrics  *metrics
	handler  http.Handler

	bus             Bus // nil for a single server
	leave, handOver time.Duration
	leaving         atomic.Bool        // whether the node is draining and therefore not ready
	close           context.CancelFunc // cancels requests.Closing
}

// noOperator is used by servers without an operator.
type noOperator struct{}

func (noOperator) Admit(netip.Addr) error { return nil }
func (noOperator) Notice() wire.Notice    { return wire.Notice{} }
