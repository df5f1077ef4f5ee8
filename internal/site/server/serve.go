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
	"github.com/tainchess/tain/internal/play/hub"
	"github.com/tainchess/tain/internal/site/accounts"
	"github.com/tainchess/tain/internal/site/api"
	"github.com/tainchess/tain/internal/site/limit"
	"github.com/tainchess/tain/internal/site/live"
	"github.com/tainchess/tain/internal/site/page"
	"github.com/tainchess/tain/internal/site/request"
	"github.com/tainchess/tain/internal/site/rest"
	"github.com/tainchess/tain/internal/site/studies"
)

// New returns a server for the games of a hub. It fails if the client's files cannot be loaded.
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
	settings := request.Options{
		Limits: limits, Log: log, Proxies: o.TrustedProxies, HSTS: o.HSTS, Metrics: m.registry, Closing: closing,
	}
	if o.People != nil {
		settings.Accounts = o.People
	}
	requests := request.New(settings)
	service := api.NewService(o.Rules).WithTables(o.Tables)
	o.About.Analyses, o.About.Accounts = o.Analyst != nil, o.People != nil
	if o.People != nil && o.People.Provider != nil {
		o.About.Provider = o.People.Provider.Name()
	}
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
		log: log, book: log.Handler().(*limit.BoundedLog), level: o.Level, proxies: o.TrustedProxies, tls: o.TLS, public: o.PublicMetrics, local: o.Local, name: o.Name,
		operator: o.Operator, origins: http.NewCrossOriginProtection(), metrics: m,
		bus: o.Bus, leave: o.Leave, handOver: o.HandOver, close: stop,
	}
	s.accounts = accounts.New(accounts.Options{Requests: requests, People: o.People, Records: o.Records, Moderation: o.Moderation, Hub: o.Hub, Cut: s.Cut})
	s.registerMetrics(o)
	s.handler = s.mux()
	return s, nil
}

// answerTimeout is the time limit for a response.
const answerTimeout = 2 * time.Minute

// ServeHTTP handles a request, within the time limits for bodies and responses.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	// Tests without a network connection cannot set deadlines and do not need them.
	deadlines := http.NewResponseController(w)
	_ = deadlines.SetWriteDeadline(time.Now().Add(answerTimeout))
	if r.ContentLength != 0 {
		// net/http also waits for an unread body after the response.
		_ = deadlines.SetReadDeadline(time.Now().Add(s.requests.Limits.Patience))
	}
	s.requests.SetHSTS(w, r)
	s.handler.ServeHTTP(w, s.requests.AssignID(w, r))
}

// maxStreams is the maximum number of concurrent requests on one HTTP/2 connection. Pages need no more, and
// an address may open many connections, each with this many requests.
const maxStreams = 32

// Serve serves on a listener until the context is cancelled. Then it leaves the cluster, if there is one,
// closes the listener and all sockets, lets the hub finish commands in progress, and returns.
func (s *Server) Serve(ctx context.Context, l net.Listener) error {
	web := &http.Server{
		// Bodies and responses have separate deadlines, because a read timeout would end long analyses.
		// ErrorLog uses the debug level, because net/http logs misbehaving clients.
		Handler: s, ReadHeaderTimeout: 5 * time.Second, WriteTimeout: answerTimeout, IdleTimeout: time.Minute,
		MaxHeaderBytes: request.MaxHeading, ErrorLog: slog.NewLogLogger(s.requests.Log.Handler(), slog.LevelDebug),
		TLSConfig: s.tls, HTTP2: &http.HTTP2Config{MaxConcurrentStreams: maxStreams},
		DisableGeneralOptionsHandler: true, // it would respond to OPTIONS * without charging for the request
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
	go func() { quiet <- web.Shutdown(ending) }() // stops accepting connections, and waits for requests in progress
	err := s.Close()
	if late := <-quiet; late != nil {
		web.Close()
	}
	return err
}

// Bounded limits the connections of a web server per address, and the memory used to read request headers.
// Call it before the web server starts, and serve on the returned listener.
func (s *Server) Bounded(web *http.Server, l net.Listener, secure bool) net.Listener {
	return s.requests.Limiter.Listen(web, l, s.proxies, secure)
}

// evictEvery is how often idle clients are evicted from the limiter, which an attacker with many addresses
// could otherwise fill. summariseEvery is how often dropped log lines are summarised.
const (
	evictEvery     = 10 * time.Second
	summariseEvery = time.Minute
)

// housekeep evicts idle clients from the limiter and summarises dropped log lines, until the context is
// cancelled.
func (s *Server) housekeep(ctx context.Context) {
	evict, summarise := time.NewTicker(evictEvery), time.NewTicker(summariseEvery)
	defer evict.Stop()
	defer summarise.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-evict.C:
			s.requests.Limiter.EvictIdle()
		case now := <-summarise.C:
			s.book.Summarise(now)
		}
	}
}

