package app

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/tainchess/tain/internal/site/certificate"
	"github.com/tainchess/tain/internal/site/request"
	"github.com/tainchess/tain/internal/site/server"
)

// serveSides opens the operator's address, and the address that redirects plain HTTP to HTTPS. Each is
// optional. It returns the URL of the operator's address.
func (s *Server) serveSides(sides *sideServers, srv *server.Server, safe *security) (admin string, err error) {
	if addr := s.Config.AdminAddr; addr != "" {
		l, err := listen("admin-addr", addr)
		if err != nil {
			return "", err
		}
		admin = "http://" + browserAddress(addr, l.Addr())
		// The client chooses the duration of a profile.
		sides.serve(nil, l, srv.Debug(), 10*time.Minute)
	}
	if addr := s.Config.TLS.HTTPAddr; addr != "" {
		l, err := listen("tls.http-addr", addr)
		if err != nil {
			return "", err
		}
		sides.serve(srv.Bounded, l, safe.plain, 10*time.Second)
	}
	return admin, nil
}

// sideServers are the HTTP servers other than the main one.
type sideServers struct {
	log *slog.Logger
	all []*http.Server
}

// bounder limits the connections per address, as [server.Server.Bounded] does.
type bounder func(web *http.Server, l net.Listener, secure bool) net.Listener

func (a *sideServers) close() {
	for _, one := range a.all {
		one.Close()
	}
}

// browserAddress returns the address at which a browser reaches a listener: the configured host with the
// actual port.
func browserAddress(configured string, at net.Addr) string {
	host, _, err := net.SplitHostPort(configured)
	tcp, ok := at.(*net.TCPAddr)
	if err != nil || !ok {
		return at.String()
	}
	if ip := net.ParseIP(host); host == "" || ip != nil && ip.IsUnspecified() {
		host = "localhost"
	}
	return net.JoinHostPort(host, strconv.Itoa(tcp.Port))
}

// local reports whether only browsers on this machine can reach the server, and returns the configured host.
// It reports false behind a proxy, because clients use the proxy's name, and with HTTPS, because only the
// server's name has a certificate.
func (s *Server) local(at net.Addr) (bool, string) {
	tcp, ok := at.(*net.TCPAddr)
	host, _, _ := net.SplitHostPort(s.Config.Addr)
	return ok && tcp.IP.IsLoopback() && !s.Config.TLS.Own() && len(s.Config.TrustedProxies) == 0, strings.ToLower(host)
}

// listen listens on the address in a setting. Its error suggests a remedy if the port is in use or needs
// privileges.
func listen(setting, addr string) (net.Listener, error) {
	// Package limit turns keep-alive probes on for the connections that it admits.
	quick := net.ListenConfig{KeepAlive: -1}
	l, err := quick.Listen(context.Background(), "tcp", addr)
	if err == nil {
		return l, nil
	}
	host, port, _ := net.SplitHostPort(addr)
	var why *net.OpError
	errors.As(err, &why)
	switch {
	case errors.Is(err, syscall.EADDRINUSE):
		return nil, fmt.Errorf("port %v is in use, perhaps by another Tain server; stop it, or choose another port with --set %v=%v", port, setting, net.JoinHostPort(host, "0"))
	case errors.Is(err, syscall.EACCES):
		return nil, fmt.Errorf("port %v needs privileges; choose 1024 or higher with --set %v=HOST:PORT", port, setting)
	case why != nil:
		return nil, fmt.Errorf("cannot listen on %.40s: %w", addr, why.Err)
	}
	return nil, fmt.Errorf("cannot listen on %.40s: %w", addr, err)
}

// security is the server's HTTPS configuration, if it has its own certificates.
type security struct {
	config *tls.Config
	files  *certificate.Files // nil if the certificates come from an ACME authority
	plain  http.Handler       // for plain HTTP
}

// secure returns the HTTPS configuration, with certificates from files or from an authority.
func (s *Server) secure(at net.Listener) (*security, error) {
	t := &s.Config.TLS
	if !t.Own() {
		return &security{}, nil
	}
	_, port, err := net.SplitHostPort(at.Addr().String())
	if err != nil {
		return nil, err
	}
	plain := certificate.Redirect(port)
	if t.Cert != "" {
		files, err := certificate.NewFiles(t.Cert, t.Key, s.Log)
		if err != nil {
			return nil, err
		}
		return &security{files.Config(), files, plain}, nil
	}
	acme, err := certificate.NewACME(certificate.Authority{
		Domains: t.Domains, Folder: filepath.Join(s.Config.Data, "certificates"), Email: t.Email, Directory: t.ACMEDirectory, Roots: t.ACMERoots,
		AccountID: t.ACMEEABID, AccountKey: t.ACMEEABKey,
	})
	if err != nil {
		return nil, err
	}
	return &security{acme.Config(), nil, acme.HTTP(plain)}, nil
}

// serve serves on a listener until close is called. If bound is not nil, it limits the number of connections
// per address.
func (a *sideServers) serve(bound bounder, l net.Listener, h http.Handler, longest time.Duration) {
	one := &http.Server{
		Handler: h, ReadHeaderTimeout: 5 * time.Second, ReadTimeout: 10 * time.Second, WriteTimeout: longest, IdleTimeout: 30 * time.Second,
		MaxHeaderBytes: request.MaxHeading, ErrorLog: slog.NewLogLogger(a.log.Handler(), slog.LevelDebug),
	}
	if bound != nil {
		l = bound(one, l, false)
		one.SetKeepAlivesEnabled(false) // clients pay for connections here, not for requests
	}
	a.all = append(a.all, one)
	go func() {
		if err := one.Serve(l); !errors.Is(err, http.ErrServerClosed) {
			a.log.Error("a listener failed", "address", l.Addr().String(), "error", err)
		}
	}()
}

// url returns the URL to open in a browser.
func (s *Server) url(at net.Addr) string {
	scheme := "http://"
	if s.Config.TLS.Own() {
		scheme = "https://"
	}
	return scheme + browserAddress(s.Config.Addr, at)
}
