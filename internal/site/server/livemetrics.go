package server

import "github.com/prometheus/client_golang/prometheus"

// liveMetrics counts sockets and what goes over them.
type liveMetrics struct {
	sockets  prometheus.Gauge
	received *prometheus.CounterVec // messages by type
	sent     prometheus.Counter
	closed   *prometheus.CounterVec // sockets that the server closed, by reason
	moves    prometheus.Counter
	commit   prometheus.Histogram // from a move's arrival to its commit
}

// commitBuckets are the histogram buckets of commits, in seconds.
var commitBuckets = []float64{.0005, .001, .002, .005, .01, .025, .05, .1, .25, 1, 5}

func newLiveMetrics(to prometheus.Registerer) *liveMetrics {
	m := &liveMetrics{
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
