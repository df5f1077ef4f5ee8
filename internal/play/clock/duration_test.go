package clock

import (
	"strings"
	"testing"
	"time"
)

func TestParseDuration(t *testing.T) {
	for text, want := range map[string]time.Duration{
		"0": 0, "2.5": 2500 * time.Millisecond, ".05": 50 * time.Millisecond, "1e1": 10 * time.Second,
		"500ms": 500 * time.Millisecond, "5s": 5 * time.Second, "1m30s": 90 * time.Second, "2H": 2 * time.Hour, " 3 ": 3 * time.Second,
	} {
		got, err := ParseDuration(text)
		if err != nil || got != want {
			t.Errorf("%q is %v, %v; want %v", text, got, err, want)
		}
		if again, err := ParseDuration(FormatDuration(got)); err != nil || again != got {
			t.Errorf("%q reads back as %v, %v", FormatDuration(got), again, err)
		}
	}
	for _, bad := range []string{"", "soon", "-3", "-1s", "5 s", "1:30", "5+3", "NaN", "Inf", "1e30", "9999999999999h", strings.Repeat("9", 400)} {
		if got, err := ParseDuration(bad); err == nil || len(err.Error()) > 200 {
			t.Errorf("%q is %v, %v", bad, got, err)
		}
	}
}

func FuzzParseDuration(f *testing.F) {
	f.Add("1m30s")
	f.Add("2.5")
	f.Fuzz(func(t *testing.T, text string) {
		d, err := ParseDuration(text)
		if err != nil {
			return
		}
		again, err := ParseDuration(FormatDuration(d))
		if diff := again - d; err != nil || max(diff, -diff) > d/1_000_000_000+time.Microsecond {
			t.Errorf("%q is %v and reads back as %v, %v", text, d, again, err)
		}
	})
}
