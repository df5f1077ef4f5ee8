package background

import "syscall"

const lowers = true

// niceness is added to the nice value of a background thread. A background thread that competes for a core
// gets about a tenth of the core's time.
const niceness = 10

// lower raises the nice value of the calling thread, if permitted.
func lower() {
	thread := syscall.Gettid()
	// The system call returns 20 minus the nice value.
	priority, err := syscall.Getpriority(syscall.PRIO_PROCESS, thread)
	if err != nil {
		return
	}
	_ = syscall.Setpriority(syscall.PRIO_PROCESS, thread, min(20-priority+niceness, 19))
}
