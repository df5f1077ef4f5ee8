// Package certificate provides the certificates of an HTTPS server: from files, which are reloaded when they
// change, or from an authority through ACME.
package certificate

import (
	"crypto/tls"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"os"
	"strings"
	"sync"
	"time"
)

// checkEvery is the minimum interval between checks of the files.
const checkEvery = 10 * time.Second

// Files is a certificate stored in files. It is safe for concurrent use.
type Files struct {
	cert, key string
	log       *slog.Logger

	mu     sync.Mutex
	now    *tls.Certificate
	stamp  [2]stamp
	looked time.Time
}

// stamp identifies a version of a file.
type stamp struct {
	at   time.Time
	size int64
}

// NewFiles loads a certificate and its key.
func NewFiles(cert, key string, log *slog.Logger) (*Files, error) {
	f := &Files{cert: cert, key: key, log: log}
	f.mu.Lock()
	defer f.mu.Unlock()
	if err := f.read(); err != nil {
		return nil, err
	}
	return f, nil
}

// Config returns the TLS configuration of a server.
func (f *Files) Config() *tls.Config {
	return &tls.Config{MinVersion: tls.VersionTLS12, GetCertificate: f.get}
}

func (f *Files) get(*tls.ClientHelloInfo) (*tls.Certificate, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if time.Since(f.looked) >= checkEvery {
		f.check()
	}
	return f.now, nil
}

// Reload checks the files immediately.
func (f *Files) Reload() {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.check()
}

// check reloads the files if they have changed. If they cannot be read, for example while they are being
// written, the old certificate stays in use. The caller holds the lock.
func (f *Files) check() {
	f.looked = time.Now()
	if f.stamp == f.stamps() {
		return
	}
	if err := f.read(); err != nil {
		f.log.Error("the certificate has changed but cannot be read; the old one stays in use", "error", err)
		return
	}
	f.log.Info("the certificate was reloaded", "file", f.cert)
}

func (f *Files) read() error {
	stamps := f.stamps() // taken before reading, so that a later change is noticed
	pair, err := tls.LoadX509KeyPair(f.cert, f.key)
	if err != nil {
		return fmt.Errorf("certificate: %s and %s: %w", f.cert, f.key, err)
	}
	f.now, f.stamp, f.looked = &pair, stamps, time.Now()
	return nil
}

func (f *Files) stamps() (now [2]stamp) {
	for i, name := range []string{f.cert, f.key} {
		if info, err := os.Stat(name); err == nil {
			now[i] = stamp{info.ModTime(), info.Size()}
		}
	}
	return now
}

// Redirect returns a handler that redirects plain HTTP to HTTPS on a port. It rejects methods other than GET
// and HEAD, because their bodies have already been sent unencrypted.
func Redirect(port string) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method != http.MethodGet && r.Method != http.MethodHead {
			http.Error(w, "use HTTPS", http.StatusForbidden)
			return
		}
		host := r.Host
		if h, _, err := net.SplitHostPort(host); err == nil {
			host = h
		}
		host = strings.Trim(host, "[]")
		if host == "" || strings.ContainsAny(host, "/\\@ ") {
			http.Error(w, "the request has no host", http.StatusBadRequest)
			return
		}
		switch {
		case port != "443":
			host = net.JoinHostPort(host, port)
		case strings.Contains(host, ":"):
			host = "[" + host + "]"
		}
		w.Header().Set("Connection", "close")
		http.Redirect(w, r, "https://"+host+r.URL.RequestURI(), http.StatusPermanentRedirect)
	})
}
