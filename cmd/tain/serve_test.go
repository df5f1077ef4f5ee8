package main

import (
	"net"
	"path/filepath"
	"strings"
	"testing"
)

func TestPortTaken(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	_, err = listen("addr", l.Addr().String())
	_, port, _ := net.SplitHostPort(l.Addr().String())
	if err == nil || !strings.Contains(err.Error(), "port "+port+" is in use") || !strings.Contains(err.Error(), "--set addr=127.0.0.1:0") {
		t.Errorf("a taken port: %v", err)
	}
}

func TestDataFolder(t *testing.T) {
	home := t.TempDir()
	t.Setenv("HOME", home)
	t.Setenv("XDG_DATA_HOME", "")
	if got, err := dataFolder(); err != nil || !strings.HasPrefix(got, home) || filepath.Base(got) != "tain" {
		t.Errorf("the folder is %q, %v", got, err)
	}
	t.Setenv("XDG_DATA_HOME", filepath.Join(home, "data"))
	if got, err := dataFolder(); err != nil || got != filepath.Join(home, "data", "tain") {
		t.Errorf("the folder is %q, %v", got, err)
	}
}

func TestVisit(t *testing.T) {
	at := &net.TCPAddr{IP: net.IPv4zero, Port: 8080}
	for asked, want := range map[string]string{
		"localhost:8080": "localhost:8080", ":8080": "localhost:8080", "0.0.0.0:0": "localhost:8080",
		"[::]:8080": "localhost:8080", "[::1]:8080": "[::1]:8080", "tain.example:8080": "tain.example:8080",
	} {
		if got := visit(asked, at); got != want {
			t.Errorf("%s is visited at %s, want %s", asked, got, want)
		}
	}
}
