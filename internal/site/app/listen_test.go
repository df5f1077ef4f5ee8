package app

import (
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"strings"
	"testing"
	"time"

	"github.com/tainchess/tain/internal/site/certificate"
	"github.com/tainchess/tain/internal/site/config"
)

func TestPortInUse(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatalf("net.Listen: %v", err)
	}
	defer l.Close()
	_, err = listen("addr", l.Addr().String())
	_, port, _ := net.SplitHostPort(l.Addr().String())
	if err == nil || !strings.Contains(err.Error(), "port "+port+" is in use") || !strings.Contains(err.Error(), "--set addr=127.0.0.1:0") {
		t.Errorf("listen on a port in use: %v", err)
	}
}

// TestBoundedRequests checks that a connection to a bounded side server gets a single response, because only
// connections are charged there.
func TestBoundedRequests(t *testing.T) {
	sides := &sideServers{log: slog.New(slog.DiscardHandler)}
	defer sides.close()
	l, err := listen("tls.http-addr", "127.0.0.1:0")
	if err != nil {
		t.Fatalf("listen: %v", err)
	}
	sides.serve(func(_ *http.Server, l net.Listener, _ bool) net.Listener { return l }, l, certificate.Redirect("443"), time.Second)
	for _, first := range []string{"GET /", "POST /", "OPTIONS *"} {
		c, err := net.Dial("tcp", l.Addr().String())
		if err != nil {
			t.Fatalf("net.Dial: %v", err)
		}
		defer c.Close()
		if _, err := io.WriteString(c, strings.Repeat(first+" HTTP/1.1\r\nHost: localhost\r\n\r\n", 3)); err != nil {
			t.Fatalf("%s: %v", first, err)
		}
		_ = c.SetReadDeadline(time.Now().Add(10 * time.Second))
		answer, _ := io.ReadAll(c) // the server may reset the connection
		if n := strings.Count(string(answer), "HTTP/1.1 "); n != 1 {
			t.Errorf("three requests %q got %d responses on one connection", first, n)
		}
	}
}

func TestBrowserAddress(t *testing.T) {
	at := &net.TCPAddr{IP: net.IPv4zero, Port: 8080}
	for configured, want := range map[string]string{
		"localhost:8080": "localhost:8080", ":8080": "localhost:8080", "0.0.0.0:0": "localhost:8080",
		"[::]:8080": "localhost:8080", "[::1]:8080": "[::1]:8080", "tain.example:8080": "tain.example:8080",
	} {
		if got := browserAddress(configured, at); got != want {
			t.Errorf("browserAddress(%q) = %s, want %s", configured, got, want)
		}
	}
}

func TestLocal(t *testing.T) {
	loopback, all := &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1)}, &net.TCPAddr{IP: net.IPv4zero}
	proxies := []netip.Prefix{netip.MustParsePrefix("127.0.0.1/32")}
	for _, test := range []struct {
		at     net.Addr
		config config.Config
		want   bool
	}{
		{loopback, config.Config{Addr: "Desk.lan:8080"}, true},
		{&net.TCPAddr{IP: net.IPv6loopback}, config.Config{Addr: "Desk.lan:8080"}, true},
		{all, config.Config{Addr: "Desk.lan:8080"}, false},
		{loopback, config.Config{Addr: "Desk.lan:8080", TrustedProxies: proxies}, false},
		{loopback, config.Config{Addr: "Desk.lan:8080", TLS: config.TLS{Cert: "cert.pem", Key: "key.pem"}}, false},
	} {
		s := &Server{Config: &test.config}
		if got, name := s.local(test.at); got != test.want || name != "desk.lan" {
			t.Errorf("local(%v) with %+v: %v, %q", test.at, test.config, got, name)
		}
	}
}
