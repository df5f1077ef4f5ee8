package server

import (
	"context"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/tainchess/tain/internal/play/hub"
)

// figures shows what the hub is doing, how large the database is, and which
// program this is.
func (s *Server) figures(o Options) {
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
		s.metrics.registry.MustRegister(analysisFigures{o.Analyst})
	}
	if o.Disk != nil {
		s.metrics.gauge("tain_database_bytes", "Size of the database.", func() float64 { return float64(o.Disk().Database) })
		s.metrics.gauge("tain_database_log_bytes", "Size of the database's log of writes.", func() float64 { return float64(o.Disk().Log) })
		s.metrics.gauge("tain_disk_free_bytes", "What is left on the disk of the database; -1 if nobody knows.", func() float64 { return float64(o.Disk().Free) })
	}
	s.metrics.build(o.Build)
}

// analysisFigures tell how it stands with the queue of analyses, which is in the
// database: one question for all of them. Without an answer they are left out.
type analysisFigures struct{ analyst Analyst }

// figuresWait is how long whoever reads the figures waits for the database.
const figuresWait = time.Second

var (
	analysesWaiting = prometheus.NewDesc("tain_game_analyses_waiting", "Analyses of whole games that wait for a worker, in the whole cluster.", nil, nil)
	analysesRunning = prometheus.NewDesc("tain_game_analyses_running", "Analyses of whole games that workers make, in the whole cluster.", nil, nil)
	analysesOldest  = prometheus.NewDesc("tain_game_analyses_oldest_seconds", "How long the analysis of a game has waited that was asked for first; 0 if none waits.", nil, nil)
	analysesThreads = prometheus.NewDesc("tain_game_analyses_threads", "How many games workers can analyse at a time.", nil, nil)
)

// Describe names the figures.
func (analysisFigures) Describe(to chan<- *prometheus.Desc) {
	for _, d := range []*prometheus.Desc{analysesWaiting, analysesRunning, analysesOldest, analysesThreads} {
		to <- d
	}
}

// Collect asks for them.
func (a analysisFigures) Collect(to chan<- prometheus.Metric) {
	ctx, cancel := context.WithTimeout(context.Background(), figuresWait)
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
