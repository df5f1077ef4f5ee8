package push

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/sha256"
	"crypto/x509"
	"encoding/base64"
	"encoding/json"
	"encoding/pem"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"time"
)

// KeyFile is the file in the data folder that contains the server's key. Subscriptions are bound to the key.
// If it changes, browsers must subscribe again.
const KeyFile = "push.key"

// Key is the key pair that identifies the server to push services.
type Key struct{ private *ecdsa.PrivateKey }

// NewKey generates a key.
func NewKey() *Key {
	private, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		panic(err) // impossible: rand.Reader never fails
	}
	return &Key{private}
}

// LoadKey reads the key in a folder, creating it if necessary.
func LoadKey(folder string) (*Key, error) {
	file := filepath.Join(folder, KeyFile)
	text, err := os.ReadFile(file)
	if errors.Is(err, fs.ErrNotExist) {
		return makeKey(file)
	}
	if err != nil {
		return nil, fmt.Errorf("push: %w", err)
	}
	k, err := ParseKey(text)
	if err != nil {
		return nil, fmt.Errorf("push: %s is not a P-256 key: delete it to create another", file)
	}
	return k, nil
}

// ParseKey parses a key in PEM form, as returned by Text.
func ParseKey(text []byte) (*Key, error) {
	block, _ := pem.Decode(text)
	if block == nil {
		return nil, errors.New("push: the key is not PEM")
	}
	private, err := x509.ParseECPrivateKey(block.Bytes)
	if err != nil || private.Curve != elliptic.P256() {
		return nil, errors.New("push: the key is not a P-256 key")
	}
	return &Key{private}, nil
}

// Text returns the key as PEM.
func (k *Key) Text() []byte {
	der, err := x509.MarshalECPrivateKey(k.private)
	if err != nil {
		panic(err) // impossible with P-256
	}
	return pem.EncodeToMemory(&pem.Block{Type: "EC PRIVATE KEY", Bytes: der})
}

// makeKey generates a key and writes it to a file atomically.
func makeKey(file string) (*Key, error) {
	k, part := NewKey(), file+".part"
	err := os.WriteFile(part, k.Text(), 0o600)
	if err == nil {
		err = os.Rename(part, file)
	}
	if err != nil {
		return nil, fmt.Errorf("push: %w", err)
	}
	return k, nil
}

// Public returns the public key in base64url, as browsers require.
func (k *Key) Public() string {
	point, err := k.private.PublicKey.Bytes()
	if err != nil {
		return "" // impossible with P-256
	}
	return base64.RawURLEncoding.EncodeToString(point)
}

// tokenAge is how long the token in an authorization header is valid.
const tokenAge = 12 * time.Hour

// authorization returns the header that identifies the server to a push service (RFC 8292).
func (k *Key) authorization(endpoint, contact string, now time.Time) (string, error) {
	u, err := url.Parse(endpoint)
	if err != nil {
		return "", fmt.Errorf("push: %w", err)
	}
	claims, err := json.Marshal(map[string]any{"aud": u.Scheme + "://" + u.Host, "exp": now.Add(tokenAge).Unix(), "sub": contact})
	if err != nil {
		return "", fmt.Errorf("push: %w", err)
	}
	text := base64.RawURLEncoding.EncodeToString([]byte(`{"typ":"JWT","alg":"ES256"}`)) + "." + base64.RawURLEncoding.EncodeToString(claims)
	hash := sha256.Sum256([]byte(text))
	r, s, err := ecdsa.Sign(rand.Reader, k.private, hash[:])
	if err != nil {
		return "", fmt.Errorf("push: %w", err)
	}
	signature := make([]byte, 64)
	r.FillBytes(signature[:32])
	s.FillBytes(signature[32:])
	return "vapid t=" + text + "." + base64.RawURLEncoding.EncodeToString(signature) + ", k=" + k.Public(), nil
}
