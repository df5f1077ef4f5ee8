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

	"github.com/tainchess/tain/internal/play/room"
	"github.com/tainchess/tain/internal/protocol/wire"
	"github.com/tainchess/tain/internal/site/api"
	"github.com/tainchess/tain/internal/site/limit"
	"github.com/tainchess/tain/internal/site/page"
	"github.com/tainchess/tain/internal/site/push"
	"github.com/tainchess/tain/internal/site/request"
	"github.com/tainchess/tain/internal/site/rest"
	"github.com/tainchess/tain/internal/site/shelf"
	"github.com/tainchess/tain/internal/site/trace"
	"github.com/tainchess/tain/rules"
)

// Options are the parts a Server is made of. Limits, Log and TrustedProxies may
// be left out.
type Options struct {
	Rules *rules.Registry
	Hub   *room.Hub
	Files fs.FS // of the client
	// Limits are the usual ones if they are left out.
	Limits *limit.Limits
	Log    *slog.Logger
	// Operator looks after the server; nil means nobody does.
	Operator Operator
	// TrustedProxies are the networks of the proxies in front of the server: the
	// asker's address and scheme are taken from the headers they set, through as
	// many of them as there are. From anybody else such headers are ignored.
	TrustedProxies []netip.Prefix
	// Level is the level of Log, to be changed while the server runs; nil where
	// it cannot be.
	Level *slog.LevelVar
	// TLS makes the server speak HTTPS.
	TLS *tls.Config
	// HSTS is how long browsers are to use HTTPS alone once they have; 0 does
	// not tell them.
	HSTS time.Duration
	// PublicMetrics shows the metrics to everybody, and not only by Debug.
	PublicMetrics bool
	Build         Build
	About         page.About
	// Licences are of what others have written and the program contains.
	Licences []wire.Licence
	// Studies keeps studies; nil where none are kept. Gate is asked who may change
	// them, and may be nil.
	Studies shelf.Store
	Gate    shelf.Gate
	// Push tells browsers what happens; nil where none are told.
	Push *push.Service
	// Analyst has whole games analysed by workers; nil where there are none.
	Analyst rest.Analyst
	// Tables finds the endgame tables of a rule set; nil means those that come with
	// the program.
	Tables api.Tables
	// Bus is by which the server is one of several nodes; nil for one alone. Leave is
	// how long it goes on, not ready, after it is told to stop, and HandOver over how
	// long it then sends its sockets to other nodes.
	Bus             Bus
	Leave, HandOver time.Duration
	// Tracer follows moves through nodes; nil where nobody looks.
	Tracer *trace.Tracer
	// Disk tells how large the database is; nil where there is none.
	Disk func() Disk
}

// Bus is what a server asks about the way to other nodes.
type Bus interface {
	// Ready tells what it is not connected to, nil if it is to all nodes.
	Ready() error
	// Lost returns how many messages were dropped here.
	Lost() int64
}

// Disk is how much a database takes, and what is left on its disk, in bytes.
type Disk struct{ Database, Log, Free int64 }

// Server answers over HTTP and WebSocket.
type Server struct {
	requests *request.Service
	limits   limit.Limits
	limiter  *limit.Limiter
	log      *slog.Logger
	closing  context.Context // ends when the server begins to close
	close    context.CancelFunc

	service *api.Service
	hub     *room.Hub
	pages   *page.Pages
	rest    *rest.API

	proxies  limit.Proxies
	book     *limit.BoundedLog // what log writes to
	level    *slog.LevelVar
	tls      *tls.Config
	public   bool // the metrics
	operator Operator

	handler http.Handler
	metrics *metrics
	sockets *socketSet
	told    map[string]*broadcasts // by language
	playing playingList
	origins *http.CrossOriginProtection

	tracer          *trace.Tracer
	bus             Bus // nil for a server alone
	leave, handOver time.Duration
	leaving         atomic.Bool // it is not ready any more, and takes no new games
	handing         atomic.Bool // it sends its sockets away, and takes no new ones
}

// Operator is who looks after a server. Its methods may be called at the same
// time, and answer at once.
type Operator interface {
	// Admit returns why an address may not come in, nil if it may. An IPv6
	// address is given as its /64 prefix.
	Admit(from netip.Addr) error
	// Notice returns what is to be told to everybody; its text is empty if there
	// is nothing.
	Notice() wire.Notice
}

// nobody is the operator of a server that has none.
type nobody struct{}

func (nobody) Admit(netip.Addr) error { return nil }
func (nobody) Notice() wire.Notice    { return wire.Notice{} }
