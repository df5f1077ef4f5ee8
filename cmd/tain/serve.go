package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"net"
	"net/netip"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"syscall"
	"time"

	"github.com/tainchess/tain/internal/play/room"
	"github.com/tainchess/tain/internal/site/server"
	"github.com/tainchess/tain/internal/site/store/memory"
	"github.com/tainchess/tain/internal/site/store/sqlite"
	"github.com/tainchess/tain/web"
)

type serveCmd struct {
	Definitions []string `arg:"" name:"variant" optional:"" sep:"none" complete:"variants" help:"Files of definitions to offer beside the rule sets there are."`

	Addr       string `default:"localhost:8080" placeholder:"HOST:PORT" help:"Where to listen (default: localhost:8080); :8080 is every address of this machine, port 0 any free one."`
	Data       string `placeholder:"DIR" complete:"files" help:"The folder that keeps the games, if not the usual one."`
	Memory     bool   `help:"Keep games in memory only: they are gone when the server ends."`
	Pool       int    `placeholder:"N" help:"How many computer opponents think at the same time; half the cores if not told."`
	LogFormat  string `default:"text" enum:"text,json" help:"How the log on standard error is written: text or json."`
	TrustProxy bool   `help:"Take the client's address from X-Forwarded-For or Forwarded, if a proxy on this machine or in a private network sets it."`
	NoLimits   bool   `help:"Do not limit what one address may ask for. Only for measuring."`

	operateFlags
}

func (serveCmd) Help() string {
	return `The server plays games between people and with the computer, in the browser and over an API (docs/api.md). Games are kept in a folder; whatever a player has been told is saved. Ctrl-C ends it: players are told, and nothing is lost. Do not copy the folder while the server runs (of 108 such copies 9 were damaged): tain backup makes one that can be relied on, and --backup-dir has the server make them itself (docs/backup.md). tain admin looks after a running server (docs/admin.md).

Examples:

    $ tain serve
    $ tain serve --addr :8080 --data /var/lib/tain
    $ tain serve --data /var/lib/tain --backup-dir /var/backups/tain --backup-every 6h --keep 7d
    $ tain serve --addr localhost:0 --memory --log-format json`
}

// served tells where the server is as JSON.
type served struct {
	URL  string `json:"url"`
	Data string `json:"data,omitempty"` // empty if games are in memory only
}

// shutdownGrace is how long a server may take to end, beyond what it allows
// itself.
const shutdownGrace = 20 * time.Second

func (s *serveCmd) Run(c *console) error {
	if s.Memory && s.Data != "" {
		return errors.New("--memory and --data contradict each other: give one of them")
	}
	if s.Pool < 0 || s.Pool > maxSearchThreads {
		return fmt.Errorf("--pool is %d; it must be from 1 to %d", s.Pool, maxSearchThreads)
	}
	if s.Pool == 0 {
		s.Pool = max(1, runtime.GOMAXPROCS(0)/2)
	}
	if err := c.chooseAll(s.Definitions); err != nil {
		return err
	}
	log := s.logger(c.errs)
	listener, err := listen(s.Addr)
	if err != nil {
		return err
	}
	defer listener.Close() // the server does it first, unless there is none
	store, closeStore, err := s.store(c.ctx)
	if err != nil {
		return err
	}
	err = s.serve(c, listener, store, log)
	return errors.Join(err, closeStore())
}

// serve answers until the command is interrupted.
func (s *serveCmd) serve(c *console, listener net.Listener, store room.Store, log *slog.Logger) error {
	operation, err := s.operation(c, store, log)
	if err != nil {
		return err
	}
	hub, err := room.NewHub(c.ctx, store, room.Options{Rules: c.rules, Players: s.Pool, Gate: operation.gate(), Log: log})
	if err != nil {
		return err
	}
	files, built := web.Files()
	limits := server.UsualLimits()
	if s.NoLimits {
		limits = limits.PerAddressFree()
	}
	srv, err := server.New(server.Options{
		Rules: c.rules, Hub: hub, Files: files, Limits: &limits, Log: log, TrustedProxies: s.proxies(), Operator: operation.operator(),
	})
	if err != nil {
		return errors.Join(err, hub.Close(c.ctx))
	}
	if !built {
		c.note("the page is not built: make web builds it; the API works all the same")
	}
	stop, err := operation.start(c, s.Data, hub, srv)
	if err != nil {
		return errors.Join(err, srv.Close())
	}
	defer stop()
	if err := s.announce(c, listener.Addr()); err != nil {
		return errors.Join(err, srv.Close())
	}
	grace.Store(int64(shutdownGrace))
	return srv.Serve(c.ctx, listener)
}

// proxies are the networks of those that may say who asks.
func (s *serveCmd) proxies() []netip.Prefix {
	if s.TrustProxy {
		return server.PrivateNetworks()
	}
	return nil
}

// logger writes the log.
func (s *serveCmd) logger(out io.Writer) *slog.Logger {
	if s.LogFormat == "json" {
		return slog.New(slog.NewJSONHandler(out, nil))
	}
	return slog.New(slog.NewTextHandler(out, nil))
}

// announce says where the server is.
func (s *serveCmd) announce(c *console, at net.Addr) error {
	told := served{URL: "http://" + visit(s.Addr, at), Data: s.Data}
	if c.json {
		if err := c.document(told); err != nil {
			return err
		}
		return c.out.Flush()
	}
	where := "in " + s.Data
	if s.Memory {
		where = "in memory only"
	}
	fmt.Fprintf(c.out, "Tain is at %s\nGames are kept %s. Ctrl-C ends it.\n", told.URL, where)
	return c.out.Flush()
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

// listen opens the port, or says what to do if it cannot be had.
func listen(addr string) (net.Listener, error) {
	l, err := net.Listen("tcp", addr)
	if err == nil {
		return l, nil
	}
	host, port, split := net.SplitHostPort(addr)
	var why *net.OpError
	errors.As(err, &why)
	switch {
	case split != nil:
		return nil, fmt.Errorf("--addr is %q; it must be a host and a port, such as localhost:8080", clip(addr))
	case errors.Is(err, syscall.EADDRINUSE):
		return nil, fmt.Errorf("port %s is taken by another program, perhaps another tain: end that, or choose another with --addr %s", port, net.JoinHostPort(host, "0"))
	case errors.Is(err, syscall.EACCES):
		return nil, fmt.Errorf("port %s is not for everybody to open: choose one from 1024 up with --addr", port)
	case why != nil:
		return nil, fmt.Errorf("cannot listen on %s: %w", clip(addr), why.Err)
	}
	return nil, fmt.Errorf("cannot listen on %s: %w", clip(addr), err)
}

// store opens the games, and returns how to close them.
func (s *serveCmd) store(ctx context.Context) (room.Store, func() error, error) {
	if s.Memory {
		return memory.New(), func() error { return nil }, nil
	}
	if s.Data == "" {
		folder, err := dataFolder()
		if err != nil {
			return nil, nil, err
		}
		s.Data = folder
	}
	kept, err := sqlite.Open(ctx, s.Data)
	if err != nil {
		var path *fs.PathError
		if errors.As(err, &path) && errors.Is(err, fs.ErrPermission) {
			return nil, nil, fmt.Errorf("the folder %s cannot be written: choose another with --data, or --memory to keep nothing", s.Data)
		}
		return nil, nil, err
	}
	return kept, kept.Close, nil
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
		return "", errors.New("there is no folder for this user's data: name one with --data, or give --memory to keep nothing")
	}
	return filepath.Join(home, ".local", "share", "tain"), nil
}
