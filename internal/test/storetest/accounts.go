package storetest

import (
	"errors"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/tainchess/tain/internal/people"
	"github.com/tainchess/tain/internal/play/game"
	"github.com/tainchess/tain/internal/site/store"
	"github.com/tainchess/tain/internal/site/studies"
	"github.com/tainchess/tain/rules"
)

// RunAccounts is the conformance test for implementations of people.Store. open returns a new empty store on each
// call.
func RunAccounts(t *testing.T, open func(t *testing.T) store.Store) {
	for name, test := range map[string]func(t *testing.T, s store.Store){
		"register": registers, "identities": identities, "names": accountNames, "passkeys": passkeys, "devices": devices, "codes": codes, "challenges": challenges,
		"move": moves, "close": closes, "one name": oneName, "tokens": tokens, "bots": bots,
	} {
		t.Run(name, func(t *testing.T) { test(t, open(t)) })
	}
}

// AccountOf returns an account with a name, its first passkey and its first device.
func AccountOf(name string) (people.Account, people.Passkey, people.Device) {
	key := "key of " + name
	who := game.HashOf(key)
	return people.Account{Person: who, Key: key, Name: name, Skeleton: strings.ToLower(name), Created: int64(len(name))},
		people.Passkey{ID: []byte("passkey of " + name), Person: who, Label: "phone", Data: `{"a":"é"}`, Created: 3, Used: 4},
		people.Device{ID: game.HashOf("token of " + name), Person: who, Agent: "Firefox, Linux", Created: 5, Used: 6, Confirmed: 7, Expires: math.MaxInt64}
}

// Register adds an account with two recovery codes to a store.
func Register(t testing.TB, s people.Store, name string, guest game.Hash) people.Account {
	t.Helper()
	a, p, d := AccountOf(name)
	if _, err := s.Register(t.Context(), a, p, d, []game.Hash{game.HashOf("one of " + name), game.HashOf("two of " + name)}, guest); err != nil {
		t.Fatalf("Register %s: %v", name, err)
	}
	return a
}

// same reports an error if a result differs from the expected one.
func same[T any](t *testing.T, what string, got T, err error, want T) {
	t.Helper()
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("%s: %+v, %v; want %+v", what, got, err, want)
	}
}

// fails reports a test error unless err is the expected one.
func fails(t *testing.T, what string, err, want error) {
	t.Helper()
	if !errors.Is(err, want) {
		t.Errorf("%s: %v; want %v", what, err, want)
	}
}

func registers(t *testing.T, s store.Store) {
	ctx := t.Context()
	a := Register(t, s, "Anna", game.Hash{})
	_, p, d := AccountOf("Anna")
	got, err := s.Account(ctx, a.Person)
	same(t, "Account", got, err, a)
	device, account, err := s.Device(ctx, d.ID)
	same(t, "Device", device, err, d)
	same(t, "account of a device", account, err, a)
	key, err := s.Passkey(ctx, p.ID)
	same(t, "Passkey", key, err, p)
	n, err := s.CountCodes(ctx, a.Person)
	same(t, "CountCodes", n, err, 2)

	b, p2, d2 := AccountOf("Bert")
	b.Skeleton = a.Skeleton
	_, err = s.Register(ctx, b, p2, d2, nil, game.Hash{})
	fails(t, "Register with a taken name", err, people.ErrNameTaken)
	b, _, d2 = AccountOf("Bert")
	p2.ID = p.ID
	_, err = s.Register(ctx, b, p2, d2, nil, game.Hash{})
	fails(t, "Register with a known passkey", err, people.ErrKnown)
	if _, err := s.Account(ctx, b.Person); !errors.Is(err, people.ErrNotFound) {
		t.Errorf("a refused registration left an account: %v", err)
	}
	if _, _, err := s.Device(ctx, d2.ID); !errors.Is(err, people.ErrNotFound) {
		t.Errorf("a refused registration left a device: %v", err)
	}
	c := Register(t, s, "Caroline", game.Hash{})
	all, err := s.Accounts(ctx, 10)
	same(t, "Accounts", all, err, []people.Account{c, a})
	all, err = s.Accounts(ctx, 1)
	same(t, "Accounts with a limit", all, err, []people.Account{c})
}

