package main

import (
	"errors"
	"fmt"
	"log/slog"
	"os"
	"reflect"
	"strings"

	"github.com/tainchess/tain/internal/cli"
	"github.com/tainchess/tain/internal/site/app"
	"github.com/tainchess/tain/internal/site/config"
	"github.com/tainchess/tain/internal/site/server"
	"github.com/tainchess/tain/internal/site/store/dsn"
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

func (s *serveCmd) Run(c *console) error {
	var err error
	s.settings = s.read(os.Environ())
	if s.config, err = s.settings.Config(); err != nil {
		return c.faulty(err)
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
		Reread: func() *config.Settings { return s.read(os.Environ()) },
		Note:   c.Note, FindTables: cli.FindTables,
	}
	run.Ready = func(at app.Address) error {
		grace.Store(int64(run.Grace()))
		return s.announce(c, at)
	}
	return run.Run(c.Context)
}

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
	fmt.Fprintf(c.Out, "%s\n%s\n", fmt.Sprintf("Tain is running at %v", at.URL), where)
	if at.Admin != "" {
		fmt.Fprintf(c.Out, "Metrics and profiles: %v\n", at.Admin)
	}
	return c.Out.Flush()
}

// faulty tells everything that is wrong with the settings, a line each.
func (c *console) faulty(err error) error {
	var faults config.Faults
	if c.JSON || !errors.As(err, &faults) || len(faults) == 1 {
		return err
	}
	for _, f := range faults {
		fmt.Fprintln(c.Errs, cli.Printable(f))
	}
	return fmt.Errorf("%s in the settings", cli.Plural(len(faults), "fault"))
}

// read takes the settings from the file, the environment and the flags, the
// later over the earlier.
func (s *serveCmd) read(environ []string) *config.Settings {
	all := config.New()
	if s.Config != "" {
		all.File(s.Config)
	}
	all.Environ(environ)
	for _, pair := range s.Set {
		all.Assign("--set", pair)
	}
	v := reflect.ValueOf(s).Elem()
	for i := range v.NumField() {
		field := v.Type().Field(i)
		key := field.Tag.Get("setting")
		if key == "" || v.Field(i).IsNil() {
			continue
		}
		all.Flag(key, flagOf(field.Name), fmt.Sprint(v.Field(i).Elem().Interface()))
	}
	if s.TrustProxy {
		all.Flag("trusted-proxies", "--trust-proxy", "private")
	}
	if len(s.Definitions) > 0 {
		all.Flag("definitions", "VARIANT", strings.Join(s.Definitions, ","))
	}
	return all
}

// flagOf is the name of the flag of a field, as kong makes it.
func flagOf(field string) string {
	var b strings.Builder
	for i, c := range field {
		if i > 0 && c >= 'A' && c <= 'Z' && (field[i-1] < 'A' || field[i-1] > 'Z' || i+1 < len(field) && field[i+1] >= 'a') {
			b.WriteByte('-')
		}
		b.WriteRune(c)
	}
	return "--" + strings.ToLower(b.String())
}

// printConfig prints the settings in a form that can be read back.
func (s *serveCmd) printConfig(c *console) error {
	if c.JSON {
		type setting struct {
			Value  string `json:"value"`
			Source string `json:"source"`
		}
		all := map[string]setting{}
		for _, one := range s.settings.All() {
			all[one.Key] = setting{one.Shown(), one.Source.String()}
		}
		return c.Document(all)
	}
	_, err := c.Out.WriteString(s.settings.Print())
	return err
}
