package people_test

import (
	"encoding/base64"
	"encoding/json"
	"errors"
	"testing"

	"github.com/tainchess/tain/internal/people"
	"github.com/tainchess/tain/internal/play/game"
	"github.com/tainchess/tain/internal/site/store/memory"
	"github.com/tainchess/tain/internal/test/passkey"
)

const origin = "https://chess.example.org"

// response is the response to a challenge, as browsers send it.
type response struct {
	ID         string         `json:"id"`
	RawID      string         `json:"rawId"`
	Type       string         `json:"type"`
	Extensions map[string]any `json:"clientExtensionResults"`
	Response   struct {
		ClientData string   `json:"clientDataJSON"`
		Object     string   `json:"attestationObject"`
		Transports []string `json:"transports"`
	} `json:"response"`
}

// FuzzRegister registers with arbitrary passkeys, labels and browsers, and recovers with arbitrary codes. Every passkey
// must either be refused or be small, and no code may be accepted.
func FuzzRegister(f *testing.F) {
	begin := func(t testing.TB) (*people.Service, []byte, string) {
		s, err := people.New(people.Options{Store: memory.New(), RPID: "chess.example.org", Origins: []string{origin}, Open: true})
		if err != nil {
			t.Fatalf("people.New: %v", err)
		}
		options, token, err := s.Begin(t.Context(), people.ToRegister, nil, "Anna")
		if err != nil {
			t.Fatalf("Begin: %v", err)
		}
		text, err := json.Marshal(options)
		if err != nil {
			t.Fatalf("json.Marshal: %v", err)
		}
		return s, text, token
	}
	create := func(t testing.TB, p *passkey.Passkey, options []byte) (r response) {
		if err := json.Unmarshal(p.Create(t, options), &r); err != nil {
			t.Fatalf("json.Unmarshal: %v", err)
		}
		return r
	}
	_, options, _ := begin(f)
	for _, change := range []func(*passkey.Passkey){
		func(*passkey.Passkey) {}, func(p *passkey.Passkey) { p.Modulus = make([]byte, 256) }, func(p *passkey.Passkey) { p.Format = "packed" },
	} {
		p := passkey.New("chess.example.org", origin)
		change(p)
		r := create(f, p, options)
		object, err := base64.RawURLEncoding.DecodeString(r.Response.Object)
		if err != nil {
			f.Fatalf("DecodeString: %v", err)
		}
		f.Add(object, r.RawID, "internal", "phone", "Firefox", "aaaa-bbbb-cccc-dddd")
	}
	f.Fuzz(func(t *testing.T, object []byte, id, transport, label, agent, code string) {
		s, options, token := begin(t)
		r := create(t, passkey.New("chess.example.org", origin), options)
		r.ID, r.RawID, r.Response.Transports, r.Response.Object = id, id, []string{transport}, base64.RawURLEncoding.EncodeToString(object)
		text, err := json.Marshal(r)
		if err != nil {
			t.Fatalf("json.Marshal: %v", err)
		}
		if _, err := s.Recover(t.Context(), code, agent); !errors.Is(err, people.ErrCode) {
			t.Errorf("Recover: %v", err)
		}
		w, err := s.Register(t.Context(), token, text, label, agent, game.Hash{})
		if err != nil {
			if !errors.Is(err, people.ErrCredential) {
				t.Errorf("Register: %v", err)
			}
			return
		}
		list, err := s.Store.Passkeys(t.Context(), w.Account.Person)
		if err != nil || len(list) != 1 || len(list[0].ID) > 1023 || len(list[0].Data) > 4<<10 || len(list[0].Label) > 160 {
			t.Errorf("Passkeys: %+v, %v", list, err)
		}
	})
}
