package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"syscall"
	"time"

	"github.com/tainchess/tain/engine/tablebase"
	"github.com/tainchess/tain/internal/background"
	"github.com/tainchess/tain/internal/cli"
	"github.com/tainchess/tain/internal/licence"
	"github.com/tainchess/tain/internal/play/computer"
	"github.com/tainchess/tain/internal/play/hub"
	"github.com/tainchess/tain/internal/play/room"
	"github.com/tainchess/tain/internal/site/bus/nats"
	"github.com/tainchess/tain/internal/site/config"
	"github.com/tainchess/tain/internal/site/jobs"
	sitelimit "github.com/tainchess/tain/internal/site/limit"
	"github.com/tainchess/tain/internal/site/page"
	"github.com/tainchess/tain/internal/site/request"
	"github.com/tainchess/tain/internal/site/rest"
	"github.com/tainchess/tain/internal/site/server"
	"github.com/tainchess/tain/internal/site/shelf"
	"github.com/tainchess/tain/internal/site/store"
	"github.com/tainchess/tain/internal/site/store/memory"
	"github.com/tainchess/tain/internal/site/store/postgres"
	"github.com/tainchess/tain/internal/site/store/sqlite"
	"github.com/tainchess/tain/internal/site/trace"
	"github.com/tainchess/tain/web"
)

// serveCmd has a flag for what is often set; --set sets anything. Their
// defaults and bounds are those of package config.
type serveCmd struct {
	Definitions []string `arg:"" name:"variant" optional:"" sep:"none" complete:"variants" help:"Additional definition files."`

	Config      string `placeholder:"FILE" complete:"files" env:"TAIN_CONFIG" help:"Settings file (TOML); see docs/operate.md."`
	PrintConfig bool   `help:"Print every setting with its source, and exit."`

	Addr           *string  `setting:"addr" placeholder:"HOST:PORT" help:"Listen address (default: localhost:8080); :8080 for every interface, port 0 for a free port."`
	AdminAddr      *string  `setting:"admin-addr" placeholder:"HOST:PORT" help:"Address of metrics, profiles and the log level, such as localhost:9090 (default: none)."`
	Data           *string  `setting:"data" placeholder:"DIR" complete:"files" help:"Data folder (default: ~/.local/share/tain)."`
	Store          *string  `setting:"store" placeholder:"URL" help:"PostgreSQL database for the games, which several servers may share, such as postgres://tain@localhost/tain. Put the password in PGPASSWORD or ~/.pgpass: command lines are visible to other users."`
	Memory         *bool    `setting:"memory" help:"Keep games in memory only; they are lost when the server stops."`
	Bus            *string  `setting:"bus" placeholder:"URL" help:"External NATS server of the cluster, such as nats://10.0.0.5:4222."`
	ClusterListen  *string  `setting:"cluster.listen" placeholder:"HOST:PORT" help:"Address for other nodes of the cluster; see docs/operate.md."`
	ClusterPeers   *string  `setting:"cluster.peers" placeholder:"HOST:PORT,..." help:"Addresses of the other nodes."`
	ClusterKey     *string  `setting:"cluster.key" placeholder:"FILE" complete:"files" help:"File with the secret shared by all nodes."`
	Pool           *string  `setting:"games.players" placeholder:"N" help:"Concurrent computer players (default: half the cores)."`
	LogFormat      *string  `setting:"log-format" placeholder:"FORMAT" help:"Log format on standard error: text or json."`
	LogLevel       *string  `setting:"log-level" placeholder:"LEVEL" help:"Log level: debug, info, warn or error."`
	TrustedProxies *string  `setting:"trusted-proxies" placeholder:"NETS" help:"Trusted proxies: addresses and networks, separated by commas."`
	TrustProxy     bool     `help:"The same as --trusted-proxies private: loopback and private networks."`
	PublicMetrics  *bool    `setting:"public-metrics" help:"Also serve /metrics on the public address."`
	NoLimits       *bool    `setting:"no-limits" help:"Disable rate limits per address; for measurements only."`
	TLSCert        *string  `setting:"tls.cert" placeholder:"FILE" complete:"files" help:"Certificate file for HTTPS (PEM); reloaded when it changes."`
	TLSKey         *string  `setting:"tls.key" placeholder:"FILE" complete:"files" help:"Private key file of the certificate (PEM)."`
	TLSDomains     *string  `setting:"tls.domains" placeholder:"NAMES" help:"Domains of HTTPS certificates from Let's Encrypt or another authority."`
	BackupDir      *string  `setting:"backup.dir" placeholder:"DIR" complete:"files" help:"Folder for verified backups. Do not copy the data folder of a running server instead: of 108 such copies, 9 were damaged."`
	BackupEvery    *string  `setting:"backup.every" placeholder:"TIME" help:"Backup interval (default: 6h)."`
	Keep           *string  `setting:"backup.keep" placeholder:"TIME" help:"Backup retention (default: 7d); 0 for ever. The newest backup always stays."`
	BackupKey      *string  `setting:"backup.key" placeholder:"KEY" complete:"files" help:"Recipient of encrypted backups (age1...), or a file of recipients."`
	DeleteAfter    *string  `setting:"delete-after" placeholder:"TIME" help:"Time after which finished games are deleted, such as 365d (default: never)."`
	AnonymiseAfter *string  `setting:"anonymise-after" placeholder:"TIME" help:"Time after which finished games are anonymised, such as 90d (default: never)."`
	Set            []string `sep:"none" placeholder:"KEY=VALUE" help:"Any setting, such as limits.rate=80; see docs/operate.md."`

	settings *config.Settings
	config   *config.Config
}