// identities checks accounts of people who sign in at a provider.
func identities(t *testing.T, s store.Store) {
	ctx := t.Context()
	Register(t, s, "Zoe", game.Hash{})
	_, err := s.AccountIdentified(ctx, "", "")
	fails(t, "AccountIdentified without an identity", err, people.ErrNotFound)
	add := func(name, issuer, subject string) (people.Account, error) {
		a, _, d := AccountOf(name)
		a.Issuer, a.Subject = issuer, subject
		_, err := s.Register(ctx, a, people.Passkey{}, d, nil, game.Hash{})
		return a, err
	}
	a, err := add("Anna", "https://a.example.org", "1")
	fails(t, "Register with an identity", err, nil)
	b, err := add("Bert", "https://b.example.org", "1")
	fails(t, "Register with the same subject elsewhere", err, nil)
	_, err = add("Caroline", "https://a.example.org", "1")
	fails(t, "Register with a known identity", err, people.ErrKnown)
	_, err = add("Anna", "https://a.example.org", "2")
	fails(t, "Register with an identity and a taken name", err, people.ErrNameTaken)
	got, err := s.AccountIdentified(ctx, "https://a.example.org", "1")
	same(t, "AccountIdentified", got, err, a)
	got, err = s.AccountIdentified(ctx, "https://b.example.org", "1")
	same(t, "AccountIdentified elsewhere", got, err, b)
	_, err = s.AccountIdentified(ctx, "https://a.example.org", "2")
	fails(t, "an unknown identity", err, people.ErrNotFound)
	if list, err := s.Passkeys(ctx, a.Person); err != nil || len(list) != 0 {
		t.Errorf("passkeys of an identity: %+v, %v", list, err)
	}
	key := people.Passkey{ID: []byte{7}, Person: a.Person, Data: "{}", Created: 10, Used: 10}
	fails(t, "AddPasskey", s.AddPasskey(ctx, key, 1), nil)
	fails(t, "DeletePasskey of the only one, with an identity", s.DeletePasskey(ctx, a.Person, key.ID), nil)
	_, err = s.Erase(ctx, a.Person)
	fails(t, "Erase", err, nil)
	_, err = s.AccountIdentified(ctx, "https://a.example.org", "1")
	fails(t, "a closed identity", err, people.ErrNotFound)
}

func accountNames(t *testing.T, s store.Store) {
	ctx := t.Context()
	Fill(t, s)
	a, b := Register(t, s, "Anna", session("anna")), Register(t, s, "Bert", game.Hash{})
	got, err := s.AccountNamed(ctx, "anna")
	same(t, "AccountNamed", got, err, a)
	_, err = s.AccountNamed(ctx, "nobody")
	fails(t, "AccountNamed of nobody", err, people.ErrNotFound)
	_, err = s.RenameAccount(ctx, a.Person, "bert", b.Skeleton, 9)
	fails(t, "RenameAccount to a taken name", err, people.ErrNameTaken)
	_, err = s.RenameAccount(ctx, session("nobody"), "Zoe", "zoe", 9)
	fails(t, "RenameAccount of nobody", err, people.ErrNotFound)
	ids, err := s.RenameAccount(ctx, a.Person, "ANNA", a.Skeleton, 9) // the same skeleton
	same(t, "RenameAccount", sorted(ids), err, []string{"one", "self", "two"})
	if got, err := s.Account(ctx, a.Person); err != nil || got.Name != "ANNA" || got.Renamed != 9 {
		t.Errorf("renamed account: %+v, %v", got, err)
	}
	if events, err := s.Load(ctx, "two", 0); err != nil || events[0].Start.Black.Name != "ANNA" || events[0].Start.White.Name != "cora" {
		t.Errorf("players after renaming: %+v, %v", events, err)
	}
	fails(t, "SetRole of nobody", s.SetRole(ctx, session("nobody"), people.Operator), people.ErrNotFound)
	if err := s.SetRole(ctx, a.Person, people.Operator); err != nil {
		t.Fatalf("SetRole: %v", err)
	}
	if got, err := s.Account(ctx, a.Person); err != nil || got.Role != people.Operator {
		t.Errorf("account with a role: %+v, %v", got, err)
	}
	if list, err := s.Devices(ctx, a.Person); err != nil || len(list) != 0 {
		t.Errorf("devices after a change of role: %+v, %v", list, err)
	}
}

