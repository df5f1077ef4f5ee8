package people

import (
	"context"
	"crypto/rand"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/go-webauthn/webauthn/protocol"
	"github.com/go-webauthn/webauthn/webauthn"

	"github.com/tainchess/tain/internal/play/game"
	"github.com/tainchess/tain/internal/play/name"
)

// tokenBytes is the size of the secrets in cookies, and of an account's key.
const tokenBytes = 32

// newToken returns a random secret.
func newToken() string {
	bits := make([]byte, tokenBytes)
	rand.Read(bits)
	return base64.RawURLEncoding.EncodeToString(bits)
}

// hashToken returns the hash by which a secret is stored.
func hashToken(token string) game.Hash { return game.HashOf("tain account\x00" + token) }

// user adapts an account to the WebAuthn library.
type user struct {
	account  Account
	passkeys []webauthn.Credential
}

func (u *user) WebAuthnID() []byte                         { return u.account.Person[:] }
func (u *user) WebAuthnName() string                       { return u.account.Name }
func (u *user) WebAuthnDisplayName() string                { return u.account.Name }
func (u *user) WebAuthnCredentials() []webauthn.Credential { return u.passkeys }

// user returns an account with its passkeys.
func (s *Service) user(ctx context.Context, a Account) (*user, error) {
	list, err := s.Store.Passkeys(ctx, a.Person)
	if err != nil {
		return nil, err
	}
	u := &user{account: a}
	for _, p := range list {
		var c webauthn.Credential
		if err := json.Unmarshal([]byte(p.Data), &c); err != nil {
			return nil, fmt.Errorf("people: a passkey of %x cannot be read: %w", a.Person[:4], err)
		}
		u.passkeys = append(u.passkeys, c)
	}
	return u, nil
}

// ceremony is the stored data of a challenge.
type ceremony struct {
	Session webauthn.SessionData `json:"session"`
	Key     string               `json:"key,omitempty"` // of the account to be created
	Name    string               `json:"name,omitempty"`
}

// Begin begins a ceremony. It returns the options for the browser's credential manager, and a token that the same
// browser must send to finish. Registering needs a name; confirming and adding a passkey need the account.
func (s *Service) Begin(ctx context.Context, purpose Purpose, by *Account, requested string) (options any, token string, err error) {
	c := Challenge{Purpose: purpose}
	var data ceremony
	var session *webauthn.SessionData
	switch purpose {
	case ToRegister:
		if !s.Open {
			return nil, "", ErrClosed
		}
		if data.Name, err = s.freeName(ctx, requested, game.Hash{}); err != nil {
			return nil, "", err
		}
		data.Key = newToken()
		options, session, err = s.ceremonies.BeginRegistration(&user{account: Account{Person: game.HashOf(data.Key), Name: data.Name}})
	case ToSignIn:
		options, session, err = s.ceremonies.BeginDiscoverableLogin()
	case ToConfirm, ToAdd:
		if by == nil {
			return nil, "", ErrNotFound
		}
		c.Person = by.Person
		var u *user
		if u, err = s.user(ctx, *by); err != nil {
			return nil, "", err
		}
		if purpose == ToConfirm {
			options, session, err = s.ceremonies.BeginLogin(u)
			break
		}
		var known []protocol.CredentialDescriptor
		for _, p := range u.passkeys {
			known = append(known, p.Descriptor())
		}
		options, session, err = s.ceremonies.BeginRegistration(u, webauthn.WithExclusions(known))
	default:
		return nil, "", ErrChallenge
	}
	if err != nil {
		return nil, "", err
	}
	data.Session = *session
	token, err = s.put(ctx, c, data)
	return options, token, err
}

// put saves a challenge with data, and returns its token.
func (s *Service) put(ctx context.Context, c Challenge, data any) (token string, err error) {
	text, err := json.Marshal(data)
	if err != nil {
		return "", fmt.Errorf("people: %w", err)
	}
	token = newToken()
	c.ID, c.Data, c.Expires = hashToken(token), string(text), s.now()+ChallengeTime.Milliseconds()
	return token, s.Store.PutChallenge(ctx, c, maxChallenges)
}

// take ends a ceremony: it deletes the challenge and returns its data. by is the account that confirms or adds a
// passkey.
func (s *Service) take(ctx context.Context, token string, purpose Purpose, by game.Hash) (data ceremony, err error) {
	err = s.takeInto(ctx, token, purpose, by, &data)
	return data, err
}

// takeInto is like take, for other data.
func (s *Service) takeInto(ctx context.Context, token string, purpose Purpose, by game.Hash, data any) error {
	c, err := s.Store.TakeChallenge(ctx, hashToken(token))
	switch {
	case errors.Is(err, ErrNotFound):
		return ErrChallenge
	case err != nil:
		return err
	case c.Purpose != purpose || c.Person != by || c.Expires <= s.now():
		return ErrChallenge
	}
	if err := json.Unmarshal([]byte(c.Data), data); err != nil {
		return fmt.Errorf("people: %w", err)
	}
	return nil
}

