package memory

import (
	"bytes"
	"cmp"
	"context"
	"crypto/rand"
	"maps"
	"slices"
	"time"

	"github.com/tainchess/tain/internal/people"
	"github.com/tainchess/tain/internal/play/game"
	"github.com/tainchess/tain/internal/site/store"
	"github.com/tainchess/tain/internal/site/studies"
)

// accounts contains the accounts of a store.
type accounts struct {
	accounts   map[game.Hash]people.Account
	passkeys   map[string]people.Passkey
	devices    map[game.Hash]people.Device
	tokens     map[game.Hash]people.Token
	codes      map[game.Hash]game.Hash // person by code
	challenges map[game.Hash]people.Challenge
}

func newAccounts() accounts {
	return accounts{
		accounts: map[game.Hash]people.Account{}, passkeys: map[string]people.Passkey{}, devices: map[game.Hash]people.Device{},
		tokens: map[game.Hash]people.Token{}, codes: map[game.Hash]game.Hash{}, challenges: map[game.Hash]people.Challenge{},
	}
}

// listed returns the matching values of a map, sorted.
func listed[K comparable, V any](from map[K]V, match func(V) bool, order func(a, b V) int) (all []V) {
	for v := range maps.Values(from) {
		if match(v) {
			all = append(all, v)
		}
	}
	slices.SortFunc(all, order)
	return all
}

func compareHash(a, b game.Hash) int { return bytes.Compare(a[:], b[:]) }

// named returns the account whose name has the given skeleton. The caller holds the lock.
func (m *Store) named(skeleton string) (people.Account, bool) {
	for _, a := range m.accounts.accounts {
		if a.Skeleton == skeleton {
			return a, true
		}
	}
	return people.Account{}, false
}

// identified returns the account with an identity at a provider. The caller holds the lock.
func (m *Store) identified(issuer, subject string) (people.Account, bool) {
	for _, a := range m.accounts.accounts {
		if issuer != "" && a.Issuer == issuer && a.Subject == subject {
			return a, true
		}
	}
	return people.Account{}, false
}

// AccountIdentified returns the account with an identity at an OpenID Connect provider, or people.ErrNotFound.
func (m *Store) AccountIdentified(_ context.Context, issuer, subject string) (people.Account, error) {
	m.mu.RLock()
	defer m.mu.RUnlock()
	a, ok := m.identified(issuer, subject)
	if !ok {
		return a, people.ErrNotFound
	}
	return a, nil
}

// Register saves a new account with its first passkey, device and recovery codes, and gives it a guest's games.
// It returns their identifiers, or people.ErrNameTaken or people.ErrKnown.
func (m *Store) Register(_ context.Context, a people.Account, p people.Passkey, d people.Device, codes []game.Hash, guest game.Hash) ([]string, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if _, known := m.identified(a.Issuer, a.Subject); known {
		return nil, people.ErrKnown
	}
	if _, taken := m.named(a.Skeleton); taken {
		return nil, people.ErrNameTaken
	}
	if _, known := m.accounts.passkeys[string(p.ID)]; known {
		return nil, people.ErrKnown
	}
	m.accounts.accounts[a.Person], m.accounts.devices[d.ID] = a, d
	if len(p.ID) > 0 {
		m.accounts.passkeys[string(p.ID)] = copyPasskey(p)
	}
	m.setCodes(a.Person, codes)
	return m.move(guest, a), nil
}

func copyPasskey(p people.Passkey) people.Passkey {
	p.ID = slices.Clone(p.ID)
	return p
}

// reseat changes the players of games. It returns the identifiers of the games in which change has changed a
// seat. The caller holds the lock.
func (m *Store) reseat(change func(id string, s *game.Seat) bool) (ids []string) {
	for id, g := range m.games {
		white, black := change(id, &g.entry.White), change(id, &g.entry.Black)
		if !white && !black {
			continue
		}
		ids = append(ids, id)
		g.events = slices.Clone(g.events)
		for i := range g.events {
			e := &g.events[i]
			if e.Start != nil {
				start := *e.Start
				change(id, &start.White)
				change(id, &start.Black)
				e.Start = &start
			}
			if e.Player != nil {
				player := *e.Player
				change(id, &player)
				e.Player = &player
			}
		}
	}
	slices.Sort(ids)
	return ids
}

// move gives an account the games, studies and push subscriptions of a guest. It does nothing if the guest is
// zero. The caller holds the lock.
func (m *Store) move(guest game.Hash, a people.Account) []string {
	if guest == (game.Hash{}) || guest == a.Person {
		return nil
	}
	for id, s := range m.studies {
		if s.Owner == guest {
			s.Owner = a.Person
			m.studies[id] = s
		}
	}
	for endpoint, s := range m.subscriptions {
		if s.Person == guest {
			s.Person = a.Person
			m.subscriptions[endpoint] = s
		}
	}
	return m.reseat(func(_ string, s *game.Seat) bool {
		if s.Session != guest {
			return false
		}
		s.Session, s.Name = a.Person, a.Name
		return true
	})
}

