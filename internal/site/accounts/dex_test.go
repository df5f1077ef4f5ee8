package accounts_test

import (
	"context"
	"encoding/json"
	"fmt"
	"html"
	"io"
	"net"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"golang.org/x/crypto/bcrypt"

	"github.com/tainchess/tain/internal/people"
	"github.com/tainchess/tain/internal/protocol/wire"
	"github.com/tainchess/tain/internal/site/openid"
	"github.com/tainchess/tain/internal/test/idp"
)

// startDex runs the Dex program in TAIN_DEX for a client of a site, with two people, and returns the issuer.
func startDex(t *testing.T, program, site string) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	addr := l.Addr().String()
	l.Close()
	issuer := "http://" + addr + "/dex"
	hash, err := bcrypt.GenerateFromPassword([]byte("a password"), bcrypt.MinCost+6) // Dex requires at least 10
	if err != nil {
		t.Fatal(err)
	}
	settings, _ := json.Marshal(map[string]any{ // JSON is YAML
		"issuer": issuer, "storage": map[string]any{"type": "memory"}, "web": map[string]any{"http": addr}, "enablePasswordDB": true,
		"oauth2":        map[string]any{"skipApprovalScreen": true},
		"staticClients": []any{map[string]any{"id": idp.Client, "secret": idp.Secret, "name": "Tain", "redirectURIs": []string{site + "/account"}}},
		"staticPasswords": []any{
			map[string]any{"email": "anna@example.org", "hash": string(hash), "username": "anna", "userID": "1"},
			map[string]any{"email": "bert@example.org", "hash": string(hash), "username": "bert", "userID": "2"},
		},
	})
	file := filepath.Join(t.TempDir(), "dex.yaml")
	if err := os.WriteFile(file, settings, 0o600); err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(context.Background())
	dex := exec.CommandContext(ctx, program, "serve", file)
	var log strings.Builder
	dex.Stdout, dex.Stderr = &log, &log
	if err := dex.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		stop()
		_ = dex.Wait() // killed
		if t.Failed() {
			t.Log(log.String())
		}
	})
	for range 300 {
		if a, err := http.Get(issuer + "/.well-known/openid-configuration"); err == nil {
			a.Body.Close()
			return issuer
		}
		time.Sleep(100 * time.Millisecond)
	}
	t.Fatal("Dex does not respond")
	return ""
}

// logIn fills in Dex's form and returns the address to which Dex sends the browser.
func logIn(t *testing.T, page, site, email string) string {
	t.Helper()
	jar, _ := cookiejar.New(nil)
	back := ""
	client := &http.Client{Jar: jar, CheckRedirect: func(q *http.Request, _ []*http.Request) error {
		if strings.HasPrefix(q.URL.String(), site) {
			back = q.URL.String()
			return http.ErrUseLastResponse
		}
		return nil
	}}
	a, err := client.Get(page)
	if err != nil {
		t.Fatalf("%s: %v", page, err)
	}
	text, _ := io.ReadAll(a.Body)
	a.Body.Close()
	form := regexp.MustCompile(`<form[^>]*action="([^"]*)"`).FindStringSubmatch(string(text))
	if form == nil {
		t.Fatalf("%s has no form: %s %.500s", a.Request.URL, a.Status, text)
	}
	to, err := a.Request.URL.Parse(html.UnescapeString(form[1]))
	if err != nil {
		t.Fatal(err)
	}
	fields := url.Values{"login": {email}, "password": {"a password"}}
	for _, f := range regexp.MustCompile(`<input[^>]*type="hidden"[^>]*name="([^"]*)"[^>]*value="([^"]*)"`).FindAllStringSubmatch(string(text), -1) {
		fields.Set(f[1], html.UnescapeString(f[2]))
	}
	if a, err = client.PostForm(to.String(), fields); err != nil {
		t.Fatal(err)
	}
	text, _ = io.ReadAll(a.Body)
	a.Body.Close()
	if back == "" {
		t.Fatalf("Dex does not send the browser back: %s %.500s", a.Status, text)
	}
	return back
}

// TestDex signs in at Dex, an independent provider, if TAIN_DEX names its program.
func TestDex(t *testing.T) {
	program := os.Getenv("TAIN_DEX")
	if program == "" {
		t.Skip("TAIN_DEX does not name the program of Dex")
	}
	var provider people.Provider
	s := open(t, func(o *people.Options) {
		provider = openid.New(openid.Options{Title: "Dex", Issuer: startDex(t, program, o.Origins[0]), ClientID: idp.Client, Secret: idp.Secret})
		o.Provider = provider
	})
	there := func(b *browser, email string) (r wire.OpenIDResult) {
		t.Helper()
		b.want(200, "POST", base+"/openid/finish", b.back(logIn(t, b.visit(true), s.url, email)), &r)
		return r
	}
	for i, name := range []string{"anna", "bert"} {
		b := s.browser()
		if r := there(b, name+"@example.org"); r.Result != "unnamed" {
			t.Errorf("the first sign-in: %+v", r)
		}
		b.named(fmt.Sprint("Player ", i))
		b.want(204, "POST", base+"/sign-out", wire.SignOutRequest{}, nil)
		if r := there(b, name+"@example.org"); r.Result != "signed-in" || b.state().Account.Name != fmt.Sprint("Player ", i) {
			t.Errorf("the second sign-in: %+v", r)
		}
		s.wait(people.ConfirmTime + time.Second)
		b.refused("confirm", "POST", base+"/codes", struct{}{})
		s.wait(-people.ConfirmTime - time.Second)
		if r := there(b, name+"@example.org"); r.Result != "confirmed" {
			t.Errorf("the third sign-in: %+v", r)
		}
		b.want(200, "POST", base+"/codes", struct{}{}, nil)
		// A code works once, and only for its own sign-in.
		back := b.back(logIn(t, b.visit(false), s.url, name+"@example.org"))
		b.visit(false)
		b.refused("challenge", "POST", base+"/openid/finish", back)
		b.want(204, "POST", base+"/sign-out", wire.SignOutRequest{}, nil)
	}
	accounts, err := s.store.Accounts(t.Context(), 10)
	if err != nil || len(accounts) != 2 || accounts[0].Issuer != provider.Issuer() || accounts[0].Subject == accounts[1].Subject {
		t.Errorf("accounts %+v, %v", accounts, err)
	}
	if text := fmt.Sprintf("%+v", accounts); strings.Contains(text, "example.org") {
		t.Errorf("an e-mail address is stored: %s", text)
	}
}
