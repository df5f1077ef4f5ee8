//go:build unix

package player

import (
	"os/exec"
	"syscall"
)

// ownGroup puts a program into its own process group, so that Ctrl-C does not
// reach it and its children can be killed with it.
func ownGroup(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

// killGroup kills a program's process group, which may already have exited.
func killGroup(cmd *exec.Cmd) { _ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
