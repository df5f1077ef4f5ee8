//go:build linux

package attack

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/json"
	"fmt"
	mathrand "math/rand/v2"
	"net/http"
	"strings"

	"github.com/tainchess/tain/internal/protocol/wire"
	"github.com/tainchess/tain/internal/test/passkey"
	"github.com/tainchess/tain/internal/test/programs/hostile/client"
)

// attackRegistrations does with accounts what costs the server most: it registers them, sends passkeys with public keys
// of 360,000 bits, guesses recovery codes, and sends cookies that the server must look up. Every visitor is new.
func attackRegistrations(ctx context.Context, a *Force) {
	// A server on loopback has accounts for localhost.
	base := strings.Replace(a.url, "127.0.0.1", "localhost", 1)
	first := client.New(base, a.from)
	defer first.Leave()
	a.Each(ctx, a.many(20), func(ctx context.Context, _ int) string {
		c := first.Again()
		switch mathrand.IntN(4) {
		case 0:
			return a.register(ctx, c, nil)
		case 1:
			return a.register(ctx, c, bytes.Repeat([]byte{255}, 45_000))
		case 2:
			return a.Ask(ctx, c, "POST", "/api/v1/account/recover", fmt.Sprintf(`{"code":%q}`, rand.Text()))
		}
		c.Cookie = "tain-account=" + rand.Text()
		return a.Ask(ctx, c, "GET", "/api/v1/account", "")
	})
}

// register registers an account with a passkey, whose public key is an RSA key if modulus is not nil.
func (a *Force) register(ctx context.Context, c *client.Client, modulus []byte) string {
	var challenge wire.PasskeyChallenge
	status, err := c.Ask(ctx, "POST", "/api/v1/account/challenge", fmt.Sprintf(`{"purpose":"register","name":"x%s"}`, rand.Text()[:12]), &challenge)
	if err != nil || status != http.StatusOK {
		return outcome(ctx, status, err)
	}
	p := passkey.New("localhost", c.Base)
	p.Modulus = modulus
	body, err := json.Marshal(wire.CredentialRequest{Credential: p.Create(unexpected{}, challenge.Options)})
	if err != nil {
		return "cut"
	}
	return a.Ask(ctx, c, "POST", "/api/v1/account", string(body))
}

// unexpected panics on an error of the authenticator.
type unexpected struct{}

func (unexpected) Helper() {}

func (unexpected) Fatalf(format string, args ...any) { panic(fmt.Sprintf(format, args...)) }
