// Package trace traces a move through the cluster, from the socket on which it arrives to the nodes that send
// it to watchers. If the standard OpenTelemetry variables specify a collector (OTEL_EXPORTER_OTLP_ENDPOINT or
// OTEL_EXPORTER_OTLP_TRACES_ENDPOINT), spans are sent to it with OTLP over HTTP, as JSON. Otherwise no spans
// are created.
//
// The package does not use the OpenTelemetry library, because it needs only two numbers in a header and one
// kind of document, whereas the library's exporter depends on gRPC.
package trace

import (
	"bytes"
	"cmp"
	"context"
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"sync"
	"time"
)

// Tracer creates spans and sends them. All methods of a nil Tracer do nothing.
type Tracer struct {
	url     string
	headers map[string]string
	service string
	node    string
	log     *slog.Logger
	spans   chan span
	done    sync.WaitGroup
	stop    chan struct{}
	failed  bool
}

// span is a timed operation within a trace.
type span struct {
	trace, id, parent string
	name              string
	began, ended      time.Time
	attributes        map[string]string
}

// Limits on the queue and the batches of spans, and the interval at which batches are sent. If the queue is
// full, spans are dropped.
const (
	maxQueued = 4096
	maxBatch  = 512
	sendEvery = time.Second
)

// New returns a tracer configured by environment variables, or nil if they specify no collector or disable
// tracing.
func New(environ []string, node string, log *slog.Logger) (*Tracer, error) {
	env := map[string]string{}
	for _, pair := range environ {
		if name, value, ok := strings.Cut(pair, "="); ok && strings.HasPrefix(name, "OTEL_") {
			env[name] = value
		}
	}
	at := env["OTEL_EXPORTER_OTLP_TRACES_ENDPOINT"]
	if base := env["OTEL_EXPORTER_OTLP_ENDPOINT"]; at == "" && base != "" {
		at = strings.TrimSuffix(base, "/") + "/v1/traces"
	}
	if at == "" || env["OTEL_SDK_DISABLED"] == "true" || env["OTEL_TRACES_EXPORTER"] == "none" {
		return nil, nil
	}
	if u, err := url.Parse(at); err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" {
		return nil, fmt.Errorf("trace: OTEL_EXPORTER_OTLP_ENDPOINT must be http://HOST:PORT or https://HOST:PORT, not %.60q", at)
	}
	t := &Tracer{
		url: at, headers: map[string]string{}, service: cmp.Or(env["OTEL_SERVICE_NAME"], "tain"), node: node, log: log,
		spans: make(chan span, maxQueued), stop: make(chan struct{}),
	}
	for pair := range strings.SplitSeq(env["OTEL_EXPORTER_OTLP_HEADERS"], ",") {
		if name, value, ok := strings.Cut(pair, "="); ok {
			if plain, err := url.QueryUnescape(strings.TrimSpace(value)); err == nil {
				t.headers[strings.TrimSpace(name)] = plain
			}
		}
	}
	t.done.Go(t.run)
	return t, nil
}

// Begin starts a trace and returns its ID in the format of the traceparent header, or "" if tracing is
// disabled.
func (t *Tracer) Begin() string {
	if t == nil {
		return ""
	}
	return "00-" + random(16) + "-" + random(8) + "-01"
}

func random(n int) string {
	bits := make([]byte, n)
	rand.Read(bits)
	return hex.EncodeToString(bits)
}

// parse returns the trace ID and the span ID in a traceparent header.
func parse(text string) (trace, id string, ok bool) {
	part := strings.Split(text, "-")
	if len(part) != 4 || len(part[0]) != 2 || len(part[1]) != 32 || len(part[2]) != 16 {
		return "", "", false
	}
	for _, p := range part[:3] {
		if _, err := hex.DecodeString(p); err != nil {
			return "", "", false
		}
	}
	return part[1], part[2], true
}

// Root records the first span of a trace started by Begin.
func (t *Tracer) Root(trace, name string, began time.Time, attributes map[string]string) {
	if id, span1, ok := parse(trace); ok && t != nil {
		t.add(span{id, span1, "", name, began, time.Now(), attributes})
	}
}

// Child records another span of a trace, which may have begun on another node.
func (t *Tracer) Child(trace, name string, began time.Time, attributes map[string]string) {
	if id, parent, ok := parse(trace); ok && t != nil {
		t.add(span{id, random(8), parent, name, began, time.Now(), attributes})
	}
}

func (t *Tracer) add(s span) {
	select {
	case t.spans <- s:
	default:
	}
}

// run sends spans in batches until the tracer is closed.
func (t *Tracer) run() {
	tick := time.NewTicker(sendEvery)
	defer tick.Stop()
	var list []span
	for {
		select {
		case s := <-t.spans:
			if list = append(list, s); len(list) < maxBatch {
				continue
			}
		case <-tick.C:
		case <-t.stop:
			for len(t.spans) > 0 {
				list = append(list, <-t.spans)
			}
			t.send(list)
			return
		}
		t.send(list)
		list = nil
	}
}

// send sends spans to the collector. Spans that the collector rejects are dropped.
func (t *Tracer) send(list []span) {
	if len(list) == 0 {
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	q, err := http.NewRequestWithContext(ctx, http.MethodPost, t.url, bytes.NewReader(t.document(list)))
	if err == nil {
		q.Header.Set("Content-Type", "application/json")
		for name, value := range t.headers {
			q.Header.Set(name, value)
		}
		var a *http.Response
		if a, err = http.DefaultClient.Do(q); err == nil {
			a.Body.Close()
			if a.StatusCode >= 300 {
				err = fmt.Errorf("the collector responded with status %d", a.StatusCode)
			}
		}
	}
	if (err != nil) != t.failed {
		t.failed = err != nil
		t.log.Warn("trace: collector state changed", "accepts", err == nil, "error", err)
	}
}

type attribute struct {
	Key   string            `json:"key"`
	Value map[string]string `json:"value"`
}

func attributesOf(all map[string]string) []attribute {
	list := []attribute{}
	for key, value := range all {
		list = append(list, attribute{key, map[string]string{"stringValue": value}})
	}
	return list
}

// document encodes spans as OTLP JSON.
func (t *Tracer) document(list []span) []byte {
	type one struct {
		TraceID    string      `json:"traceId"`
		SpanID     string      `json:"spanId"`
		Parent     string      `json:"parentSpanId,omitempty"`
		Name       string      `json:"name"`
		Kind       int         `json:"kind"`
		Began      string      `json:"startTimeUnixNano"`
		Ended      string      `json:"endTimeUnixNano"`
		Attributes []attribute `json:"attributes"`
	}
	var spans []one
	for _, s := range list {
		spans = append(spans, one{
			s.trace, s.id, s.parent, s.name, 1, strconv.FormatInt(s.began.UnixNano(), 10), strconv.FormatInt(s.ended.UnixNano(), 10), attributesOf(s.attributes),
		})
	}
	text, _ := json.Marshal(map[string]any{"resourceSpans": []any{map[string]any{ // cannot fail: strings and numbers can always be encoded
		"resource":   map[string]any{"attributes": attributesOf(map[string]string{"service.name": t.service, "service.instance.id": t.node})},
		"scopeSpans": []any{map[string]any{"scope": map[string]string{"name": "tain"}, "spans": spans}},
	}}})
	return text
}

// Close sends the queued spans and stops the tracer.
func (t *Tracer) Close() {
	if t != nil {
		close(t.stop)
		t.done.Wait()
	}
}
