package push

import (
	"context"
	"crypto/aes"
	"crypto/cipher"
	"crypto/ecdh"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/hkdf"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"io"
	"math/big"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/tainchess/tain/internal/play/game"
	"github.com/tainchess/tain/internal/site/store"
)

func bits(t *testing.T, text string) []byte {
	t.Helper()
	b, err := base64.RawURLEncoding.DecodeString(text)
	if err != nil {
		t.Fatalf("DecodeString: %v", err)
	}
	return b
}

// TestExample encrypts the example in RFC 8291, section 5 and appendix A.
func TestExample(t *testing.T) {
	own, err := ecdh.P256().NewPrivateKey(bits(t, "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"))
	if err != nil {
		t.Fatalf("NewPrivateKey: %v", err)
	}
	to := store.Subscription{
		Key:  bits(t, "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"),
		Auth: bits(t, "BTBZMqHH6r4Tts7J_aSIgg"),
	}
	got, err := seal(to, []byte("When I grow up, I want to be a watermelon"), own, bits(t, "DGv6ra1nlYgDCS1FRnbzlw"))
	want := "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
	if err != nil || base64.RawURLEncoding.EncodeToString(got) != want {
		t.Errorf("got %s, %v", base64.RawURLEncoding.EncodeToString(got), err)
	}
}

// browser is a subscribed browser that can decrypt messages.
type browser struct {
	key  *ecdh.PrivateKey
	auth []byte
}

func newBrowser(t *testing.T) browser {
	t.Helper()
	key, err := ecdh.P256().GenerateKey(rand.Reader)
	if err != nil {
		t.Fatalf("GenerateKey: %v", err)
	}
	auth := make([]byte, authBytes)
	rand.Read(auth)
	return browser{key, auth}
}

// read decrypts a message as a browser would.
func (b browser) read(t *testing.T, body []byte) []byte {
	t.Helper()
	salt, theirs, sealed := body[:16], body[21:86], body[86:]
	public, err := ecdh.P256().NewPublicKey(theirs)
	if err != nil {
		t.Fatalf("NewPublicKey: %v", err)
	}
	shared, err := b.key.ECDH(public)
	if err != nil {
		t.Fatalf("ECDH: %v", err)
	}
	derive := func(secret, salt []byte, info string, n int) []byte {
		key, err := hkdf.Key(sha256.New, secret, salt, info, n)
		if err != nil {
			t.Fatalf("hkdf.Key: %v", err)
		}
		return key
	}
	secret := derive(shared, b.auth, "WebPush: info\x00"+string(b.key.PublicKey().Bytes())+string(theirs), 32)
	block, err := aes.NewCipher(derive(secret, salt, "Content-Encoding: aes128gcm\x00", 16))
	if err != nil {
		t.Fatalf("aes.NewCipher: %v", err)
	}
	gcm, err := cipher.NewGCM(block)
	if err != nil {
		t.Fatalf("cipher.NewGCM: %v", err)
	}
	text, err := gcm.Open(nil, derive(secret, salt, "Content-Encoding: nonce\x00", 12), sealed, nil)
	if err != nil || len(text) == 0 || text[len(text)-1] != 2 {
		t.Fatalf("the message cannot be read: %q, %v", text, err)
	}
	return text[:len(text)-1]
}

// drawer is an in-memory store of subscriptions.
type drawer struct {
	mu   sync.Mutex
	list []store.Subscription
}

func (d *drawer) Subscribe(_ context.Context, s store.Subscription, _, _ int) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.list = append(d.list, s)
	return nil
}

func (d *drawer) Subscriptions(_ context.Context, who game.Hash) (list []store.Subscription, err error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, s := range d.list {
		if s.Person == who {
			list = append(list, s)
		}
	}
	return list, nil
}

func (d *drawer) Unsubscribe(_ context.Context, _ game.Hash, endpoint string) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	var rest []store.Subscription
	for _, s := range d.list {
		if s.Endpoint != endpoint {
			rest = append(rest, s)
		}
	}
	d.list = rest
	return nil
}

