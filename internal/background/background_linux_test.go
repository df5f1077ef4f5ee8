package background_test

import (
	"strings"
	"syscall"
	"testing"

	"github.com/tainchess/tain/internal/background"
)

// niceness returns the nice value of the calling thread.
func niceness(t *testing.T) int {
	t.Helper()
	priority, err := syscall.Getpriority(syscall.PRIO_PROCESS, syscall.Gettid())
	if err != nil {
		t.Fatalf("syscall.Getpriority: %v", err)
	}
	return 20 - priority
}

func TestDo(t *testing.T) {
	before, inside := niceness(t), 0
	background.Do(func() { inside = niceness(t) })
	if want := min(before+10, 19); inside != want {
		t.Errorf("niceness in the background is %d, want %d", inside, want)
	}
	// Background threads exit, so no later goroutine runs on one.
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
			t.Errorf("recovered %q; want the message and the stack", failed)
		}
	}()
	background.Do(func() { panic("on purpose") })
	t.Error("background.Do did not panic")
}
