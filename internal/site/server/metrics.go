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
	"github.com/tainchess/tain/internal/site/limit"
	"github.com/tainchess/tain/internal/site/rest"
	"github.com/tainchess/tain/message"
)

// Build identifies the program.
type Build struct{ Version, Revision string }

// metrics contains the server's metrics. None of them identifies a player or a game.
type metrics struct {
	registry *prometheus.Registry

	requests *prometheus.CounterVec   // completed requests, by route and status
	seconds  *prometheus.HistogramVec // by route
	units    *prometheus.CounterVec   // by route

	acceptErrors prometheus.Counter
}

// quickBuckets are the histogram buckets for operations that take about a millisecond.
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
			Name: "tain_accept_errors_total", Help: "Connections that could not be accepted, such as for lack of file descriptors.",
		}),
	}
	m.registry.MustRegister(m.requests, m.seconds, m.units,
		m.acceptErrors, collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	return m
}

// gauge registers a gauge that is evaluated at each scrape.
func (m *metrics) gauge(name, help string, figure func() float64) {
	m.registry.MustRegister(prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: name, Help: help}, figure))
}

// counter registers a counter that is evaluated at each scrape.
func (m *metrics) counter(name, help string, figure func() float64) {
	m.registry.MustRegister(prometheus.NewCounterFunc(prometheus.CounterOpts{Name: name, Help: help}, figure))
}

// build registers the metric that identifies the program.
func (m *metrics) build(b Build) {
	m.registry.MustRegister(prometheus.NewGaugeFunc(prometheus.GaugeOpts{
		Name: "tain_build_info", Help: "Always 1; the labels identify the program.",
		ConstLabels: prometheus.Labels{"version": b.Version, "revision": b.Revision, "goversion": runtime.Version()},
	}, func() float64 { return 1 }))
}

// answered records the status and duration of a completed request.
func (m *metrics) answered(route string, status int, took time.Duration) {
	m.requests.WithLabelValues(route, strconv.Itoa(status)).Inc()
	m.seconds.WithLabelValues(route).Observe(took.Seconds())
}

// handler serves the metrics in Prometheus's format.
func (m *metrics) handler() http.Handler {
	return promhttp.HandlerFor(m.registry, promhttp.HandlerOpts{MaxRequestsInFlight: 4})
}

// limitCollector collects the usage, the bound and the number of refusals of each limit.
type limitCollector func() []limit.State

var (
	limitUsed    = prometheus.NewDesc("tain_limit_used", "How much of a limit is used; of a limit per address, by the address that uses most.", []string{"limit"}, nil)
	limitBound   = prometheus.NewDesc("tain_limit_bound", "The limit.", []string{"limit"}, nil)
	limitRefused = prometheus.NewDesc("tain_limit_refused_total", "Times that a limit refused a client.", []string{"limit"}, nil)
)

// Describe implements prometheus.Collector.
func (limitCollector) Describe(to chan<- *prometheus.Desc) {
	to <- limitUsed
	to <- limitBound
	to <- limitRefused
}

// Collect implements prometheus.Collector.
func (states limitCollector) Collect(to chan<- prometheus.Metric) {
	for _, s := range states() {
		if s.Bound > 0 {
			to <- prometheus.MustNewConstMetric(limitUsed, prometheus.GaugeValue, s.Used, s.Limit)
			to <- prometheus.MustNewConstMetric(limitBound, prometheus.GaugeValue, s.Bound, s.Limit)
		}
		to <- prometheus.MustNewConstMetric(limitRefused, prometheus.CounterValue, float64(s.Refused), s.Limit)
	}
}

// limitStates returns the state of every limit. The usage of stored definitions, studies and analyses of whole
// games is omitted if their number is unknown, because the function that counts them is nil or fails.
func (s *Server) limitStates(totals func(context.Context) (definitions, studies int, err error), analyst rest.Analyst) []limit.State {
	all, used := append(s.requests.State(), s.rest.State()), s.hub.Limits()
	ctx, cancel := context.WithTimeout(context.Background(), collectTimeout)
	defer cancel()
	studies := hub.Usage{Bound: s.requests.Limits.AllStudies}
	known := false
	if totals != nil {
		var err error
		used.Definitions.Used, studies.Used, err = totals(ctx)
		known = err == nil
	}
	var analyses hub.Usage
	if analyst != nil {
		if waiting, running, _, _, err := analyst.Queue(ctx); err == nil {
			analyses = hub.Usage{Used: waiting + running, Bound: s.requests.Limits.GameAnalyses}
		}
	}
	if !known {
		used.Definitions, studies = hub.Usage{}, hub.Usage{}
	}
	for _, one := range []struct {
		limit   string
		refusal message.Code
		hub.Usage
	}{
		{"seeks", "game.limit.waiting", used.Seeks},
		{"seeks-address", "game.limit.seeks", used.SeeksOfAddress},
		{"challenges-address", "game.limit.challenges", used.ChallengesOfAddress},
		{"challenges-person", "game.limit.challenge", hub.Usage{}},
		{"computer-games-address", "game.limit.computers", used.ComputerGamesOfAddress},
		{"computer-games-person", "game.limit.computer", hub.Usage{}},
		{"unfinished-games-person", "game.limit.games", hub.Usage{}},
		{"definitions", "game.limit.definitions", used.Definitions},
		{"studies", "study.limit", studies},
		{"game-analyses", "analysis.full", analyses},
		{"game-analyses-person", "analysis.too-many", hub.Usage{}},
	} {
		all = append(all, limit.State{
			Limit: one.limit, Used: float64(one.Used), Bound: float64(one.Bound), Refused: s.requests.Refused(one.refusal),
		})
	}
	return all
}

// analysisCollector collects the metrics of the analysis queue in the database with a single query. If the
// query fails, these metrics are omitted.
type analysisCollector struct{ analyst rest.Analyst }

// collectTimeout is how long a scrape waits for the database.
const collectTimeout = time.Second

var (
	analysesWaiting = prometheus.NewDesc("tain_game_analyses_waiting", "Analyses of whole games waiting for a worker, in the whole cluster.", nil, nil)
	analysesRunning = prometheus.NewDesc("tain_game_analyses_running", "Analyses of whole games in progress, in the whole cluster.", nil, nil)
	analysesOldest  = prometheus.NewDesc("tain_game_analyses_oldest_seconds", "Waiting time of the oldest analysis of a whole game; 0 if none waits.", nil, nil)
	analysesThreads = prometheus.NewDesc("tain_game_analyses_threads", "Number of games that workers can analyse at a time.", nil, nil)
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
