package cli

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// TestPager takes the program that PAGER names, or less.
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
			t.Errorf("PAGER=%q gives %q, want %q", c.env, got, c.want)
		}
	}
}

// TestThrough hands the text on, and says when there is no pager to take it.
func TestThrough(t *testing.T) {
	screen, err := os.Create(filepath.Join(t.TempDir(), "screen"))
	if err != nil {
		t.Fatalf("os.Create: %v", err)
	}
	defer screen.Close()
	if !through([]string{"sh", "-c", "cat"}, "a text\n", screen, os.Environ()) {
		t.Error("cat could not be started")
	}
	if got, err := os.ReadFile(screen.Name()); err != nil || string(got) != "a text\n" {
		t.Errorf("the screen shows %q, %v", got, err)
	}
	long := string(make([]byte, 1<<20))
	if !through([]string{"sh", "-c", "exit 1"}, long, screen, os.Environ()) {
		t.Error("leaving a pager early is a fault")
	}
	for _, args := range [][]string{{"/there/is/no/such/program"}, {"sh", "-c", "no-such-program-at-all 2>/dev/null"}} {
		if through(args, "a text\n", screen, os.Environ()) {
			t.Errorf("%q has shown the text", args)
		}
	}
}
