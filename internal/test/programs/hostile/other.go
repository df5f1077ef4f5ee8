//go:build !linux

package main

import (
	"fmt"
	"os"
)

func main() {
	fmt.Fprintln(os.Stderr, "hostile: attacks from many addresses need Linux")
	os.Exit(1)
}