// Account returns an account, or people.ErrNotFound.
func (m *Store) Account(_ context.Context, person game.Hash) (people.Account, error) {
	m.mu.RLock()
	defer m.mu.RUnlock()
	return found(m.accounts.accounts, person)
}

// found returns the value of a key, or people.ErrNotFound.
func found[K comparable, V any](in map[K]V, key K) (V, error) {
	v, ok := in[key]
	if !ok {
		return v, people.ErrNotFound
	}
	return v, nil
}

// AccountNamed returns the account whose name has the given skeleton, or people.ErrNotFound.
func (m *Store) AccountNamed(_ context.Context, skeleton string) (people.Account, error) {
	m.mu.RLock()
	defer m.mu.RUnlock()
	a, ok := m.named(skeleton)
	if !ok {
		return a, people.ErrNotFound
	}
	return a, nil
}

// Accounts returns up to limit accounts, newest first.
func (m *Store) Accounts(_ context.Context, limit int) ([]people.Account, error) {
	m.mu.RLock()
	defer m.mu.RUnlock()
	all := listed(m.accounts.accounts, func(people.Account) bool { return true }, func(a, b people.Account) int {
		return cmp.Or(cmp.Compare(b.Created, a.Created), compareHash(a.Person, b.Person))
	})
	return all[:min(limit, len(all))], nil
}

// RenameAccount changes an account's name in all games, including future ones. It returns the identifiers of the
// games, or people.ErrNameTaken or people.ErrNotFound.
func (m *Store) RenameAccount(_ context.Context, person game.Hash, name, skeleton string, renamed int64) ([]string, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if other, taken := m.named(skeleton); taken && other.Person != person {
		return nil, people.ErrNameTaken
	}
	a, err := found(m.accounts.accounts, person)
	if err != nil {
		return nil, err
	}
	a.Name, a.Skeleton, a.Renamed = name, skeleton, renamed
	m.accounts.accounts[person] = a
	return m.reseat(func(_ string, s *game.Seat) bool {
		if s.Session != person {
			return false
		}
		s.Name = name
		return true
	}), nil
}

// SetRole changes an account's role and signs it out everywhere, or returns people.ErrNotFound.
func (m *Store) SetRole(_ context.Context, person game.Hash, role people.Role) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	a, err := found(m.accounts.accounts, person)
	if err == nil {
		m.setRole(a, role)
	}
	return err
}

// setRole changes an account's role and ends its devices and tokens, which it returns. The caller holds the lock.
func (m *Store) setRole(a people.Account, role people.Role) []game.Hash {
	a.Role = role
	m.accounts.accounts[a.Person] = a
	m.setBot(a.Person, role == people.Bot)
	return m.endDevices(a.Person, game.Hash{})
}

// Erase deletes a person's data, including their account. In each game a different anonymous person takes their
// place. It returns the identifiers of these games.
func (m *Store) Erase(_ context.Context, who game.Hash) ([]string, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.erase(who), nil
}

// erase is like Erase. The caller holds the lock.
func (m *Store) erase(who game.Hash) []string {
	delete(m.accounts.accounts, who)
	maps.DeleteFunc(m.accounts.passkeys, func(_ string, p people.Passkey) bool { return p.Person == who })
	maps.DeleteFunc(m.accounts.challenges, func(_ game.Hash, c people.Challenge) bool { return c.Person == who })
	maps.DeleteFunc(m.studies, func(_ string, s studies.Study) bool { return s.Owner == who })
	maps.DeleteFunc(m.subscriptions, func(_ string, s store.Subscription) bool { return s.Person == who })
	m.setCodes(who, nil)
	m.eraseRatings(who)
	m.eraseProfile(who)
	m.endDevices(who, game.Hash{})
	others := map[string]game.Hash{} // by game
	return m.reseat(func(id string, s *game.Seat) bool {
		if s.Session != who {
			return false
		}
		other, ok := others[id]
		if !ok {
			rand.Read(other[:])
			others[id] = other
		}
		s.Session, s.Name = other, ""
		return true
	})
}

// endDevices deletes the devices and tokens of an account, except one device. The caller holds the lock.
func (m *Store) endDevices(person, except game.Hash) (gone []game.Hash) {
	for id, d := range m.accounts.devices {
		if d.Person == person && id != except {
			delete(m.accounts.devices, id)
			gone = append(gone, id)
		}
	}
	for _, t := range m.tokensOf(person) {
		delete(m.accounts.tokens, t.ID)
		gone = append(gone, t.ID)
	}
	return gone
}

