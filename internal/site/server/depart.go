package server

import (
	"time"

	"github.com/coder/websocket"

	"github.com/tainchess/tain/internal/protocol/wire"
)

// depart leaves a cluster: the server is not ready any more, so that the proxy in
// front sends nobody new; then its sockets are sent to other nodes, one after
// the other, so that those are not flooded. A server alone has nowhere to send
// them, and departs at once.
func (s *Server) depart() {
	if s.bus == nil {
		return
	}
	s.requests.Log.Info("leaving the cluster", "after", s.leave, "within", s.handOver)
	s.leaving.Store(true)
	time.Sleep(s.leave)
	s.handing.Store(true)
	var all []live
	s.sockets.each(func(k live) { all = append(all, k) })
	began := time.Now()
	for i, k := range all {
		time.Sleep(time.Until(began.Add(s.handOver * time.Duration(i) / time.Duration(len(all)))))
		switch k := k.(type) {
		case *socket:
			go k.sendAway()
		case *seekSocket:
			go k.sendAway()
		default:
			k.end() // a stream is asked for anew
		}
	}
	// What a page has just said is carried out and answered before its socket ends.
	for wait := time.Now().Add(2 * settle); len(all) > 0 && time.Now().Before(wait) && s.sockets.len() > 0; {
		time.Sleep(settle / 100)
	}
}

// settle is how long a socket that is sent away has to get the answer to what was
// just said.
const settle = time.Second

// sendAway sends a page to another node: it is told to connect again, gets the answer
// to what it has said, and is not charged for the way.
func (k *socket) sendAway() {
	select {
	case k.replies <- wire.ReconnectMessage{Type: "reconnect"}:
	case <-k.gone:
		return
	case <-time.After(settle): // it does not read
	}
	for wait := time.Now().Add(settle); time.Now().Before(wait) && (k.busy.Load() || len(k.replies) > 0 || k.writing.Load() != 0); {
		time.Sleep(settle / 200)
	}
	k.server.hub.HandOver(k.who, k.game)
	k.close("hand-over", websocket.StatusServiceRestart, "this node ends; connect again at once")
}

// sendAway has one who waits to be paired wait at another node.
func (k *seekSocket) sendAway() {
	late := time.AfterFunc(closeWait, k.cut)
	defer late.Stop()
	k.server.metrics.closed.WithLabelValues("hand-over").Inc()
	k.conn.Close(websocket.StatusServiceRestart, "this node ends; connect again at once")
}
