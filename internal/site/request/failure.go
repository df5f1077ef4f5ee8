package request

import (
	"cmp"
	"context"
	"errors"
	"math"
	"net/http"
	"strconv"
	"time"

	"github.com/tainchess/tain/internal/protocol/wire"
	"github.com/tainchess/tain/message"
)

// Refuse responds with an error as {"error": ...}. It delays the response if the client has exceeded its
// quota.
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
	named := *why // copied, because failures may be shared
	named.Request = ID(r)
	s.Write(w, r, status, "application/json", encodeFailure(w, r, &named))
}

// delayRefusal delays the refusal of a client that exceeds its quota, unless too many refusals are delayed
// already. Without the delay, a client that retries immediately could keep the server busy.
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

// Failure returns an error in the form that clients see, and counts it. It logs internal errors, with the
// attributes in about.
func (s *Service) Failure(err error, about ...any) *wire.Failure {
	why := wire.FailureOf(err)
	if why.Code == wire.CodeInternal {
		s.Log.Error("request: internal error", append(about, "error", err)...)
	}
	s.metrics.refused.WithLabelValues(why.Code).Inc()
	s.refusedMu.Lock()
	defer s.refusedMu.Unlock()
	s.refused[why.Reason.Code]++
	return why
}

// Refused returns how many times clients got an error whose message has a given code.
func (s *Service) Refused(code message.Code) int64 {
	s.refusedMu.Lock()
	defer s.refusedMu.Unlock()
	return s.refused[code]
}