func sorted(ids []string) []string {
	slices.Sort(ids)
	return ids
}

func passkeys(t *testing.T, s store.Store) {
	ctx := t.Context()
	a, b := Register(t, s, "Anna", game.Hash{}), Register(t, s, "Bert", game.Hash{})
	_, first, _ := AccountOf("Anna")
	_, other, _ := AccountOf("Bert")
	second := people.Passkey{ID: []byte{0, 1, 255}, Person: a.Person, Label: "key", Data: "{}", Created: 10, Used: 10}
	fails(t, "DeletePasskey of the only one", s.DeletePasskey(ctx, a.Person, first.ID), people.ErrLast)
	fails(t, "AddPasskey above the limit", s.AddPasskey(ctx, second, 1), people.ErrFull)
	fails(t, "AddPasskey", s.AddPasskey(ctx, second, 2), nil)
	fails(t, "AddPasskey twice", s.AddPasskey(ctx, second, 3), people.ErrKnown)
	stolen := other
	stolen.Person = a.Person
	fails(t, "AddPasskey of another account", s.AddPasskey(ctx, stolen, 9), people.ErrKnown)
	stranger := second
	stranger.ID, stranger.Person = []byte("x"), session("nobody")
	fails(t, "AddPasskey for nobody", s.AddPasskey(ctx, stranger, 9), people.ErrNotFound)
	fails(t, "UsePasskey", s.UsePasskey(ctx, second.ID, `{"n":1}`, 11), nil)
	second.Data, second.Used = `{"n":1}`, 11
	all, err := s.Passkeys(ctx, a.Person)
	same(t, "Passkeys", all, err, []people.Passkey{first, second})
	fails(t, "DeletePasskey of another account", s.DeletePasskey(ctx, b.Person, second.ID), people.ErrNotFound)
	fails(t, "DeletePasskey", s.DeletePasskey(ctx, a.Person, first.ID), nil)
	_, err = s.Passkey(ctx, first.ID)
	fails(t, "a deleted passkey", err, people.ErrNotFound)
}

func devices(t *testing.T, s store.Store) {
	ctx := t.Context()
	a, b := Register(t, s, "Anna", game.Hash{}), Register(t, s, "Bert", game.Hash{})
	_, _, first := AccountOf("Anna")
	_, _, his := AccountOf("Bert")
	add := func(n int, expires int64) people.Device {
		t.Helper()
		d := people.Device{ID: game.HashOf(fmt.Sprint(n)), Person: a.Person, Agent: "é", Created: int64(n), Used: int64(n), Expires: expires}
		if games, _, err := s.SignIn(ctx, d, game.Hash{}); err != nil || len(games) != 0 {
			t.Fatalf("SignIn: %v, %v", games, err)
		}
		return d
	}
	old := add(10, 19)
	second := add(18, math.MaxInt64)
	list, err := s.Devices(ctx, a.Person)
	same(t, "Devices", list, err, []people.Device{second, old, first})
	third := add(20, math.MaxInt64) // the old one has expired
	list, err = s.Devices(ctx, a.Person)
	same(t, "Devices after one has expired", list, err, []people.Device{third, second, first})
	fails(t, "UseDevice", s.UseDevice(ctx, first.ID, 30, 40), nil)
	fails(t, "ConfirmDevice", s.ConfirmDevice(ctx, first.ID, 31), nil)
	first.Used, first.Expires, first.Confirmed = 30, 40, 31
	d, _, err := s.Device(ctx, first.ID)
	same(t, "a used device", d, err, first)
	fails(t, "SignOut of another's device", s.SignOut(ctx, b.Person, first.ID), nil)
	fails(t, "SignOut", s.SignOut(ctx, a.Person, second.ID), nil)
	list, err = s.Devices(ctx, a.Person)
	same(t, "Devices after signing out", list, err, []people.Device{first, third})
	gone, err := s.SignOutOthers(ctx, a.Person, third.ID)
	same(t, "SignOutOthers", gone, err, []game.Hash{first.ID})
	gone, err = s.SignOutOthers(ctx, a.Person, game.Hash{})
	same(t, "SignOutOthers without an exception", gone, err, []game.Hash{third.ID})
	list, err = s.Devices(ctx, b.Person)
	same(t, "another account's devices", list, err, []people.Device{his})
	for n := range people.MaxDevices + 2 {
		add(100+n, math.MaxInt64)
	}
	if list, err := s.Devices(ctx, a.Person); err != nil || len(list) != people.MaxDevices || list[len(list)-1].Created != 102 {
		t.Errorf("%d devices, %v; want the latest %d", len(list), err, people.MaxDevices)
	}
	newest := people.Device{ID: game.HashOf("newest"), Person: a.Person, Created: 999, Used: 999, Expires: math.MaxInt64}
	_, gone, err = s.SignIn(ctx, newest, game.Hash{})
	same(t, "the oldest device", gone, err, []game.Hash{game.HashOf("102")})
	his.Person = session("nobody")
	_, _, err = s.SignIn(ctx, his, game.Hash{})
	fails(t, "SignIn of nobody", err, people.ErrNotFound)
}

