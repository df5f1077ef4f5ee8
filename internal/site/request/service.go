package request

import (
	"context"
	"log/slog"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/tainchess/tain/internal/site/limit"
)

// Options configure a [Service]. All but HSTS are needed.
type Options struct {
	Limits limit.Limits
	Log    *slog.Logger
	// Proxies are trusted to name the client and its scheme.
	Proxies limit.Proxies
	// HSTS is how long browsers are to insist on HTTPS; 0 leaves it to them.
	HSTS time.Duration
	// Metrics is where the service registers its counters.
	Metrics prometheus.Registerer
	// Closing ends when the server begins to close.
	Closing context.Context
}

// Service reads requests, charges for them and answers them, on behalf of all
// handlers of a server. It is safe for concurrent use.
type Service struct {
	Limits  limit.Limits
	Limiter *limit.Limiter
	Log     *slog.Logger
	Closing context.Context // ends when the server begins to close

	proxies  limit.Proxies
	hsts     time.Duration
	work     *limit.WorkQueue
	refusals chan struct{} // semaphore of delayed refusals
	metrics  metrics
}

// New returns a service.
func New(o Options) *Service {
	s := &Service{
		Limits: o.Limits, Log: o.Log, Closing: o.Closing, proxies: o.Proxies, hsts: o.HSTS,
		work: limit.NewWorkQueue(o.Limits), refusals: make(chan struct{}, o.Limits.RefusalsWaiting), metrics: newMetrics(o.Metrics),
	}
	s.Limiter = limit.NewLimiter(o.Limits, s.logFlood)
	return s
}

// Working returns how many pieces of heavy work are done or wait.
func (s *Service) Working() int { return s.work.Len() }

// RefusalsWaiting returns how many refusals are being delayed.
func (s *Service) RefusalsWaiting() int { return len(s.refusals) }
