package server

import (
	"context"
	"errors"
	"log/slog"
	"net"
	"net/http"
	"sync"
	"time"

	"github.com/tainchess/tain/engine/tablebase"
	"github.com/tainchess/tain/internal/site/api"
	"github.com/tainchess/tain/internal/site/limit"
	"github.com/tainchess/tain/internal/site/live"
	"github.com/tainchess/tain/internal/site/page"
	"github.com/tainchess/tain/internal/site/request"
	"github.com/tainchess/tain/internal/site/rest"
	"github.com/tainchess/tain/internal/site/studies"
)

// New returns a server for the games of a hub.
func New(o Options) (*Server, error) {
	limits := limit.Default()
	if o.Limits != nil {
		limits = *o.Limits
	}
	if o.Tables == nil {
		o.Tables = tablebase.Own
	}
	log := o.Log
	if log == nil {
		log = slog.New(slog.DiscardHandler)
	}
	if _, already := log.Handler().(*limit.BoundedLog); !already {
		log = limit.BoundLog(log, limits)
	}
	m := newMetrics()
	closing, stop := context.WithCancel(context.Background())
	requests := request.New(request.Options{Limits: limits, Log: log, Proxies: o.TrustedProxies, HSTS: o.HSTS, Metrics: m.registry, Closing: closing})
	service := api.NewService(o.Rules).WithTables(o.Tables)
	o.About.Analyses = o.Analyst != nil
	pages, err := page.New(page.Options{
		Requests: requests, Files: o.Files, Find: o.Rules.Find, Service: service, Games: o.Hub, About: o.About, Licences: o.Licences,
	})
	if err != nil {
		stop()
		return nil, err
	}
	var saved *studies.Service
	if o.Studies != nil {
		saved = studies.New(o.Studies, o.Rules.Find, o.Gate, studies.Bounds{Person: limits.PersonStudies, All: limits.AllStudies})
	}
	if o.Operator == nil {
		o.Operator = noOperator{}
	}
	if o.Level == nil {
		o.Level = &slog.LevelVar{}
	}
	s := &Server{
		requests: requests, hub: o.Hub, pages: pages,
		rest: rest.New(rest.Options{
			Requests: requests, Service: service, Tables: o.Tables, Studies: saved, Push: o.Push, Analyst: o.Analyst, Metrics: m.registry,
		}),
		live: live.New(live.Options{
			Requests: requests, Hub: o.Hub, Positions: service, Operator: o.Operator, Tracer: o.Tracer, Metrics: m.registry,
		}),
		log: log, book: log.Handler().(*limit.BoundedLog), level: o.Level, proxies: o.TrustedProxies, tls: o.TLS, public: o.PublicMetrics,
		operator: o.Operator, origins: http.NewCrossOriginProtection(), metrics: m,
		bus: o.Bus, leave: o.Leave, handOver: o.HandOver, close: stop,
	}
	s.registerMetrics(o)
	s.handler = s.mux()
	return s, nil
}

// answerTimeout is how long it may take to answer a request.
const answerTimeout = 2 * time.Minute

// ServeHTTP answers a request.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	// A test without a network has no deadlines, and needs none.
	deadlines := http.NewResponseController(w)
	_ = deadlines.SetWriteDeadline(time.Now().Add(answerTimeout))
	if r.ContentLength != 0 {
		// net/http waits for an unread body too, after the answer.
		_ = deadlines.SetReadDeadline(time.Now().Add(s.requests.Limits.Patience))
	}
	s.requests.SetHSTS(w, r)
	s.handler.ServeHTTP(w, s.requests.AssignID(w, r))
}

// maxStreams is how many requests may be under way on one HTTP/2 connection.
// Pages need no more, and an address may have many connections.
const maxStreams = 32

