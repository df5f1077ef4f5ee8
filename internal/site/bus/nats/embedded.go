package nats

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/url"
	"strings"
	"sync/atomic"
	"time"

	"github.com/nats-io/nats-server/v2/server"
)

// clusterName is the same on all nodes, because NATS rejects nodes with a different cluster name.
const clusterName = "tain"

// embedded is this process's NATS server. Only the process itself and the servers of other nodes can connect
// to it.
type embedded struct {
	server *server.Server
	secret string // password with which this process connects
	peers  int    // number of configured other nodes
	// refused is the time of the last connection that failed because the keys of two nodes differ, and logged
	// is when this was last logged, both in Unix seconds.
	refused, logged atomic.Int64
}

// refusedFor is how long ready reports a refusal. refusedEach is the minimum interval between log lines,
// because nodes retry every second.
const (
	refusedFor  = 30 * time.Second
	refusedEach = time.Minute
)

// recordRefusal records that the keys of two nodes differ.
func (e *embedded) recordRefusal(log *slog.Logger) {
	now := time.Now().Unix()
	e.refused.Store(now)
	if last := e.logged.Load(); now-last >= int64(refusedEach.Seconds()) && e.logged.CompareAndSwap(last, now) {
		log.Warn("another node was rejected, or has rejected this one: all nodes of a cluster must have the same key (cluster.key)")
	}
}

// embed starts an embedded server that calls changed when other nodes connect or disconnect.
func embed(o Options, changed func()) (*embedded, error) {
	host, port, err := split(o.Listen)
	if err != nil {
		return nil, err
	}
	if host == "" {
		host = "0.0.0.0"
	}
	// Try the address first, because NATS would retry forever without reporting an error.
	l, err := net.Listen("tcp", net.JoinHostPort(host, fmt.Sprint(port)))
	if err != nil {
		return nil, fmt.Errorf("cannot listen for other nodes on %s: %w", o.Listen, err)
	}
	l.Close()
	safe, err := o.tls()
	if err != nil {
		return nil, err
	}
	e := &embedded{secret: rand.Text()}
	settings := &server.Options{
		// NATS connects to other servers only if it also listens for clients. It does so on this machine
		// only, with a password that never leaves this process.
		ServerName: "tain-" + o.Node, Host: "127.0.0.1", Port: server.RANDOM_PORT, Username: "tain", Password: e.secret,
		NoSigs: true, NoSystemAccount: true, DisableShortFirstPing: true,
		MaxPayload: 1 << 20, WriteDeadline: o.Patience, PingInterval: 2 * time.Second, MaxPingsOut: 2,
		Cluster: server.ClusterOpts{
			Name: clusterName, Host: host, Port: port, Username: "tain", Password: o.password(), AuthTimeout: 5,
			NoAdvertise: true, PoolSize: -1, PingInterval: time.Second, MaxPingsOut: 2, WriteDeadline: o.Patience,
			Compression: server.CompressionOpts{Mode: server.CompressionOff},
		},
	}
	if safe != nil {
		settings.Cluster.TLSConfig, settings.Cluster.TLSTimeout = safe, 5
	}
	for _, peer := range o.Peers {
		if peer == o.Listen {
			continue
		}
		e.peers++
		settings.Routes = append(settings.Routes, &url.URL{Scheme: "nats-route", Host: peer, User: url.UserPassword("tain", o.password())})
	}
	if e.server, err = server.NewServer(settings); err != nil {
		return nil, fmt.Errorf("the embedded bus cannot start: %s", o.hide(err.Error()))
	}
	e.server.SetLogger(natsLog{o, changed, func() { e.recordRefusal(o.Log) }}, false, false)
	e.server.Start()
	if !e.server.ReadyForConnections(5 * time.Second) {
		e.close()
		return nil, errors.New("the embedded bus did not start")
	}
	return e, nil
}

// ready returns an error if some of the other nodes are not connected.
func (e *embedded) ready() error {
	if n := e.server.NumRemotes(); n < e.peers {
		if time.Since(time.Unix(e.refused.Load(), 0)) < refusedFor {
			return fmt.Errorf("the bus is connected to %d of %d other nodes, and their key (cluster.key) differs", n, e.peers)
		}
		return fmt.Errorf("the bus is connected to %d of %d other nodes", n, e.peers)
	}
	return nil
}

func (e *embedded) close() {
	e.server.Shutdown()
	e.server.WaitForShutdown()
}

// natsLog writes the embedded server's messages to the log, without secrets. All except fatal errors
// are logged at debug level, because the hub logs connections itself.
type natsLog struct {
	o       Options
	changed func()
	refused func() // called when a node with a different key tries to connect
}

func (l natsLog) write(level slog.Level, format string, v []any) {
	text := fmt.Sprintf(format, v...)
	if strings.Contains(text, "Route connection created") || strings.Contains(text, "connection closed") {
		l.changed()
	}
	l.o.Log.Log(context.Background(), level, "nats server", "message", l.o.hide(text))
}

func (l natsLog) Noticef(format string, v ...any) { l.write(slog.LevelDebug, format, v) }
func (l natsLog) Warnf(format string, v ...any)   { l.write(slog.LevelDebug, format, v) }
func (l natsLog) Errorf(format string, v ...any) {
	if text := strings.ToLower(fmt.Sprintf(format, v...)); strings.Contains(text, "authoriz") || strings.Contains(text, "authentic") {
		l.refused()
	}
	l.write(slog.LevelDebug, format, v)
}
func (l natsLog) Fatalf(format string, v ...any) { l.write(slog.LevelError, format, v) }
func (l natsLog) Debugf(string, ...any)          {}
func (l natsLog) Tracef(string, ...any)          {}
