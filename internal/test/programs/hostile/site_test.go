//go:build linux

package main

import (
	"bytes"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/netip"
	"os"
	"path/filepath"
	"runtime"
	"sync/atomic"
	"testing"
	"testing/fstest"
	"time"

	"github.com/tainchess/tain/internal/people"
	"github.com/tainchess/tain/internal/play/hub"
	"github.com/tainchess/tain/internal/play/room"
	"github.com/tainchess/tain/internal/site/limit"
	"github.com/tainchess/tain/internal/site/server"
	"github.com/tainchess/tain/internal/site/store/sqlite"
	"github.com/tainchess/tain/internal/test/programs/hostile/attack"
	"github.com/tainchess/tain/internal/test/programs/hostile/client"
	"github.com/tainchess/tain/variant"
)

// certificateFile and keyFile are the TLS certificate and key of secure servers.
var certificateFile, keyFile string

// TestMain creates a certificate that all clients trust.
func TestMain(m *testing.M) {
	folder, err := os.MkdirTemp("", "hostile-")
	if err == nil {
		certificateFile, keyFile = filepath.Join(folder, "certificate.pem"), filepath.Join(folder, "key.pem")
		err = errors.Join(writeCertificate(certificateFile, keyFile), os.Setenv("SSL_CERT_FILE", certificateFile))
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	status := m.Run()
	_ = os.RemoveAll(folder) // a leftover temporary folder is harmless
	os.Exit(status)
}

// site is an in-process server.
type site struct {
	url    string
	folder string
	logged atomic.Int64
	stop   func()
}

// Write counts log output.
func (s *site) Write(text []byte) (int, error) {
	s.logged.Add(int64(len(text)))
	return len(text), nil
}

// wasmSize is the size of the largest file served, which stands in for the page's tain.wasm.
const wasmSize = 7 << 20

// open starts a server with the usual limits, modified by change.
func open(t *testing.T, change func(*limit.Limits)) *site {
	t.Helper()
	return openFor(t, change, attack.Attack{})
}

// openFor is like open, with the TLS and the trusted proxies that an attack needs.
func openFor(t *testing.T, change func(*limit.Limits), a attack.Attack) *site {
	t.Helper()
	s := &site{folder: t.TempDir()}
	store, err := sqlite.Open(t.Context(), s.folder)
	if err != nil {
		t.Fatalf("sqlite.Open: %v", err)
	}
	log := slog.New(slog.NewTextHandler(s, nil))
	hub, err := hub.New(context.Background(), store, hub.Options{Options: room.Options{Rules: variant.Builtin(), Log: log}})
	if err != nil {
		t.Fatalf("hub.New: %v", err)
	}
	limits := limit.Default()
	limits.ShutdownGrace = 3 * time.Second
	if change != nil {
		change(&limits)
	}
	scheme, safe := "http://", (*tls.Config)(nil)
	if a.Secure {
		scheme = "https://"
		pair, err := tls.LoadX509KeyPair(certificateFile, keyFile)
		if err != nil {
			t.Fatalf("tls.LoadX509KeyPair: %v", err)
		}
		safe = &tls.Config{Certificates: []tls.Certificate{pair}}
	}
	var proxies []netip.Prefix
	if a.Proxied {
		proxies = append(proxies, netip.MustParsePrefix(client.AttackerNetwork))
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatalf("net.Listen: %v", err)
	}
	_, port, _ := net.SplitHostPort(l.Addr().String())
	accounts, err := people.New(people.Options{Store: store, RPID: "localhost", Origins: []string{scheme + "localhost:" + port}, Open: true})
	if err != nil {
		t.Fatalf("people.New: %v", err)
	}
	web, err := server.New(server.Options{
		People: accounts,
		Rules:  variant.Builtin(), Hub: hub, Limits: &limits, Log: log, TLS: safe, TrustedProxies: proxies,
		Files: fstest.MapFS{
			"index.html": {Data: []byte("<!doctype html><title>Tain</title>")},
			"tain.wasm":  {Data: bytes.Repeat([]byte("\x00asm\x01\x02\x03\x04"), wasmSize/8)},
		},
	})
	if err != nil {
		t.Fatalf("server.New: %v", err)
	}
	s.url = scheme + l.Addr().String()
	serving, cancel := context.WithCancel(context.Background())
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		if err := web.Serve(serving, l); err != nil {
			t.Errorf("the server ended with %v", err)
		}
	}()
	stopped := false
	s.stop = func() {
		if !stopped {
			stopped = true
			cancel()
			<-ended
			if err := store.Close(); err != nil {
				t.Errorf("Close: %v", err)
			}
		}
	}
	t.Cleanup(s.stop)
	return s
}

// heap returns the heap memory in use, in bytes.
func heap() int64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapInuse)
}

// peakHeap tracks the heap memory in use until the context is done. peak returns the maximum.
func peakHeap(ctx context.Context) (peak func() int64) {
	var most atomic.Int64
	done := make(chan struct{})
	go func() {
		defer close(done)
		for {
			var m runtime.MemStats
			runtime.ReadMemStats(&m)
			if n := int64(m.HeapInuse); n > most.Load() {
				most.Store(n)
			}
			if !client.Pause(ctx, 20*time.Millisecond) {
				return
			}
		}
	}()
	return func() int64 {
		<-done
		return most.Load()
	}
}
