package server

import (
	"context"
	"errors"
	"log/slog"
	"net"
	"net/http"
	"time"

	"github.com/tainchess/tain/internal/play/room"
	"github.com/tainchess/tain/internal/site/api"
)

// New returns a server over a hub of games.
func New(o Options) (*Server, error) {
	files, err := loadAssets(o.Files)
	if err != nil {
		return nil, err
	}
	limits := UsualLimits()
	if o.Limits != nil {
		limits = *o.Limits
	}
	s := &Server{
		find: o.Rules.Find, service: api.NewService(o.Rules), hub: o.Hub, files: files,
		limits: limits, log: o.Log, proxies: o.TrustedProxies,
		metrics: newMetrics(), limiter: newLimiter(limits), sockets: &socketSet{all: map[live]struct{}{}}, told: newBroadcasts(),
		origins: http.NewCrossOriginProtection(), pictures: newCache(pictureCache),
		work: newWorkQueue(limits), refusals: make(chan struct{}, limits.RefusalsWaiting),
		analyses: newTurns(limits),
	}
	if s.operator = o.Operator; s.operator == nil {
		s.operator = nobody{}
	}
	if s.log == nil {
		s.log = slog.New(slog.DiscardHandler)
	}
	s.book = newBoundedLog(s.log.Handler(), limits)
	s.log = slog.New(s.book)
	s.limiter.flooded = s.flooded
	s.engines = newEngines(s.service, limits)
	s.closing, s.close = context.WithCancel(context.Background())
	s.gauges()
	s.handler = s.mux()
	return s, nil
}

// gauges shows what the hub is doing.
func (s *Server) gauges() {
	for _, g := range []struct {
		name, help string
		figure     func(room.Stats) float64
	}{
		{"tain_games_live", "Games in memory.", func(st room.Stats) float64 { return float64(st.Live) }},
		{"tain_watchers", "Those who watch games.", func(st room.Stats) float64 { return float64(st.Watchers) }},
		{"tain_clocks", "Games that time alone will change before long.", func(st room.Stats) float64 { return float64(st.Timers) }},
		{"tain_computer_thinking", "Computer players that think.", func(st room.Stats) float64 { return float64(st.Thinking) }},
		{"tain_computer_parked", "Games that nobody watches, in which the computer is to move and does not wait to think yet.", func(st room.Stats) float64 { return float64(st.Parked) }},
		{"tain_computer_queue", "Computer players that wait to think.", func(st room.Stats) float64 { return float64(st.Queued) }},
		{"tain_commits", "Commits since the start.", func(st room.Stats) float64 { return float64(st.Commits) }},
		{"tain_conflicts", "Commands decided again since the start because somebody else had written.", func(st room.Stats) float64 { return float64(st.Conflicts) }},
		{"tain_watchers_dropped", "Watchers dropped since the start because they were too slow.", func(st room.Stats) float64 { return float64(st.Dropped) }},
	} {
		s.metrics.gauge(g.name, g.help, func() float64 { return g.figure(s.hub.Stats()) })
	}
}

// answerTime is how long it may take to make an answer.
const answerTime = 2 * time.Minute

// ServeHTTP answers a request.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	// Where there is no deadline to be had, as in a test without a network, the
	// body is there already, and the answer is read at once.
	deadlines := http.NewResponseController(w)
	_ = deadlines.SetWriteDeadline(time.Now().Add(answerTime))
	if r.ContentLength != 0 {
		// A body that nobody reads is waited for too, after the answer.
		_ = deadlines.SetReadDeadline(time.Now().Add(s.limits.Patience))
	}
	s.handler.ServeHTTP(w, r)
}

// Serve answers on a listener until the context ends. Then it takes nobody new,
// tells all sockets, lets the hub finish what was begun, and returns.
func (s *Server) Serve(ctx context.Context, l net.Listener) error {
	web := &http.Server{
		Handler:           s,
		ReadHeaderTimeout: 5 * time.Second, // a body has a time of its own: a read time-out would end long analyses
		WriteTimeout:      answerTime,      // writing the answer has a time of its own
		IdleTimeout:       time.Minute,
		MaxHeaderBytes:    16 << 10,
		// What net/http has to say is about clients that misbehave.
		ErrorLog: slog.NewLogLogger(s.log.Handler(), slog.LevelDebug),
	}
	l = connectionLimiter{l, s.limiter, s.proxies}
	go s.files.warm()
	sweeping, stop := context.WithCancel(context.Background())
	defer stop()
	go s.sweep(sweeping)
	ended := make(chan error, 1)
	go func() { ended <- web.Serve(l) }()
	select {
	case err := <-ended:
		return errors.Join(err, s.Close())
	case <-ctx.Done():
	}
	s.log.Info("closing")
	s.close()
	ending, cancel := context.WithTimeout(context.Background(), s.limits.ShutdownGrace)
	defer cancel()
	quiet := make(chan error, 1)
	go func() { quiet <- web.Shutdown(ending) }() // at once no new connection, then until requests are answered
	err := s.Close()
	if late := <-quiet; late != nil {
		web.Close()
	}
	return err
}

// Close ends the games' hub and all sockets. Whatever was begun is carried out
// and saved first.
func (s *Server) Close() error {
	s.close()
	ctx, cancel := context.WithTimeout(context.Background(), s.limits.ShutdownGrace)
	defer cancel()
	err := s.hub.Close(ctx)
	s.book.sumUp(time.Now())
	left := make(chan struct{})
	go func() {
		s.sockets.out.Wait()
		close(left)
	}()
	select {
	case <-left:
	case <-ctx.Done():
		s.sockets.each(func(k live) { k.end() })
	}
	return err
}
