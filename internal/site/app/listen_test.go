package app

import (
	"net"
	"strings"
	"testing"
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
