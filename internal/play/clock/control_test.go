package clock_test

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/tainchess/tain/internal/play/clock"
	"github.com/tainchess/tain/message"
)

const day = int64(24 * time.Hour / time.Millisecond)

func TestParse(t *testing.T) {
	for _, test := range []struct {
		text string
		unit time.Duration
		want clock.Control
	}{
		{"5+0.05", time.Second, clock.Control{Initial: 5000, Increment: 50}},
		{"0.5+0.01", time.Second, clock.Control{Initial: 500, Increment: 10}},
		{"40/60", time.Second, clock.Control{Moves: 40, Initial: 60_000}},
		{"40/60+1", time.Second, clock.Control{Moves: 40, Initial: 60_000, Increment: 1000}},
		{"1:30+1", time.Second, clock.Control{Initial: 90_000, Increment: 1000}},
		{"5+3", time.Minute, clock.Control{Initial: 300_000, Increment: 3000}},
		{"0.5+1", time.Minute, clock.Control{Initial: 30_000, Increment: 1000}},
		{" 5 ", time.Minute, clock.Control{Initial: 300_000}},
		{"90s+2", time.Minute, clock.Control{Initial: 90_000, Increment: 2000}},
		{"1h+1m", time.Second, clock.Control{Initial: 3_600_000, Increment: 60_000}},
		{"300d5", time.Second, clock.Control{Initial: 300_000, Delay: 5000}},
		{"3d", time.Minute, clock.Control{Days: 3}},
		{"1/259200", time.Second, clock.Control{Days: 3}},
		{"", time.Second, clock.Control{}},
		{"None", time.Minute, clock.Control{}},
		{"-", time.Second, clock.Control{}},
	} {
		got, err := clock.Parse(test.text, test.unit)
		if err != nil || got != test.want {
			t.Errorf("%q: %+v, %v; want %+v", test.text, got, err, test.want)
		}
	}
	for _, text := range []string{
		"x", "+", "5+", "+5", "0", "-1", "5+-1", "1e3", "NaN", "Inf", "0/5", "1001/5", "/5", "5/", "40/", "5:x", "::",
		"0d", "31d", "40/3d", "5++1", "99999999999999999999", "5+99999999", "1d2d3", "d5", "0.0001", strings.Repeat("5", 400),
	} {
		c, err := clock.Parse(text, time.Second)
		var bad *message.Error
		if !errors.As(err, &bad) || len(bad.Error()) > 250 {
			t.Errorf("%q was read as %+v, %v", text, c, err)
		}
	}
}

func TestLevel(t *testing.T) {
	for text, want := range map[string]clock.Control{
		"40 5 0":    {Moves: 40, Initial: 300_000},
		"0 2 12":    {Initial: 120_000, Increment: 12_000},
		"40 0:30 0": {Moves: 40, Initial: 30_000},
		"0 2:30 .5": {Initial: 150_000, Increment: 500},
		"0 0.25 1":  {Initial: 15_000, Increment: 1000},
	} {
		got, err := clock.ParseLevel(text)
		if err != nil || got != want {
			t.Errorf("%q: %+v, %v; want %+v", text, got, err, want)
		}
		again, err := clock.ParseLevel(got.Level())
		if err != nil || again != want {
			t.Errorf("%q is written %q, which is %+v, %v", text, got.Level(), again, err)
		}
	}
	for _, text := range []string{"", "40", "40 5", "40 5 0 0", "x 5 0", "-1 5 0", "40 x 0", "40 5 x", "0 1e9 0"} {
		if c, err := clock.ParseLevel(text); err == nil {
			t.Errorf("%q was read as %+v", text, c)
		}
	}
}

