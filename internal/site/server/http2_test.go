package server_test

import (
	"bytes"
	"crypto/tls"
	"encoding/binary"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/tainchess/tain/internal/play/hub"
	"github.com/tainchess/tain/internal/site/limit"
	"github.com/tainchess/tain/internal/site/server"
)

func http2Frame(kind, flags byte, stream uint32, payload ...byte) []byte {
	b := []byte{byte(len(payload) >> 16), byte(len(payload) >> 8), byte(len(payload)), kind, flags}
	return append(binary.BigEndian.AppendUint32(b, stream), payload...)
}

// TestHTTP2Floods sends frames that never reach a handler. It checks that the client is disconnected, and that
// another address is still served. A client that resets streams is disconnected because its address cannot pay
// for more.
func TestHTTP2Floods(t *testing.T) {
	const (
		headers, reset, settings, ping, continuation = 1, 3, 4, 6, 9
		endStream, endHeaders                        = 1, 4
	)
	get := []byte{0x82, 0x87, 0x84, 0x41, 1, 'x'} // GET https /, authority x
	floods := map[string]func(n int) []byte{
		"resets": func(n int) []byte {
			stream := uint32(2*n + 1)
			return append(http2Frame(headers, endStream|endHeaders, stream, get...), http2Frame(reset, 0, stream, 0, 0, 0, 8)...)
		},
		"settings": func(int) []byte { return http2Frame(settings, 0, 0) },
		"pings":    func(int) []byte { return http2Frame(ping, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8) },
		"continuations": func(n int) []byte {
			if n == 0 {
				return http2Frame(headers, endStream, 1, get...)
			}
			return http2Frame(continuation, 0, 1)
		},
	}
	for name, flood := range floods {
		t.Run(name, func(t *testing.T) {
			const burst = 500
			s, stop := serve(t, nil, limited(func(l *limit.Limits) { l.Rate, l.Burst = 1, burst }), func(o *server.Options, _ *hub.Options) {
				secure := httptest.NewTLSServer(nil)
				t.Cleanup(secure.Close)
				o.TLS = &tls.Config{Certificates: secure.TLS.Certificates}
			})
			defer stop()
			address := s.URL[len("http://"):]
			s.URL = "http://" + s.Listener.Addr().String() // the same server without TLS, for its metrics
			local := &net.Dialer{LocalAddr: &net.TCPAddr{IP: net.ParseIP("127.0.0.2")}}
			c, err := tls.DialWithDialer(local, "tcp", address, &tls.Config{InsecureSkipVerify: true, NextProtos: []string{"h2"}})
			if err != nil {
				t.Fatalf("tls.Dial: %v", err)
			}
			defer c.Close()
			go io.Copy(io.Discard, c) // reads the responses, because otherwise the server would wait
			c.SetWriteDeadline(time.Now().Add(time.Minute))
			batch := bytes.NewBufferString("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n")
			batch.Write(http2Frame(settings, 0, 0))
			sent := 0
			for n := 0; ; n++ {
				batch.Write(flood(n))
				if batch.Len() < 4<<10 {
					continue
				}
				m, err := c.Write(batch.Bytes())
				sent += m
				if err != nil {
					break
				}
				batch.Reset()
				if sent > 16<<20 {
					t.Fatalf("not disconnected after %d bytes", sent)
				}
			}
			// In the other cases, net/http itself may disconnect the client first.
			if unpaid := `tain_limit_refused_total{limit="units-address"} 0`; name == "resets" && strings.Contains(s.metrics(), unpaid) {
				t.Errorf("disconnected after %d KB, but not for lack of units", sent>>10)
			}
			honest := &http.Transport{TLSClientConfig: &tls.Config{InsecureSkipVerify: true}, ForceAttemptHTTP2: true}
			defer honest.CloseIdleConnections()
			r, _ := http.NewRequestWithContext(t.Context(), "GET", "https://"+address+"/api/v1/variants", nil)
			w, err := honest.RoundTrip(r)
			if err != nil {
				t.Fatalf("honest client: %v", err)
			}
			w.Body.Close()
			if w.StatusCode != 200 || w.ProtoMajor != 2 {
				t.Errorf("honest client: status %d over %s", w.StatusCode, w.Proto)
			}
		})
	}
}
