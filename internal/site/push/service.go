package push

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"log/slog"
	"net/http"
	"slices"
	"strconv"
	"sync"
	"time"

	"golang.org/x/time/rate"

	"github.com/tainchess/tain/internal/play/game"
	"github.com/tainchess/tain/internal/site/store"
)

// The bounds of what is kept and sent.
const (
	PerPerson        = 5
	maxSubscriptions = 50_000
	maxQueued        = 1000
	workers          = 32
	// A person is told so many things at once, and then one more from time to time.
	// A second for which one of their push services is waited for counts as one: whoever
	// names services that never answer must not keep all who send.
	personBurst = 20
	personEvery = 30 * time.Second
	maxPersons  = 10_000
	// messageTTL is how long a push service keeps a message for a browser that is off.
	messageTTL = 24 * time.Hour
)

// Text is what a notice says.
type Text struct {
	Title string `json:"title"`
	Body  string `json:"body"`
}

// Notice is what a browser shows.
type Notice struct {
	Text
	// In is the same in other languages, by their tags.
	In  map[string]Text `json:"in,omitempty"`
	URL string          `json:"url"` // a path of the page, opened when it is pressed
	// Topic is what it is about: a later notice takes the place of an earlier one.
	Topic string `json:"topic"`
}

// Options are the parts a Service is made of.
type Options struct {
	Store store.SubscriptionStore
	Key   *Key
	// Contact is how those who run a push service reach us, mailto: or https:.
	Contact string
	// Trusted are the origins of push services that may be anywhere, also without
	// HTTPS: those of a closed network, or of a test.
	Trusted []string
	Log     *slog.Logger
}

// Service sends notices. Its methods may be called at the same time.
type Service struct {
	store   store.SubscriptionStore
	key     *Key
	contact string
	trusted []string
	log     *slog.Logger
	client  *http.Client

	queue   chan delivery
	stop    context.CancelFunc
	running sync.WaitGroup

	mu      sync.Mutex
	persons map[game.Hash]*rate.Limiter
}

// delivery is a person who is to be told something.
type delivery struct {
	to     game.Hash
	notice Notice
}

// New returns a service that sends until it is closed.
func New(o Options) *Service {
	ctx, stop := context.WithCancel(context.Background())
	s := &Service{
		store: o.Store, key: o.Key, contact: o.Contact, trusted: o.Trusted, log: o.Log, client: newClient(o.Trusted),
		queue: make(chan delivery, maxQueued), stop: stop, persons: map[game.Hash]*rate.Limiter{},
	}
	if s.contact == "" {
		s.contact = "mailto:operator@localhost"
	}
	if s.log == nil {
		s.log = slog.New(slog.DiscardHandler)
	}
	for range workers {
		s.running.Go(func() { s.work(ctx) })
	}
	return s
}

// Close ends sending. What waits is not sent.
func (s *Service) Close() {
	s.stop()
	s.running.Wait()
	s.client.CloseIdleConnections()
}

// Public returns the key that browsers subscribe with.
func (s *Service) Public() string { return s.key.Public() }

// Subscribe keeps a browser of a person that is to be told.
func (s *Service) Subscribe(ctx context.Context, by game.Hash, endpoint, key, auth string) error {
	if by == (game.Hash{}) {
		return game.NoCookie()
	}
	one, err := s.Check(endpoint, key, auth)
	if err != nil {
		return err
	}
	one.Person, one.Created = by, time.Now().UnixMilli()
	return refusal(s.store.Subscribe(ctx, one, PerPerson, maxSubscriptions))
}

// Has reports whether a browser of a person is kept already.
func (s *Service) Has(ctx context.Context, by game.Hash, endpoint string) bool {
	list, err := s.store.Subscriptions(ctx, by)
	return err == nil && slices.ContainsFunc(list, func(one store.Subscription) bool { return one.Endpoint == endpoint })
}

// Unsubscribe forgets it.
func (s *Service) Unsubscribe(ctx context.Context, by game.Hash, endpoint string) error {
	return refusal(s.store.Unsubscribe(ctx, by, endpoint))
}

