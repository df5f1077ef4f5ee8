//go:build !unix

package player

import "os/exec"

// ownGroup does nothing, because this system has no process groups.
func ownGroup(*exec.Cmd) {}

// killGroup kills only the program, which may already have exited.
func killGroup(cmd *exec.Cmd) { _ = cmd.Process.Kill() }
