package request

import (
	"context"
	"errors"
	"math"
	"net/http"
	"strconv"
	"time"

	"github.com/tainchess/tain/internal/play/game"
	"github.com/tainchess/tain/internal/protocol/wire"
)

// Refuse answers with why there is no answer: {"error": ...}.
func (s *Service) Refuse(w http.ResponseWriter, r *http.Request, err error) {
	if r.Context().Err() != nil && errors.Is(err, context.Canceled) {
		return // nobody is there to be told
	}
	why := s.Failure(err, "request", ID(r))
	status := statuses[why.Code]
	var (
		wait  retryLater
		gone  notFound
		heavy bodyTooLarge
		long  addressTooLong
	)
	switch {
	case errors.As(err, &gone):
		status = http.StatusNotFound
	case errors.As(err, &heavy):
		status = http.StatusRequestEntityTooLarge
	case errors.As(err, &long):
		status = http.StatusRequestURITooLong
	case status == 0:
		status = http.StatusBadRequest
	}
	if errors.As(err, &wait) || status == http.StatusServiceUnavailable {
		w.Header().Set("Retry-After", strconv.Itoa(max(1, int(math.Ceil(wait.wait.Seconds())))))
	}
	if status == http.StatusTooManyRequests {
		s.delayRefusal(r)
	}
	w.Header().Set("Cache-Control", "no-store")
	named := *why // those of the server itself are shared
	named.Request = ID(r)
	s.Write(w, r, status, "application/json", encodeFor(w, r, wire.Failed{Error: &named}))
}

// delayRefusal lets one who asks for too much wait for the refusal: whoever asks again
// at once and without end could otherwise keep the server busy refusing.
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

// Failure returns an error as what is told of it, and counts it. What went
// wrong in the server is told to its log alone, with what else is known about it.
func (s *Service) Failure(err error, about ...any) *wire.Failure {
	why := failureOf(err)
	if why.Code == wire.CodeInternal {
		s.Log.Error("a request failed", append(about, "error", err)...)
	}
	s.metrics.refused.WithLabelValues(why.Code).Inc()
	return why
}

// failureOf returns an error as a failure; those of games have their own codes.
func failureOf(err error) *wire.Failure {
	var refused *game.Error
	if errors.As(err, &refused) {
		f := wire.FailureAs(string(refused.Code), refused)
		f.Faults = refused.Faults
		return f
	}
	return wire.FailureOf(err)
}
