// Package certificate provides the certificates of a server that speaks HTTPS
// by itself: from files, which are read anew when they change, or from an
// authority by ACME.
package certificate

import (
	"crypto/tls"
	"fmt"
	"log/slog"
	"os"
	"sync"
	"time"
)

// checkEvery is how often the files are looked at, at most.
const checkEvery = 10 * time.Second

// Files is a certificate in files.
type Files struct {
	cert, key string
	log       *slog.Logger

	mu     sync.Mutex
	now    *tls.Certificate
	stamp  [2]stamp
	looked time.Time
}

// stamp tells whether a file has changed.
type stamp struct {
	at   time.Time
	size int64
}

// NewFiles reads a certificate and its key.
func NewFiles(cert, key string, log *slog.Logger) (*Files, error) {
	f := &Files{cert: cert, key: key, log: log}
	f.mu.Lock()
	defer f.mu.Unlock()
	if err := f.read(); err != nil {
		return nil, err
	}
	return f, nil
}

// Config returns how a server uses it.
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

// Reload looks at the files at once.
func (f *Files) Reload() {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.check()
}

// check reads the files again if they have changed. While they cannot be read,
// as in the middle of being written, the certificate stays what it was.
func (f *Files) check() {
	f.looked = time.Now()
	if f.stamp == f.stamps() {
		return
	}
	if err := f.read(); err != nil {
		f.log.Error("the certificate has changed and cannot be read; the old one stays", "error", err)
		return
	}
	f.log.Info("the certificate was read again", "file", f.cert)
}

func (f *Files) read() error {
	stamps := f.stamps() // before they are read, so that a later change is seen
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