func codes(t *testing.T, s store.Store) {
	ctx := t.Context()
	a, b := Register(t, s, "Anna", game.Hash{}), Register(t, s, "Bert", game.Hash{})
	_, _, first := AccountOf("Anna")
	d := people.Device{ID: game.HashOf("new"), Agent: "Safari, iPhone", Created: 50, Used: 50, Confirmed: 50, Expires: 99}
	_, _, err := s.UseCode(ctx, game.HashOf("three"), d)
	fails(t, "an unknown code", err, people.ErrNotFound)
	who, gone, err := s.UseCode(ctx, game.HashOf("one of Anna"), d)
	if err != nil || who != a.Person || !slices.Equal(gone, []game.Hash{first.ID}) {
		t.Errorf("UseCode: %x, %v, %v", who, gone, err)
	}
	d.Person = a.Person
	list, err := s.Devices(ctx, a.Person)
	same(t, "Devices after a code", list, err, []people.Device{d})
	again := d
	again.ID = game.HashOf("newer")
	_, _, err = s.UseCode(ctx, game.HashOf("one of Anna"), again)
	fails(t, "a code used twice", err, people.ErrNotFound)
	n, err := s.CountCodes(ctx, a.Person)
	same(t, "CountCodes", n, err, 1)
	fails(t, "SetCodes", s.SetCodes(ctx, a.Person, []game.Hash{game.HashOf("a"), game.HashOf("b"), game.HashOf("c")}), nil)
	_, _, err = s.UseCode(ctx, game.HashOf("two of Anna"), again)
	fails(t, "a replaced code", err, people.ErrNotFound)
	n, err = s.CountCodes(ctx, a.Person)
	same(t, "CountCodes", n, err, 3)
	n, err = s.CountCodes(ctx, b.Person)
	same(t, "another account's codes", n, err, 2)
	fails(t, "SetCodes of nobody", s.SetCodes(ctx, session("nobody"), nil), people.ErrNotFound)
}

func challenges(t *testing.T, s store.Store) {
	ctx := t.Context()
	c := people.Challenge{ID: game.HashOf("c"), Person: session("anna"), Purpose: people.ToAdd, Data: `{"é":1}`, Expires: time.Now().Add(time.Hour).UnixMilli()}
	expired := people.Challenge{ID: game.HashOf("old"), Purpose: people.ToSignIn, Expires: 1}
	fails(t, "PutChallenge", errors.Join(s.PutChallenge(ctx, expired, 2), s.PutChallenge(ctx, c, 2)), nil)
	_, err := s.TakeChallenge(ctx, expired.ID)
	fails(t, "an expired challenge", err, people.ErrNotFound)
	got, err := s.TakeChallenge(ctx, c.ID)
	same(t, "TakeChallenge", got, err, c)
	_, err = s.TakeChallenge(ctx, c.ID)
	fails(t, "a challenge used twice", err, people.ErrNotFound)

	// The third challenge replaces the oldest. The last two are deleted when they have expired.
	at := c.Expires
	challenge := func(n int64) people.Challenge {
		return people.Challenge{ID: game.HashOf(fmt.Sprint(n)), Purpose: people.ToSignIn, Data: "{}", Expires: at + n}
	}
	for _, n := range []int64{1, 0, 2} {
		fails(t, "PutChallenge", s.PutChallenge(ctx, challenge(n), 2), nil)
	}
	_, err = s.TakeChallenge(ctx, challenge(0).ID)
	fails(t, "a challenge beyond the limit", err, people.ErrNotFound)
	fails(t, "ForgetExpired", s.ForgetExpired(ctx, at+1), nil)
	_, err = s.TakeChallenge(ctx, challenge(1).ID)
	fails(t, "a forgotten challenge", err, people.ErrNotFound)
	got, err = s.TakeChallenge(ctx, challenge(2).ID)
	same(t, "the newest challenge", got, err, challenge(2))
}

