//go:build !lean

package main

import (
	"cmp"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"runtime"
	"strings"
	"time"

	"github.com/alecthomas/kong"

	"github.com/tainchess/tain/internal/background"
	"github.com/tainchess/tain/internal/cli"
	"github.com/tainchess/tain/internal/site/app"
	"github.com/tainchess/tain/internal/site/config"
	"github.com/tainchess/tain/internal/site/jobs"
	"github.com/tainchess/tain/internal/site/load"
	"github.com/tainchess/tain/internal/site/server"
	"github.com/tainchess/tain/internal/site/store/dsn"
	"github.com/tainchess/tain/internal/site/store/postgres"
	"github.com/tainchess/tain/notation"
	"github.com/tainchess/tain/rules"
)

// serveCmd has flags for common settings; --set sets any setting. Package config defines the defaults and
// bounds of all settings.
type serveCmd struct {
	Definitions []string `arg:"" name:"variant" optional:"" sep:"none" complete:"variants" help:"Rule sets to offer in addition to the built-in ones: definition files or gallery/NAME."`

	Config      string `placeholder:"FILE" complete:"files" env:"TAIN_CONFIG" help:"Settings file (TOML); see docs/operate.md."`
	PrintConfig bool   `help:"Print every setting with its source, and exit."`

	Addr           *string  `setting:"addr" placeholder:"HOST:PORT" help:"Listen address (default: localhost:8080); :8080 for every interface, port 0 for a free port."`
	AdminAddr      *string  `setting:"admin-addr" placeholder:"HOST:PORT" help:"Listen address for metrics, profiles and the log level, such as localhost:9090 (default: none)."`
	Data           *string  `setting:"data" placeholder:"DIR" complete:"files" help:"Data folder (default on Linux: ~/.local/share/tain)."`
	Store          *string  `setting:"store" placeholder:"URL" help:"PostgreSQL database for the games, which several servers may share, such as postgres://tain@localhost/tain. Put the password in PGPASSWORD or ~/.pgpass: command lines are visible to other users."`
	Memory         *bool    `setting:"memory" help:"Keep games in memory only; they are lost when the server stops."`
	Bus            *string  `setting:"bus" placeholder:"URL" help:"External NATS server of the cluster, such as nats://10.0.0.5:4222."`
	ClusterListen  *string  `setting:"cluster.listen" placeholder:"HOST:PORT" help:"Listen address for the other nodes of the cluster; see docs/operate.md."`
	ClusterPeers   *string  `setting:"cluster.peers" placeholder:"HOST:PORT,..." help:"Addresses of the other nodes."`
	ClusterKey     *string  `setting:"cluster.key" placeholder:"FILE" complete:"files" help:"File with the secret shared by all nodes."`
	Pool           *string  `setting:"games.players" placeholder:"N" help:"Maximum concurrent computer searches (default: half the cores)."`
	LogFormat      *string  `setting:"log-format" placeholder:"FORMAT" help:"Log format on standard error: text or json (default: text)."`
	LogLevel       *string  `setting:"log-level" placeholder:"LEVEL" help:"Log level: debug, info, warn or error (default: info)."`
	TrustedProxies *string  `setting:"trusted-proxies" placeholder:"NETS" help:"Trusted proxies: addresses and networks, separated by commas."`
	TrustProxy     bool     `help:"Trust loopback, private and link-local networks; same as --trusted-proxies private."`
	PublicMetrics  *bool    `setting:"public-metrics" help:"Also serve /metrics on the public address."`
	NoLimits       *bool    `setting:"no-limits" help:"Disable the limits per address and person; for measurements only."`
	TLSCert        *string  `setting:"tls.cert" placeholder:"FILE" complete:"files" help:"Certificate file for HTTPS (PEM); reloaded when it changes."`
	TLSKey         *string  `setting:"tls.key" placeholder:"FILE" complete:"files" help:"Private key file for the certificate (PEM)."`
	TLSDomains     *string  `setting:"tls.domains" placeholder:"NAMES" help:"Domains for which to get HTTPS certificates from Let's Encrypt or another authority."`
	BackupDir      *string  `setting:"backup.dir" placeholder:"DIR" complete:"files" help:"Folder for verified backups."`
	BackupEvery    *string  `setting:"backup.every" placeholder:"TIME" help:"Backup interval (default: 6h)."`
	Keep           *string  `setting:"backup.keep" placeholder:"TIME" help:"Backup retention (default: 7d); 0 to keep all backups. The newest backup is never deleted."`
	BackupKey      *string  `setting:"backup.key" placeholder:"KEY" complete:"files" help:"Recipient of encrypted backups (age1...), or a file with recipients."`
	DeleteAfter    *string  `setting:"delete-after" placeholder:"TIME" help:"Time after which finished games are deleted, such as 365d (default: never)."`
	AnonymiseAfter *string  `setting:"anonymise-after" placeholder:"TIME" help:"Time after which finished games are anonymised, such as 90d (default: never)."`
	Set            []string `sep:"none" placeholder:"KEY=VALUE" help:"Any setting, such as limits.rate=80; see docs/operate.md."`

	settings *config.Settings
	config   *config.Config
}