// Passkey returns a passkey, or people.ErrNotFound.
func (m *Store) Passkey(_ context.Context, id []byte) (people.Passkey, error) {
	m.mu.RLock()
	defer m.mu.RUnlock()
	p, err := found(m.accounts.passkeys, string(id))
	return copyPasskey(p), err
}

// Passkeys returns the passkeys of an account, oldest first.
func (m *Store) Passkeys(_ context.Context, person game.Hash) ([]people.Passkey, error) {
	m.mu.RLock()
	defer m.mu.RUnlock()
	all := listed(m.accounts.passkeys, func(p people.Passkey) bool { return p.Person == person }, func(a, b people.Passkey) int {
		return cmp.Or(cmp.Compare(a.Created, b.Created), bytes.Compare(a.ID, b.ID))
	})
	for i := range all {
		all[i] = copyPasskey(all[i])
	}
	return all, nil
}

// AddPasskey adds a passkey to an account. It returns people.ErrFull if the account has limit passkeys already,
// and people.ErrKnown if the passkey belongs to an account.
func (m *Store) AddPasskey(_ context.Context, p people.Passkey, limit int) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if _, err := found(m.accounts.accounts, p.Person); err != nil {
		return err
	}
	if m.countPasskeys(p.Person) >= limit {
		return people.ErrFull
	}
	if _, known := m.accounts.passkeys[string(p.ID)]; known {
		return people.ErrKnown
	}
	m.accounts.passkeys[string(p.ID)] = copyPasskey(p)
	return nil
}

func (m *Store) countPasskeys(person game.Hash) (n int) {
	for _, p := range m.accounts.passkeys {
		if p.Person == person {
			n++
		}
	}
	return n
}

// UsePasskey saves a passkey's data after its use.
func (m *Store) UsePasskey(_ context.Context, id []byte, data string, at int64) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if p, ok := m.accounts.passkeys[string(id)]; ok {
		p.Data, p.Used = data, at
		m.accounts.passkeys[string(id)] = p
	}
	return nil
}

// DeletePasskey deletes a passkey of an account. It returns people.ErrLast if the account has no other and no identity at
// a provider, and people.ErrNotFound if the account does not have the passkey.
func (m *Store) DeletePasskey(_ context.Context, person game.Hash, id []byte) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if p, ok := m.accounts.passkeys[string(id)]; !ok || p.Person != person {
		return people.ErrNotFound
	}
	if m.countPasskeys(person) == 1 && m.accounts.accounts[person].Issuer == "" {
		return people.ErrLast
	}
	delete(m.accounts.passkeys, string(id))
	return nil
}

// SignIn saves a device, deletes expired ones and the account's oldest, and gives the account a guest's games. It
// returns the identifiers of these games and the deleted devices, or people.ErrNotFound.
func (m *Store) SignIn(_ context.Context, d people.Device, guest game.Hash) (games []string, gone []game.Hash, err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	a, err := found(m.accounts.accounts, d.Person)
	if err != nil {
		return nil, nil, err
	}
	maps.DeleteFunc(m.accounts.devices, func(_ game.Hash, old people.Device) bool { return old.Expires <= d.Created })
	m.accounts.devices[d.ID] = d
	own := m.devicesOf(d.Person)
	for _, old := range own[min(len(own), people.MaxDevices):] {
		delete(m.accounts.devices, old.ID)
		gone = append(gone, old.ID)
	}
	return m.move(guest, a), gone, nil
}

// Device returns a device and its account, or people.ErrNotFound.
func (m *Store) Device(_ context.Context, id game.Hash) (people.Device, people.Account, error) {
	m.mu.RLock()
	defer m.mu.RUnlock()
	d, err := found(m.accounts.devices, id)
	return d, m.accounts.accounts[d.Person], err
}

// Devices returns the devices of an account, most recently used first.
func (m *Store) Devices(_ context.Context, person game.Hash) ([]people.Device, error) {
	m.mu.RLock()
	defer m.mu.RUnlock()
	return m.devicesOf(person), nil
}

// devicesOf is like Devices. The caller holds the lock.
func (m *Store) devicesOf(person game.Hash) []people.Device {
	return listed(m.accounts.devices, func(d people.Device) bool { return d.Person == person }, func(a, b people.Device) int {
		return cmp.Or(cmp.Compare(b.Used, a.Used), compareHash(a.ID, b.ID))
	})
}

// changeDevice changes a device, if it exists.
func (m *Store) changeDevice(id game.Hash, change func(*people.Device)) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if d, ok := m.accounts.devices[id]; ok {
		change(&d)
		m.accounts.devices[id] = d
	}
	return nil
}

// UseDevice saves when a device was used and when it expires.
func (m *Store) UseDevice(_ context.Context, id game.Hash, used, expires int64) error {
	return m.changeDevice(id, func(d *people.Device) { d.Used, d.Expires = used, expires })
}

