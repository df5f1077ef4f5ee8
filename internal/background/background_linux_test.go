package background_test

import (
	"strings"
	"syscall"
	"testing"

	"github.com/tainchess/tain/internal/background"
)

// niceness of the thread that asks, which the goroutine may leave at once.
func niceness(t *testing.T) int {
	t.Helper()
	priority, err := syscall.Getpriority(syscall.PRIO_PROCESS, syscall.Gettid())
	if err != nil {
		t.Fatal(err)
	}
	return 20 - priority
}

func TestDo(t *testing.T) {
	before, inside := niceness(t), 0
	background.Do(func() { inside = niceness(t) })
	if want := min(before+10, 19); inside != want {
		t.Errorf("niceness in the background is %d, want %d", inside, want)
	}
	// Threads end with what they did: none is left nicer than the program.
	for range 100 {
		done := make(chan int)
		go func() { done <- niceness(t) }()
		if got := <-done; got != before {
			t.Fatalf("a goroutine runs with niceness %d, want %d", got, before)
		}
	}
}

func TestDoPanics(t *testing.T) {
	defer func() {
		failed, _ := recover().(string)
		if !strings.Contains(failed, "on purpose") || !strings.Contains(failed, "TestDoPanics") {
			t.Errorf("the caller got %q", failed)
		}
	}()
	background.Do(func() { panic("on purpose") })
	t.Error("no panic")
}