func (serveCmd) Help() string {
	return `Serves games between people and against the computer, in the browser and over an API (docs/api.md). Games are saved in a folder before players see their moves acknowledged. Ctrl-C stops the server without losing anything. Do not copy the folder of a running server (of 108 such copies, 9 were damaged): use tain backup or --backup-dir (docs/backup.md). tain admin administers a running server (docs/admin.md).

Settings come from flags, the environment (TAIN_ADDR, TAIN_LIMITS_RATE) and a file, in that order of precedence. docs/operate.md explains how to run a public server.

Examples:

    $ tain serve
    $ tain serve --addr :8080 --data /var/lib/tain
    $ tain serve --data /var/lib/tain --backup-dir /var/backups/tain --backup-every 6h --keep 7d
    $ tain serve --store postgres://tain@localhost/tain --data /var/lib/tain/one
    $ tain serve --config /etc/tain/tain.toml --print-config
    $ tain serve --addr localhost:0 --memory --log-format json`
}

// served tells where the server is as JSON.
type served struct {
	URL   string `json:"url"`
	Admin string `json:"admin,omitempty"`
	Data  string `json:"data,omitempty"` // empty if games are in memory only
}

// shutdownGrace is how long a server may take to end, beyond what it allows
// itself.
const shutdownGrace = 20 * time.Second

func (s *serveCmd) Run(c *console) error {
	if err := s.configure(os.Environ()); err != nil {
		return c.faulty(err)
	}
	if s.PrintConfig {
		return s.printConfig(c)
	}
	if err := c.ChooseAll(s.config.Definitions); err != nil {
		return err
	}
	level := &slog.LevelVar{}
	known, err := config.ParseLevel(s.config.LogLevel)
	if err != nil {
		return err
	}
	level.Set(known)
	log := s.logger(c.Errs, level)
	listener, err := listen("addr", s.config.Addr)
	if err != nil {
		return err
	}
	defer listener.Close() // the server does it first, unless there is none
	kept, closeStore, err := s.store(c.Context, log)
	if err != nil {
		return err
	}
	err = s.serve(c, listener, kept, log, level)
	return errors.Join(err, closeStore())
}

// wall is the wall clock; nil means time.Now. Only a build for tests has another.
var wall func() time.Time

