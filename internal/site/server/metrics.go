package server

import (
	"net/http"
	"runtime"
	"strconv"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"
)

// Build is what the program knows of its own making.
type Build struct{ Version, Revision string }

// metrics is what the server counts about itself. Nothing in it names a player
// or a game.
type metrics struct {
	registry *prometheus.Registry

	requests *prometheus.CounterVec   // by route and status
	seconds  *prometheus.HistogramVec // by route
	sockets  prometheus.Gauge
	received *prometheus.CounterVec // messages by type
	sent     prometheus.Counter
	closed   *prometheus.CounterVec // sockets the server closed, by reason
	moves    prometheus.Counter
	commit   prometheus.Histogram   // from a move's arrival to its commit
	units    *prometheus.CounterVec // by route

	acceptErrors prometheus.Counter
}

// quick are the bounds of a histogram for work of a millisecond.
var quick = []float64{.0005, .001, .002, .005, .01, .025, .05, .1, .25, 1, 5}

func newMetrics() *metrics {
	m := &metrics{
		registry: prometheus.NewRegistry(),
		requests: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "tain_http_requests_total", Help: "Requests answered, by route and status.",
		}, []string{"route", "status"}),
		seconds: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name: "tain_http_request_seconds", Help: "Time to answer a request, by route.", Buckets: quick,
		}, []string{"route"}),
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
			Name: "tain_move_commit_seconds", Help: "Time from a move's arrival to its commit.", Buckets: quick,
		}),
		units: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "tain_units_total", Help: "Units of work paid for, by route.",
		}, []string{"route"}),
		acceptErrors: prometheus.NewCounter(prometheus.CounterOpts{
			Name: "tain_accept_errors_total", Help: "Connections that could not be accepted, for want of descriptors or memory.",
		}),
	}
	m.registry.MustRegister(m.requests, m.seconds, m.sockets, m.received, m.sent, m.closed, m.moves, m.commit, m.units,
		m.acceptErrors, collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	return m
}

// gauge adds a figure that is asked for when it is wanted.
func (m *metrics) gauge(name, help string, figure func() float64) {
	m.registry.MustRegister(prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: name, Help: help}, figure))
}

// counter adds a figure that only grows, and is asked for when it is wanted.
func (m *metrics) counter(name, help string, figure func() float64) {
	m.registry.MustRegister(prometheus.NewCounterFunc(prometheus.CounterOpts{Name: name, Help: help}, figure))
}

// build tells which program this is.
func (m *metrics) build(b Build) {
	m.registry.MustRegister(prometheus.NewGaugeFunc(prometheus.GaugeOpts{
		Name: "tain_build_info", Help: "Always 1; the labels tell which program this is.",
		ConstLabels: prometheus.Labels{"version": b.Version, "revision": b.Revision, "goversion": runtime.Version()},
	}, func() float64 { return 1 }))
}

// answered counts a request.
func (m *metrics) answered(route string, status int, took time.Duration) {
	m.requests.WithLabelValues(route, strconv.Itoa(status)).Inc()
	m.seconds.WithLabelValues(route).Observe(took.Seconds())
}

// handler shows the figures in Prometheus's own format.
func (m *metrics) handler() http.Handler {
	return promhttp.HandlerFor(m.registry, promhttp.HandlerOpts{MaxRequestsInFlight: 4})
}
