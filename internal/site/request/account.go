package request

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"time"

	"github.com/tainchess/tain/internal/background"
	"github.com/tainchess/tain/internal/play/fair"
	"github.com/tainchess/tain/internal/site/limit"
)

// Account records the units that a request has cost so far, and the party that pays for them.
type Account struct {
	Party fair.Party
	// foreign reports whether a page from another origin made the request.
	foreign bool
	Units   float64 // total units charged so far
	unread  bool    // whether the body has not been read
}

// accountKey is the context key of an account.
type accountKey struct{}

// OpenAccount adds an account to the context of a request, and returns the new request and the account.
func (s *Service) OpenAccount(r *http.Request) (*http.Request, *Account) {
	r = s.identify(r)
	v := &Account{Party: fair.Party{Address: s.Address(r), Person: SessionOf(r).Hash()}, foreign: foreign(r), unread: r.ContentLength != 0}
	return r.WithContext(context.WithValue(r.Context(), accountKey{}, v)), v
}

// HeadingSize returns the approximate size of a request's first line and headers in bytes. The request is
// charged for them after they have been read.
func HeadingSize(r *http.Request) int {
	n := len(r.RequestURI)
	for name, values := range r.Header {
		for _, value := range values {
			n += len(name) + len(value)
		}
	}
	return n
}

// account returns the account of a request, or a new one if it has none.
func (s *Service) account(r *http.Request) *Account {
	if v, ok := r.Context().Value(accountKey{}).(*Account); ok {
		return v
	}
	_, v := s.OpenAccount(r)
	return v
}

// linger is how long the server receives the remainder of an unread body after the response. Closing a
// connection with unread data resets it, and a client that is still sending would never see the response.
const linger = 500 * time.Millisecond

// closeUnread arranges for the connection to be closed soon after the response if the body was not read.
func (v *Account) closeUnread(w http.ResponseWriter) {
	if v.unread {
		w.Header().Set("Connection", "close")
		_ = http.NewResponseController(w).SetReadDeadline(time.Now().Add(linger)) // tests without a network do not support it
	}
}

// DiscardBody prepares the response to a request whose body may be unread. Call it before sending the
// headers.
func (s *Service) DiscardBody(w http.ResponseWriter, r *http.Request) {
	s.account(r).closeUnread(w)
}

// Party returns the client in the form that limits use.
func (s *Service) Party(r *http.Request) fair.Party { return s.account(r).Party }

// Spend charges for work before it is done. It returns an error if the client cannot pay, or if a request
// from another origin would become too expensive.
func (s *Service) Spend(r *http.Request, units float64) error {
	return s.spend(r, units, s.Limiter.Spend)
}

func (s *Service) spend(r *http.Request, units float64, pay func(fair.Party, float64) (time.Duration, bool)) error {
	v := s.account(r)
	if v.foreign && v.Units+units > float64(s.Limits.CrossOrigin) {
		return errCostly
	}
	if wait, ok := pay(v.Party, units); !ok {
		return RetryLater(wait, ErrTooMany)
	}
	v.Units += units
	return nil
}

// maxProxiedPause is the longest time that a request waits because its address is busy. A proxy's connections
// carry the requests of all clients, so they are not read more slowly, and no limit on connections bounds the
// number of waiting requests.
const maxProxiedPause = 2 * time.Second

// SpendInTurn is like Spend, but a request that came through a proxy also waits for its turn if its address
// is busy. Other requests have already waited while they were read.
func (s *Service) SpendInTurn(r *http.Request, units float64) error {
	var wait time.Duration
	if s.Proxies.Trusts(limit.ParseAddr(r.RemoteAddr)) {
		wait = s.Limiter.Delay(s.Address(r))
	}
	if err := s.Spend(r, units); err != nil || wait == 0 {
		return err
	}
	if wait > maxProxiedPause {
		return RetryLater(wait, ErrTooMany)
	}
	turn := time.NewTimer(wait)
	defer turn.Stop()
	select {
	case <-turn.C:
		return nil
	case <-r.Context().Done():
		return r.Context().Err()
	}
}

// Work charges for work, waits until it may begin, and calls do. It returns an error if the client cannot pay
// or the queue is full. Heavy work runs at a lower priority than other requests.
func (s *Service) Work(r *http.Request, units float64, do func() error) error {
	pay := s.Limiter.SpendQueued
	if limit.Light(units) {
		pay = s.Limiter.Spend
	}
	if err := s.spend(r, units, pay); err != nil {
		return err
	}
	leave, err := s.work.Enter(r.Context(), s.Address(r), units)
	switch {
	case errors.Is(err, limit.ErrWorkFull):
		return RetryLater(time.Second, errWork)
	case err != nil:
		return err
	}
	defer leave()
	if limit.Light(units) {
		return do()
	}
	background.Do(func() { err = do() })
	return err
}

// MeasuredWork is like Work, for work whose cost is hard to predict. If the work takes more than twice the
// CPU time that was paid for, MeasuredWork charges for the difference.
func (s *Service) MeasuredWork(r *http.Request, units float64, do func() error) error {
	return s.MeasuredSteps(r, units, func(func() error) error { return do() })
}

// MeasuredSteps is like MeasuredWork, for work that consists of steps. After each of them, do must call pay, which charges
// for the CPU time so far, and end if it fails because the client cannot pay.
func (s *Service) MeasuredSteps(r *http.Request, units float64, do func(pay func() error) error) error {
	var took float64
	paid := units
	owed := func() float64 {
		if took <= 2*paid {
			return 0
		}
		more := took - paid
		paid = took
		return more
	}
	err := s.Work(r, units, func() error {
		used := limit.MeasureCPU()
		defer func() { took += limit.UnitsOf(used()) }()
		return do(func() error {
			took += limit.UnitsOf(used())
			used = limit.MeasureCPU()
			more := owed()
			if more == 0 {
				return nil
			}
			if wait, ok := s.Limiter.SpendQueued(s.Party(r), more); !ok {
				s.Charge(r, more)
				return RetryLater(wait, ErrTooMany)
			}
			s.account(r).Units += more
			return nil
		})
	})
	if more := owed(); more > 0 {
		s.Charge(r, more)
	}
	return err
}

// Measured does work that may compile a definition, which takes between a tenth of a millisecond and a fifth of a
// second, or play moves on a large board. If the CPU time exceeds twice what the request has paid so far, Measured charges for the difference.
func (s *Service) Measured(r *http.Request, do func() error) error {
	used := limit.MeasureCPU()
	err := do()
	took := limit.UnitsOf(used())
	if paid := s.account(r).Units; took > 2*paid {
		s.Charge(r, took-paid)
	}
	return err
}

// Charge charges for work that is already done. It may leave a debt.
func (s *Service) Charge(r *http.Request, units float64) {
	v := s.account(r)
	s.Limiter.Charge(v.Party, units)
	v.Units += units
}

// foreign reports whether a page from another origin made the request, according to the browser's headers. It
// reports false for clients that are not browsers.
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
