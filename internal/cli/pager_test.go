package cli

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// TestPager checks that PAGER takes precedence over less.
func TestPager(t *testing.T) {
	here := func(name string) (string, error) { return "/bin/" + name, nil }
	away := func(string) (string, error) { return "", errors.New("not there") }
	for _, c := range []struct {
		env  string
		look func(string) (string, error)
		want []string
	}{
		{"", here, []string{"/bin/less"}},
		{"", away, nil},
		{"cat", here, nil},
		{"most -x", away, []string{"sh", "-c", "most -x"}},
	} {
		if got := pager(func(string) string { return c.env }, c.look); !slices.Equal(got, c.want) {
			t.Errorf("pager with PAGER=%q returned %q, want %q", c.env, got, c.want)
		}
	}
}

// TestPagerProgram checks that a pager receives the text, and that a missing pager is reported.
func TestPagerProgram(t *testing.T) {
	screen, err := os.Create(filepath.Join(t.TempDir(), "screen"))
	if err != nil {
		t.Fatalf("os.Create: %v", err)
	}
	defer screen.Close()
	if !through([]string{"sh", "-c", "cat"}, "a text\n", screen, os.Environ()) {
		t.Error("through(cat) = false, want true")
	}
	if got, err := os.ReadFile(screen.Name()); err != nil || string(got) != "a text\n" {
		t.Errorf("the screen file contains %q, %v; want the text", got, err)
	}
	long := string(make([]byte, 1<<20))
	if !through([]string{"sh", "-c", "exit 1"}, long, screen, os.Environ()) {
		t.Error("through = false for a pager that exits early, want true")
	}
	for _, args := range [][]string{{"/there/is/no/such/program"}, {"sh", "-c", "no-such-program-at-all 2>/dev/null"}} {
		if through(args, "a text\n", screen, os.Environ()) {
			t.Errorf("through(%q) = true, want false", args)
		}
	}
}
