package server

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"time"

	"github.com/tainchess/tain/internal/play/fair"
	"github.com/tainchess/tain/internal/site/limit"
)

// visit is a request as it is paid for.
type visit struct {
	who fair.Party
	// foreign requests are made by a page of another origin.
	foreign bool
	units   float64 // what it has cost so far
	unread  bool    // it has a body, which was not read
}

type visitKey struct{}

// visiting returns a request that knows its visit.
func (s *Server) visiting(r *http.Request) (*http.Request, *visit) {
	v := &visit{who: fair.Party{Address: s.address(r), Person: sessionOf(r).Hash()}, foreign: foreign(r), unread: r.ContentLength != 0}
	return r.WithContext(context.WithValue(r.Context(), visitKey{}, v)), v
}

// heading returns how many bytes the first line and the headers of a request have,
// which were read before anybody could be asked to pay.
func heading(r *http.Request) int {
	n := len(r.RequestURI)
	for name, values := range r.Header {
		for _, value := range values {
			n += len(name) + len(value)
		}
	}
	return n
}

// visit returns the visit of a request.
func (s *Server) visit(r *http.Request) *visit {
	if v, ok := r.Context().Value(visitKey{}).(*visit); ok {
		return v
	}
	_, v := s.visiting(r)
	return v
}

// linger is how long the rest of a body that nobody wants is taken in after its
// answer. A connection that ends with something unread is reset, and whoever still
// sends would never see the answer.
const linger = 500 * time.Millisecond

// answered prepares the answer: one who sends a body that nobody wants is answered
// at once, and the connection ends before long.
func (v *visit) answered(w http.ResponseWriter) {
	if v.unread {
		w.Header().Set("Connection", "close")
		_ = http.NewResponseController(w).SetReadDeadline(time.Now().Add(linger)) // a test without a network has none
	}
}

// visitor tells who asks, as limits count.
func (s *Server) visitor(r *http.Request) fair.Party { return s.visit(r).who }

// spend takes the price of work before it is done, or says that it is too much.
func (s *Server) spend(r *http.Request, units float64) error {
	v := s.visit(r)
	if v.foreign && v.units+units > float64(s.limits.CrossOrigin) {
		return errCostly
	}
	if wait, ok := s.limiter.Spend(v.who, units); !ok {
		return busy(wait, errTooMany)
	}
	v.units += units
	return nil
}

// beginWork takes the price of work and waits for its turn. What it returns is
// called when the work is done.
func (s *Server) beginWork(r *http.Request, units float64) (done func(), err error) {
	if err := s.spend(r, units); err != nil {
		return nil, err
	}
	done, err = s.work.Enter(r.Context(), s.address(r), units)
	if errors.Is(err, limit.ErrWorkFull) {
		return nil, busy(time.Second, errWork)
	}
	return done, err
}

// charge takes the price of work that is done already.
func (s *Server) charge(r *http.Request, units float64) {
	v := s.visit(r)
	s.limiter.Charge(v.who, units)
	v.units += units
}

// flooded notes that somebody has begun to ask for too much. The refusals that
// follow are one flood.
func (s *Server) flooded(who fair.Party) {
	s.metrics.floods.Inc()
	s.log.Warn("an address asks for too much", "address", who.Address.String())
}

// foreign reports whether a request was made by a page of another origin. A
// browser says so; whatever else asks is nobody's page.
func foreign(r *http.Request) bool {
	if site := r.Header.Get("Sec-Fetch-Site"); site != "" {
		return site != "same-origin" && site != "none"
	}
	origin := r.Header.Get("Origin")
	if origin == "" {
		return false
	}
	from, err := url.Parse(origin)
	return err != nil || from.Host != r.Host
}