func (serveCmd) Help() string {
	return `Serves games between people and against the computer, in the browser and over an API (docs/api.md). Moves are saved before they are acknowledged, so Ctrl-C loses nothing. tain admin administers a running server (docs/admin.md). docs/operate.md explains how to run a public server.

Do not copy the data folder of a running server, because the copy may be damaged: use tain backup or --backup-dir (docs/backup.md).

Settings come from flags, the environment (TAIN_ADDR, TAIN_LIMITS_RATE) and a file, in this order of precedence.

Examples:

    $ tain serve
    $ tain serve --addr :8080 --data /var/lib/tain
    $ tain serve --data /var/lib/tain --backup-dir /var/backups/tain --backup-every 6h --keep 7d
    $ tain serve --store postgres://tain@localhost/tain --data /var/lib/tain/one
    $ tain serve --config /etc/tain/tain.toml --print-config
    $ tain serve --addr localhost:0 --memory --log-format json`
}

func (s *serveCmd) Run(c *console, k *kong.Context) error {
	var err error
	s.settings = s.read(k, os.Environ())
	if s.config, err = s.settings.Config(); err != nil {
		return c.reportErrors(err)
	}
	if s.PrintConfig {
		return s.printConfig(c)
	}
	if err := c.ChooseAll(s.config.Definitions); err != nil {
		return err
	}
	if s.config.Data == "" && !s.config.Memory {
		if s.config.Data, err = cli.DataFolder(""); err != nil {
			return err
		}
	}
	level := &slog.LevelVar{}
	known, err := config.ParseLevel(s.config.LogLevel)
	if err != nil {
		return err
	}
	level.Set(known)
	b := buildOf()
	run := &app.Server{
		Config: s.config, Settings: s.settings, Rules: c.Rules, Build: server.Build{Version: b.Version, Revision: b.Revision},
		Log: app.NewLog(c.Errs, s.config.LogFormat, level), Level: level,
		Reread: func() *config.Settings { return s.read(k, os.Environ()) },
		Note:   c.Note, FindTables: cli.FindTables,
	}
	run.Ready = func(at app.Address) error {
		grace.Store(int64(run.Grace()))
		return s.announce(c, at)
	}
	return run.Run(c.Context)
}

// settingList holds the settings of a server as JSON.
type settingList struct {
	Settings map[string]settingValue `json:"settings"`
}

// settingValue is a setting as JSON.
type settingValue struct {
	Value  string `json:"value"`
	Source string `json:"source"`
}

var (
	_ = cli.AddFormat[app.Address]("serve", 1)
	_ = cli.AddFormat[settingList]("settings", 1, "serve")
	_ = cli.AddFormat[load.Report]("load", 1)
	_ = cli.AddFormat[workerStarted]("worker", 1)
)

func (s *serveCmd) announce(c *console, at app.Address) error {
	if c.JSON {
		if err := c.Document(at); err != nil {
			return err
		}
		return c.Out.Flush()
	}
	folder := s.config.Data
	if s.config.Store != "" {
		folder = dsn.Masked(s.config.Store)
	}
	where := fmt.Sprintf("Games are saved in %v. Press Ctrl-C to stop.", folder)
	if s.config.Memory {
		where = "Games are kept in memory only. Press Ctrl-C to stop."
	}
	fmt.Fprintf(c.Out, "Tain is running at %v\n%s\n", at.URL, where)
	if at.Admin != "" {
		fmt.Fprintf(c.Out, "Metrics and profiles: %v\n", at.Admin)
	}
	return c.Out.Flush()
}

