package live

import (
	"net/http"
	"net/netip"
	"sync/atomic"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/tainchess/tain/internal/play/hub"
	"github.com/tainchess/tain/internal/protocol/wire"
	"github.com/tainchess/tain/internal/site/api"
	"github.com/tainchess/tain/internal/site/request"
	"github.com/tainchess/tain/internal/site/trace"
)

// Service serves games in progress. It is safe for concurrent use.
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
	handingOver atomic.Bool // whether clients are being moved to other nodes
}

// admit counts a new connection of a client. It fails if the server is closing or the client has too many
// connections. The caller must call closed when the connection ends.
func (s *Service) admit(r *http.Request) (closed func(), err error) {
	if s.requests.Closing.Err() != nil || s.handingOver.Load() {
		return nil, request.RetryLater(time.Second, request.ErrClosing)
	}
	closed, ok := s.requests.Limiter.OpenSocket(s.requests.Party(r))
	if !ok {
		return nil, request.RetryLater(time.Minute, request.ErrSockets)
	}
	return closed, nil
}

// recheck returns an error if a client was banned or signed out while its request was handled. Call it after adding the
// client to the clients, because bans and sign-outs disconnect only those.
func (s *Service) recheck(r *http.Request) error {
	if err := s.operator.Admit(s.requests.Address(r)); err != nil {
		return err
	}
	return s.requests.StillSignedIn(r)
}

// Operator bans addresses and posts notices. Its methods must be safe for concurrent use and must not block.
type Operator interface {
	// Admit returns an error if an address is banned. An IPv6 address is given as its /64 prefix.
	Admit(from netip.Addr) error
	// Notice returns the notice that is shown to everybody. Its text is empty if there is none.
	Notice() wire.Notice
}

// metrics counts sockets, messages and moves.
type metrics struct {
	sockets  prometheus.Gauge
	received *prometheus.CounterVec // messages by type
	sent     prometheus.Counter
	closed   *prometheus.CounterVec // sockets closed by the server, by reason
	moves    prometheus.Counter
	commit   prometheus.Histogram // time from a move's arrival to its commit
}

// commitBuckets are the histogram buckets of commits, in seconds.
var commitBuckets = []float64{.0005, .001, .002, .005, .01, .025, .05, .1, .25, 1, 5}

func newMetrics(to prometheus.Registerer) *metrics {
	count := func(name, help string) prometheus.Counter {
		return prometheus.NewCounter(prometheus.CounterOpts{Name: name, Help: help})
	}
	countBy := func(label, name, help string) *prometheus.CounterVec {
		return prometheus.NewCounterVec(prometheus.CounterOpts{Name: name, Help: help}, []string{label})
	}
	m := &metrics{
		sockets:  prometheus.NewGauge(prometheus.GaugeOpts{Name: "tain_sockets", Help: "Open sockets."}),
		received: countBy("type", "tain_socket_messages_received_total", "Messages received on sockets, by type."),
		sent:     count("tain_socket_messages_sent_total", "Messages sent on sockets."),
		closed:   countBy("reason", "tain_sockets_closed_total", "Sockets closed by the server, by reason."),
		moves:    count("tain_moves_total", "Moves of players committed."),
		commit: prometheus.NewHistogram(prometheus.HistogramOpts{
			Name: "tain_move_commit_seconds", Help: "Time from a move's arrival to its commit.", Buckets: commitBuckets,
		}),
	}
	to.MustRegister(m.sockets, m.received, m.sent, m.closed, m.moves, m.commit)
	return m
}
