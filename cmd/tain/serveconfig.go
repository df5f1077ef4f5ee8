package main

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"os"
	"os/signal"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"time"

	"github.com/tainchess/tain/internal/cli"
	"github.com/tainchess/tain/internal/site/certificate"
	"github.com/tainchess/tain/internal/site/config"
	"github.com/tainchess/tain/internal/site/server"
	"github.com/tainchess/tain/internal/site/store/postgres"
	"github.com/tainchess/tain/internal/site/store/sqlite"
)

// configure reads the settings.
func (s *serveCmd) configure(environ []string) (err error) {
	s.settings = s.read(environ)
	s.config, err = s.settings.Config()
	return err
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

// security is how the server speaks HTTPS, if it does by itself.
type security struct {
	config *tls.Config
	files  *certificate.Files // nil where there are none
	plain  http.Handler       // for plain HTTP
}

// secure gets the certificates ready.
func (s *serveCmd) secure(log *slog.Logger, at net.Listener) (*security, error) {
	t := &s.config.TLS
	if !t.Own() {
		return &security{}, nil
	}
	_, port, err := net.SplitHostPort(at.Addr().String())
	if err != nil {
		return nil, err
	}
	plain := certificate.Redirect(port)
	if t.Cert != "" {
		files, err := certificate.NewFiles(t.Cert, t.Key, log)
		if err != nil {
			return nil, err
		}
		return &security{files.Config(), files, plain}, nil
	}
	acme, err := certificate.NewACME(certificate.Authority{
		Domains: t.Domains, Folder: filepath.Join(s.config.Data, "certificates"), Email: t.Email, Directory: t.ACMEDirectory, Roots: t.ACMERoots,
		AccountID: t.ACMEEABID, AccountKey: t.ACMEEABKey,
	})
	if err != nil {
		return nil, err
	}
	return &security{acme.Config(), nil, acme.HTTP(plain)}, nil
}

// rereadOnHangup reads the file of settings again whenever the program is told
// to (SIGHUP): the log level and certificates change at once. What else has
// changed is named, for it needs a restart.
func (s *serveCmd) rereadOnHangup(log *slog.Logger, level *slog.LevelVar, safe *security) (stop func()) {
	hangup := make(chan os.Signal, 1)
	notifyHangup(hangup)
	done := make(chan struct{})
	go func() {
		for {
			select {
			case <-hangup:
				s.reread(log, level, safe)
			case <-done:
				return
			}
		}
	}()
	return func() {
		signal.Stop(hangup)
		close(done)
	}
}

// reread takes up what can be changed while the server runs.
func (s *serveCmd) reread(log *slog.Logger, level *slog.LevelVar, safe *security) {
	if safe.files != nil {
		safe.files.Reload()
	}
	again := s.read(os.Environ())
	c, err := again.Config()
	if err != nil {
		log.Error("the settings are faulty and stay as they were", "error", err)
		return
	}
	known, err := config.ParseLevel(c.LogLevel)
	if err != nil {
		log.Error("the settings are faulty and stay as they were", "error", err)
		return
	}
	level.Set(known)
	var waiting []string
	before := s.settings.All()
	for i, one := range again.All() {
		if one.Key != "log-level" && one.TOML() != before[i].TOML() && !(one.Key == "data" && one.TOML() == `""`) {
			waiting = append(waiting, one.Key)
		}
	}
	slices.Sort(waiting)
	log.Log(context.Background(), max(known, slog.LevelInfo), "the settings were read again", "log-level", c.LogLevel, "needs a restart", strings.Join(waiting, " "))
}

// sizeOf tells how large a database of PostgreSQL is. What is left on its disk
// nobody here knows.
func sizeOf(pg *postgres.Store) server.Disk {
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	size, _ := pg.Bytes(ctx) // 0 while it cannot be reached
	return server.Disk{Database: size, Free: -1}
}

// diskOf tells how large the database in a folder is.
func diskOf(folder string) server.Disk {
	size := func(name string) int64 {
		info, err := os.Stat(name)
		if err != nil {
			return 0
		}
		return info.Size()
	}
	file := filepath.Join(folder, sqlite.File)
	return server.Disk{Database: size(file), Log: size(file + "-wal"), Free: freeBytes(folder)}
}