// Serve answers on a listener until the context ends. Then it closes the
// listener and all sockets, lets the hub finish what was begun, and returns.
func (s *Server) Serve(ctx context.Context, l net.Listener) error {
	web := &http.Server{
		Handler:           s,
		ReadHeaderTimeout: 5 * time.Second, // a body has a time of its own: a read time-out would end long analyses
		WriteTimeout:      answerTimeout,   // writing the answer has a time of its own
		IdleTimeout:       time.Minute,
		MaxHeaderBytes:    request.MaxHeading,
		// net/http logs clients that misbehave.
		ErrorLog:  slog.NewLogLogger(s.requests.Log.Handler(), slog.LevelDebug),
		TLSConfig: s.tls,
		HTTP2:     &http.HTTP2Config{MaxConcurrentStreams: maxStreams},
	}
	l = &acceptLogger{Listener: l, log: s.requests.Log, metrics: s.metrics}
	l = s.Bounded(web, l, s.tls != nil)
	go s.pages.Warm()
	sweeping, stop := context.WithCancel(context.Background())
	defer stop()
	go s.live.Sweep(sweeping)
	go s.housekeep(sweeping)
	if bus := s.hub.Messenger(); bus != nil {
		go s.requests.Limiter.Share(bus, s.hub, sweeping.Done())
	}
	ended := make(chan error, 1)
	go func() {
		if s.tls != nil {
			ended <- web.ServeTLS(l, "", "")
			return
		}
		ended <- web.Serve(l)
	}()
	select {
	case err := <-ended:
		return errors.Join(err, s.Close())
	case <-ctx.Done():
	}
	s.leaveCluster()
	s.requests.Log.Info("closing")
	s.close()
	ending, cancel := context.WithTimeout(context.Background(), s.requests.Limits.ShutdownGrace)
	defer cancel()
	quiet := make(chan error, 1)
	go func() { quiet <- web.Shutdown(ending) }() // at once no new connection, then until requests are answered
	err := s.Close()
	if late := <-quiet; late != nil {
		web.Close()
	}
	return err
}

// Bounded limits the connections to another web server by address, and the
// memory that request headings take while they are read. Call it before that
// server starts, and have it accept from the returned listener.
func (s *Server) Bounded(web *http.Server, l net.Listener, secure bool) net.Listener {
	return s.requests.Limiter.Listen(web, l, s.proxies, secure)
}

// housekeepEvery is how often idle clients are forgotten and dropped log lines
// are counted.
const housekeepEvery = time.Minute

// housekeep bounds the memory of limits and log until the context ends.
func (s *Server) housekeep(ctx context.Context) {
	tick := time.NewTicker(housekeepEvery)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case now := <-tick.C:
			s.requests.Limiter.EvictIdle()
			s.book.Summarise(now)
		}
	}
}

// leaveCluster leaves a cluster: the server stops being ready, so that the proxy in
// front sends nobody new, and then sends its clients to other nodes. A single
// server has nowhere to send them, and departs at once.
func (s *Server) leaveCluster() {
	if s.bus == nil {
		return
	}
	s.log.Info("leaving the cluster", "after", s.leave, "within", s.handOver)
	s.leaving.Store(true)
	time.Sleep(s.leave)
	s.live.HandOver(s.handOver)
}

// Close ends the hub and all sockets. Commands that were begun are carried out
// and saved first.
func (s *Server) Close() error {
	s.close()
	ctx, cancel := context.WithTimeout(context.Background(), s.requests.Limits.ShutdownGrace)
	defer cancel()
	err := s.hub.Close(ctx)
	s.book.Summarise(time.Now())
	s.live.Wait(ctx)
	return err
}

// acceptEvery is how often accept errors are logged. Without file descriptors
// there are many.
const acceptEvery = 10 * time.Second

// acceptLogger is a listener that counts and logs accept errors. net/http
// retries by itself.
type acceptLogger struct {
	net.Listener
	log     *slog.Logger
	metrics *metrics

	mu     sync.Mutex
	last   time.Time // of a line in the log
	silent int       // errors since then
}

// Accept waits for the next connection.
func (l *acceptLogger) Accept() (net.Conn, error) {
	c, err := l.Listener.Accept()
	if err != nil && !errors.Is(err, net.ErrClosed) {
		l.failed(err, time.Now())
	}
	return c, err
}

func (l *acceptLogger) failed(err error, now time.Time) {
	l.metrics.acceptErrors.Inc()
	l.mu.Lock()
	defer l.mu.Unlock()
	if !l.last.IsZero() && now.Sub(l.last) < acceptEvery {
		l.silent++
		return
	}
	l.log.Error("a connection cannot be accepted", "error", err, "since the last line", l.silent)
	l.last, l.silent = now, 0
}

// Connections lists the clients that are connected to a game.
func (s *Server) Connections() []live.Connection { return s.live.Connections() }

// Cut disconnects the clients that match, and returns how many there were.
func (s *Server) Cut(match func(live.Connection) bool) int { return s.live.Cut(match) }
