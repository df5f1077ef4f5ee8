package certificate

import (
	"bytes"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/binary"
	"encoding/json"
	"encoding/pem"
	"io"
	"log/slog"
	"math/big"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"golang.org/x/net/dns/dnsmessage"
)

// issue writes a self-signed certificate and its key.
func issue(t *testing.T, folder string, serial int64) (cert, key string) {
	t.Helper()
	secret, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatalf("ecdsa.GenerateKey: %v", err)
	}
	about := &x509.Certificate{
		SerialNumber: big.NewInt(serial), Subject: pkix.Name{CommonName: "localhost"}, DNSNames: []string{"localhost"},
		IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)}, NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour), IsCA: true, BasicConstraintsValid: true,
	}
	signed, err := x509.CreateCertificate(rand.Reader, about, about, &secret.PublicKey, secret)
	if err != nil {
		t.Fatalf("x509.CreateCertificate: %v", err)
	}
	private, err := x509.MarshalECPrivateKey(secret)
	if err != nil {
		t.Fatalf("x509.MarshalECPrivateKey: %v", err)
	}
	cert, key = filepath.Join(folder, "cert.pem"), filepath.Join(folder, "key.pem")
	for name, block := range map[string]*pem.Block{cert: {Type: "CERTIFICATE", Bytes: signed}, key: {Type: "EC PRIVATE KEY", Bytes: private}} {
		if err := os.WriteFile(name, pem.EncodeToMemory(block), 0o600); err != nil {
			t.Fatalf("os.WriteFile: %v", err)
		}
	}
	return cert, key
}

// TestFilesReload replaces a certificate, and checks that the old one stays in use
// while the files are invalid.
func TestFilesReload(t *testing.T) {
	folder := t.TempDir()
	cert, key := issue(t, folder, 1)
	var log bytes.Buffer
	f, err := NewFiles(cert, key, slog.New(slog.NewTextHandler(&log, nil)))
	if err != nil {
		t.Fatalf("NewFiles: %v", err)
	}
	serial := func() int64 {
		t.Helper()
		pair, err := f.Config().GetCertificate(nil)
		if err != nil {
			t.Fatalf("GetCertificate: %v", err)
		}
		return pair.Leaf.SerialNumber.Int64()
	}
	if got := serial(); got != 1 {
		t.Errorf("serial number = %d", got)
	}
	if err := os.WriteFile(cert, []byte("half a fi"), 0o600); err != nil {
		t.Fatalf("os.WriteFile: %v", err)
	}
	f.Reload()
	if got := serial(); got != 1 || !strings.Contains(log.String(), "the old one stays") {
		t.Errorf("serial number with an invalid file = %d; log: %s", got, &log)
	}
	issue(t, folder, 2)
	f.mu.Lock()
	f.looked = time.Time{} // pretend that the last check was long ago
	f.mu.Unlock()
	if got := serial(); got != 2 {
		t.Errorf("serial number after the certificate was replaced = %d", got)
	}
	if _, err := NewFiles(cert, filepath.Join(folder, "none"), slog.Default()); err == nil {
		t.Error("NewFiles with a missing key succeeded")
	}
}

// TestRedirect checks which requests are redirected to HTTPS.
func TestRedirect(t *testing.T) {
	for _, test := range []struct{ port, host, want string }{
		{"443", "chess.example.org", "https://chess.example.org/game/x?y=1"}, {"443", "chess.example.org:80", "https://chess.example.org/game/x?y=1"},
		{"8443", "localhost:8080", "https://localhost:8443/game/x?y=1"}, {"443", "[::1]:80", "https://[::1]/game/x?y=1"},
	} {
		w := httptest.NewRecorder()
		r := httptest.NewRequest("GET", "/game/x?y=1", nil)
		r.Host = test.host
		Redirect(test.port).ServeHTTP(w, r)
		if got := w.Header().Get("Location"); got != test.want || w.Code != http.StatusPermanentRedirect {
			t.Errorf("%s: %d %s, want %s", test.host, w.Code, got, test.want)
		}
	}
	w := httptest.NewRecorder()
	Redirect("443").ServeHTTP(w, httptest.NewRequest("POST", "/api/v1/games", nil))
	if w.Code != http.StatusForbidden {
		t.Errorf("POST over plain HTTP: status %d", w.Code)
	}
}

// TestAuthority checks that invalid options are rejected.
func TestAuthority(t *testing.T) {
	folder := t.TempDir()
	empty := filepath.Join(folder, "empty.pem")
	if err := os.WriteFile(empty, nil, 0o600); err != nil {
		t.Fatalf("os.WriteFile: %v", err)
	}
	for name, a := range map[string]Authority{
		"no roots": {Roots: filepath.Join(folder, "none")}, "empty roots": {Roots: empty}, "no key": {AccountID: "me", AccountKey: "!"},
	} {
		a.Domains, a.Folder = []string{"chess.example.org"}, folder
		if _, err := NewACME(a); err == nil {
			t.Errorf("NewACME (%s) succeeded", name)
		}
	}
}

