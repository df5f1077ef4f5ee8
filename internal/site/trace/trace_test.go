package trace_test

import (
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/tainchess/tain/internal/site/trace"
)

// TestSpans sends the spans of a move to a test collector and checks their OTLP format.
func TestSpans(t *testing.T) {
	var mu sync.Mutex
	var got []map[string]any
	collector := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		text, _ := io.ReadAll(r.Body)
		var d struct {
			ResourceSpans []struct {
				ScopeSpans []struct{ Spans []map[string]any }
			}
		}
		if r.URL.Path != "/v1/traces" || r.Header.Get("x-key") != "a b" || json.Unmarshal(text, &d) != nil {
			t.Errorf("unexpected request to %s: %s", r.URL.Path, text)
			return
		}
		mu.Lock()
		defer mu.Unlock()
		got = append(got, d.ResourceSpans[0].ScopeSpans[0].Spans...)
	}))
	defer collector.Close()
	tr, err := trace.New([]string{"OTEL_EXPORTER_OTLP_ENDPOINT=" + collector.URL, "OTEL_EXPORTER_OTLP_HEADERS=x-key=a%20b"}, "n", slog.New(slog.DiscardHandler))
	if err != nil || tr == nil {
		t.Fatalf("trace.New: %v", err)
	}
	name := tr.Begin()
	tr.Child(name, "send", time.Now(), nil)
	tr.Child("nonsense", "send", time.Now(), nil)
	tr.Root(name, "move", time.Now(), map[string]string{"game": "abc"})
	tr.Close()
	if len(got) != 2 || got[0]["traceId"] != got[1]["traceId"] || got[0]["parentSpanId"] != got[1]["spanId"] || !strings.Contains(name, got[1]["spanId"].(string)) {
		t.Errorf("got %+v", got)
	}
}

// TestDisabled checks that a tracer without a collector does nothing, and that an invalid collector URL is
// rejected.
func TestDisabled(t *testing.T) {
	tr, err := trace.New([]string{"HOME=/", "OTEL_SERVICE_NAME=x"}, "n", nil)
	if tr != nil || err != nil || tr.Begin() != "" {
		t.Errorf("New without a collector = %v, error %v; want nil", tr, err)
	}
	tr.Root("", "move", time.Now(), nil)
	tr.Child("", "move", time.Now(), nil)
	tr.Close()
	if _, err := trace.New([]string{"OTEL_EXPORTER_OTLP_ENDPOINT=localhost:4317"}, "n", nil); err == nil {
		t.Error("New with an invalid collector succeeded")
	}
}
