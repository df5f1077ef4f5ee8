package server_test

import (
	"bufio"
	"context"
	"encoding/json"
	"io"
	"net"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/tainchess/tain/internal/protocol/wire"
	"github.com/tainchess/tain/internal/site/limit"
)

// from returns a transport that connects from the given local address.
func from(t *testing.T, address string) *http.Transport {
	t.Helper()
	way := &http.Transport{DisableCompression: true, DialContext: (&net.Dialer{LocalAddr: &net.TCPAddr{IP: net.ParseIP(address)}}).DialContext}
	t.Cleanup(way.CloseIdleConnections)
	return way
}

// analyse requests an analysis and returns the status.
func (s *site) analyse(ctx context.Context, way *http.Transport, body string) (int, error) {
	r, err := http.NewRequestWithContext(ctx, "POST", s.URL+"/api/v1/analyse", strings.NewReader(body))
	if err != nil {
		return 0, err
	}
	r.Header.Set("Content-Type", "application/json")
	w, err := way.RoundTrip(r)
	if err != nil {
		return 0, err
	}
	defer w.Body.Close()
	_, err = io.Copy(io.Discard, w.Body)
	return w.StatusCode, err
}

// TestAnalysisPerAddress has twelve connections from one address request analyses continuously. It checks
// that clients from other addresses still get results.
func TestAnalysisPerAddress(t *testing.T) {
	s := open(t, nil, limited(func(l *limit.Limits) {
		*l = l.WithoutPerAddress()
		l.Waiting, l.WaitingPerAddress, l.WaitingPerPerson = 8, 8, 8
	}))
	ctx, stop := context.WithCancel(t.Context())
	var flood sync.WaitGroup
	var served, refused atomic.Int32
	for range 12 {
		way := from(t, "127.0.0.2")
		flood.Go(func() {
			for ctx.Err() == nil {
				switch status, err := s.analyse(ctx, way, `{"variant":"chess","time":60}`); {
				case err != nil:
				case status == 200:
					served.Add(1)
				default:
					refused.Add(1)
					time.Sleep(time.Millisecond)
				}
			}
		})
	}
	waitFor(t, func() bool { return served.Load() > 0 && refused.Load() > 0 })
	const asked = 9
	honest, before := from(t, "127.0.0.3"), served.Load()
	for n := range asked {
		if status, err := s.analyse(ctx, honest, `{"variant":"chess","time":20}`); status != 200 {
			t.Errorf("request %d of an honest client: status %d, error %v", n, status, err)
		}
	}
	// Each honest request waited only for the running analysis and for at most one in the queue.
	if between := served.Load() - before; between > 3*asked {
		t.Errorf("%d analyses from the flood ran before %d honest ones", between, asked)
	}
	stop()
	flood.Wait()
}

// TestAnalysisFromManyAddresses has 40 addresses request analyses continuously, more than the queue has
// places for. It checks that each of 27 other addresses that request a single analysis gets a result.
func TestAnalysisFromManyAddresses(t *testing.T) {
	const attackers, honest = 40, 27
	s := open(t, nil, limited(func(l *limit.Limits) { *l = l.WithoutPerAddress(); l.Waiting = 32 }))
	ctx, stop := context.WithCancel(t.Context())
	var flood, people sync.WaitGroup
	var served, refused atomic.Int32
	for i := range attackers {
		way := from(t, "127.0.1."+strconv.Itoa(i+1))
		flood.Go(func() {
			for ctx.Err() == nil {
				switch status, err := s.analyse(ctx, way, `{"variant":"chess","time":20}`); {
				case err != nil:
				case status == 200:
					served.Add(1)
				default:
					refused.Add(1)
					time.Sleep(time.Millisecond)
				}
			}
		})
	}
	waitFor(t, func() bool { return served.Load() > attackers && refused.Load() > 0 })
	for i := range honest {
		people.Go(func() {
			if status, err := s.analyse(ctx, from(t, "127.0.2."+strconv.Itoa(i+1)), `{"variant":"chess","time":20}`); status != 200 {
				t.Errorf("honest client %d: status %d, error %v", i, status, err)
			}
		})
	}
	people.Wait()
	stop()
	flood.Wait()
}

