package request

import (
	"cmp"
	"context"
	"errors"
	"math"
	"net/http"
	"strconv"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/tainchess/tain/internal/protocol/wire"
)

// Refuse answers with an error: {"error": ...}.
func (s *Service) Refuse(w http.ResponseWriter, r *http.Request, err error) {
	if r.Context().Err() != nil && errors.Is(err, context.Canceled) {
		return // the client is gone
	}
	why := s.Failure(err, "request", ID(r))
	var e httpError
	errors.As(err, &e)
	status := cmp.Or(e.status, statuses[why.Code], http.StatusBadRequest)
	if e.wait > 0 || status == http.StatusServiceUnavailable {
		w.Header().Set("Retry-After", strconv.Itoa(max(1, int(math.Ceil(e.wait.Seconds())))))
	}
	if status == http.StatusTooManyRequests {
		s.delayRefusal(r)
	}
	w.Header().Set("Cache-Control", "no-store")
	named := *why // those of the server itself are shared
	named.Request = ID(r)
	s.Write(w, r, status, "application/json", encodeFailure(w, r, &named))
}

// delayRefusal makes a client that asks for too much wait for its refusal. A
// client that retries at once could otherwise keep the server busy.
func (s *Service) delayRefusal(r *http.Request) {
	select {
	case s.refusals <- struct{}{}:
		defer func() { <-s.refusals }()
	default:
		return
	}
	wait := time.NewTimer(s.Limits.RefusalDelay)
	defer wait.Stop()
	select {
	case <-wait.C:
	case <-r.Context().Done():
	case <-s.Closing.Done():
	}
}

// Failure returns an error in the form that clients see, and counts it. Internal
// errors are logged, along with the attributes in about.
func (s *Service) Failure(err error, about ...any) *wire.Failure {
	why := wire.FailureOf(err)
	if why.Code == wire.CodeInternal {
		s.Log.Error("a request failed", append(about, "error", err)...)
	}
	s.metrics.refused.WithLabelValues(why.Code).Inc()
	return why
}

// metrics counts refusals.
type metrics struct {
	refused *prometheus.CounterVec // by code
	floods  prometheus.Counter
	slow    prometheus.Counter
}

func newMetrics(to prometheus.Registerer) metrics {
	m := metrics{
		refused: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "tain_refusals_total", Help: "Requests and messages refused, by code.",
		}, []string{"code"}),
		floods: prometheus.NewCounter(prometheus.CounterOpts{
			Name: "tain_floods_total", Help: "Times that an address or a person began to ask for too much.",
		}),
		slow: prometheus.NewCounter(prometheus.CounterOpts{
			Name: "tain_readers_dropped_total", Help: "Connections ended because an answer was not read.",
		}),
	}
	to.MustRegister(m.refused, m.floods, m.slow)
	return m
}
