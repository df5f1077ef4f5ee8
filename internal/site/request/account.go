package request

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"time"

	"github.com/tainchess/tain/internal/play/fair"
	"github.com/tainchess/tain/internal/site/limit"
)

// Account is a request as it is paid for.
type Account struct {
	Party fair.Party
	// foreign requests are made by a page of another origin.
	foreign bool
	Units   float64 // what it has cost so far
	unread  bool    // it has a body, which was not read
}

type accountKey struct{}

// OpenAccount returns a request that knows its visit.
func (s *Service) OpenAccount(r *http.Request) (*http.Request, *Account) {
	v := &Account{Party: fair.Party{Address: s.Address(r), Person: SessionOf(r).Hash()}, foreign: foreign(r), unread: r.ContentLength != 0}
	return r.WithContext(context.WithValue(r.Context(), accountKey{}, v)), v
}

// HeadingSize returns how many bytes the first line and the headers of a request have,
// which were read before anybody could be asked to pay.
func HeadingSize(r *http.Request) int {
	n := len(r.RequestURI)
	for name, values := range r.Header {
		for _, value := range values {
			n += len(name) + len(value)
		}
	}
	return n
}

// account returns the visit of a request.
func (s *Service) account(r *http.Request) *Account {
	if v, ok := r.Context().Value(accountKey{}).(*Account); ok {
		return v
	}
	_, v := s.OpenAccount(r)
	return v
}

// linger is how long the rest of a body that nobody wants is taken in after its
// answer. A connection that ends with something unread is reset, and whoever still
// sends would never see the answer.
const linger = 500 * time.Millisecond

// closeUnread prepares the answer: one who sends a body that nobody wants is answered
// at once, and the connection ends before long.
func (v *Account) closeUnread(w http.ResponseWriter) {
	if v.unread {
		w.Header().Set("Connection", "close")
		_ = http.NewResponseController(w).SetReadDeadline(time.Now().Add(linger)) // a test without a network has none
	}
}

// DiscardBody prepares an answer to a request whose body was not read.
func (s *Service) DiscardBody(w http.ResponseWriter, r *http.Request) {
	s.account(r).closeUnread(w)
}

// Party tells who asks, as limits count.
func (s *Service) Party(r *http.Request) fair.Party { return s.account(r).Party }

// Spend takes the price of work before it is done, or says that it is too much.
func (s *Service) Spend(r *http.Request, units float64) error {
	v := s.account(r)
	if v.foreign && v.Units+units > float64(s.Limits.CrossOrigin) {
		return errCostly
	}
	if wait, ok := s.Limiter.Spend(v.Party, units); !ok {
		return RetryLater(wait, ErrTooMany)
	}
	v.Units += units
	return nil
}

// BeginWork takes the price of work and waits for its turn. What it returns is
// called when the work is done.
func (s *Service) BeginWork(r *http.Request, units float64) (done func(), err error) {
	if err := s.Spend(r, units); err != nil {
		return nil, err
	}
	done, err = s.work.Enter(r.Context(), s.Address(r), units)
	if errors.Is(err, limit.ErrWorkFull) {
		return nil, RetryLater(time.Second, errWork)
	}
	return done, err
}

// Charge takes the price of work that is done already.
func (s *Service) Charge(r *http.Request, units float64) {
	v := s.account(r)
	s.Limiter.Charge(v.Party, units)
	v.Units += units
}

// logFlood notes that somebody has begun to ask for too much. The refusals that
// follow are one flood.
func (s *Service) logFlood(who fair.Party) {
	s.metrics.floods.Inc()
	s.Log.Warn("an address asks for too much", "address", who.Address.String())
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