// TestAnalysisPlace checks that a waiting client receives a stream of lines with its place in the queue, and
// the result as the last line.
func TestAnalysisPlace(t *testing.T) {
	s := open(t, nil, limited(func(l *limit.Limits) { *l = l.WithoutPerAddress(); l.AnalysisTime = time.Hour }))
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	first, endFirst := context.WithCancel(ctx)
	defer endFirst()
	go s.analyse(first, from(t, "127.0.0.2"), `{"variant":"chess","time":3600000}`)
	waitFor(t, func() bool { return strings.Contains(s.metrics(), "tain_analyses_waiting 1") })
	second, endSecond := context.WithCancel(ctx)
	defer endSecond()
	go s.analyse(second, from(t, "127.0.0.2"), `{"variant":"chess","time":3600000}`)
	waitFor(t, func() bool { return strings.Contains(s.metrics(), "tain_analyses_waiting 2") })

	r, _ := http.NewRequestWithContext(ctx, "POST", s.URL+"/api/v1/analyse", strings.NewReader(`{"variant":"chess","depth":2}`))
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Accept", "application/x-ndjson")
	w, err := transport.RoundTrip(r)
	if err != nil {
		t.Fatalf("RoundTrip: %v", err)
	}
	defer w.Body.Close()
	if kind := w.Header.Get("Content-Type"); w.StatusCode != 200 || kind != "application/x-ndjson" {
		t.Fatalf("status %d, %s", w.StatusCode, kind)
	}
	type line struct {
		Place *int
		Lines []wire.SearchInfo
		Error *wire.Failure
	}
	var places []int
	lines := bufio.NewScanner(w.Body)
	for lines.Scan() {
		var got line
		if err := json.Unmarshal(lines.Bytes(), &got); err != nil {
			t.Fatalf("json.Unmarshal: %v: %s", err, lines.Bytes())
		}
		if got.Place == nil {
			if len(got.Lines) != 1 || got.Error != nil {
				t.Errorf("answer = %s", lines.Bytes())
			}
			break
		}
		places = append(places, *got.Place)
		if len(places) == 1 {
			endSecond()
			endFirst()
		}
	}
	if n := len(places); n < 2 || places[0] < 1 || places[n-1] != 0 {
		t.Errorf("places = %v", places)
	}
	if lines.Scan() {
		t.Errorf("line after the result: %s", lines.Bytes())
	}

	// The last line may also be an error.
	r, _ = http.NewRequestWithContext(ctx, "POST", s.URL+"/api/v1/analyse", strings.NewReader(`{"variant":"chess","moves":["e5"]}`))
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Accept", "application/x-ndjson")
	if w, err = transport.RoundTrip(r); err != nil {
		t.Fatalf("RoundTrip: %v", err)
	}
	text, _ := io.ReadAll(w.Body)
	w.Body.Close()
	all := strings.Split(strings.TrimSpace(string(text)), "\n")
	var got line
	if err := json.Unmarshal([]byte(all[len(all)-1]), &got); err != nil || got.Error == nil {
		t.Errorf("answer to an invalid move = %s", text)
	}
}

// TestFullQueue fills the queue from one address. It checks that a client from another address still gets a
// place.
func TestFullQueue(t *testing.T) {
	s := open(t, nil, limited(func(l *limit.Limits) {
		*l = l.WithoutPerAddress()
		l.Waiting, l.WaitingPerAddress, l.WaitingPerPerson, l.AnalysisTime = 4, 6, 6, time.Hour
	}))
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	ended := make(chan int, 5)
	for range 5 {
		way := from(t, "127.0.0.2")
		go func() {
			status, _ := s.analyse(ctx, way, `{"variant":"chess","time":3600000}`)
			ended <- status
		}()
	}
	waitFor(t, func() bool { return strings.Contains(s.metrics(), "tain_analyses_waiting 5") })
	if status, err := s.analyse(ctx, from(t, "127.0.0.2"), `{"variant":"chess","time":1}`); status != 503 {
		t.Errorf("another request from the same address: status %d, error %v", status, err)
	}
	go s.analyse(ctx, from(t, "127.0.0.3"), `{"variant":"chess","time":3600000}`)
	if status := <-ended; status != 503 {
		t.Errorf("the evicted request got status %d", status)
	}
}