// moves checks that an account gets the games of a guest, and that a room that still has such a game in memory
// does not give it back.
func moves(t *testing.T, s store.Store) {
	ctx, anna, cora := t.Context(), session("anna"), session("cora")
	Fill(t, s)
	fails(t, "CreateStudy", s.CreateStudy(ctx, studies.Study{ID: "hers", Owner: anna, Version: 1}, studies.Bounds{Person: 1, All: 1}), nil)
	fails(t, "Subscribe", s.Subscribe(ctx, store.Subscription{Endpoint: "https://push.example.org/hers", Person: anna, Key: []byte{4}, Auth: []byte{1}}, 1, 1), nil)
	a, p, d := AccountOf("Anna")
	ids, err := s.Register(ctx, a, p, d, nil, anna)
	same(t, "Register", sorted(ids), err, []string{"one", "self", "two"})
	if list, err := s.BySession(ctx, anna, 10); err != nil || len(list) != 0 {
		t.Errorf("the guest still has games: %+v, %v", list, err)
	}
	if list, err := s.BySession(ctx, a.Person, 10); err != nil || len(list) != 3 {
		t.Errorf("the account has the games %+v, %v", list, err)
	}
	if list, err := s.StudiesOf(ctx, a.Person); err != nil || len(list) != 1 {
		t.Errorf("the account has the studies %+v, %v", list, err)
	}
	if list, err := s.Subscriptions(ctx, a.Person); err != nil || len(list) != 1 {
		t.Errorf("the account has the subscriptions %+v, %v", list, err)
	}
	events, err := s.Load(ctx, "two", 0)
	if err != nil || events[0].Start.Black != (game.Seat{Session: a.Person, Name: "Anna"}) || events[0].Start.White.Session != cora {
		t.Errorf("players of a moved game: %+v, %v", events, err)
	}
	// Signing in moves another guest's games.
	d.ID = game.HashOf("another device")
	ids, _, err = s.SignIn(ctx, d, cora)
	same(t, "SignIn", sorted(ids), err, []string{"other", "two"})
	if events, err := s.Load(ctx, "two", 0); err != nil || events[0].Start.White.Session != a.Person {
		t.Errorf("players after signing in: %+v, %v", events, err)
	}
}

func closes(t *testing.T, s store.Store) {
	ctx := t.Context()
	Fill(t, s)
	a, b := Register(t, s, "Anna", session("anna")), Register(t, s, "Bert", game.Hash{})
	_, p, d := AccountOf("Anna")
	ids, err := s.Erase(ctx, a.Person)
	same(t, "Erase", sorted(ids), err, []string{"one", "self", "two"})
	_, err = s.Account(ctx, a.Person)
	fails(t, "a closed account", err, people.ErrNotFound)
	_, err = s.Passkey(ctx, p.ID)
	fails(t, "its passkey", err, people.ErrNotFound)
	_, _, err = s.Device(ctx, d.ID)
	fails(t, "its device", err, people.ErrNotFound)
	_, _, err = s.UseCode(ctx, game.HashOf("one of Anna"), d)
	fails(t, "its recovery code", err, people.ErrNotFound)
	if list, err := s.BySession(ctx, a.Person, 10); err != nil || len(list) != 0 {
		t.Errorf("a closed account has games: %+v, %v", list, err)
	}
	one, err := s.Load(ctx, "one", 0)
	if err != nil || one[0].Start.White.Name != "" || one[0].Start.White.Free() || one[0].Start.Black.Name != "bert" {
		t.Errorf("players after closing: %+v, %v", one, err)
	}
	if got, err := s.Account(ctx, b.Person); err != nil || got != b {
		t.Errorf("another account: %+v, %v", got, err)
	}
	Register(t, s, "Anna", game.Hash{}) // the name is free again
}

