//go:build !unix

package app

import "os"

// notifyHangup does nothing, because this system has no SIGHUP.
func notifyHangup(chan<- os.Signal) {}

// freeBytes returns -1, because the free space is unknown on this system.
func freeBytes(string) int64 { return -1 }