// refused returns ErrCredential with the reason why a passkey was not accepted, unless the store has failed.
func refused(err error) error {
	var why *protocol.Error
	if errors.As(err, &why) {
		return fmt.Errorf("%w: %s (%s)", ErrCredential, why.Details, why.DevInfo)
	}
	return fmt.Errorf("%w: %w", ErrCredential, err)
}

// The maximum sizes in bytes of a passkey's public key, which is enough for RSA keys of 4096 bits, and of its stored data.
// The time to verify a signature grows with the cube of the size of an RSA key.
const (
	maxPublicKey   = 600
	maxPasskeyData = 4 << 10
)

// created verifies the response to a challenge that creates a passkey. It ignores an attestation, because the server
// requests none.
func (s *Service) created(u *user, data ceremony, response []byte, label string) (Passkey, error) {
	parsed, err := protocol.ParseCredentialCreationResponseBytes(response)
	if err != nil {
		return Passkey{}, refused(err)
	}
	object := &parsed.Response.AttestationObject
	object.Format, object.AttStatement = string(protocol.AttestationFormatNone), nil
	if n := len(object.AuthData.AttData.CredentialPublicKey); n > maxPublicKey {
		return Passkey{}, fmt.Errorf("%w: its public key has %d bytes, and the limit is %d", ErrCredential, n, maxPublicKey)
	}
	credential, err := s.ceremonies.CreateCredential(u, data.Session, parsed)
	if err != nil {
		return Passkey{}, refused(err)
	}
	p := Passkey{ID: credential.ID, Person: u.account.Person, Label: cleanLabel(label), Created: s.now(), Used: s.now()}
	if p.Data, err = encodeCredential(credential); err == nil && len(p.Data) > maxPasskeyData {
		err = fmt.Errorf("%w: its data has %d bytes, and the limit is %d", ErrCredential, len(p.Data), maxPasskeyData)
	}
	return p, err
}

// encodeCredential encodes a credential without its attestation, which is not verified.
func encodeCredential(c *webauthn.Credential) (string, error) {
	saved := *c
	saved.Attestation = webauthn.CredentialAttestation{}
	text, err := json.Marshal(saved)
	return string(text), err
}

// maxLabel is the maximum length of a passkey's label, in characters.
const maxLabel = 40

func cleanLabel(text string) string {
	letters := []rune(strings.Join(strings.Fields(strings.ToValidUTF8(text, "")), " "))
	return string(letters[:min(len(letters), maxLabel)])
}

// freeName returns a requested name in its displayed form, or ErrNoName or ErrNameTaken. by may have the name
// already.
func (s *Service) freeName(ctx context.Context, requested string, by game.Hash) (string, error) {
	clean, err := name.Clean(requested)
	switch {
	case err != nil:
		return "", err
	case name.Skeleton(clean) == "":
		return "", ErrNoName
	}
	a, err := s.Store.AccountNamed(ctx, name.Skeleton(clean))
	switch {
	case errors.Is(err, ErrNotFound):
		return clean, nil
	case err == nil && a.Person != by:
		err = ErrNameTaken
	}
	return clean, err
}

// Taken reports whether a name, or one that looks like it, belongs to an account.
func (s *Service) Taken(ctx context.Context, clean string) (bool, error) {
	skeleton := name.Skeleton(clean)
	if skeleton == "" {
		return false, nil
	}
	_, err := s.Store.AccountNamed(ctx, skeleton)
	if errors.Is(err, ErrNotFound) {
		return false, nil
	}
	return err == nil, err
}

// Welcome is the result of registering or signing in.
type Welcome struct {
	Account Account
	Token   string      // for the cookie of the new device
	Codes   []string    // recovery codes of a new account
	Games   []string    // games that now belong to the account
	Moved   game.Hash   // guest to whom the games belonged; zero for none
	Gone    []game.Hash // devices and tokens that have ended
}

// device returns a new device with its token. Call it before verifying a passkey, so that a passkey used since the
// device was created shows that the device did not sign in with a recovery code.
func (s *Service) device(person game.Hash, agent string) (d Device, token string) {
	token, at := newToken(), s.now()
	return Device{
		ID: hashToken(token), Person: person, Agent: agent, Created: at, Used: at, Confirmed: at, Expires: at + DeviceTime.Milliseconds(),
	}, token
}

