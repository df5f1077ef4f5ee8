package people

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/go-webauthn/webauthn/protocol"
	"github.com/go-webauthn/webauthn/webauthn"

	"github.com/tainchess/tain/internal/play/game"
)

// The reasons for which a Service refuses a request, in addition to those of its Store.
var (
	ErrClosed      = errors.New("people: registration is closed")
	ErrChallenge   = errors.New("people: the challenge has expired or was used")
	ErrCredential  = errors.New("people: the passkey could not be verified")
	ErrUnconfirmed = errors.New("people: a passkey must be verified again")
	ErrCode        = errors.New("people: unknown recovery code")
	ErrNoName      = errors.New("people: an account needs a name")
	ErrTooSoon     = errors.New("people: the name was changed recently")
	ErrRPID        = errors.New("people: another server has registered accounts for another RP ID")
	ErrProvider    = errors.New("people: the sign-in at the provider failed")
	ErrOther       = errors.New("people: another person has signed in at the provider")
)

// The periods of an account.
const (
	ChallengeTime = 5 * time.Minute      // how long a challenge can be used
	ConfirmTime   = 5 * time.Minute      // how long a device stays confirmed after a passkey was verified
	DeviceTime    = 90 * 24 * time.Hour  // how long an unused device stays signed in
	RenameEvery   = 7 * 24 * time.Hour   // minimum time between changes of name
	UnusedTime    = 400 * 24 * time.Hour // how long an empty account that nobody signs in to is stored
	touchEvery    = time.Minute          // minimum time between saved uses of a device
	cacheTime     = 5 * time.Second      // how long a server may remain unaware that another has signed out a device
	maxCached     = 10_000
	maxPasskeys   = 20
	maxChallenges = 20_000 // of all people
	codeCount     = 10
)

// Options configures a [Service]. All fields except Provider, Fix and Now are required.
type Options struct {
	Store Store
	// RPID is the domain to which passkeys are bound. Origins are the origins of the pages that may use them, such
	// as https://chess.example.org.
	RPID    string
	Origins []string
	// Open permits new accounts.
	Open bool
	// Provider is an OpenID Connect provider at which people can sign in. It may be nil.
	Provider Provider
	// Fix saves the RP ID unless one is saved already, and returns the saved one. It may be nil.
	Fix func(ctx context.Context, id string) (string, error)
	// Now returns the current time. It defaults to time.Now.
	Now func() time.Time
}

// Service manages accounts. It is safe for concurrent use.
type Service struct {
	Options
	ceremonies *webauthn.WebAuthn

	mu        sync.Mutex
	cache     map[game.Hash]cached // by device or token
	forgotten int                  // number of calls of Forget
}

type cached struct {
	signed Signed
	until  time.Time
}

// Signed is a device that is signed in, or a token, and its account.
type Signed struct {
	Device  Device
	Account Account
	Token   *Token // nil for a device
}

// Credential returns the hash of the device or the token.
func (s *Signed) Credential() game.Hash {
	if s.Token != nil {
		return s.Token.ID
	}
	return s.Device.ID
}

// New returns a service.
func New(o Options) (*Service, error) {
	if o.Now == nil {
		o.Now = time.Now
	}
	ceremonies, err := webauthn.New(&webauthn.Config{
		RPID: o.RPID, RPDisplayName: "Tain", RPOrigins: o.Origins,
		AttestationPreference: protocol.PreferNoAttestation,
		AuthenticatorSelection: protocol.AuthenticatorSelection{
			ResidentKey: protocol.ResidentKeyRequirementRequired, RequireResidentKey: protocol.ResidentKeyRequired(),
			UserVerification: protocol.VerificationRequired,
		},
	})
	if err != nil {
		return nil, fmt.Errorf("people: %w", err)
	}
	return &Service{Options: o, ceremonies: ceremonies, cache: map[game.Hash]cached{}}, nil
}

func (s *Service) now() int64 { return s.Now().UnixMilli() }

// Confirmed reports whether a passkey or a recovery code was used on the device, or the person signed in at the provider,
// within ConfirmTime.
func (s *Service) Confirmed(d Device) bool { return s.now()-d.Confirmed < ConfirmTime.Milliseconds() }

// Resolve returns the device with a token, and its account. It returns ErrNotFound if the device was signed out or
// has expired. Results are cached for a few seconds; see [Service.Forget]. Unless pay is nil, Resolve calls it before it
// reads the store, and returns its error.
func (s *Service) Resolve(ctx context.Context, token string, pay func() error) (Signed, error) {
	return s.resolve(ctx, hashToken(token), pay, func(id game.Hash, at int64) (Signed, error) {
		d, a, err := s.Store.Device(ctx, id)
		if err == nil && d.Expires <= at {
			err = ErrNotFound
		}
		if err != nil {
			return Signed{}, err
		}
		if at-d.Used > touchEvery.Milliseconds() {
			d.Used, d.Expires = at, at+DeviceTime.Milliseconds()
			_ = s.Store.UseDevice(ctx, id, d.Used, d.Expires) // the next request tries again
		}
		return Signed{Device: d, Account: a}, nil
	})
}

// resolve returns a device or a token from the cache, or from the store with read.
func (s *Service) resolve(ctx context.Context, id game.Hash, pay func() error, read func(id game.Hash, at int64) (Signed, error)) (Signed, error) {
	now := s.Now()
	s.mu.Lock()
	c, ok := s.cache[id]
	forgotten := s.forgotten
	s.mu.Unlock()
	if ok && now.Before(c.until) {
		return c.signed, nil
	}
	if pay != nil {
		if err := pay(); err != nil {
			return Signed{}, err
		}
	}
	signed, err := read(id, now.UnixMilli())
	if err != nil {
		return Signed{}, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.forgotten != forgotten { // the device or token may have ended since it was read
		return signed, nil
	}
	if len(s.cache) >= maxCached {
		clear(s.cache)
	}
	s.cache[id] = cached{signed, now.Add(cacheTime)}
	return signed, nil
}

// Forget removes devices and tokens from the cache, given their hashes or those of their accounts. Call it when another
// server has ended them or changed the accounts.
func (s *Service) Forget(ids ...game.Hash) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.forgotten++
	for _, id := range ids {
		delete(s.cache, id)
		for device, c := range s.cache {
			if c.signed.Account.Person == id {
				delete(s.cache, device)
			}
		}
	}
}