// reportErrors prints the errors in the settings, one per line, if there are several, and returns their number
// as an error. A single error, or any error with --json, is returned unchanged.
func (c *console) reportErrors(err error) error {
	var faults config.Faults
	if c.JSON || !errors.As(err, &faults) || len(faults) == 1 {
		return err
	}
	for _, f := range faults {
		fmt.Fprintln(c.Errs, cli.Printable(f))
	}
	return fmt.Errorf("%s in the settings", cli.Plural(len(faults), "error"))
}

// read reads the settings from the file, the environment and the flags. Later sources override earlier ones.
func (s *serveCmd) read(k *kong.Context, environ []string) *config.Settings {
	all := config.New()
	if s.Config != "" {
		all.File(s.Config)
	}
	all.Environ(environ)
	for _, pair := range s.Set {
		all.Assign("--set", pair)
	}
	for _, flag := range k.Selected().Flags {
		if key := flag.Tag.Get("setting"); key != "" && !flag.Target.IsNil() {
			all.Flag(key, "--"+flag.Name, fmt.Sprint(flag.Target.Elem().Interface()))
		}
	}
	if s.TrustProxy {
		all.Flag("trusted-proxies", "--trust-proxy", "private")
	}
	if len(s.Definitions) > 0 {
		all.Flag("definitions", "VARIANT", strings.Join(s.Definitions, ","))
	}
	return all
}

// printConfig prints the settings in the format of a settings file, or as JSON.
func (s *serveCmd) printConfig(c *console) error {
	if c.JSON {
		all := map[string]settingValue{}
		for _, one := range s.settings.All() {
			all[one.Key] = settingValue{one.Shown(), one.Source.String()}
		}
		return c.Document(settingList{all})
	}
	_, err := c.Out.WriteString(s.settings.Print())
	return err
}

type loadCmd struct {
	Games          int          `default:"100" placeholder:"N" help:"Concurrent games."`
	MovesPerSecond float64      `default:"50" placeholder:"N" help:"Moves per second, over all games."`
	Spectators     int          `default:"0" placeholder:"N" help:"Spectators, spread over the games."`
	Time           cli.Duration `default:"10s" placeholder:"TIME" help:"Duration, such as 30s or 5m."`
	Variant        string       `default:"all" placeholder:"NAME" complete:"variants" help:"Rule set, or all to rotate through the rule sets."`
	URL            string       `name:"url" placeholder:"URL" help:"Server to test, which must run with --no-limits; separate the nodes of a cluster by commas (default: a temporary server)."`
}

func (loadCmd) Help() string {
	return `Players and spectators connect like browsers, and the players play random legal moves at a steady rate. Two latencies are measured: from sending a move to its acknowledgement, which the server sends after saving it, and from sending a move to its arrival at the opponent. At the end every game is read back: an acknowledged move that is missing counts as lost. The exit status is 1 if a move was lost, duplicated or rejected, or a connection ended early.

Examples:

    $ tain load --games 20 --moves-per-second 50 --time 3s
    $ tain load --games 2000 --moves-per-second 500 --time 1m
    $ tain load --games 100 --moves-per-second 0 --spectators 4800 --time 5s`
}

func (l *loadCmd) Run(c *console) error {
	list := c.Rules.All()
	if l.Variant != "all" {
		r, err := c.Choose(l.Variant)
		if err != nil {
			return err
		}
		list = []rules.Rules{r}
	}
	const most = 100_000
	err := cmp.Or(
		cli.Within("--games", l.Games, 1, most), cli.Within("--spectators", l.Spectators, 0, most),
		cli.Within("--moves-per-second", l.MovesPerSecond, 0, most), l.Time.Within("--time", cli.MinTime, cli.MaxTime),
	)
	if err != nil {
		return err
	}
	plan := load.Plan{
		URL: l.URL, Rules: list, Games: l.Games, MovesPerSecond: l.MovesPerSecond, Spectators: l.Spectators,
		Time: time.Duration(l.Time),
	}
	if plan.URL == "" {
		grace.Store(int64(app.ShutdownGrace)) // time for the server to stop
		url, stop, err := load.StartServer(c.Context)
		if err != nil {
			return err
		}
		defer stop()
		plan.URL = url
	}
	show := cli.NewStages(c.Console)
	defer show.Clear()
	plan.Progress = show.Set
	report, err := load.Run(c.Context, plan)
	show.Clear()
	if err != nil {
		return err
	}
	if c.JSON {
		err = c.Document(report)
	} else {
		_, err = fmt.Fprint(c.Out, &report)
	}
	if err == nil && !report.Passed() {
		err = cli.ErrFound
	}
	return err
}

