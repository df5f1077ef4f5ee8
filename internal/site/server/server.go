package server

import (
	"context"
	"crypto/tls"
	"io/fs"
	"log/slog"
	"net/http"
	"net/netip"
	"sync"
	"sync/atomic"
	"time"

	"github.com/tainchess/tain/internal/play/fair"
	"github.com/tainchess/tain/internal/play/hub"
	"github.com/tainchess/tain/internal/protocol/wire"
	"github.com/tainchess/tain/internal/site/api"
	"github.com/tainchess/tain/internal/site/push"
	"github.com/tainchess/tain/internal/site/shelf"
	"github.com/tainchess/tain/internal/site/trace"
	"github.com/tainchess/tain/notation"
	"github.com/tainchess/tain/rules"
)

// Options are the parts a Server is made of. Limits, Log and TrustedProxies may
// be left out.
type Options struct {
	Rules *rules.Registry
	Hub   *hub.Hub
	Files fs.FS // of the client
	// Limits are the usual ones if they are left out.
	Limits *Limits
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
	About         About
	// Licences are of what others have written and the program contains.
	Licences []wire.Licence
	// Studies keeps studies; nil where none are kept. Gate is asked who may change
	// them, and may be nil.
	Studies shelf.Store
	Gate    shelf.Gate
	// Push tells browsers what happens; nil where none are told.
	Push *push.Service
	// Analyst has whole games analysed by workers; nil where there are none.
	Analyst Analyst
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

// Analyst has whole games analysed by workers.
type Analyst interface {
	// Analyse asks for the analysis of a game.
	Analyse(ctx context.Context, who fair.Party, line *rules.Line) (wire.GameAnalysis, error)
	// Analysis tells how it stands with one, and what is known of the positions after so
	// many half-moves and later.
	Analysis(ctx context.Context, id string, from int) (wire.GameAnalysis, error)
	// Withdraw takes one back.
	Withdraw(ctx context.Context, id string) error
	// Analysts tells who could be asked.
	Analysts(ctx context.Context) (wire.GameAnalysts, error)
	// Queue tells how many wait and run, for how long the one has waited that was asked
	// for first, and how many can be done at a time.
	Queue(ctx context.Context) (waiting, running int, oldest time.Duration, threads int, err error)
}

// About is what the server says of those who run it. All of it may be left out.
type About struct {
	Operator, Contact string
	SecurityContact   string // an address that begins with its scheme
	// How long after its end it is forgotten who played a game, until it is
	// deleted, and how long backups are kept; 0 is for ever, or that there are
	// none.
	AnonymiseAfter, DeleteAfter, BackupsKept time.Duration
	// How long after it was last read or changed a study is deleted.
	DeleteStudiesAfter time.Duration
}

// Disk is how much a database takes, and what is left on its disk, in bytes.
type Disk struct{ Database, Log, Free int64 }

// Server answers over HTTP and WebSocket.
type Server struct {
	find        notation.Finder
	service     *api.Service
	hub         *hub.Hub
	shelf       *shelf.Shelf  // nil where no studies are kept
	push        *push.Service // nil where no browsers are told
	analyst     Analyst       // nil where there are no workers
	files       assets
	drawn       map[string]drawnPage
	firsts      sync.Map // starts of the program's own rule sets as pages take them, by name
	limits      Limits
	log         *slog.Logger
	book        *boundedLog // what log writes to
	proxies     proxies
	level       *slog.LevelVar
	tls         *tls.Config
	hsts        time.Duration
	public      bool // the metrics
	about       About
	licenceText lastingText

	operator Operator

	handler  http.Handler
	metrics  *metrics
	limiter  *limiter
	sockets  *socketSet
	told     map[string]*broadcasts // by language
	playing  playingLists
	origins  *http.CrossOriginProtection
	pictures *cache
	sheets   sheets
	work     *workQueue
	refusals chan struct{} // semaphore of refusals that wait to be told
	engines  *api.Engines
	analyses *turns

	tracer          *trace.Tracer
	bus             Bus // nil for a server alone
	leave, handOver time.Duration
	leaving         atomic.Bool // it is not ready any more, and takes no new games
	handing         atomic.Bool // it sends its sockets away, and takes no new ones

	closing context.Context // ends when the server begins to close
	close   context.CancelFunc
}

func (s *Server) address(r *http.Request) netip.Addr { return s.proxies.address(r) }

// lastingText is a text that stays the same as long as the program does.
type lastingText struct {
	tag  string
	text []byte
}

func newLastingText(v any) lastingText {
	text := wire.Encode(v)
	return lastingText{tagOf(text), text}
}