// Register creates an account with the response to a challenge, signs in the device, and moves the games of a guest,
// who may be zero, to the account.
func (s *Service) Register(ctx context.Context, challenge string, response []byte, label, agent string, guest game.Hash) (Welcome, error) {
	data, err := s.take(ctx, challenge, ToRegister, game.Hash{})
	if err != nil {
		return Welcome{}, err
	}
	if !s.Open {
		return Welcome{}, ErrClosed
	}
	d, token := s.device(game.HashOf(data.Key), agent)
	a := Account{Person: d.Person, Key: data.Key, Name: data.Name, Skeleton: name.Skeleton(data.Name), Created: s.now()}
	p, err := s.created(&user{account: a}, data, response, label)
	if err != nil {
		return Welcome{}, err
	}
	if err := s.fix(ctx); err != nil {
		return Welcome{}, err
	}
	codes, hashes := newCodes()
	games, err := s.Store.Register(ctx, a, p, d, hashes, guest)
	return Welcome{Account: a, Token: token, Codes: codes, Games: games}, err
}

// fix saves the RP ID of the first account, or returns ErrRPID if another one is saved.
func (s *Service) fix(ctx context.Context) error {
	if s.Fix == nil {
		return nil
	}
	id, err := s.Fix(ctx, s.RPID)
	if err == nil && id != s.RPID {
		err = ErrRPID
	}
	return err
}

// shown verifies the response to a challenge that an existing passkey must sign, and saves its use. verify
// checks the signature.
func (s *Service) shown(ctx context.Context, response []byte, verify func(*protocol.ParsedCredentialAssertionData) (*webauthn.Credential, error)) error {
	parsed, err := protocol.ParseCredentialRequestResponseBytes(response)
	if err != nil {
		return refused(err)
	}
	credential, err := verify(parsed)
	if err != nil {
		return refused(err)
	}
	if credential.Authenticator.CloneWarning {
		return fmt.Errorf("%w: its counter went backwards, so it may have been copied", ErrCredential)
	}
	text, err := encodeCredential(credential)
	if err != nil {
		return err
	}
	return s.Store.UsePasskey(ctx, credential.ID, text, s.now())
}

// SignIn signs in a device with the response to a challenge, and moves the games of a guest, who may be zero, to the
// account.
func (s *Service) SignIn(ctx context.Context, challenge string, response []byte, agent string, guest game.Hash) (Welcome, error) {
	data, err := s.take(ctx, challenge, ToSignIn, game.Hash{})
	if err != nil {
		return Welcome{}, err
	}
	d, token := s.device(game.Hash{}, agent)
	var found *user
	var failed error // of the store
	err = s.shown(ctx, response, func(parsed *protocol.ParsedCredentialAssertionData) (*webauthn.Credential, error) {
		return s.ceremonies.ValidateDiscoverableLogin(func(id, handle []byte) (webauthn.User, error) {
			p, err := s.Store.Passkey(ctx, id)
			if err == nil {
				var a Account
				if a, err = s.Store.Account(ctx, p.Person); err == nil {
					found, err = s.user(ctx, a)
				}
			}
			if err != nil && !errors.Is(err, ErrNotFound) {
				failed = err
			}
			return found, err
		}, data.Session, parsed)
	})
	if failed != nil {
		return Welcome{}, failed
	}
	if err != nil {
		return Welcome{}, err
	}
	d.Person = found.account.Person
	if found.account.Role == Bot {
		guest = game.Hash{} // a bot gets no games that a person has played
	}
	games, gone, err := s.Store.SignIn(ctx, d, guest)
	s.Forget(gone...)
	return Welcome{Account: found.account, Token: token, Games: games, Gone: gone}, err
}

// Confirm records that a passkey was verified on a device, given the response to a challenge.
func (s *Service) Confirm(ctx context.Context, challenge string, response []byte, by Signed) error {
	data, err := s.take(ctx, challenge, ToConfirm, by.Account.Person)
	if err != nil {
		return err
	}
	u, err := s.user(ctx, by.Account)
	if err != nil {
		return err
	}
	if err := s.shown(ctx, response, func(parsed *protocol.ParsedCredentialAssertionData) (*webauthn.Credential, error) {
		return s.ceremonies.ValidateLogin(u, data.Session, parsed)
	}); err != nil {
		return err
	}
	defer s.Forget(by.Device.ID)
	return s.Store.ConfirmDevice(ctx, by.Device.ID, s.now())
}

// AddPasskey adds a passkey to an account, given the response to a challenge. The device must be confirmed.
func (s *Service) AddPasskey(ctx context.Context, challenge string, response []byte, label string, by Signed) error {
	if err := s.CheckConfirmed(ctx, by); err != nil {
		return err
	}
	data, err := s.take(ctx, challenge, ToAdd, by.Account.Person)
	if err != nil {
		return err
	}
	p, err := s.created(&user{account: by.Account}, data, response, label)
	if err != nil {
		return err
	}
	return s.Store.AddPasskey(ctx, p, maxPasskeys)
}