// leaveCluster drains the node: the server reports that it is not ready, so that the proxy sends no new
// clients, and then moves its clients to other nodes. It does nothing on a single server.
func (s *Server) leaveCluster() {
	if s.bus == nil {
		return
	}
	s.log.Info("leaving the cluster", "after", s.leave, "within", s.handOver)
	s.leaving.Store(true)
	time.Sleep(s.leave)
	s.live.HandOver(s.handOver)
}

// Close closes the hub and all sockets, after commands in progress have been finished and saved.
func (s *Server) Close() error {
	s.close()
	ctx, cancel := context.WithTimeout(context.Background(), s.requests.Limits.ShutdownGrace)
	defer cancel()
	err := s.hub.Close(ctx)
	s.book.Summarise(time.Now())
	s.live.Wait(ctx)
	return err
}

// acceptEvery is the minimum interval between log lines about accept errors, which are frequent when file
// descriptors run out.
const acceptEvery = 10 * time.Second

// acceptLogger is a listener that counts and logs accept errors. net/http retries after such errors.
type acceptLogger struct {
	net.Listener
	log     *slog.Logger
	metrics *metrics

	mu     sync.Mutex
	last   time.Time // time of the last log line
	silent int       // number of errors since then
}

// Accept returns the next connection, and records errors.
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
	l.log.Error("cannot accept a connection", "error", err, "errors since the last line", l.silent)
	l.last, l.silent = now, 0
}

// Connections lists the clients that are connected to a game.
func (s *Server) Connections() []live.Connection { return s.live.Connections() }

// Cut disconnects the clients that match, and returns their number.
func (s *Server) Cut(match func(live.Connection) bool) int { return s.live.Cut(match) }

// registerMetrics registers the metrics of the hub, the bus, the workers and the database.
func (s *Server) registerMetrics(o Options) {
	type figure func(hub.Stats) int64
	read := func(of figure) func() float64 { return func() float64 { return float64(of(s.hub.Stats())) } }
	gauge := func(name, help string, of figure) { s.metrics.gauge(name, help, read(of)) }
	counter := func(name, help string, of figure) { s.metrics.counter(name, help, read(of)) }
	gauge("tain_games_live", "Games in memory.", func(st hub.Stats) int64 { return int64(st.Live) })
	gauge("tain_watchers", "Clients that watch games.", func(st hub.Stats) int64 { return int64(st.Watchers) })
	gauge("tain_clocks", "Games with an alarm set, for a deadline that is near.", func(st hub.Stats) int64 { return int64(st.Timers) })
	gauge("tain_computer_thinking", "Computer players searching.", func(st hub.Stats) int64 { return int64(st.Thinking) })
	gauge("tain_computer_queue", "Computer moves waiting for a free computer player, or passed to workers.", func(st hub.Stats) int64 { return int64(st.Queued) })
	counter("tain_commits_total", "Commits.", func(st hub.Stats) int64 { return st.Commits })
	counter("tain_conflicts_total", "Commands retried after a concurrent write.", func(st hub.Stats) int64 { return st.Conflicts })
	counter("tain_watchers_dropped_total", "Watchers dropped because they were too slow.", func(st hub.Stats) int64 { return st.Dropped })
	counter("tain_store_errors_total", "Failed reads, writes and queries of the store.", func(st hub.Stats) int64 { return st.StoreErrors })
	s.metrics.registry.MustRegister(limitCollector(func() []limit.State { return s.limitStates(o.Totals, o.Analyst) }))
	s.metrics.counter("tain_holders_dropped_total", "Connections closed to free memory, because their address had the most bytes in flight.", func() float64 {
		return float64(s.requests.Limiter.Dropped())
	})
	if o.Bus != nil {
		s.metrics.gauge("tain_bus_ready", "1 if the node is connected to all others, or to the external NATS, 0 if not.", func() float64 {
			if o.Bus.Ready() != nil {
				return 0
			}
			return 1
		})
		s.metrics.counter("tain_bus_lost_total", "Bus messages dropped on this node.", func() float64 { return float64(o.Bus.Lost()) })
		gauge("tain_nodes", "Nodes of the cluster, including this one.", func(st hub.Stats) int64 { return int64(st.Nodes) })
		counter("tain_healed_total", "Games that missed bus messages and read the events from the store.", func(st hub.Stats) int64 { return int64(st.Healed) })
	}
	if o.Analyst != nil {
		s.metrics.registry.MustRegister(analysisCollector{o.Analyst})
	}
	if o.Disk != nil {
		s.metrics.gauge("tain_database_bytes", "Size of the database.", func() float64 { return float64(o.Disk().Database) })
		s.metrics.gauge("tain_database_log_bytes", "Size of the database's write-ahead log.", func() float64 { return float64(o.Disk().Log) })
		s.metrics.gauge("tain_disk_free_bytes", "Free space on the disk of the database; -1 if unknown.", func() float64 { return float64(o.Disk().Free) })
	}
	s.metrics.build(o.Build)
}
