package admin

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"syscall"
	"time"
)

// Socket is the name of the socket in the data folder.
const Socket = "admin.sock"

// maxRequest is the maximum size of a request in bytes.
const maxRequest = 1 << 20

// Listen opens the socket in a folder that the caller has locked. It replaces a socket left behind by a
// killed server.
func Listen(folder string) (net.Listener, error) {
	path := filepath.Join(folder, Socket)
	if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("admin: %w", err)
	}
	l, err := net.Listen("unix", path)
	if err != nil {
		return nil, fmt.Errorf("admin: the socket %s cannot be opened: %w", path, err)
	}
	// Only the owner may connect, even if others can read the folder.
	if err := os.Chmod(path, 0o600); err != nil {
		return nil, errors.Join(fmt.Errorf("admin: %w", err), l.Close())
	}
	return l, nil
}

// Serve handles requests of the form POST /COMMAND with a Request as JSON, until the context is cancelled.
// Responses are JSON too.
func (s *Service) Serve(ctx context.Context, l net.Listener) {
	web := &http.Server{Handler: s, ReadHeaderTimeout: 5 * time.Second}
	stop := context.AfterFunc(ctx, func() {
		late, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Second)
		defer cancel()
		if web.Shutdown(late) != nil {
			web.Close()
		}
	})
	defer stop()
	if err := web.Serve(l); err != nil && !errors.Is(err, http.ErrServerClosed) {
		s.log.Error("admin: the socket failed", "error", err)
	}
}

// ServeHTTP runs the command in a request and responds with its result or an error.
func (s *Service) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	answer := func(status int, v any) {
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(status)
		_ = json.NewEncoder(w).Encode(v) // the client may have disconnected
	}
	if r.Method != http.MethodPost {
		answer(http.StatusMethodNotAllowed, problem{"send POST /COMMAND with JSON"})
		return
	}
	text, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxRequest))
	if err != nil {
		answer(http.StatusBadRequest, problem{"cannot read the request: " + err.Error()})
		return
	}
	q, err := decode(text)
	if err != nil {
		answer(http.StatusBadRequest, problem{err.Error()})
		return
	}
	result, err := s.Do(r.Context(), r.URL.Path[1:], q)
	if err != nil {
		answer(http.StatusUnprocessableEntity, problem{err.Error()})
		return
	}
	answer(http.StatusOK, result)
}

// ErrNoServer is returned by Call if no server is listening on the folder's socket.
var ErrNoServer = errors.New("admin: no running server uses this folder")

// Call sends a command to the server that uses a folder and returns its response, or ErrNoServer if no server
// is running.
func Call(ctx context.Context, folder, command string, q Request) (json.RawMessage, error) {
	text, err := json.Marshal(q)
	if err != nil {
		return nil, err
	}
	client := http.Client{Transport: &http.Transport{
		DisableKeepAlives: true,
		DialContext: func(ctx context.Context, _, _ string) (net.Conn, error) {
			return new(net.Dialer).DialContext(ctx, "unix", filepath.Join(folder, Socket))
		},
	}}
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, "http://admin/"+command, bytes.NewReader(text))
	if err != nil {
		return nil, err
	}
	w, err := client.Do(r)
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ECONNREFUSED) {
		return nil, ErrNoServer
	}
	if err != nil {
		return nil, fmt.Errorf("cannot reach the server on %v: %w", folder, err)
	}
	defer w.Body.Close()
	answer, err := io.ReadAll(w.Body)
	if err != nil {
		return nil, fmt.Errorf("the server on %v closed the connection before it responded: %w", folder, err)
	}
	if w.StatusCode != http.StatusOK {
		var p problem
		if json.Unmarshal(answer, &p) != nil || p.Error == "" {
			return nil, fmt.Errorf("the server responded with status %v", w.StatusCode)
		}
		return nil, errors.New(p.Error)
	}
	return answer, nil
}

// problem is the response to a command that failed.
type problem struct {
	Error string `json:"error"`
}
