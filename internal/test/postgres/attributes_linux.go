package postgres

import "syscall"

// attributes has a process run as somebody else, and end with the test.
func attributes(as *syscall.Credential) *syscall.SysProcAttr {
	return &syscall.SysProcAttr{Credential: as, Pdeathsig: syscall.SIGKILL}
}
