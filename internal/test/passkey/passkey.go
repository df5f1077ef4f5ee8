// Package passkey is an authenticator in software, for tests. It creates passkeys and signs challenges as a browser
// does.
package passkey

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"testing"
)

// Passkey is a discoverable P-256 credential. Tests may change its fields to make responses invalid.
type Passkey struct {
	RPID   string
	Origin string
	ID     []byte
	Handle []byte // the user's
	Flags  byte
	Count  uint32
	key    *ecdsa.PrivateKey
}

// Flags of authenticator data.
const (
	present  = 1
	Verified = 4
	attested = 64
)

// New returns an authenticator for pages with an origin. Create gives it a key.
func New(rpID, origin string) *Passkey {
	return &Passkey{RPID: rpID, Origin: origin, Flags: present | Verified}
}

// options are the parts of the server's options that the authenticator needs.
type options struct {
	PublicKey struct {
		Challenge string `json:"challenge"`
		User      struct {
			ID string `json:"id"`
		} `json:"user"`
	} `json:"publicKey"`
}

func parse(t testing.TB, text []byte) (o options) {
	t.Helper()
	if err := json.Unmarshal(text, &o); err != nil || o.PublicKey.Challenge == "" {
		t.Fatalf("options %s: %v", text, err)
	}
	return o
}

var encode = base64.RawURLEncoding.EncodeToString

func (p *Passkey) clientData(kind, challenge string) []byte {
	text, _ := json.Marshal(map[string]any{"type": kind, "challenge": challenge, "origin": p.Origin, "crossOrigin": false})
	return text
}

func (p *Passkey) authData(flags byte) []byte {
	id := sha256.Sum256([]byte(p.RPID))
	p.Count++
	return binary.BigEndian.AppendUint32(append(id[:], flags), p.Count)
}

// Create creates a key and returns the response to a challenge that creates a passkey.
func (p *Passkey) Create(t testing.TB, challenge []byte) json.RawMessage {
	t.Helper()
	o := parse(t, challenge)
	p.Handle, _ = base64.RawURLEncoding.DecodeString(o.PublicKey.User.ID)
	p.ID = make([]byte, 20)
	rand.Read(p.ID)
	var err error
	if p.key, err = ecdsa.GenerateKey(elliptic.P256(), rand.Reader); err != nil {
		t.Fatalf("ecdsa.GenerateKey: %v", err)
	}
	point, err := p.key.PublicKey.Bytes() // 4, x, y
	if err != nil {
		t.Fatalf("PublicKey.Bytes: %v", err)
	}
	data := append(p.authData(p.Flags|attested), make([]byte, 16)...)
	data = append(binary.BigEndian.AppendUint16(data, uint16(len(p.ID))), p.ID...)
	// The key in CBOR: {1: 2, 3: -7, -1: 1, -2: x, -3: y}
	data = append(data, 0xa5, 1, 2, 3, 0x26, 0x20, 1, 0x21, 0x58, 32)
	data = append(data, point[1:33]...)
	data = append(append(data, 0x22, 0x58, 32), point[33:]...)
	// {"fmt": "none", "attStmt": {}, "authData": data}
	object := append([]byte("\xa3\x63fmt\x64none\x67attStmt\xa0\x68authData\x58"), byte(len(data)))
	response := map[string]any{
		"clientDataJSON": encode(p.clientData("webauthn.create", o.PublicKey.Challenge)), "attestationObject": encode(append(object, data...)),
		"transports": []string{"internal"},
	}
	return p.credential(response)
}

// Sign returns the response to a challenge that an existing passkey must sign.
func (p *Passkey) Sign(t testing.TB, challenge []byte) json.RawMessage {
	t.Helper()
	client := p.clientData("webauthn.get", parse(t, challenge).PublicKey.Challenge)
	data := p.authData(p.Flags)
	hash := sha256.Sum256(client)
	digest := sha256.Sum256(append(append([]byte{}, data...), hash[:]...))
	signature, err := ecdsa.SignASN1(rand.Reader, p.key, digest[:])
	if err != nil {
		t.Fatalf("ecdsa.SignASN1: %v", err)
	}
	return p.credential(map[string]any{
		"clientDataJSON": encode(client), "authenticatorData": encode(data), "signature": encode(signature), "userHandle": encode(p.Handle),
	})
}

func (p *Passkey) credential(response map[string]any) json.RawMessage {
	text, _ := json.Marshal(map[string]any{
		"id": encode(p.ID), "rawId": encode(p.ID), "type": "public-key", "response": response,
		"clientExtensionResults": map[string]any{}, "authenticatorAttachment": "platform",
	})
	return text
}
