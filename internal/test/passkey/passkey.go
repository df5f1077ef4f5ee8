// Package passkey is an authenticator in software, for tests and test programs. It creates passkeys and signs challenges
// as a browser does.
package passkey

import (
	"bytes"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
)

// Passkey is a discoverable P-256 credential. Tests may change its fields to make responses invalid.
type Passkey struct {
	// Modulus makes Create return a public RSA key with this modulus. Sign then returns an invalid signature.
	Modulus []byte
	// Format is the format of the attestation in the response of Create. The attestation is empty.
	Format string
	// Transports are the transports that Create reports.
	Transports []string

	RPID   string
	Origin string
	ID     []byte
	Handle []byte // the user's
	Flags  byte
	Count  uint32
	key    *ecdsa.PrivateKey
}

// TB is the part of testing.TB that the authenticator needs.
type TB interface {
	Helper()
	Fatalf(format string, args ...any)
}

// Flags of authenticator data.
const (
	present  = 1
	Verified = 4
	attested = 64
)

// New returns an authenticator for pages with an origin. Create gives it a key.
func New(rpID, origin string) *Passkey {
	return &Passkey{RPID: rpID, Origin: origin, Flags: present | Verified, Format: "none", Transports: []string{"internal"}}
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

func parse(t TB, text []byte) (o options) {
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
func (p *Passkey) Create(t TB, challenge []byte) json.RawMessage {
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
	if p.Modulus != nil { // the key in CBOR: {1: 3, 3: -257, -1: modulus, -2: exponent}
		data = appendBytes(append(data, 0xa4, 1, 3, 3, 0x39, 1, 0, 0x20), p.Modulus)
		data = append(data, 0x21, 0x44, 0x7f, 0xff, 0xff, 0xff)
	} else { // {1: 2, 3: -7, -1: 1, -2: x, -3: y}
		data = appendBytes(append(data, 0xa5, 1, 2, 3, 0x26, 0x20, 1, 0x21), point[1:33])
		data = appendBytes(append(data, 0x22), point[33:])
	}
	// {"fmt": format, "attStmt": {}, "authData": data}
	object := append([]byte("\xa3\x63fmt"), 0x60|byte(len(p.Format)))
	object = appendBytes(append(append(object, p.Format...), "\x67attStmt\xa0\x68authData"...), data)
	response := map[string]any{
		"clientDataJSON": encode(p.clientData("webauthn.create", o.PublicKey.Challenge)), "attestationObject": encode(object),
		"transports": p.Transports,
	}
	return p.credential(response)
}

// appendBytes appends a CBOR byte string.
func appendBytes(to, data []byte) []byte {
	return append(binary.BigEndian.AppendUint16(append(to, 0x59), uint16(len(data))), data...)
}

// Sign returns the response to a challenge that an existing passkey must sign.
func (p *Passkey) Sign(t TB, challenge []byte) json.RawMessage {
	t.Helper()
	client := p.clientData("webauthn.get", parse(t, challenge).PublicKey.Challenge)
	data := p.authData(p.Flags)
	hash := sha256.Sum256(client)
	digest := sha256.Sum256(append(append([]byte{}, data...), hash[:]...))
	signature, err := bytes.Repeat([]byte{1}, len(p.Modulus)), error(nil)
	if p.Modulus == nil {
		signature, err = ecdsa.SignASN1(rand.Reader, p.key, digest[:])
	}
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