// TestTextRoundTrip parses every text form of a control back to the same value.
func TestTextRoundTrip(t *testing.T) {
	for want, c := range map[string]clock.Control{
		"-": {}, "60": {Initial: 60_000}, "300+2": {Initial: 300_000, Increment: 2000}, "0.5+0.01": {Initial: 500, Increment: 10},
		"40/60+1": {Moves: 40, Initial: 60_000, Increment: 1000}, "300d5": {Initial: 300_000, Delay: 5000}, "1/86400": {Days: 1},
	} {
		if got := c.String(); got != want {
			t.Errorf("%+v is written %q, want %q", c, got, want)
		}
		if got, err := clock.Parse(c.String(), time.Second); err != nil || got != c {
			t.Errorf("%q is read as %+v, %v", c, got, err)
		}
		if got, err := clock.Parse(c.Minutes(), time.Minute); err != nil || got != c {
			t.Errorf("%q is read as %+v, %v", c.Minutes(), got, err)
		}
		text, err := json.Marshal(c)
		if err != nil {
			t.Fatalf("json.Marshal: %v", err)
		}
		var got clock.Control
		if err := json.Unmarshal(text, &got); err != nil || got != c {
			t.Errorf("%s is read as %+v, %v", text, got, err)
		}
	}
	text, err := json.Marshal(clock.Control{Initial: 60_000, Increment: 1000, Free: 2})
	if want := `{"initial":60000,"increment":1000}`; err != nil || string(text) != want {
		t.Errorf("%s, %v; want %s", text, err, want)
	}
}

func TestCheck(t *testing.T) {
	for _, c := range []clock.Control{
		{Initial: 999}, {Initial: -1}, {Initial: day + 1}, {Increment: 1000}, {Initial: 60_000, Increment: -1},
		{Initial: 60_000, Delay: -1}, {Initial: 60_000, Delay: 5, Increment: 5}, {Days: 31}, {Days: -1}, {Days: 1, Initial: 5000},
		{Initial: 60_000, Increment: 3_600_001}, {Initial: 60_000, Moves: -1}, {Initial: 60_000, Moves: 1001},
	} {
		var bad *message.Error
		if err := c.Check(); !errors.As(err, &bad) || bad.Error() == "" {
			t.Errorf("%+v: %v", c, err)
		}
	}
	for _, c := range []clock.Control{{}, {Free: 2}, {Initial: 1000}, {Initial: day, Delay: 1}, {Days: 30}, {Initial: 60_000, Increment: 100}} {
		if err := c.Check(); err != nil {
			t.Errorf("%+v: %v", c, err)
		}
	}
}

func TestDisplay(t *testing.T) {
	for left, want := range map[time.Duration]string{
		-time.Second: "0:00.0", 0: "0:00.0", 1999 * time.Millisecond: "0:01.9", 20 * time.Second: "0:20",
		5*time.Minute + 7*time.Second: "5:07", 25*time.Hour + 62*time.Second: "25:01:02",
	} {
		if got := clock.Text(left); got != want {
			t.Errorf("%v is shown as %q, want %q", left, got, want)
		}
	}
	for left, want := range map[time.Duration]string{298 * time.Second: "0:04:58", -1: "0:00:00", 100 * time.Hour: "100:00:00"} {
		if got := clock.HMS(left); got != want {
			t.Errorf("%v is written %q, want %q", left, got, want)
		}
		if got, ok := clock.ParseHMS(want); !ok || got != max(0, left) {
			t.Errorf("%q is read as %v, %v", want, got, ok)
		}
	}
	for _, text := range []string{"", "1", "1:2", "a:b:c", "1:2:3:4", "-1:00:00"} {
		if got, ok := clock.ParseHMS(text); ok {
			t.Errorf("%q is read as %v", text, got)
		}
	}
}

func FuzzParse(f *testing.F) {
	for _, text := range []string{"5+0.05", "40/60", "1:30+1", "300d5", "3d", "none", "1/86400"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		for _, unit := range []time.Duration{time.Second, time.Minute} {
			c, err := clock.Parse(text, unit)
			if err != nil {
				continue
			}
			if again, err := clock.Parse(c.String(), time.Second); err != nil || again != c {
				t.Errorf("%q is %+v, written %q, read as %+v, %v", text, c, c, again, err)
			}
		}
	})
}