func refusal(err error) error {
	switch {
	case err == nil:
		return nil
	case errors.Is(err, store.ErrSubscriptionsFull):
		return game.Refuse("push.limit", "too many browsers have notifications turned on; try again later", nil)
	}
	return game.StoreFailed("save", err)
}

// Notify has a person told something, if any of their browsers wants to be. It
// waits for nobody: what does not fit is left out.
func (s *Service) Notify(to game.Hash, n Notice) {
	if to == (game.Hash{}) || !s.allow(to) {
		return
	}
	select {
	case s.queue <- delivery{to, n}:
	default:
		s.log.Warn("push: too many notices wait; one is left out")
	}
}

// allow counts what a person is told.
func (s *Service) allow(to game.Hash) bool {
	return s.share(to).Allow()
}

// waited counts the time that a person's push service took. It may leave a debt.
func (s *Service) waited(to game.Hash, took time.Duration) {
	if n := int(took.Seconds()); n > 0 {
		s.share(to).ReserveN(time.Now(), min(n, personBurst))
	}
}

// share returns what a person may still be told.
func (s *Service) share(to game.Hash) *rate.Limiter {
	s.mu.Lock()
	defer s.mu.Unlock()
	one := s.persons[to]
	if one == nil {
		if len(s.persons) >= maxPersons {
			clear(s.persons) // they may be told a little more for once
		}
		one = rate.NewLimiter(rate.Every(personEvery), personBurst)
		s.persons[to] = one
	}
	return one
}

func (s *Service) work(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			return
		case e := <-s.queue:
			s.deliver(ctx, e)
		}
	}
}

// deliver sends a notice to all browsers of a person, and forgets those that are
// gone.
func (s *Service) deliver(ctx context.Context, e delivery) {
	list, err := s.store.Subscriptions(ctx, e.to)
	if err != nil {
		if ctx.Err() == nil {
			s.log.Error("push: subscriptions cannot be read", "error", err)
		}
		return
	}
	for _, one := range list {
		begun := time.Now()
		gone, err := s.send(ctx, one, e.notice)
		s.waited(e.to, time.Since(begun))
		if gone {
			err = s.store.Unsubscribe(ctx, one.Person, one.Endpoint)
		}
		if err != nil && ctx.Err() == nil {
			s.log.Info("push: a notice was not delivered", "error", err) // without its address, which is a person's
		}
	}
}

// send sends a notice to a browser. Gone tells that there is no such browser any
// more.
func (s *Service) send(ctx context.Context, to store.Subscription, n Notice) (gone bool, err error) {
	if err := s.checkEndpoint(to.Endpoint); err != nil {
		return true, nil // what was trusted once may not be any more
	}
	text, err := json.Marshal(n)
	if err != nil {
		return false, err
	}
	body, err := encrypt(to, text)
	if err != nil {
		return false, err
	}
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, to.Endpoint, bytes.NewReader(body))
	if err != nil {
		return true, nil
	}
	authorization, err := s.key.authorization(to.Endpoint, s.contact, time.Now())
	if err != nil {
		return false, err
	}
	topic := sha256.Sum256([]byte(n.Topic))
	r.Header.Set("Authorization", authorization)
	r.Header.Set("Content-Type", "application/octet-stream")
	r.Header.Set("Content-Encoding", "aes128gcm")
	r.Header.Set("TTL", strconv.Itoa(int(messageTTL.Seconds())))
	r.Header.Set("Urgency", "normal")
	r.Header.Set("Topic", base64.RawURLEncoding.EncodeToString(topic[:24]))
	answer, err := s.client.Do(r)
	if err != nil {
		return errors.Is(err, errPrivate), withoutAddress(err)
	}
	answer.Body.Close() // nothing in it is for us
	switch code := answer.StatusCode; {
	case code == http.StatusNotFound || code == http.StatusGone:
		return true, nil
	case code >= 300:
		return false, errors.New("push: the push service answers " + strconv.Itoa(code))
	}
	return false, nil
}

// withoutAddress takes the address out of an error: the log is kept longer than
// some people are.
func withoutAddress(err error) error {
	if cause := errors.Unwrap(err); cause != nil {
		return cause
	}
	return err
}