// serve answers until the command is interrupted.
func (s *serveCmd) serve(c *console, listener net.Listener, kept room.Store, log *slog.Logger, level *slog.LevelVar) error {
	safe, err := s.secure(log, listener)
	if err != nil {
		return err
	}
	operation, err := s.operation(c, kept, log)
	if err != nil {
		return err
	}
	limits := s.config.Limits
	if s.config.NoLimits {
		limits = limits.WithoutPerAddress()
	}
	// What operators do is always logged. What strangers do is bounded, also in
	// games: on a full disk every move would be a line.
	bounded := sitelimit.BoundLog(log, limits)
	games := s.config.Games
	games.Rules, games.Gate, games.Log, games.Wall = c.Rules, operation.gate(), bounded, wall
	pusher, err := s.pushService(c.Context, kept, bounded)
	if err != nil {
		return err
	}
	if pusher != nil {
		defer pusher.Close()
		games.Notify = func(n room.Notification) { pusher.Tell(n.To, noticeOf(n)) }
	}
	bus, err := s.bus(log)
	if err != nil {
		return err
	}
	if bus != nil {
		defer bus.Close()
		games.Bus = bus
	}
	host, _ := os.Hostname() // nothing where there is none
	tracer, err := trace.New(os.Environ(), host+" "+listener.Addr().String(), log)
	if err != nil {
		return err
	}
	if tracer != nil {
		defer tracer.Close()
		games.Traced = func(of, request, id string, began time.Time) {
			tracer.Child(of, "tell", began, map[string]string{"game": id, "request": request})
		}
	}
	tables, err := tableSets(s.config.Tables, &tablebase.Memory{Most: int(limits.TablesMemory)}, func(err error) {
		log.Warn("an endgame table is not used", "error", err)
	})
	if err != nil {
		return err
	}
	games.NewPlayer = func() computer.Player { return computer.NewEnginePlayerWith(tables.Search) }
	ctx, quit := context.WithCancel(c.Context)
	defer quit()
	hub, err := hub.NewHub(ctx, kept, games)
	if err != nil {
		return err
	}
	files, built := web.Files()
	about := buildOf()
	licences, _ := licence.All()
	o := server.Options{
		Rules: c.Rules, Hub: hub, Files: files, Limits: &limits, Log: bounded, TrustedProxies: s.config.TrustedProxies, Operator: operation.operator(),
		Level: level, TLS: safe.config, HSTS: s.config.TLS.HSTS, PublicMetrics: s.config.PublicMetrics, Licences: licences,
		Build: server.Build{Version: about.Version, Revision: about.Revision},
		About: s.about(), Tables: tables,
	}
	if bus != nil {
		o.Bus = bus
		o.Leave, o.HandOver = s.config.Cluster.Leave, s.config.Cluster.HandOver
	}
	o.Tracer = tracer
	o.Gate, o.Push = games.Gate, pusher
	o.Studies, _ = kept.(shelf.Store)
	if pg, ok := kept.(*postgres.Store); ok {
		if o.Analyst, err = analyst(pg, limits); err != nil {
			return errors.Join(err, hub.Close(c.Context))
		}
	}
	if !s.config.Memory {
		o.Disk = func() server.Disk { return diskOf(s.config.Data) }
		if pg, ok := kept.(*postgres.Store); ok {
			o.Disk = func() server.Disk { return sizeOf(pg) }
		}
	}
	srv, err := server.New(o)
	if err != nil {
		return errors.Join(err, hub.Close(c.Context))
	}
	background.MakeRoom(max(1, games.Players) + max(1, limits.Analyses))
	sides := &sideServers{log: log}
	defer sides.close()
	admin, err := s.serveSides(sides, srv, safe)
	if err != nil {
		return errors.Join(err, srv.Close())
	}
	stop := s.rereadOnHangup(log, level, safe)
	defer stop()
	if !built {
		c.Note("this program was built without the page; the API works. To include the page, run go generate ./web and go install ./cmd/tain in the source tree (needs Node 20)")
	}
	end, err := operation.start(c, s.config.Data, hub, srv, quit)
	if err != nil {
		return errors.Join(err, srv.Close())
	}
	defer end()
	if err := s.announce(c, listener.Addr(), admin); err != nil {
		return errors.Join(err, srv.Close())
	}
	grace.Store(int64(shutdownGrace + o.Leave + o.HandOver))
	return srv.Serve(ctx, listener)
}

// analyst has games analysed by the workers of a database.
func analyst(kept *postgres.Store, l sitelimit.Limits) (rest.Analyst, error) {
	client, err := jobs.NewClient(kept)
	if err != nil {
		return nil, err
	}
	client.Bounds = jobs.Bounds{Person: l.GameAnalysesPerPerson, Address: l.GameAnalysesPerAddress, All: l.GameAnalyses, Nodes: uint64(l.GameAnalysisNodes)}
	return client, nil
}

