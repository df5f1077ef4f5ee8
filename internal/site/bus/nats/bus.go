// Package nats is a cluster.Bus for several processes, over NATS: a server of it is
// embedded in every process, or stands apart.
//
// What is published is delivered in the own process first, without NATS; so
// players at one node do without it. To other nodes it goes by core NATS, which
// keeps nothing: a message may be lost, the numbers tell, and the store has what
// is missing. A game is a subject, and only nodes that have it in memory
// subscribe to it. Nothing waits for anybody: what goes out and what comes in has
// a bounded queue each, and so has everybody who subscribes.
//
// The files, each using only those before it: options.go, encode.go, embedded.go,
// bus.go.
package nats

import (
	"errors"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/nats-io/nats.go"

	"github.com/tainchess/tain/internal/play/cluster"
)

// Subjects: those of games and those of topics, which all begin alike so that an
// outside NATS may be shared.
const (
	games  = "tain.game."
	topics = "tain.topic."
)

// Queues of what goes out and what comes in. More is lost.
const (
	mostOut = 8192
	mostIn  = 16384
)

// unsure is how long after something was lost or came back the bus does not
// count as whole: long enough that everybody who watches over games looks.
const unsure = 3 * time.Second

// Bus is a bus between processes.
type Bus struct {
	local *cluster.LocalBus
	conn  *nats.Conn
	own   *embedded // nil where NATS is outside
	o     Options

	out chan *nats.Msg
	in  chan *nats.Msg

	mu    sync.Mutex
	heard map[string]*remote // by subject

	amiss  atomic.Int64 // when something was last amiss, in nanoseconds since began
	began  time.Time
	lost   atomic.Int64 // messages that found no room, or that nobody understood
	closed chan struct{}
	once   sync.Once
	done   sync.WaitGroup
}

// remote is a subject that this process subscribes to, once for all here.
type remote struct {
	sub   *nats.Subscription
	users int
}