// unusedAccounts checks that only accounts that nobody has used are forgotten.
func unusedAccounts(t *testing.T, s store.Full) {
	ctx, long := t.Context(), int64(1000)
	Fill(t, s)
	register := func(name string, guest game.Hash) people.Account {
		a := Register(t, s, name, guest)
		_, err := s.SignOutOthers(ctx, a.Person, game.Hash{})
		fails(t, "SignOutOthers", err, nil)
		return a
	}
	plays, idle := register("Plays", session("anna")), register("Idle", game.Hash{})
	returns, works, writes := register("Returns", game.Hash{}), register("Works", game.Hash{}), register("Writes", game.Hash{})
	stays := Register(t, s, "Stays", game.Hash{})
	rated, opponent := register("Rated", game.Hash{}), register("Opponent", game.Hash{})
	Play(t, s, RatedEntry("rated", rated, opponent, 10), rules.WhiteWins)
	fails(t, "Delete", s.Delete(ctx, "rated"), nil)
	_, p, _ := AccountOf("Returns")
	fails(t, "UsePasskey", s.UsePasskey(ctx, p.ID, p.Data, long), nil)
	fails(t, "SetRole", s.SetRole(ctx, works.Person, people.Operator), nil)
	fails(t, "CreateStudy", s.CreateStudy(ctx, studies.Study{ID: "study", Owner: writes.Person, Version: 1}, studies.Bounds{Person: 1, All: 1}), nil)
	provided, p, d := AccountOf("Provided")
	provided.Issuer, provided.Subject, d.Expires = "https://a.example.org", "1", 1
	_, err := s.Register(ctx, provided, p, d, nil, game.Hash{})
	fails(t, "Register", err, nil)
	fails(t, "ForgetExpired", s.ForgetExpired(ctx, 1), nil)
	n, err := s.ForgetAccounts(ctx, idle.Created)
	same(t, "accounts forgotten too early", n, err, 0)
	n, err = s.ForgetAccounts(ctx, long)
	same(t, "ForgetAccounts", n, err, 1)
	_, err = s.Account(ctx, idle.Person)
	fails(t, "an unused account", err, people.ErrNotFound)
	_, p, _ = AccountOf("Idle")
	_, err = s.Passkey(ctx, p.ID)
	fails(t, "its passkey", err, people.ErrNotFound)
	for _, a := range []people.Account{plays, returns, works, writes, stays, rated, opponent, provided} {
		if _, err := s.Account(ctx, a.Person); err != nil {
			t.Errorf("Account(%s): %v", a.Name, err)
		}
	}
	register("Idle", game.Hash{}) // the name is free again
}

// oneName checks that of several people who register the same name at the same time, one gets it, and that a person of a
// provider who registers several times at the same time gets one account.
func oneName(t *testing.T, s store.Store) {
	for want, change := range map[error]func(*people.Account){
		people.ErrNameTaken: func(a *people.Account) { a.Skeleton = "same" },
		people.ErrKnown:     func(a *people.Account) { a.Issuer, a.Subject = "https://a.example.org", "1" },
	} {
		const n = 8
		results := make(chan error, n)
		for i := range n {
			go func() {
				a, p, d := AccountOf(fmt.Sprint(want, i))
				change(&a)
				_, err := s.Register(t.Context(), a, p, d, nil, game.Hash{})
				results <- err
			}()
		}
		refused := 0
		for range n {
			if err := <-results; errors.Is(err, want) {
				refused++
			} else if err != nil {
				t.Errorf("Register: %v", err)
			}
		}
		if refused != n-1 {
			t.Errorf("%d of %d registrations were refused with %v", refused, n, want)
		}
	}
}
