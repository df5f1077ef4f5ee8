//go:build unix

package player

import (
	"os/exec"
	"syscall"
)

// ownGroup puts a program into a process group of its own, so that Ctrl-C does
// not reach it and all that it starts can be killed with it.
func ownGroup(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

// killGroup kills a program's process group. That it may be gone already is no
// matter.
func killGroup(cmd *exec.Cmd) { _ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
