// Package app assembles a server from its settings and runs it: the store (store.go), HTTPS and the listeners
// (listen.go), notifications (push.go), the operator's socket, backups and retention (operate.go), and
// settings that can be reloaded while it runs (reload.go). It also copies one store to another (copy.go).
package app

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"net"
	"os"
	"time"

	"github.com/tainchess/tain/engine/tablebase"
	"github.com/tainchess/tain/internal/background"
	"github.com/tainchess/tain/internal/licence"
	"github.com/tainchess/tain/internal/play/computer"
	"github.com/tainchess/tain/internal/play/hub"
	"github.com/tainchess/tain/internal/play/room"
	"github.com/tainchess/tain/internal/site/bus/nats"
	"github.com/tainchess/tain/internal/site/jobs"
	"github.com/tainchess/tain/internal/site/limit"
	"github.com/tainchess/tain/internal/site/page"
	"github.com/tainchess/tain/internal/site/rest"
	"github.com/tainchess/tain/internal/site/server"
	"github.com/tainchess/tain/internal/site/store"
	"github.com/tainchess/tain/internal/site/store/postgres"
	"github.com/tainchess/tain/internal/site/trace"
	"github.com/tainchess/tain/internal/version"
	"github.com/tainchess/tain/web"
)

// Run opens the store and serves until the context is cancelled.
func (s *Server) Run(ctx context.Context) error {
	listener, err := listen("addr", s.Config.Addr)
	if err != nil {
		return err
	}
	defer listener.Close() // does nothing if the server has already closed the listener
	games, closeStore, err := s.openStore(ctx)
	if err != nil {
		return err
	}
	return errors.Join(s.serve(ctx, listener, games), closeStore())
}

// wallClock returns the current time. If it is nil, the server uses time.Now. Fault tests replace it.
var wallClock func() time.Time

// serve assembles the server and serves on a listener until the context is cancelled.
func (s *Server) serve(ctx context.Context, listener net.Listener, games store.Store) error {
	safe, err := s.secure(listener)
	if err != nil {
		return err
	}
	operation, err := s.operation(ctx, games)
	if err != nil {
		return err
	}
	limits := s.Config.Limits
	if s.Config.NoLimits {
		limits = limits.WithoutPerAddress()
	}
	// Operators' actions are always logged. Lines caused by clients are limited, even in games, because on a
	// full disk every move would log an error.
	bounded := limit.BoundLog(s.Log, limits)
	files, built := web.Files()
	licences, _ := licence.All()
	o := server.Options{
		Rules: s.Rules, Files: files, Limits: &limits, Log: bounded, TrustedProxies: s.Config.TrustedProxies, Operator: operation.operator(),
		Level: s.Level, TLS: safe.config, HSTS: s.Config.TLS.HSTS, PublicMetrics: s.Config.PublicMetrics, Licences: licences,
		Build: s.Build, About: s.about(), Gate: operation.gate(), Disk: s.disk(games), Studies: games, Totals: games.Totals,
	}
	o.Local, o.Name = s.local(listener.Addr())
	if o.People, err = s.people(ctx, games, o.Local, listener.Addr()); err != nil {
		return err
	}
	if operation.admin != nil {
		o.Moderation = operation.admin
	}
	play := s.Config.Games
	if o.People != nil {
		play.Taken, play.Apart = o.People.Taken, games.Apart
		if operation.admin != nil {
			o.Records, operation.admin.Forget = operation.admin, o.People.Forget
		}
	}
	play.Rules, play.Gate, play.Log, play.Wall = s.Rules, operation.gate(), bounded, wallClock
	if o.Push, err = s.pushService(ctx, games, bounded); err != nil {
		return err
	}
	if o.Push != nil {
		defer o.Push.Close()
		play.Notify = func(n room.Notification) { o.Push.Notify(n.To, noticeOf(n)) }
	}
	bus, err := s.bus()
	if err != nil {
		return err
	}
	if bus != nil {
		defer bus.Close()
		play.Bus, o.Bus = bus, bus
		o.Leave, o.HandOver = s.Config.Cluster.Leave, s.Config.Cluster.HandOver
	}
	host, _ := os.Hostname() // empty if unknown
	if o.Tracer, err = trace.New(os.Environ(), host+" "+listener.Addr().String(), s.Log); err != nil {
		return err
	}
	if o.Tracer != nil {
		defer o.Tracer.Close()
		play.Traced = func(of, request, id string, began time.Time) {
			o.Tracer.Child(of, "broadcast", began, map[string]string{"game": id, "request": request})
		}
	}
	if o.Tables, err = s.FindTables(s.Config.Tables, &tablebase.Memory{Most: int(limits.TablesMemory)}, func(err error) {
		s.Log.Warn("cannot use an endgame table", "error", err)
	}); err != nil {
		return err
	}
	play.NewPlayer = func() computer.Player { return computer.NewEnginePlayerWith(o.Tables.Search) }
	running, quit := context.WithCancel(ctx)
	defer quit()
	if o.Hub, err = hub.New(running, games, play); err != nil {
		return err
	}
	if pg, ok := games.(*postgres.Store); ok {
		if o.Analyst, err = analyst(pg, limits); err != nil {
			return errors.Join(err, o.Hub.Close(ctx))
		}
	}
	srv, err := server.New(o)
	if err != nil {
		return errors.Join(err, o.Hub.Close(ctx))
	}
	background.MakeRoom(max(1, play.Players) + max(1, limits.Analyses) + limits.WorkSlots())
	sides := &sideServers{log: s.Log}
	defer sides.close()
	admin, err := s.serveSides(sides, srv, safe)
	if err != nil {
		return errors.Join(err, srv.Close())
	}
	stop := s.reloadOnHangup(safe)
	defer stop()
	if !built {
		s.Note("this program was built without the page, as go install does; the API works; " + version.HowToComplete)
	}
	end, err := operation.start(ctx, o.Hub, srv, quit)
	if err != nil {
		return errors.Join(err, srv.Close())
	}
	defer end()
	if err := s.Ready(Address{URL: s.url(listener.Addr()), Admin: admin, Data: s.Config.Data}); err != nil {
		return errors.Join(err, srv.Close())
	}
	return srv.Serve(running, listener)
}

