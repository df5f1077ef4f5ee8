//go:build !unix

package app

import "os"

// notifyHangup does nothing: there is no such signal here.
func notifyHangup(chan<- os.Signal) {}

// freeBytes is unknown here.
func freeBytes(string) int64 { return -1 }
