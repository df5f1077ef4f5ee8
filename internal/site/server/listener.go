package server

import (
	"errors"
	"log/slog"
	"net"
	"sync"
	"time"
)

// acceptEvery is how often errors of accepting connections are logged: where
// there are no descriptors left, there are many of them.
const acceptEvery = 10 * time.Second

// acceptLogger is a listener that counts and logs what keeps it from accepting
// connections. net/http tries again by itself.
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