func (d *drawer) PruneSubscriptions(context.Context, int64) error { return nil }

// received is a request to the test push service.
type received struct {
	head http.Header
	path string
	body []byte
}

// office starts a test push service. It returns its address and a channel with the requests it receives.
func office(t *testing.T, status func(path string) int) (address string, letters chan received) {
	t.Helper()
	letters = make(chan received, 100)
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		if code := status(r.URL.Path); code != 201 {
			w.Header().Set("Location", "/elsewhere")
			w.WriteHeader(code)
		} else {
			w.WriteHeader(201)
		}
		letters <- received{r.Header, r.URL.Path, body}
	}))
	t.Cleanup(s.Close)
	return s.URL, letters
}

func service(t *testing.T, store store.SubscriptionStore, trusted ...string) *Service {
	t.Helper()
	key := NewKey()
	s := New(Options{Store: store, Key: key, Contact: "mailto:ops@example.org", Trusted: trusted})
	t.Cleanup(s.Close)
	return s
}

// TestDelivery sends a notification through the test push service.
func TestDelivery(t *testing.T) {
	address, letters := office(t, func(path string) int {
		return map[string]int{"/gone": 410, "/moved": 307, "/broken": 500, "/here": 201, "/elsewhere": 201}[path]
	})
	store := &drawer{}
	s := service(t, store, address)
	anna, b := game.HashOf("anna"), newBrowser(t)
	keys := []string{base64.RawURLEncoding.EncodeToString(b.key.PublicKey().Bytes()), base64.URLEncoding.EncodeToString(b.auth)}
	for _, path := range []string{"/here", "/gone", "/moved", "/broken"} {
		if err := s.Subscribe(t.Context(), anna, address+path, keys[0], keys[1]); err != nil {
			t.Fatalf("Subscribe: %v", err)
		}
	}
	want := Notice{Text: Text{Title: "Your turn", Body: "Bert has moved. ♞"}, URL: "/game/abc", Topic: "abc"}
	s.Notify(anna, want)
	s.Notify(game.HashOf("bert"), want)
	seen := map[string]received{}
	for range 4 {
		one := <-letters
		seen[one.path] = one
	}
	got := seen["/here"]
	var notice Notice
	if err := json.Unmarshal(b.read(t, got.body), &notice); err != nil || !reflect.DeepEqual(notice, want) {
		t.Errorf("read %+v, %v", notice, err)
	}
	for name, value := range map[string]string{"Content-Encoding": "aes128gcm", "Ttl": "86400", "Urgency": "normal"} {
		if got.head.Get(name) != value {
			t.Errorf("header %s = %q", name, got.head.Get(name))
		}
	}
	if topic := got.head.Get("Topic"); len(topic) != 32 {
		t.Errorf("topic = %q", topic)
	}
	checkToken(t, s.key, got.head.Get("Authorization"), address)
	// The service deletes the expired subscription and no others.
	deadline := time.Now().Add(time.Minute)
	for {
		list, _ := store.Subscriptions(t.Context(), anna)
		if len(list) == 3 {
			break
		}
		if time.Now().After(deadline) {
			t.Fatalf("%d subscriptions are left, want 3", len(list))
		}
		time.Sleep(5 * time.Millisecond)
	}
	s.Close()
	for len(letters) > 0 {
		one := <-letters
		seen[one.path] = one
	}
	if _, redirected := seen["/elsewhere"]; redirected {
		t.Error("a redirect was followed")
	}
}

