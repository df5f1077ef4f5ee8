// Package people manages accounts: lasting names that people sign in to with passkeys.
//
// An account is a person, like a guest: games, studies and bans refer to both by the same kind of hash. A guest's
// hash comes from the secret in their cookie, an account's from a random key that never leaves the server
// ([Account]). Registering and signing in can move a guest's games to the account ([Store]). After that, the
// guest's secret identifies a guest without games.
//
// A [Service] runs the ceremonies: it creates challenges, checks what passkeys have signed (ceremony.go), signs
// devices in and out (ceremony.go, service.go), and manages names, passkeys and recovery codes (account.go). People can
// also sign in at an OpenID Connect provider, if there is one (openid.go). A Service does I/O only through its Store and
// its Provider.
package people

import (
	"context"
	"errors"

	"github.com/tainchess/tain/internal/people/profile"
	"github.com/tainchess/tain/internal/people/rating"
	"github.com/tainchess/tain/internal/play/game"
)

// Account is a person with a name that no other account has.
type Account struct {
	Person game.Hash // hash of Key
	// Key is a random secret. It takes the place of a guest's cookie, for example in invitations.
	Key      string
	Name     string
	Skeleton string // canonical form of the name's appearance; see name.Skeleton
	Role     Role
	Created  int64
	Renamed  int64 // when the person last changed the name, or 0
	// Issuer and Subject identify the person at an OpenID Connect provider. They are empty for an account that was
	// created with a passkey.
	Issuer, Subject string
}

// Role is what an account may do in addition to playing.
type Role string

// The roles. An operator handles reports about players. A bot is played by a program, has
// leaderboards of its own, and is a bot for good.
const (
	Operator Role = "operator"
	Bot      Role = "bot"
)

// Passkey is a public key with which a person signs in.
type Passkey struct {
	ID            []byte // the credential ID
	Person        game.Hash
	Label         string
	Data          string // webauthn.Credential as JSON
	Created, Used int64
}

// Device is a browser that is signed in to an account.
type Device struct {
	ID        game.Hash // hash of the token in its cookie
	Person    game.Hash
	Agent     string // such as "Firefox, Android"
	Created   int64
	Used      int64
	Confirmed int64 // when a passkey or a recovery code was last used on it, or the person signed in at the provider
	Expires   int64
}

// Challenge is a challenge that a passkey must sign, or a sign-in at an OpenID Connect provider. It can be used once.
type Challenge struct {
	ID      game.Hash // hash of the token in the browser's cookie
	Person  game.Hash // person who requested the challenge; zero for a stranger
	Purpose Purpose
	Data    string // JSON
	Expires int64
}

// Purpose is what a challenge can be used for.
type Purpose string

// The purposes.
const (
	ToRegister Purpose = "register" // create an account
	ToSignIn   Purpose = "sign-in"
	ToConfirm  Purpose = "confirm" // verify a passkey again before a sensitive change
	ToAdd      Purpose = "add"     // add a passkey to an account
	// The purposes of a sign-in at an OpenID Connect provider.
	ToSignInThere  Purpose = "openid-sign-in"
	ToConfirmThere Purpose = "openid-confirm"
	ToName         Purpose = "openid-name" // name the new account of a person whom the provider has identified
)

// The results that stores report as errors.
var (
	ErrNotFound  = errors.New("people: not found")
	ErrNameTaken = errors.New("people: the name belongs to another account")
	ErrKnown     = errors.New("people: the passkey or identity belongs to an account already")
	ErrFull      = errors.New("people: too many passkeys")
	ErrLast      = errors.New("people: an account needs a passkey")
)

// MaxDevices is the maximum number of devices of an account. Another sign-in ends the oldest one.
const MaxDevices = 32