// analyst returns a client that queues games for analysis by the database's workers.
func analyst(games *postgres.Store, l limit.Limits) (rest.Analyst, error) {
	client, err := jobs.NewClient(games)
	if err != nil {
		return nil, err
	}
	client.Bounds = jobs.Bounds{
		Person: l.GameAnalysesPerPerson, Address: l.GameAnalysesPerAddress, All: l.GameAnalyses, Nodes: uint64(l.GameAnalysisNodes),
	}
	return client, nil
}

// bus connects to the other nodes. It returns nil for a single server.
func (s *Server) bus() (*nats.Bus, error) {
	if !s.Config.Clustered() {
		return nil, nil
	}
	c := &s.Config.Cluster
	o := nats.Options{
		URL: s.Config.Bus, Listen: c.Listen, Peers: c.Peers, Cert: c.Cert, CertKey: c.CertKey, CA: c.CA, Log: s.Log,
	}
	if c.Key != "" {
		key, err := nats.ReadKey(c.Key)
		if err != nil {
			return nil, err
		}
		o.Key = key
	}
	return nats.Open(o)
}

// about returns the published information about the operator and about how long data is stored.
func (s *Server) about() page.About {
	a := page.About{Operator: s.Config.Operator, Contact: s.Config.Contact, SecurityContact: s.Config.SecurityContact}
	if s.Config.Memory {
		return a // games in memory are not saved
	}
	a.AnonymiseAfter, a.DeleteAfter, a.DeleteStudiesAfter = s.Config.AnonymiseAfter, s.Config.DeleteAfter, s.Config.DeleteStudiesAfter
	a.DeleteAddressesAfter, a.DeleteReportsAfter, a.DeleteAuditAfter = s.Config.DeleteAddressesAfter, s.Config.DeleteReportsAfter, s.Config.DeleteAuditAfter
	if s.Config.Backup.Dir != "" {
		a.BackupsKept = s.Config.Backup.Keep
	}
	return a
}

// NewLog returns a logger that writes JSON if format is "json", and text otherwise.
func NewLog(out io.Writer, format string, level slog.Leveler) *slog.Logger {
	o := &slog.HandlerOptions{Level: level}
	if format == "json" {
		return slog.New(slog.NewJSONHandler(out, o))
	}
	return slog.New(slog.NewTextHandler(out, o))
}
