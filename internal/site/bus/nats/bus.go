// Package nats implements a cluster.Bus between processes over NATS, with either a server embedded in every
// process or an external server.
//
// A message is delivered within its own process first, without NATS. Core NATS carries it to other nodes
// without storing it. A message may be lost. Receivers then detect a gap in the event numbers and read the
// missing events from the store. Each game has its own subject, and only nodes that have the game in memory
// subscribe to it. Publishing and delivering never block: outgoing messages, incoming messages and every
// subscriber have bounded queues, and a full queue drops messages.
package nats

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/nats-io/nats.go"

	"github.com/tainchess/tain/internal/play/cluster"
	"github.com/tainchess/tain/internal/play/game"
)

// Subject prefixes. All begin with tain, so that an external NATS can be shared with other programs.
const (
	games  = "tain.game."
	topics = "tain.topic."
)

// Queue lengths. Further messages are dropped.
const (
	outLimit = 8192
	inLimit  = 16384
)

// unsure is how long Whole returns false after a lost message or a reconnection. It gives every hub enough
// time to check its games.
const unsure = 3 * time.Second

// Bus connects the processes of a cluster through NATS. It is safe for concurrent use.
type Bus struct {
	local *cluster.LocalBus
	conn  *nats.Conn
	own   *embedded // nil if NATS is external
	o     Options

	out chan *nats.Msg
	in  chan *nats.Msg

	mu      sync.Mutex
	remotes map[string]*remote // by subject

	faulty atomic.Int64 // time of the last fault, in nanoseconds since began
	began  time.Time
	lost   atomic.Int64 // number of dropped messages
	closed chan struct{}
	once   sync.Once
	done   sync.WaitGroup
}

// remote is this process's subscription to a subject, shared by all its users.
type remote struct {
	sub   *nats.Subscription
	users int
}

// dropped returns the number of incoming messages that the queue had no room for.
func (r *remote) dropped() int64 {
	if r.sub == nil {
		return 0
	}
	n, _ := r.sub.Dropped() // -1 if the connection is closed
	return int64(max(0, n))
}

// Open connects to NATS. An external NATS server must be reachable. Other nodes need not be running yet.
func Open(o Options) (*Bus, error) {
	if err := o.check(); err != nil {
		return nil, err
	}
	b := &Bus{
		local: cluster.NewLocalBus(), o: o, began: time.Now(), remotes: map[string]*remote{},
		out: make(chan *nats.Msg, outLimit), in: make(chan *nats.Msg, inLimit), closed: make(chan struct{}),
	}
	settings := []nats.Option{
		nats.Name("tain " + o.Node), nats.NoEcho(), nats.MaxReconnects(-1), nats.ReconnectWait(200 * time.Millisecond),
		nats.ReconnectJitter(100*time.Millisecond, 100*time.Millisecond), nats.Timeout(o.Patience),
		// Without a connection messages are dropped instead of buffered, because they would arrive late.
		nats.ReconnectBufSize(-1), nats.PingInterval(2 * time.Second), nats.MaxPingsOutstanding(2),
		nats.DisconnectErrHandler(func(_ *nats.Conn, err error) { b.fault(); b.log("the bus is disconnected", err) }),
		nats.ReconnectHandler(func(*nats.Conn) { b.fault(); b.log("the bus is connected again", nil) }),
		nats.ErrorHandler(func(_ *nats.Conn, _ *nats.Subscription, err error) {
			b.fault()
			b.log("the bus has lost messages", err)
		}),
	}
	if o.URL == "" {
		own, err := embed(o, b.fault)
		if err != nil {
			return nil, err
		}
		b.own = own
		settings = append(settings, nats.InProcessServer(own.server), nats.UserInfo("tain", own.secret))
	} else {
		more, err := o.external()
		if err != nil {
			return nil, err
		}
		settings = append(settings, more...)
	}
	conn, err := nats.Connect(o.URL, settings...)
	if err != nil {
		if b.own != nil {
			b.own.close()
		}
		return nil, fmt.Errorf("the bus at %s cannot be reached: %s", o.where(), o.hide(err.Error()))
	}
	b.conn = conn
	b.done.Go(b.send)
	b.done.Go(b.receive)
	return b, nil
}

// log logs an event, without secrets, unless the bus is closed.
func (b *Bus) log(what string, err error) {
	select {
	case <-b.closed:
		return // expected
	default:
	}
	if err != nil {
		b.o.Log.Warn(what, "bus", b.o.where(), "error", b.o.hide(err.Error()))
		return
	}
	b.o.Log.Info(what, "bus", b.o.where())
}

// fault records that messages may have been lost.
func (b *Bus) fault() { b.faulty.Store(int64(time.Since(b.began)) + 1) }

// Whole reports whether the bus is connected to all configured nodes and has not lost messages recently.
func (b *Bus) Whole() bool {
	at := b.faulty.Load()
	return (at == 0 || time.Since(b.began)-time.Duration(at) > unsure) && b.Ready() == nil
}

// Ready returns an error unless the bus is connected to NATS and, with embedded servers, to all configured
// nodes.
func (b *Bus) Ready() error {
	if !b.conn.IsConnected() {
		return fmt.Errorf("the bus at %s is not connected", b.o.where())
	}
	if b.own != nil {
		return b.own.ready()
	}
	return nil
}

// Lost returns the number of messages dropped on this node.
func (b *Bus) Lost() int64 {
	b.mu.Lock()
	defer b.mu.Unlock()
	n := b.lost.Load() + b.local.Dropped()
	for _, one := range b.remotes {
		n += one.dropped()
	}
	return n
}