// Open connects to NATS as the options say. An outside NATS that cannot be reached
// is an error; other nodes that cannot are waited for.
func Open(o Options) (*Bus, error) {
	if err := o.check(); err != nil {
		return nil, err
	}
	b := &Bus{
		local: cluster.NewLocalBus(), o: o, began: time.Now(), heard: map[string]*remote{},
		out: make(chan *nats.Msg, mostOut), in: make(chan *nats.Msg, mostIn), closed: make(chan struct{}),
	}
	url := o.URL
	settings := []nats.Option{
		nats.Name("tain " + o.Node), nats.NoEcho(), nats.MaxReconnects(-1), nats.ReconnectWait(200 * time.Millisecond),
		nats.ReconnectJitter(100*time.Millisecond, 100*time.Millisecond), nats.Timeout(o.Patience),
		// While there is no connection nothing is kept to be sent later: it would be
		// told as news when it is none.
		nats.ReconnectBufSize(-1), nats.PingInterval(2 * time.Second), nats.MaxPingsOutstanding(2),
		nats.DisconnectErrHandler(func(_ *nats.Conn, err error) { b.miss(); b.say("the bus is not connected", err) }),
		nats.ReconnectHandler(func(*nats.Conn) { b.miss(); b.say("the bus is connected again", nil) }),
		nats.ErrorHandler(func(_ *nats.Conn, _ *nats.Subscription, err error) {
			b.miss()
			b.say("the bus has lost something", err)
		}),
	}
	if o.URL == "" {
		own, err := embed(o, b.miss)
		if err != nil {
			return nil, err
		}
		b.own = own
		settings = append(settings, nats.InProcessServer(own.server), nats.UserInfo("tain", own.secret))
	} else {
		more, err := o.outside()
		if err != nil {
			return nil, err
		}
		settings = append(settings, more...)
	}
	conn, err := nats.Connect(url, settings...)
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

// say logs something, without secrets.
func (b *Bus) say(what string, err error) {
	select {
	case <-b.closed:
		return // it is meant to be so
	default:
	}
	if err != nil {
		b.o.Log.Warn(what, "bus", b.o.where(), "error", b.o.hide(err.Error()))
		return
	}
	b.o.Log.Info(what, "bus", b.o.where())
}

// miss notes that something may have been lost.
func (b *Bus) miss() { b.amiss.Store(int64(time.Since(b.began)) + 1) }

// Whole reports whether the bus is connected, to all nodes it was told of, and has
// lost nothing of late.
func (b *Bus) Whole() bool {
	at := b.amiss.Load()
	return (at == 0 || time.Since(b.began)-time.Duration(at) > unsure) && b.Ready() == nil
}

// Ready tells what the bus is not connected to, nil if it is to everything.
func (b *Bus) Ready() error {
	if !b.conn.IsConnected() {
		return fmt.Errorf("the bus at %s is not connected", b.o.where())
	}
	if b.own != nil {
		return b.own.ready()
	}
	return nil
}

// Lost returns how many messages were dropped here.
func (b *Bus) Lost() int64 { return b.lost.Load() }

// Publish sends on what has been committed, here and to other nodes.
func (b *Bus) Publish(c cluster.Committed) {
	b.local.Publish(c)
	text, err := encode(c)
	if err != nil || !simple(c.Game) {
		b.lose()
		return
	}
	b.put(games+c.Game, text)
}

// Send brings a text to everybody who listens to its topic, here and elsewhere.
func (b *Bus) Send(topic string, text []byte) {
	b.local.Send(topic, text)
	b.put(topics+topic, text)
}

// put queues a message that goes out.
func (b *Bus) put(subject string, text []byte) {
	select {
	case b.out <- &nats.Msg{Subject: subject, Data: text}:
	default:
		b.lose()
	}
}

func (b *Bus) lose() {
	b.lost.Add(1)
	b.miss()
}

// Subscribe has deliver called for whatever is committed to a game, at any node.
func (b *Bus) Subscribe(id string, deliver func(cluster.Committed)) (cancel func()) {
	return b.enlist(games+id, simple(id), b.local.Subscribe(id, deliver))
}

// Listen has deliver called for whatever is sent on a topic, at any node.
func (b *Bus) Listen(topic string, deliver func([]byte)) (cancel func()) {
	return b.enlist(topics+topic, simple(topic), b.local.Listen(topic, deliver))
}

// simple reports whether a name can be part of a subject.
func simple(name string) bool { return name != "" && !strings.ContainsAny(name, " \t\r\n*>.") }

// enlist subscribes to a subject for one more here, until cancel is called.
func (b *Bus) enlist(subject string, valid bool, end func()) (cancel func()) {
	if !valid {
		return end
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	one := b.heard[subject]
	if one == nil {
		one = &remote{}
		sub, err := b.conn.ChanSubscribe(subject, b.in)
		if err != nil && !errors.Is(err, nats.ErrConnectionClosed) {
			b.lose()
		}
		one.sub = sub
		b.heard[subject] = one
	}
	one.users++
	return sync.OnceFunc(func() {
		end()
		b.mu.Lock()
		defer b.mu.Unlock()
		if one.users--; one.users > 0 {
			return
		}
		delete(b.heard, subject)
		if one.sub != nil {
			_ = one.sub.Unsubscribe() // the connection may be closed
		}
	})
}

// send writes what goes out.
func (b *Bus) send() {
	for {
		select {
		case <-b.closed:
			return
		case m := <-b.out:
			if b.conn.PublishMsg(m) != nil {
				b.lose()
			}
		}
	}
}

// receive hands on what comes in. It waits for nobody.
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
					b.lose()
				}
			} else if topic, ok := strings.CutPrefix(m.Subject, topics); ok {
				b.local.Send(topic, m.Data)
			}
		}
	}
}

// Close sends what waits, for a moment at most, and leaves. It may be called more
// than once.
func (b *Bus) Close() { b.once.Do(b.end) }

func (b *Bus) end() {
	for wait := time.Now().Add(b.o.Patience); len(b.out) > 0 && time.Now().Before(wait); {
		time.Sleep(time.Millisecond)
	}
	if b.conn.IsConnected() {
		_ = b.conn.FlushTimeout(b.o.Patience) // what is lost is in the store
	}
	close(b.closed)
	b.conn.Close()
	b.done.Wait()
	if b.own != nil {
		b.own.close()
	}
}