// checkToken verifies the sender as a push service would.
func checkToken(t *testing.T, k *Key, header, audience string) {
	t.Helper()
	rest, ok := strings.CutPrefix(header, "vapid t=")
	token, public, found := strings.Cut(rest, ", k=")
	parts := strings.Split(token, ".")
	if !ok || !found || len(parts) != 3 || public != k.Public() {
		t.Fatalf("header = %q", header)
	}
	key, err := ecdsa.ParseUncompressedPublicKey(elliptic.P256(), bits(t, public))
	if err != nil {
		t.Fatalf("ecdsa.ParseUncompressedPublicKey: %v", err)
	}
	hash, signature := sha256.Sum256([]byte(parts[0]+"."+parts[1])), bits(t, parts[2])
	if !ecdsa.Verify(key, hash[:], new(big.Int).SetBytes(signature[:32]), new(big.Int).SetBytes(signature[32:])) {
		t.Error("the signature is wrong")
	}
	var claims struct {
		Aud, Sub string
		Exp      int64
	}
	if err := json.Unmarshal(bits(t, parts[1]), &claims); err != nil || claims.Aud != audience || claims.Sub != "mailto:ops@example.org" || claims.Exp <= time.Now().Unix() || claims.Exp > time.Now().Add(24*time.Hour).Unix() {
		t.Errorf("claims = %+v, %v", claims, err)
	}
}

// TestEndpoints checks which endpoints clients may specify.
func TestEndpoints(t *testing.T) {
	s := service(t, &drawer{}, "http://127.0.0.1:9")
	b := newBrowser(t)
	key, auth := base64.RawURLEncoding.EncodeToString(b.key.PublicKey().Bytes()), base64.RawURLEncoding.EncodeToString(b.auth)
	for endpoint, ok := range map[string]bool{
		"https://fcm.googleapis.com/fcm/send/x": true, "https://updates.push.services.mozilla.com:443/wpush/v2/x": true, "http://127.0.0.1:9/x": true,
		"http://fcm.googleapis.com/x": false, "https://fcm.googleapis.com:8443/x": false, "https://localhost/x": false, "https://user:word@push.example.org/": false,
		"http://127.0.0.1:10/x": false, "file:///etc/passwd": false, "": false, "https://": false, "gopher://x.y/": false, "https://push.example.org/" + strings.Repeat("x", 1000): false,
		"https://push.example.org/#x": false, "\x00": false,
		"https://127.0.0.1/x": false, "https://10.0.0.1:443/x": false, "https://[::1]/x": false, "https://[::ffff:127.0.0.1]/x": false, "https://[::ffff:7f00:1]/x": false,
		"https://8.8.8.8/x": false, "https://0x7f.1/x": false, "https://127.1/x": false, "https://127.0.0.1./x": false, "https://./x": false, "https://push.example.org./x": true,
	} {
		if _, err := s.Check(endpoint, key, auth); (err == nil) != ok {
			t.Errorf("Check: %.60q: %v", endpoint, err)
		}
	}
	for _, bad := range [][2]string{{"", auth}, {key, ""}, {key[:20], auth}, {key, auth[:10]}, {strings.Repeat("A", 87), auth}, {"!", "!"}, {strings.Repeat("A", 10_000), auth}} {
		if _, err := s.Check("https://push.example.org/x", bad[0], bad[1]); err == nil {
			t.Errorf("Check accepts the key %.40q", bad)
		}
	}
	if err := s.Subscribe(t.Context(), game.Hash{}, "https://push.example.org/x", key, auth); err == nil {
		t.Error("Subscribe without a cookie succeeded")
	}
}