// ConfirmDevice saves when a passkey was last verified on a device.
func (m *Store) ConfirmDevice(_ context.Context, id game.Hash, at int64) error {
	return m.changeDevice(id, func(d *people.Device) { d.Confirmed = at })
}

// SignOut deletes a device of an account, if it exists.
func (m *Store) SignOut(_ context.Context, person, id game.Hash) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.accounts.devices[id].Person == person {
		delete(m.accounts.devices, id)
	}
	return nil
}

// SignOutOthers deletes all devices and tokens of an account except one device, which may be zero, and returns their
// identifiers.
func (m *Store) SignOutOthers(_ context.Context, person, except game.Hash) ([]game.Hash, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.endDevices(person, except), nil
}

// setCodes replaces the recovery codes of an account. The caller holds the lock.
func (m *Store) setCodes(person game.Hash, codes []game.Hash) {
	maps.DeleteFunc(m.accounts.codes, func(_, of game.Hash) bool { return of == person })
	for _, code := range codes {
		m.accounts.codes[code] = person
	}
}

// SetCodes replaces the recovery codes of an account.
func (m *Store) SetCodes(_ context.Context, person game.Hash, codes []game.Hash) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	_, err := found(m.accounts.accounts, person)
	if err == nil {
		m.setCodes(person, codes)
	}
	return err
}

// CountCodes returns the number of unused recovery codes of an account.
func (m *Store) CountCodes(_ context.Context, person game.Hash) (n int, err error) {
	m.mu.RLock()
	defer m.mu.RUnlock()
	for _, of := range m.accounts.codes {
		if of == person {
			n++
		}
	}
	return n, nil
}

// UseCode deletes a recovery code, deletes the devices and tokens of its account, and saves a new device. It returns the
// account's person and what was deleted, or people.ErrNotFound.
func (m *Store) UseCode(_ context.Context, code game.Hash, d people.Device) (person game.Hash, gone []game.Hash, err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if person, err = found(m.accounts.codes, code); err != nil {
		return person, nil, err
	}
	delete(m.accounts.codes, code)
	gone = m.endDevices(person, d.ID)
	d.Person = person
	m.accounts.devices[d.ID] = d
	return person, gone, nil
}

// PutChallenge saves a challenge. It deletes those that have expired, and the oldest above limit.
func (m *Store) PutChallenge(_ context.Context, c people.Challenge, limit int) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	now := time.Now().UnixMilli()
	maps.DeleteFunc(m.accounts.challenges, func(_ game.Hash, old people.Challenge) bool { return old.Expires <= now })
	m.accounts.challenges[c.ID] = c
	if len(m.accounts.challenges) > limit {
		oldest := slices.MinFunc(slices.Collect(maps.Values(m.accounts.challenges)), func(a, b people.Challenge) int { return cmp.Compare(a.Expires, b.Expires) })
		delete(m.accounts.challenges, oldest.ID)
	}
	return nil
}

// ForgetExpired deletes the devices, tokens and challenges that have expired by a given time.
func (m *Store) ForgetExpired(_ context.Context, by int64) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	maps.DeleteFunc(m.accounts.devices, func(_ game.Hash, d people.Device) bool { return d.Expires <= by })
	maps.DeleteFunc(m.accounts.tokens, func(_ game.Hash, t people.Token) bool { return t.Expires <= by })
	maps.DeleteFunc(m.accounts.challenges, func(_ game.Hash, c people.Challenge) bool { return c.Expires <= by })
	return nil
}

// ForgetAccounts deletes up to 1,000 accounts that have no games, ratings, studies, role, provider or devices, and that
// nobody has created or signed in to since a time. It returns their number.
func (m *Store) ForgetAccounts(_ context.Context, before int64) (n int, err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	used := map[game.Hash]bool{}
	for _, d := range m.accounts.devices {
		used[d.Person] = true
	}
	for _, p := range m.accounts.passkeys {
		used[p.Person] = used[p.Person] || p.Used >= before
	}
	for _, g := range m.games {
		used[g.entry.White.Session], used[g.entry.Black.Session] = true, true
	}
	for s := range m.ratings.standings {
		used[s.person] = true
	}
	for _, s := range m.studies {
		used[s.Owner] = true
	}
	for _, a := range m.accounts.accounts {
		if a.Created < before && a.Role == "" && a.Issuer == "" && !used[a.Person] && n < 1000 {
			m.erase(a.Person)
			n++
		}
	}
	return n, nil
}

// TakeChallenge deletes and returns a challenge, or returns people.ErrNotFound.
func (m *Store) TakeChallenge(_ context.Context, id game.Hash) (people.Challenge, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	c, err := found(m.accounts.challenges, id)
	delete(m.accounts.challenges, id)
	return c, err
}
