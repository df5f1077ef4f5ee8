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

// startTime is how long a server may take to start or to end.
const startTime = 20 * time.Second

// StartServer starts this program as a server in a process of its own, so that its
// memory can be measured, on a folder that stop removes.
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
	// Not tied to the context: it is asked to end, and only then killed.
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
		server.Wait() // it was interrupted: there is nothing to learn from how it ended
		os.RemoveAll(folder)
	}
	// The server names its address first.
	var told struct{ URL string }
	answer := make(chan error, 1)
	go func() { answer <- json.NewDecoder(out).Decode(&told) }()
	select {
	case err = <-answer:
	case <-ctx.Done():
		err = ctx.Err()
	case <-time.After(startTime):
		err = errors.New("it does not report its address")
	}
	if err != nil {
		stop()
		if errors.Is(err, context.Canceled) {
			return "", nil, err
		}
		return "", nil, fmt.Errorf("the server did not start: %w: %v", err, bytes.TrimSpace(logged.Bytes()))
	}
	return told.URL, stop, nil
}
