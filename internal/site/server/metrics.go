package server

import (
	"context"
	"net/http"
	"runtime"
	"strconv"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"github.com/tainchess/tain/internal/play/hub"
	"github.com/tainchess/tain/internal/site/rest"
)

// Build identifies the program.
type Build struct{ Version, Revision string }

// metrics counts what the server does. No metric names a player or a game.
type metrics struct {
	registry *prometheus.Registry

	requests *prometheus.CounterVec   // by route and status
	seconds  *prometheus.HistogramVec // by route
	units    *prometheus.CounterVec   // by route

	acceptErrors prometheus.Counter
}

// quickBuckets are the histogram buckets for work of about a millisecond.
var quickBuckets = []float64{.0005, .001, .002, .005, .01, .025, .05, .1, .25, 1, 5}

func newMetrics() *metrics {
	m := &metrics{
		registry: prometheus.NewRegistry(),
		requests: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "tain_http_requests_total", Help: "Requests answered, by route and status.",
		}, []string{"route", "status"}),
		seconds: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name: "tain_http_request_seconds", Help: "Time to answer a request, by route.", Buckets: quickBuckets,
		}, []string{"route"}),
		units: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "tain_units_total", Help: "Units of work paid for, by route.",
		}, []string{"route"}),
		acceptErrors: prometheus.NewCounter(prometheus.CounterOpts{
			Name: "tain_accept_errors_total", Help: "Connections that could not be accepted, for want of descriptors or memory.",
		}),
	}
	m.registry.MustRegister(m.requests, m.seconds, m.units,
		m.acceptErrors, collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	return m
}

// gauge registers a gauge that is read on demand.
func (m *metrics) gauge(name, help string, figure func() float64) {
	m.registry.MustRegister(prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: name, Help: help}, figure))
}

// counter registers a counter that is read on demand.
func (m *metrics) counter(name, help string, figure func() float64) {
	m.registry.MustRegister(prometheus.NewCounterFunc(prometheus.CounterOpts{Name: name, Help: help}, figure))
}

// build registers the metric that identifies the program.
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

// handler serves the metrics in Prometheus's format.
func (m *metrics) handler() http.Handler {
	return promhttp.HandlerFor(m.registry, promhttp.HandlerOpts{MaxRequestsInFlight: 4})
}

// registerMetrics registers the metrics of the hub, the bus, the workers and the
// database.
func (s *Server) registerMetrics(o Options) {
	for _, g := range []struct {
		name, help string
		figure     func(hub.Stats) float64
	}{
		{"tain_games_live", "Games in memory.", func(st hub.Stats) float64 { return float64(st.Live) }},
		{"tain_watchers", "Those who watch games.", func(st hub.Stats) float64 { return float64(st.Watchers) }},
		{"tain_clocks", "Games that time alone will change before long.", func(st hub.Stats) float64 { return float64(st.Timers) }},
		{"tain_computer_thinking", "Computer players that think.", func(st hub.Stats) float64 { return float64(st.Thinking) }},
		{"tain_computer_queue", "Computer players that wait to think.", func(st hub.Stats) float64 { return float64(st.Queued) }},
	} {
		s.metrics.gauge(g.name, g.help, func() float64 { return g.figure(s.hub.Stats()) })
	}
	for _, c := range []struct {
		name, help string
		figure     func(hub.Stats) int64
	}{
		{"tain_commits_total", "Commits.", func(st hub.Stats) int64 { return st.Commits }},
		{"tain_conflicts_total", "Commands decided again because somebody else had written.", func(st hub.Stats) int64 { return st.Conflicts }},
		{"tain_watchers_dropped_total", "Watchers dropped because they were too slow.", func(st hub.Stats) int64 { return st.Dropped }},
		{"tain_store_errors_total", "What the store could not do: read, save or look up.", func(st hub.Stats) int64 { return st.StoreErrors }},
	} {
		s.metrics.counter(c.name, c.help, func() float64 { return float64(c.figure(s.hub.Stats())) })
	}
	if o.Bus != nil {
		s.metrics.gauge("tain_bus_ready", "1 if the node is connected to all others, 0 if not.", func() float64 {
			if o.Bus.Ready() != nil {
				return 0
			}
			return 1
		})
		s.metrics.counter("tain_bus_lost_total", "Messages of the bus that were dropped here.", func() float64 { return float64(o.Bus.Lost()) })
		s.metrics.gauge("tain_nodes", "Nodes of the cluster, with this one.", func() float64 { return float64(s.hub.Stats().Nodes) })
		s.metrics.counter("tain_healed_total", "Games that had missed something on the bus and found it in the store.", func() float64 { return float64(s.hub.Stats().Healed) })
	}
	if o.Analyst != nil {
		s.metrics.registry.MustRegister(analysisCollector{o.Analyst})
	}
	if o.Disk != nil {
		s.metrics.gauge("tain_database_bytes", "Size of the database.", func() float64 { return float64(o.Disk().Database) })
		s.metrics.gauge("tain_database_log_bytes", "Size of the database's log of writes.", func() float64 { return float64(o.Disk().Log) })
		s.metrics.gauge("tain_disk_free_bytes", "What is left on the disk of the database; -1 if nobody knows.", func() float64 { return float64(o.Disk().Free) })
	}
	s.metrics.build(o.Build)
}

// analysisCollector reports the queue of analyses, which is in the database: one
// query for all metrics. If it fails, they are left out.
type analysisCollector struct{ analyst rest.Analyst }

// collectTimeout is how long a scrape waits for the database.
const collectTimeout = time.Second

var (
	analysesWaiting = prometheus.NewDesc("tain_game_analyses_waiting", "Analyses of whole games that wait for a worker, in the whole cluster.", nil, nil)
	analysesRunning = prometheus.NewDesc("tain_game_analyses_running", "Analyses of whole games that workers make, in the whole cluster.", nil, nil)
	analysesOldest  = prometheus.NewDesc("tain_game_analyses_oldest_seconds", "How long the analysis of a game has waited that was asked for first; 0 if none waits.", nil, nil)
	analysesThreads = prometheus.NewDesc("tain_game_analyses_threads", "How many games workers can analyse at a time.", nil, nil)
)

// Describe implements prometheus.Collector.
func (analysisCollector) Describe(to chan<- *prometheus.Desc) {
	for _, d := range []*prometheus.Desc{analysesWaiting, analysesRunning, analysesOldest, analysesThreads} {
		to <- d
	}
}

// Collect implements prometheus.Collector.
func (a analysisCollector) Collect(to chan<- prometheus.Metric) {
	ctx, cancel := context.WithTimeout(context.Background(), collectTimeout)
	defer cancel()
	waiting, running, oldest, threads, err := a.analyst.Queue(ctx)
	if err != nil {
		return
	}
	for d, v := range map[*prometheus.Desc]float64{
		analysesWaiting: float64(waiting), analysesRunning: float64(running), analysesOldest: oldest.Seconds(), analysesThreads: float64(threads),
	} {
		to <- prometheus.MustNewConstMetric(d, prometheus.GaugeValue, v)
	}
}
