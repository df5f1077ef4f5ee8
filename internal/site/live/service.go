package live

import (
	"net/netip"
	"sync/atomic"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/tainchess/tain/internal/play/hub"
	"github.com/tainchess/tain/internal/protocol/wire"
	"github.com/tainchess/tain/internal/site/api"
	"github.com/tainchess/tain/internal/site/request"
	"github.com/tainchess/tain/internal/site/trace"
)

// Service serves games in play. It is safe for concurrent use.
type Service struct {
	requests  *request.Service
	hub       *hub.Hub
	positions *api.Service
	operator  Operator
	tracer    *trace.Tracer
	metrics   *metrics

	clients     clientSet
	encoders    map[string]*encoder // by language
	playing     playingCaches
	handingOver atomic.Bool // clients are being sent to other nodes
}

// Operator bans addresses and posts notices. Its methods are called concurrently
// and must not block.
type Operator interface {
	// Admit returns why an address is banned, nil if it is not. An IPv6 address
	// is given as its /64 prefix.
	Admit(from netip.Addr) error
	// Notice returns the notice to everybody; its text is empty if there is
	// none.
	Notice() wire.Notice
}

// metrics counts sockets, messages and moves.
type metrics struct {
	sockets  prometheus.Gauge
	received *prometheus.CounterVec // messages by type
	sent     prometheus.Counter
	closed   *prometheus.CounterVec // sockets that the server closed, by reason
	moves    prometheus.Counter
	commit   prometheus.Histogram // from a move's arrival to its commit
}

// commitBuckets are the histogram buckets of commits, in seconds.
var commitBuckets = []float64{.0005, .001, .002, .005, .01, .025, .05, .1, .25, 1, 5}

func newMetrics(to prometheus.Registerer) *metrics {
	m := &metrics{
		sockets: prometheus.NewGauge(prometheus.GaugeOpts{Name: "tain_sockets", Help: "Sockets open now."}),
		received: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "tain_socket_messages_received_total", Help: "Messages received on sockets, by type.",
		}, []string{"type"}),
		sent: prometheus.NewCounter(prometheus.CounterOpts{Name: "tain_socket_messages_sent_total", Help: "Messages sent on sockets."}),
		closed: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "tain_sockets_closed_total", Help: "Sockets closed by the server, by reason.",
		}, []string{"reason"}),
		moves: prometheus.NewCounter(prometheus.CounterOpts{Name: "tain_moves_total", Help: "Moves of players committed."}),
		commit: prometheus.NewHistogram(prometheus.HistogramOpts{
			Name: "tain_move_commit_seconds", Help: "Time from a move's arrival to its commit.", Buckets: commitBuckets,
		}),
	}
	to.MustRegister(m.sockets, m.received, m.sent, m.closed, m.moves, m.commit)
	return m
}