// Store stores accounts, their profiles and their ratings. It is safe for concurrent use. Each method is atomic. Package storetest tests
// implementations.
type Store interface {
	rating.Store
	profile.Store
	TokenStore
	// Register saves a new account with its first passkey, device and recovery codes, and gives it the games,
	// studies and push subscriptions of a guest, who may be zero. An account with an identity at a provider needs no
	// passkey: p.ID is then empty. Register returns the identifiers of the games, or ErrNameTaken or ErrKnown.
	Register(ctx context.Context, a Account, p Passkey, d Device, codes []game.Hash, guest game.Hash) (games []string, err error)
	// Account returns an account, or ErrNotFound.
	Account(ctx context.Context, person game.Hash) (Account, error)
	// AccountNamed returns the account whose name has the given skeleton, or ErrNotFound.
	AccountNamed(ctx context.Context, skeleton string) (Account, error)
	// AccountIdentified returns the account with an identity at an OpenID Connect provider, or ErrNotFound.
	AccountIdentified(ctx context.Context, issuer, subject string) (Account, error)
	// Accounts returns up to limit accounts, newest first.
	Accounts(ctx context.Context, limit int) ([]Account, error)
	// RenameAccount changes an account's name in all games, including future ones, and saves when the person
	// changed it. It returns the identifiers of the games, or ErrNameTaken or ErrNotFound.
	RenameAccount(ctx context.Context, person game.Hash, name, skeleton string, renamed int64) (games []string, err error)
	// SetRole changes an account's role and signs it out everywhere, or returns ErrNotFound.
	SetRole(ctx context.Context, person game.Hash, role Role) error
	// Erase closes an account, if there is one, and deletes the person's data. Their games remain, without them.
	// It returns the identifiers of these games.
	Erase(ctx context.Context, person game.Hash) (games []string, err error)

	// Passkey returns a passkey, or ErrNotFound.
	Passkey(ctx context.Context, id []byte) (Passkey, error)
	// Passkeys returns the passkeys of an account, oldest first.
	Passkeys(ctx context.Context, person game.Hash) ([]Passkey, error)
	// AddPasskey adds a passkey to an account. It returns ErrFull if the account has limit passkeys already, and
	// ErrKnown if the passkey belongs to an account.
	AddPasskey(ctx context.Context, p Passkey, limit int) error
	// UsePasskey saves a passkey's data after its use.
	UsePasskey(ctx context.Context, id []byte, data string, at int64) error
	// DeletePasskey deletes a passkey of an account. It returns ErrLast if the account has no other and no identity
	// at a provider, and ErrNotFound if the account does not have the passkey.
	DeletePasskey(ctx context.Context, person game.Hash, id []byte) error

	// SignIn saves a device. It deletes the expired devices of all accounts, and the account's oldest above
	// MaxDevices. It gives the account the games of a guest, who may be zero. It returns the identifiers of these
	// games and the deleted devices, or ErrNotFound if the account does not exist.
	SignIn(ctx context.Context, d Device, guest game.Hash) (games []string, gone []game.Hash, err error)
	// Device returns a device and its account, or ErrNotFound.
	Device(ctx context.Context, id game.Hash) (Device, Account, error)
	// Devices returns the devices of an account, most recently used first.
	Devices(ctx context.Context, person game.Hash) ([]Device, error)
	// UseDevice saves when a device was used and when it expires.
	UseDevice(ctx context.Context, id game.Hash, used, expires int64) error
	// ConfirmDevice saves when a passkey was last verified on a device, or the person signed in at the provider again.
	ConfirmDevice(ctx context.Context, id game.Hash, at int64) error
	// SignOut deletes a device of an account, if it exists.
	SignOut(ctx context.Context, person, id game.Hash) error
	// SignOutOthers deletes all devices and tokens of an account except one device, which may be zero, and returns
	// their identifiers.
	SignOutOthers(ctx context.Context, person, except game.Hash) ([]game.Hash, error)

	// SetCodes replaces the recovery codes of an account.
	SetCodes(ctx context.Context, person game.Hash, codes []game.Hash) error
	// CountCodes returns the number of unused recovery codes of an account.
	CountCodes(ctx context.Context, person game.Hash) (int, error)
	// UseCode deletes a recovery code, deletes the devices and tokens of its account, and saves a new device, whose
	// person is set to the account's. It returns that person and what was deleted, or ErrNotFound.
	UseCode(ctx context.Context, code game.Hash, d Device) (person game.Hash, gone []game.Hash, err error)

	// PutChallenge saves a challenge. It deletes those that have expired, and the oldest above limit.
	PutChallenge(ctx context.Context, c Challenge, limit int) error
	// TakeChallenge deletes and returns a challenge, or returns ErrNotFound.
	TakeChallenge(ctx context.Context, id game.Hash) (Challenge, error)
	// ForgetExpired deletes the devices, tokens and challenges that have expired by a given time.
	ForgetExpired(ctx context.Context, by int64) error
	// ForgetAccounts deletes up to 1,000 accounts that have no games, ratings, studies, role, provider or devices, and
	// that nobody has created or signed in to since a time. It returns their number.
	ForgetAccounts(ctx context.Context, before int64) (int, error)
}
