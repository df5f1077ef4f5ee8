package push

import (
	"bytes"
	"context"
	"crypto/ecdh"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"golang.org/x/time/rate"

	"github.com/tainchess/tain/internal/play/game"
	"github.com/tainchess/tain/internal/site/store"
)

// Limits on subscriptions and notifications.
const (
	PerPerson        = 5
	maxSubscriptions = 50_000
	maxQueued        = 1000
	workers          = 32
	// A person may get a burst of personBurst notifications, and one more every personEvery. Each second of
	// waiting for their push service counts as a notification, so that push services that never respond
	// cannot block all workers.
	personBurst = 20
	personEvery = 30 * time.Second
	maxPersons  = 10_000
	// messageTTL is how long a push service stores a message for an offline browser.
	messageTTL = 24 * time.Hour
)

// Text is the text of a notification.
type Text struct {
	Title string `json:"title"`
	Body  string `json:"body"`
}

// Notice is a notification shown by a browser.
type Notice struct {
	Text
	// In is the text in other languages, by language tag.
	In  map[string]Text `json:"in,omitempty"`
	URL string          `json:"url"` // path to open on a click
	// Topic identifies the subject. A notification replaces an earlier one with the same topic.
	Topic string `json:"topic"`
}

// Options configures a Service. Store and Key are required.
type Options struct {
	Store store.SubscriptionStore
	Key   *Key
	// Contact is the operator's mailto: or https: URL for push services.
	Contact string
	// Trusted are the origins of push services that may have private addresses and use HTTP, for closed
	// networks and tests.
	Trusted []string
	Log     *slog.Logger
}

// Service sends notifications. It is safe for concurrent use.
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

// delivery is a queued notification to a person.
type delivery struct {
	to     game.Hash
	notice Notice
}

// New returns a service that sends notifications until it is closed.
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

// Close stops sending and discards queued notifications.
func (s *Service) Close() {
	s.stop()
	s.running.Wait()
	s.client.CloseIdleConnections()
}

// Public returns the public key that browsers need to subscribe, in base64url.
func (s *Service) Public() string { return s.key.Public() }

// Subscribe saves the subscription of a person's browser. It returns an error if the subscription is invalid
// or there are too many.
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

// Has reports whether a person's browser is subscribed.
func (s *Service) Has(ctx context.Context, by game.Hash, endpoint string) bool {
	list, err := s.store.Subscriptions(ctx, by)
	return err == nil && slices.ContainsFunc(list, func(one store.Subscription) bool { return one.Endpoint == endpoint })
}

// Unsubscribe deletes the subscription of a person's browser.
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
	return game.StoreFailed("other", err)
}

// Notify sends a notification to a person's subscribed browsers. It does not block. It drops the notification
// if the person has exceeded the rate limit or the queue is full.
func (s *Service) Notify(to game.Hash, n Notice) {
	if to == (game.Hash{}) || !s.limiter(to).Allow() {
		return
	}
	select {
	case s.queue <- delivery{to, n}:
	default:
		s.log.Warn("push: the queue is full; dropped a notification")
	}
}

// waited charges a person's rate limit for the time that their push service took. It may leave a debt.
func (s *Service) waited(to game.Hash, took time.Duration) {
	if n := int(took.Seconds()); n > 0 {
		s.limiter(to).ReserveN(time.Now(), min(n, personBurst))
	}
}

// limiter returns the rate limit of a person.
func (s *Service) limiter(to game.Hash) *rate.Limiter {
	s.mu.Lock()
	defer s.mu.Unlock()
	one := s.persons[to]
	if one == nil {
		if len(s.persons) >= maxPersons {
			clear(s.persons) // clearing gives each person a full burst again
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

// deliver sends a notification to all browsers of a person, and deletes subscriptions that are no longer
// valid.
func (s *Service) deliver(ctx context.Context, e delivery) {
	list, err := s.store.Subscriptions(ctx, e.to)
	if err != nil {
		if ctx.Err() == nil {
			s.log.Error("push: cannot read subscriptions", "error", err)
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
			s.log.Info("push: cannot deliver a notification", "error", err) // the error omits the endpoint, which is personal data
		}
	}
}

// send sends a notification to a browser, and reports whether the browser's subscription is no longer valid.
func (s *Service) send(ctx context.Context, to store.Subscription, n Notice) (gone bool, err error) {
	if err := s.checkEndpoint(to.Endpoint); err != nil {
		return true, nil // the endpoint is no longer trusted
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
	answer.Body.Close() // unread
	switch code := answer.StatusCode; {
	case code == http.StatusNotFound || code == http.StatusGone:
		return true, nil
	case code >= 300:
		return false, fmt.Errorf("push: the push service responded with status %d", code)
	}
	return false, nil
}

// withoutAddress removes the endpoint from an error, because the log may outlive a person's data.
func withoutAddress(err error) error {
	if cause := errors.Unwrap(err); cause != nil {
		return cause
	}
	return err
}

// Check validates and parses a browser's subscription: its endpoint, and its keys in base64url.
func (s *Service) Check(endpoint, key, auth string) (store.Subscription, error) {
	if err := s.checkEndpoint(endpoint); err != nil {
		return store.Subscription{}, err
	}
	point, err := decode(key)
	if err == nil {
		_, err = ecdh.P256().NewPublicKey(point)
	}
	if err != nil {
		return store.Subscription{}, invalidKey()
	}
	secret, err := decode(auth)
	if err != nil || len(secret) != authBytes {
		return store.Subscription{}, invalidKey()
	}
	return store.Subscription{Endpoint: endpoint, Key: point, Auth: secret}, nil
}

// checkEndpoint rejects URLs that cannot belong to a public push service.
func (s *Service) checkEndpoint(endpoint string) error {
	if len(endpoint) > maxEndpoint {
		return invalidEndpoint()
	}
	u, err := url.Parse(endpoint)
	switch {
	case err != nil || u.Host == "" || u.User != nil || u.Fragment != "":
		return invalidEndpoint()
	case slices.Contains(s.trusted, u.Scheme+"://"+u.Host):
		return nil
	case u.Scheme != "https" || u.Port() != "" && u.Port() != "443" || !strings.Contains(u.Hostname(), ".") || isAddress(u.Hostname()):
		return invalidEndpoint()
	}
	return nil
}

const (
	maxEndpoint = 1000
	authBytes   = 16
)
