package load

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"time"
)

// startTime is the time limit for starting and stopping a server.
const startTime = 20 * time.Second

// StartServer starts this program as a server in a separate process, so that its memory can be measured. Its
// games are stored in a temporary folder that stop deletes.
func StartServer(ctx context.Context) (url string, stop func(), err error) {
	folder, err := os.MkdirTemp("", "tain-load-")
	if err != nil {
		return "", nil, fmt.Errorf("cannot create a folder for the games: %w", err)
	}
	program, err := os.Executable()
	if err != nil {
		os.RemoveAll(folder)
		return "", nil, fmt.Errorf("cannot find this program to start a server: %w", err)
	}
	// CommandContext would kill the server. stop interrupts it, and kills it only if it does not stop in
	// time.
	server := exec.Command(program, "--json", "serve", "--addr", "localhost:0", "--data", folder, "--no-limits", "--public-metrics")
	server.Args[0] = os.Args[0]
	var logged bytes.Buffer
	server.Stderr = &logged
	out, err := server.StdoutPipe()
	if err == nil {
		err = server.Start()
	}
	if err != nil {
		os.RemoveAll(folder)
		return "", nil, fmt.Errorf("cannot start a server: %w", err)
	}
	stop = func() {
		if server.Process.Signal(os.Interrupt) != nil {
			server.Process.Kill()
		}
		late := time.AfterFunc(startTime, func() { server.Process.Kill() })
		defer late.Stop()
		server.Wait() // the exit status after an interrupt does not matter
		os.RemoveAll(folder)
	}
	// The server first prints its address.
	var ready struct{ URL string }
	answer := make(chan error, 1)
	go func() { answer <- json.NewDecoder(out).Decode(&ready) }()
	select {
	case err = <-answer:
	case <-ctx.Done():
		err = ctx.Err()
	case <-time.After(startTime):
		err = errors.New("the server did not report its address")
	}
	if err != nil {
		stop()
		if errors.Is(err, context.Canceled) {
			return "", nil, err
		}
		return "", nil, fmt.Errorf("cannot start a server: %w: %v", err, bytes.TrimSpace(logged.Bytes()))
	}
	return ready.URL, stop, nil
}
