package people

import (
	"context"
	"crypto/rand"
	"errors"
	"strings"

	"github.com/tainchess/tain/internal/play/game"
	"github.com/tainchess/tain/internal/play/name"
)

// Rename changes the name of an account, at most once every RenameEvery. It returns the identifiers of the games
// that show the name.
func (s *Service) Rename(ctx context.Context, by Signed, requested string) (games []string, err error) {
	a, err := s.Store.Account(ctx, by.Account.Person) // by may be cached
	if err != nil {
		return nil, err
	}
	clean, err := s.freeName(ctx, requested, a.Person)
	if err != nil || clean == a.Name {
		return nil, err
	}
	if a.Renamed != 0 && s.now()-a.Renamed < RenameEvery.Milliseconds() {
		return nil, ErrTooSoon
	}
	defer s.Forget(a.Person)
	return s.Store.RenameAccount(ctx, a.Person, clean, name.Skeleton(clean), s.now())
}

// CheckConfirmed returns ErrUnconfirmed unless a passkey was verified on a device recently. It reads the device from the store,
// because another server may just have confirmed it or signed it out.
func (s *Service) CheckConfirmed(ctx context.Context, by Signed) error {
	d, _, err := s.Store.Device(ctx, by.Device.ID)
	if err == nil && !s.Confirmed(d) {
		err = ErrUnconfirmed
	}
	return err
}

// Close closes an account and erases the person's data. The device must be confirmed. It returns the identifiers of
// the games in which an anonymous person takes their place.
func (s *Service) Close(ctx context.Context, by Signed) (games []string, err error) {
	if err := s.CheckConfirmed(ctx, by); err != nil {
		return nil, err
	}
	defer s.Forget(by.Account.Person)
	return s.Store.Erase(ctx, by.Account.Person)
}

// DeletePasskey deletes a passkey of an account. The device must be confirmed.
func (s *Service) DeletePasskey(ctx context.Context, by Signed, id []byte) error {
	if err := s.CheckConfirmed(ctx, by); err != nil {
		return err
	}
	return s.Store.DeletePasskey(ctx, by.Account.Person, id)
}

// SignOut signs out a device of an account.
func (s *Service) SignOut(ctx context.Context, by Signed, device game.Hash) error {
	defer s.Forget(device)
	return s.Store.SignOut(ctx, by.Account.Person, device)
}

// SignOutOthers signs out all other devices of an account and ends its tokens, and returns both.
func (s *Service) SignOutOthers(ctx context.Context, by Signed) ([]game.Hash, error) {
	defer s.Forget(by.Account.Person)
	return s.Store.SignOutOthers(ctx, by.Account.Person, by.Device.ID)
}

// NewCodes replaces the recovery codes of an account and returns the new ones. The device must be confirmed.
func (s *Service) NewCodes(ctx context.Context, by Signed) ([]string, error) {
	if err := s.CheckConfirmed(ctx, by); err != nil {
		return nil, err
	}
	codes, hashes := newCodes()
	return codes, s.Store.SetCodes(ctx, by.Account.Person, hashes)
}

// Recover signs in a device with a recovery code, and signs out all others.
func (s *Service) Recover(ctx context.Context, code, agent string) (Welcome, error) {
	d, token := s.device(game.Hash{}, agent)
	person, gone, err := s.Store.UseCode(ctx, hashCode(code), d)
	if errors.Is(err, ErrNotFound) {
		return Welcome{}, ErrCode
	}
	if err != nil {
		return Welcome{}, err
	}
	s.Forget(person)
	a, err := s.Store.Account(ctx, person)
	return Welcome{Account: a, Token: token, Gone: gone}, err
}

// A recovery code is 80 random bits as four groups of characters. Even without a limit on attempts, nobody could guess one.
const (
	codeLength  = 16
	groupLength = 4
)

// newCodes returns new recovery codes and their hashes.
func newCodes() (codes []string, hashes []game.Hash) {
	for range codeCount {
		letters := strings.ToLower(rand.Text()[:codeLength])
		var groups []string
		for i := 0; i < codeLength; i += groupLength {
			groups = append(groups, letters[i:i+groupLength])
		}
		code := strings.Join(groups, "-")
		codes, hashes = append(codes, code), append(hashes, hashCode(code))
	}
	return codes, hashes
}

// hashCode returns the hash of a recovery code as typed, ignoring case, spaces and hyphens. Letters that the digits 0,
// 1 and 8 resemble are read as such, because codes contain none of these digits.
func hashCode(typed string) game.Hash {
	clean := strings.Map(func(r rune) rune {
		switch {
		case r >= 'A' && r <= 'Z':
			return r - 'A' + 'a'
		case r >= 'a' && r <= 'z', r >= '2' && r <= '7':
			return r
		case r == '0':
			return 'o'
		case r == '1':
			return 'l'
		case r == '8':
			return 'b'
		}
		return -1
	}, typed[:min(len(typed), 100)])
	return game.HashOf("tain recovery code\x00" + clean)
}
