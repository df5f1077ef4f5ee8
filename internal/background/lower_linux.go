package background

import "syscall"

const lowers = true

// niceness is how much nicer a thread in the background is than the program: it
// gets about a tenth of a core that both want.
const niceness = 10

// lower makes this thread nicer. Whoever is refused that goes on as before.
func lower() {
	thread := syscall.Gettid()
	// The call gives 20 less the niceness.
	priority, err := syscall.Getpriority(syscall.PRIO_PROCESS, thread)
	if err != nil {
		return
	}
	_ = syscall.Setpriority(syscall.PRIO_PROCESS, thread, min(20-priority+niceness, 19))
}