// names starts a DNS server that answers every query with a local address, over TCP as Pebble requires.
func names(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatalf("net.Listen: %v", err)
	}
	t.Cleanup(func() { l.Close() })
	go func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			go func() {
				defer conn.Close()
				for answerName(conn) == nil {
				}
			}()
		}
	}()
	return l.Addr().String()
}

// answerName answers one query, which is prefixed with its length in two bytes.
func answerName(conn io.ReadWriter) error {
	var length [2]byte
	if _, err := io.ReadFull(conn, length[:]); err != nil {
		return err
	}
	packet := make([]byte, binary.BigEndian.Uint16(length[:]))
	if _, err := io.ReadFull(conn, packet); err != nil {
		return err
	}
	var m dnsmessage.Message
	if err := m.Unpack(packet); err != nil {
		return err
	}
	m.Response, m.Additionals = true, nil
	if q := m.Questions[0]; q.Type == dnsmessage.TypeA {
		m.Answers = []dnsmessage.Resource{{
			Header: dnsmessage.ResourceHeader{Name: q.Name, Type: q.Type, Class: q.Class, TTL: 1}, Body: &dnsmessage.AResource{A: [4]byte{127, 0, 0, 1}},
		}}
	}
	answer, err := m.AppendPack(make([]byte, 2, 512))
	if err != nil {
		return err
	}
	binary.BigEndian.PutUint16(answer, uint16(len(answer)-2))
	_, err = conn.Write(answer)
	return err
}

// TestACME gets a certificate from Pebble, Let's Encrypt's test authority, which
// performs real challenges.
func TestACME(t *testing.T) {
	program := os.Getenv("TAIN_PEBBLE")
	if program == "" {
		t.Skip("TAIN_PEBBLE is not set; scripts/pebble downloads Pebble and prints its path")
	}
	const domain = "chess.example.org"
	folder := t.TempDir()
	cert, key := issue(t, folder, 3) // for Pebble itself
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatalf("net.Listen: %v", err)
	}
	free, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatalf("net.Listen: %v", err)
	}
	directory := free.Addr().String()
	free.Close()
	settings, _ := json.Marshal(map[string]any{"pebble": map[string]any{
		"listenAddress": directory, "managementListenAddress": "", "certificate": cert, "privateKey": key,
		"httpPort": 1, "tlsPort": l.Addr().(*net.TCPAddr).Port,
	}})
	file := filepath.Join(folder, "pebble.json")
	if err := os.WriteFile(file, settings, 0o600); err != nil {
		t.Fatalf("os.WriteFile: %v", err)
	}
	pebble := exec.Command(program, "-config", file, "-dnsserver", names(t))
	pebble.Env = append(os.Environ(), "PEBBLE_VA_NOSLEEP=1", "PEBBLE_WFE_NONCEREJECT=0")
	var output bytes.Buffer
	pebble.Stdout, pebble.Stderr = &output, &output
	if err := pebble.Start(); err != nil {
		t.Fatalf("Start: %v", err)
	}
	defer func() {
		pebble.Process.Kill()
		pebble.Wait()
		if t.Failed() {
			t.Log(output.String())
		}
	}()
	for end := time.Now().Add(30 * time.Second); ; time.Sleep(50 * time.Millisecond) {
		if c, err := net.Dial("tcp", directory); err == nil {
			c.Close()
			break
		} else if time.Now().After(end) {
			t.Fatalf("Pebble does not respond: %v", err)
		}
	}
	certificates := filepath.Join(folder, "certificates")
	a, err := NewACME(Authority{Domains: []string{domain}, Folder: certificates, Email: "me@example.org", Directory: "https://" + directory + "/dir", Roots: cert})
	if err != nil {
		t.Fatalf("NewACME: %v", err)
	}
	web := &http.Server{TLSConfig: a.Config(), Handler: http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { io.WriteString(w, "safe") })}
	go web.ServeTLS(l, "", "")
	defer web.Close()
	connect := func(name string) (*x509.Certificate, error) {
		c, err := tls.DialWithDialer(&net.Dialer{Timeout: time.Minute}, "tcp", l.Addr().String(), &tls.Config{ServerName: name, InsecureSkipVerify: true})
		if err != nil {
			return nil, err
		}
		defer c.Close()
		return c.ConnectionState().PeerCertificates[0], nil
	}
	got, err := connect(domain)
	if err != nil {
		t.Fatalf("connect: %v", err)
	}
	if !strings.Contains(got.Issuer.CommonName, "Pebble") || got.VerifyHostname(domain) != nil {
		t.Errorf("certificate issued by %s for %v", got.Issuer, got.DNSNames)
	}
	if again, err := connect(domain); err != nil || again.SerialNumber.Cmp(got.SerialNumber) != 0 {
		t.Errorf("second connection got another certificate: %v", err)
	}
	if _, err := connect("evil.example.org"); err == nil {
		t.Error("an unlisted domain got a certificate")
	}
	if files, err := os.ReadDir(certificates); err != nil || len(files) < 2 {
		t.Errorf("account and certificate are not saved: %v, %v", files, err)
	}
}