// TestPrivateAddresses checks which addresses are public, and that other addresses are not dialled unless
// their origin is trusted.
func TestPrivateAddresses(t *testing.T) {
	for text, ok := range map[string]bool{
		"8.8.8.8": true, "2606:4700::1111": true,
		"127.0.0.1": false, "10.1.2.3": false, "172.16.0.1": false, "192.168.1.1": false, "169.254.169.254": false, "100.64.0.1": false, "0.0.0.0": false,
		"224.0.0.1": false, "255.255.255.255": false, "::1": false, "::": false, "fe80::1": false, "fd00::1": false, "::ffff:127.0.0.1": false, "::ffff:10.0.0.1": false,
		"64:ff9b::a00:1": false, "2002:a00:1::": false, "ff02::1": false, "198.18.0.1": false, "::127.0.0.1": false, "::a00:1": false, "100::1": false, "fec0::1": false, "2001:0:a00:1::": false, "3fff::1": false, "192.88.99.1": false,
	} {
		if public(netip.MustParseAddr(text)) != ok {
			t.Errorf("public(%s) = %v", text, !ok)
		}
	}
	secure := httptest.NewTLSServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { t.Error("a private address was reached") }))
	defer secure.Close()
	for _, origin := range []string{"https://trusted.example.org", "http://trusted.example.org"} {
		// A trusted origin without a port means the default port. It does not extend to other hosts.
		if _, err := newClient([]string{origin}).Get(strings.Replace(origin, "trusted.example.org", "127.0.0.1", 1)); !errors.Is(err, errPrivate) {
			t.Errorf("newClient: %s: %v", origin, err)
		}
		here := strings.Replace(origin, "trusted.example.org", "127.0.0.1", 1)
		if _, err := newClient([]string{here}).Get(here + "/"); errors.Is(err, errPrivate) {
			t.Errorf("the trusted origin %s was rejected", here)
		}
	}
	_, err := newClient(nil).Get(secure.URL)
	if !errors.Is(err, errPrivate) {
		t.Errorf("a private address was dialled: %v", err)
	}
}

// TestKeyFile checks that the key is created once and is private.
func TestKeyFile(t *testing.T) {
	folder := t.TempDir()
	first, err := LoadKey(folder)
	if err != nil {
		t.Fatalf("LoadKey: %v", err)
	}
	again, err := LoadKey(folder)
	if err != nil || again.Public() != first.Public() || len(bits(t, first.Public())) != 65 {
		t.Errorf("another key: %v", err)
	}
	file := filepath.Join(folder, KeyFile)
	if info, err := os.Stat(file); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("key file: mode %v, error %v", info.Mode(), err)
	}
	for _, text := range []string{"", "nonsense", "-----BEGIN EC PRIVATE KEY-----\nAAAA\n-----END EC PRIVATE KEY-----\n"} {
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatalf("os.WriteFile: %v", err)
		}
		if _, err := LoadKey(folder); err == nil || !strings.Contains(err.Error(), "delete it") {
			t.Errorf("LoadKey: %q: %v", text, err)
		}
	}
}

// TestSlowService checks that waiting for a person's push service counts towards the person's limit of
// notifications.
func TestSlowService(t *testing.T) {
	s := service(t, &drawer{})
	anna := game.HashOf("anna")
	s.waited(anna, 900*time.Millisecond)
	if !s.limiter(anna).Allow() {
		t.Error("a fast push service was charged")
	}
	for range 2 {
		s.waited(anna, sendTime)
	}
	if s.limiter(anna).Allow() || !s.limiter(game.HashOf("bert")).Allow() {
		t.Error("a slow push service was not charged, or was charged to another person")
	}
}

// TestRateLimit checks the rate limit per person.
func TestRateLimit(t *testing.T) {
	address, letters := office(t, func(string) int { return 201 })
	store := &drawer{}
	s := service(t, store, address)
	b, anna := newBrowser(t), game.HashOf("anna")
	if err := s.Subscribe(t.Context(), anna, address+"/x", base64.RawURLEncoding.EncodeToString(b.key.PublicKey().Bytes()), base64.RawURLEncoding.EncodeToString(b.auth)); err != nil {
		t.Fatalf("Subscribe: %v", err)
	}
	for range 3 * personBurst {
		s.Notify(anna, Notice{Text: Text{Title: "x"}})
	}
	for range personBurst {
		<-letters
	}
	s.Close()
	if more := len(letters); more > 1 {
		t.Errorf("%d notices beyond the burst were sent", more)
	}
}