// Publish sends events or a note to the subscribers of a game, on this node and others. It does not block.
func (b *Bus) Publish(c cluster.Committed) {
	b.local.Publish(c)
	text, err := encode(c)
	if err != nil || !validSubject(c.Game) {
		b.drop()
		return
	}
	b.enqueue(games+c.Game, text)
}

// Send sends a message to all listeners of a topic, on this node and others.
func (b *Bus) Send(topic string, text []byte) {
	b.local.Send(topic, text)
	b.enqueue(topics+topic, text)
}

// enqueue queues an outgoing message, or drops it if the queue is full.
func (b *Bus) enqueue(subject string, text []byte) {
	select {
	case b.out <- &nats.Msg{Subject: subject, Data: text}:
	default:
		b.drop()
	}
}

// drop records that a message was dropped.
func (b *Bus) drop() {
	b.lost.Add(1)
	b.fault()
}

// Subscribe calls deliver for every message about a game from any node.
func (b *Bus) Subscribe(id string, deliver func(cluster.Committed)) (cancel func()) {
	return b.share(games+id, validSubject(id), b.local.Subscribe(id, deliver))
}

// Listen calls deliver for every message sent on a topic by any node.
func (b *Bus) Listen(topic string, deliver func([]byte)) (cancel func()) {
	return b.share(topics+topic, validSubject(topic), b.local.Listen(topic, deliver))
}

// validSubject reports whether a name can be part of a subject.
func validSubject(name string) bool { return name != "" && !strings.ContainsAny(name, " \t\r\n*>.") }

// share adds a user to the shared subscription of a subject. The cancel function removes the user and calls
// end.
func (b *Bus) share(subject string, valid bool, end func()) (cancel func()) {
	if !valid {
		return end
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	one := b.remotes[subject]
	if one == nil {
		one = &remote{}
		sub, err := b.conn.ChanSubscribe(subject, b.in)
		if err != nil && !errors.Is(err, nats.ErrConnectionClosed) {
			b.drop()
		}
		one.sub = sub
		b.remotes[subject] = one
	}
	one.users++
	return sync.OnceFunc(func() {
		end()
		b.mu.Lock()
		defer b.mu.Unlock()
		if one.users--; one.users > 0 {
			return
		}
		delete(b.remotes, subject)
		b.lost.Add(one.dropped())
		if one.sub != nil {
			_ = one.sub.Unsubscribe() // fails if the connection is closed, which is harmless
		}
	})
}

// send writes outgoing messages until the bus is closed.
func (b *Bus) send() {
	for {
		select {
		case <-b.closed:
			return
		case m := <-b.out:
			if b.conn.PublishMsg(m) != nil {
				b.drop()
			}
		}
	}
}

// receive delivers incoming messages to this process until the bus is closed.
func (b *Bus) receive() {
	for {
		select {
		case <-b.closed:
			return
		case m := <-b.in:
			if id, ok := strings.CutPrefix(m.Subject, games); ok {
				if c, err := decode(id, m.Data); err == nil {
					b.local.Publish(c)
				} else {
					b.drop()
				}
			} else if topic, ok := strings.CutPrefix(m.Subject, topics); ok {
				b.local.Send(topic, m.Data)
			}
		}
	}
}

// Close sends queued messages, waiting only briefly, and disconnects. It may be called more than once.
func (b *Bus) Close() { b.once.Do(b.end) }

func (b *Bus) end() {
	for wait := time.Now().Add(b.o.Patience); len(b.out) > 0 && time.Now().Before(wait); {
		time.Sleep(time.Millisecond)
	}
	if b.conn.IsConnected() {
		_ = b.conn.FlushTimeout(b.o.Patience) // events that are not sent are still in the store
	}
	close(b.closed)
	b.conn.Close()
	b.done.Wait()
	if b.own != nil {
		b.own.close()
	}
}

// Version is the version of the messages between nodes. During an upgrade nodes of several versions run at
// the same time, so each message contains the lowest version that can read it. A node ignores a message that
// it cannot read, and reads the events from the store. Fields may be added at any time.
const Version = 1

// envelope is a message about a game.
type envelope struct {
	Needs  int           `json:"v"` // lowest version that can read it
	First  int           `json:"f,omitempty"`
	Events []game.Event  `json:"e,omitempty"`
	Note   *cluster.Note `json:"n,omitempty"`
	By     string        `json:"b,omitempty"`
	Trace  string        `json:"t,omitempty"`
	From   string        `json:"r,omitempty"` // request ID
}

func encode(c cluster.Committed) ([]byte, error) {
	return json.Marshal(envelope{Needs: 1, First: c.First, Events: c.Events, Note: c.Note, By: c.By, Trace: c.Trace, From: c.Request})
}

// decode decodes a message about a game. It returns an error if the message is invalid or requires a later
// version.
func decode(id string, text []byte) (cluster.Committed, error) {
	var e envelope
	if err := json.Unmarshal(text, &e); err != nil {
		return cluster.Committed{}, fmt.Errorf("nats: decoding a message: %w", err)
	}
	if e.Needs < 1 || e.Needs > Version {
		return cluster.Committed{}, fmt.Errorf("nats: a message requires version %d, but this node has version %d", e.Needs, Version)
	}
	if e.First < 0 || e.Note != nil && len(e.Events) > 0 {
		return cluster.Committed{}, fmt.Errorf("nats: a message is invalid")
	}
	return cluster.Committed{Game: id, First: e.First, Events: e.Events, Note: e.Note, By: e.By, Trace: e.Trace, Request: e.From}, nil
}