// bus connects to the other nodes; nil for a server alone.
func (s *serveCmd) bus(log *slog.Logger) (*nats.Bus, error) {
	if !s.config.Clustered() {
		return nil, nil
	}
	c := &s.config.Cluster
	o := nats.Options{
		URL: s.config.Bus, Listen: c.Listen, Peers: c.Peers, Cert: c.Cert, CertKey: c.CertKey, CA: c.CA, Log: log,
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

// about is what the server says of those who run it.
func (s *serveCmd) about() page.About {
	a := page.About{Operator: s.config.Operator, Contact: s.config.Contact, SecurityContact: s.config.SecurityContact}
	if s.config.Memory {
		return a // nothing is kept that could be forgotten
	}
	a.AnonymiseAfter, a.DeleteAfter, a.DeleteStudiesAfter = s.config.AnonymiseAfter, s.config.DeleteAfter, s.config.DeleteStudiesAfter
	if s.config.Backup.Dir != "" {
		a.BackupsKept = s.config.Backup.Keep
	}
	return a
}

// serveSides opens the operator's address, and the one that sends plain HTTP
// on to HTTPS. It returns where the first is.
func (s *serveCmd) serveSides(sides *sideServers, srv *server.Server, safe *security) (admin string, err error) {
	if addr := s.config.AdminAddr; addr != "" {
		l, err := listen("admin-addr", addr)
		if err != nil {
			return "", err
		}
		admin = "http://" + visit(addr, l.Addr())
		// Profiles take as long as they are asked to.
		sides.serve(nil, l, srv.Debug(), 10*time.Minute)
	}
	if addr := s.config.TLS.HTTPAddr; addr != "" {
		l, err := listen("tls.http-addr", addr)
		if err != nil {
			return "", err
		}
		sides.serve(srv, l, safe.plain, 10*time.Second)
	}
	return admin, nil
}

// sideServers are the HTTP servers next to the main one.
type sideServers struct {
	log *slog.Logger
	all []*http.Server
}

// serve answers on a listener until close. Where strangers may come, the server
// bounds what each address may hold; the operator's own is nobody else's.
func (a *sideServers) serve(bounds *server.Server, l net.Listener, h http.Handler, longest time.Duration) {
	one := &http.Server{
		Handler: h, ReadHeaderTimeout: 5 * time.Second, ReadTimeout: 10 * time.Second, WriteTimeout: longest, IdleTimeout: 30 * time.Second,
		MaxHeaderBytes: request.MaxHeading, ErrorLog: slog.NewLogLogger(a.log.Handler(), slog.LevelDebug),
	}
	if bounds != nil {
		l = bounds.Bounded(one, l, false)
	}
	a.all = append(a.all, one)
	go func() {
		if err := one.Serve(l); !errors.Is(err, http.ErrServerClosed) {
			a.log.Error("an address is not served any more", "address", l.Addr().String(), "error", err)
		}
	}()
}

func (a *sideServers) close() {
	for _, one := range a.all {
		one.Close()
	}
}

// logger writes the log.
func (s *serveCmd) logger(out io.Writer, level *slog.LevelVar) *slog.Logger {
	o := &slog.HandlerOptions{Level: level}
	if s.config.LogFormat == "json" {
		return slog.New(slog.NewJSONHandler(out, o))
	}
	return slog.New(slog.NewTextHandler(out, o))
}

// announce says where the server is.
func (s *serveCmd) announce(c *console, at net.Addr, admin string) error {
	scheme := "http://"
	if s.config.TLS.Own() {
		scheme = "https://"
	}
	told := served{URL: scheme + visit(s.config.Addr, at), Admin: admin, Data: s.config.Data}
	if c.JSON {
		if err := c.Document(told); err != nil {
			return err
		}
		return c.Out.Flush()
	}
	kept := s.config.Data
	if s.config.Store != "" {
		kept = postgres.Masked(s.config.Store)
	}
	where := fmt.Sprintf("Games are saved in %v. Press Ctrl-C to stop.", kept)
	if s.config.Memory {
		where = "Games are kept in memory only. Press Ctrl-C to stop."
	}
	fmt.Fprintf(c.Out, "%s\n%s\n", fmt.Sprintf("Tain is running at %v", told.URL), where)
	if admin != "" {
		fmt.Fprintf(c.Out, "Metrics and profiles: %v\n", admin)
	}
	return c.Out.Flush()
}

// visit is what to type into a browser to reach a listener: the host that was
// asked for, with the port that was given.
func visit(asked string, at net.Addr) string {
	host, _, err := net.SplitHostPort(asked)
	tcp, ok := at.(*net.TCPAddr)
	if err != nil || !ok {
		return at.String()
	}
	if ip := net.ParseIP(host); host == "" || ip != nil && ip.IsUnspecified() {
		host = "localhost"
	}
	return net.JoinHostPort(host, strconv.Itoa(tcp.Port))
}

// listen opens the port of a setting, or says what to do if it cannot be had.
func listen(setting, addr string) (net.Listener, error) {
	l, err := net.Listen("tcp", addr)
	if err == nil {
		return l, nil
	}
	host, port, _ := net.SplitHostPort(addr)
	var why *net.OpError
	errors.As(err, &why)
	switch {
	case errors.Is(err, syscall.EADDRINUSE):
		return nil, fmt.Errorf("port %v is in use, perhaps by another tain; stop it, or choose another port with --set %v=%v", port, setting, net.JoinHostPort(host, "0"))
	case errors.Is(err, syscall.EACCES):
		return nil, fmt.Errorf("port %v needs privileges; choose one from 1024 up with --set %v=HOST:PORT", port, setting)
	case why != nil:
		return nil, fmt.Errorf("cannot listen on %s: %w", cli.Clip(addr), why.Err)
	}
	return nil, fmt.Errorf("cannot listen on %s: %w", cli.Clip(addr), err)
}

// store opens the games, and returns how to close them.
func (s *serveCmd) store(ctx context.Context, log *slog.Logger) (room.Store, func() error, error) {
	if s.config.Memory {
		return memory.New(), func() error { return nil }, nil
	}
	if s.config.Data == "" {
		folder, err := dataFolder()
		if err != nil {
			return nil, nil, err
		}
		s.config.Data = folder
	}
	if s.config.Store != "" {
		return s.sharedStore(ctx, log)
	}
	kept, err := sqlite.Open(ctx, s.config.Data)
	if err != nil {
		var path *fs.PathError
		if errors.As(err, &path) && errors.Is(err, fs.ErrPermission) {
			return nil, nil, fmt.Errorf("cannot write to folder %v; choose another with --data, or use --memory", s.config.Data)
		}
		return nil, nil, err
	}
	if err := finished(ctx, kept); err != nil {
		return nil, nil, errors.Join(err, kept.Close())
	}
	return kept, kept.Close, nil
}

// sharedStore opens the games in PostgreSQL. The folder keeps what is this
// server's alone: the socket of tain admin, and certificates.
func (s *serveCmd) sharedStore(ctx context.Context, log *slog.Logger) (room.Store, func() error, error) {
	unlock, err := sqlite.Lock(s.config.Data)
	if err != nil {
		return nil, nil, fmt.Errorf("%w; each server of a cluster has a folder of its own (--data)", err)
	}
	o := postgres.Options{URL: s.config.Store, PasswordFile: s.config.StorePasswordFile, Wait: s.config.StoreWait, Log: log}
	if file := s.config.Cluster.Key; file != "" {
		key, err := nats.ReadKey(file)
		if err != nil {
			return nil, nil, errors.Join(err, unlock())
		}
		o.Key = []byte(key)
	}
	kept, err := postgres.Open(ctx, o)
	if err != nil {
		return nil, nil, errors.Join(err, unlock())
	}
	if err := finished(ctx, kept); err != nil {
		return nil, nil, errors.Join(err, kept.Close(), unlock())
	}
	return kept, func() error { return errors.Join(kept.Close(), unlock()) }, nil
}

// finished refuses a store that tain store copy has not filled yet.
func finished(ctx context.Context, kept store.Full) error {
	from, err := store.Unfinished(ctx, kept)
	if err == nil && from != "" {
		err = fmt.Errorf("the copy of %v into this store is incomplete; run tain store copy again", from)
	}
	return err
}

// dataFolder is where programs of this user keep their data.
func dataFolder() (string, error) {
	if dir := os.Getenv("XDG_DATA_HOME"); filepath.IsAbs(dir) {
		return filepath.Join(dir, "tain"), nil
	}
	if runtime.GOOS == "windows" || runtime.GOOS == "darwin" {
		if dir, err := os.UserConfigDir(); err == nil {
			return filepath.Join(dir, "tain"), nil
		}
	}
	home, err := os.UserHomeDir()
	if err != nil {
		return "", errors.New("no data folder for this user; name one with --data, or use --memory")
	}
	return filepath.Join(home, ".local", "share", "tain"), nil
}
