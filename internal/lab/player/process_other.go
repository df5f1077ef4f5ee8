//go:build !unix

package player

import "os/exec"

// ownGroup does nothing where there are no process groups.
func ownGroup(*exec.Cmd) {}

// killGroup kills the program alone. That it may be gone already is no matter.
func killGroup(cmd *exec.Cmd) { _ = cmd.Process.Kill() }
