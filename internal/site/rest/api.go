package rest

import (
	"context"
	"sync"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/tainchess/tain/internal/play/fair"
	"github.com/tainchess/tain/internal/site/api"
	"github.com/tainchess/tain/internal/site/jobs"
	"github.com/tainchess/tain/internal/site/limit"
	"github.com/tainchess/tain/internal/site/push"
	"github.com/tainchess/tain/internal/site/request"
	"github.com/tainchess/tain/internal/site/studies"
	"github.com/tainchess/tain/rules"
)

// API handles requests about positions, analyses, studies and push subscriptions. It is safe for concurrent
// use.
type API struct {
	requests *request.Service
	service  *api.Service
	engines  *api.Engines
	turns    *limit.Turns // queue of searches
	studies  *studies.Service
	push     *push.Service
	analyst  Analyst
	cache    *lruCache
	sheets   sync.Map // printed rules as *cachedAnswer, by language and name; never evicted, because there are few
	metrics  metrics
}

// Analyst analyses whole games with workers.
type Analyst interface {
	// Analyse requests the analysis of a game.
	Analyse(ctx context.Context, who fair.Party, line *rules.Line) (jobs.GameAnalysis, error)
	// Analysis returns the state of an analysis, with its results starting at a ply.
	Analysis(ctx context.Context, id string, from int) (jobs.GameAnalysis, error)
	// Withdraw cancels an analysis.
	Withdraw(ctx context.Context, id string) error
	// Queue returns how many analyses are waiting and running, how long the oldest has waited, and how many
	// can run at a time.
	Queue(ctx context.Context) (waiting, running int, oldest time.Duration, threads int, err error)
}

// State returns the state of the queue of searches.
func (s *API) State() limit.State { return s.turns.State() }

// metrics counts searches.
type metrics struct {
	analyses prometheus.Counter
	waiting  prometheus.Gauge
}

func newMetrics(to prometheus.Registerer) metrics {
	m := metrics{
		analyses: prometheus.NewCounter(prometheus.CounterOpts{Name: "tain_analyses_total", Help: "Analyses made for the API."}),
		waiting:  prometheus.NewGauge(prometheus.GaugeOpts{Name: "tain_analyses_waiting", Help: "Analyses running or waiting."}),
	}
	to.MustRegister(m.analyses, m.waiting)
	return m
}
