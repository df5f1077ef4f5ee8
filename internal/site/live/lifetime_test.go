package live

import (
	"context"
	"testing"
	"time"

	"github.com/tainchess/tain/internal/site/limit"
	"github.com/tainchess/tain/internal/site/request"
)

// expiring is a client with a token.
type expiring struct {
	connection
	inspected chan struct{}
}

func (e *expiring) inspect() {
	select {
	case e.inspected <- struct{}{}:
	default:
	}
}

func (e *expiring) handOver() {}

// TestExpiredToken checks that a client ends when its token expires.
func TestExpiredToken(t *testing.T) {
	s := &Service{requests: &request.Service{Options: request.Options{Limits: limit.Default()}}, clients: clientSet{all: map[client]struct{}{}}}
	add := func(expires int64) (*expiring, context.Context) {
		ctx, cut := context.WithCancel(t.Context())
		k := &expiring{connection{Connection{Expires: expires}, cut}, make(chan struct{}, 1)}
		s.clients.add(k)
		return k, ctx
	}
	hour := time.Hour.Milliseconds()
	_, expired := add(time.Now().UnixMilli() - hour)
	current, currentEnds := add(time.Now().UnixMilli() + hour)
	device, deviceEnds := add(0)
	go s.Sweep(t.Context())
	<-expired.Done()
	<-current.inspected
	<-device.inspected
	if currentEnds.Err() != nil || deviceEnds.Err() != nil {
		t.Error("a client whose token is valid was disconnected")
	}
}
