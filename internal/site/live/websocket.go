package live

import (
	"context"
	"net/http"
	"sync/atomic"
	"time"

	"github.com/coder/websocket"

	"github.com/tainchess/tain/internal/site/limit"
)

// webSocket contains the fields that game sockets and pairing sockets have in common.
type webSocket struct {
	connection
	service *Service
	conn    *websocket.Conn
	frames  *limit.Frames   // frames sent by the page
	reading context.Context // cancelled to cut the connection

	lastHeard atomic.Int64 // when the page last sent a frame, as returned by elapsed
	pinged    atomic.Int64 // when the last ping was sent, as returned by elapsed; 0 if none was
	pinging   atomic.Bool
	away      atomic.Bool // whether the page counts as away because it does not respond
}

// accept switches a request to the WebSocket protocol. On an error it has sent the response.
func (k *webSocket) accept(w http.ResponseWriter, r *http.Request) (err error) {
	limits := k.service.requests.Limits
	k.frames = limit.NewFrames(limits)
	k.reading, k.cut = context.WithCancel(context.Background())
	// Accept itself rejects pages from other origins.
	if k.conn, err = websocket.Accept(k.frames.Writer(w), r, nil); err != nil {
		k.cut()
		return err
	}
	k.conn.SetReadLimit(limits.Message)
	k.lastHeard.Store(elapsed())
	return nil
}

// ping checks whether the page still responds, and otherwise cuts the connection. It passes the round-trip
// time to measured, unless that is nil. A socket that does not respond stays marked as being pinged, so that
// Sweep does not ping it again while it closes.
func (k *webSocket) ping(measured func(took time.Duration)) (responds bool) {
	ctx, cancel := context.WithTimeout(context.Background(), k.service.requests.Limits.Patience)
	defer cancel()
	began := elapsed()
	k.pinged.Store(began)
	k.frames.ExpectPong()
	if k.conn.Ping(ctx) != nil {
		if ctx.Err() != nil { // the page did not respond in time
			k.service.metrics.closed.WithLabelValues("silent").Inc()
		}
		k.cut()
		return false
	}
	now := elapsed()
	if measured != nil {
		measured(time.Duration(now - began))
	}
	k.lastHeard.Store(now)
	k.pinging.Store(false)
	return true
}

// closeWait is how long the client has to respond to a close frame.
const closeWait = time.Second

// close closes the connection with a reason, and cuts it if the client does not respond in time.
func (k *webSocket) close(code websocket.StatusCode, reason string) {
	late := time.AfterFunc(closeWait, k.cut)
	defer late.Stop()
	k.conn.Close(code, reason)
}

// drop closes the connection with a reason, and counts it under a label.
func (k *webSocket) drop(label string, code websocket.StatusCode, reason string) {
	k.service.metrics.closed.WithLabelValues(label).Inc()
	k.close(code, reason)
}