type workerCmd struct {
	Store             string       `required:"" placeholder:"URL" env:"TAIN_STORE" help:"PostgreSQL database of the servers, such as postgres://tain@localhost/tain. Put the password in PGPASSWORD or ~/.pgpass: command lines are visible to other users."`
	StorePasswordFile string       `placeholder:"FILE" complete:"files" env:"TAIN_STORE_PASSWORD_FILE" help:"File with the database password on its first line."`
	StoreWait         cli.Duration `default:"30s" placeholder:"TIME" env:"TAIN_STORE_WAIT" help:"Time to wait for a database that is unreachable or that no server has used yet; 0 to fail immediately."`
	Threads           int          `placeholder:"N" help:"Maximum number of computer moves at a time, and of other jobs at a time (default: one per core)."`
	Kinds             string       `placeholder:"LIST" help:"Job kinds, separated by commas: moves, analysis, puzzles, selfplay, match (default: all)."`
	LogFormat         string       `default:"text" placeholder:"FORMAT" enum:"text,json" env:"TAIN_LOG_FORMAT" help:"Log format on standard error: text or json."`
	LogLevel          string       `default:"info" env:"TAIN_LOG_LEVEL" placeholder:"LEVEL" help:"Log level: debug, info, warn or error."`
}

func (workerCmd) Help() string {
	return `Workers do the engine work of servers that share a PostgreSQL database: computer moves, game analyses requested on the page or over the API, and the work of tain selfplay, tain match and tain puzzles --check with --cluster. Start any number of workers, on any machine that can reach the database. Ctrl-C stops a worker; other workers take over its jobs. A killed worker is detected within a second. See docs/scale.md.

Examples:

    $ tain worker --store postgres://tain@localhost/tain
    $ tain worker --store postgres://tain@localhost/tain --threads 4 --kinds moves`
}

type workerStarted struct {
	Store   string   `json:"store"`
	Threads int      `json:"threads"`
	Kinds   []string `json:"kinds"`
}

func (w *workerCmd) Run(c *console) error {
	kinds, err := jobs.ParseKinds(w.Kinds)
	if err != nil {
		return fmt.Errorf("--kinds is %q; it takes a comma-separated list of %v", notation.Clip(w.Kinds), strings.Join(jobs.Kinds, ", "))
	}
	err = cmp.Or(cli.Within("--threads", w.Threads, 0, cli.MaxThreads), w.StoreWait.Within("--store-wait", 0, cli.MaxTime))
	if err != nil {
		return err
	}
	threads := cmp.Or(w.Threads, runtime.NumCPU())
	level, err := config.ParseLevel(w.LogLevel)
	if err != nil {
		return err
	}
	log := app.NewLog(c.Errs, w.LogFormat, level)
	games, err := postgres.Open(c.Context, postgres.Options{
		URL: w.Store, PasswordFile: w.StorePasswordFile, Aside: true, Existing: true, Wait: time.Duration(w.StoreWait), Log: log,
	})
	if err != nil {
		return err
	}
	defer games.Close()
	if err := app.CheckCopied(c.Context, games); err != nil {
		return err
	}
	background.MakeRoom(2 * threads)
	grace.Store(int64(app.ShutdownGrace))
	var printed error
	err = jobs.Run(c.Context, jobs.Options{
		Store: games, Rules: c.Rules, Threads: threads, Kinds: kinds, Log: log,
		Ready: func() {
			printed = c.Result(workerStarted{games.Where(), threads, kinds},
				"Working for the servers of %v: %v; threads: %v. Press Ctrl-C to stop.\n", games.Where(), strings.Join(kinds, ", "), threads)
			if printed == nil {
				printed = c.Out.Flush()
			}
		},
	})
	return cmp.Or(err, printed)
}
