package server_test

import (
	"crypto/ecdh"
	"crypto/rand"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/tainchess/tain/internal/protocol/wire"
	"github.com/tainchess/tain/internal/site/limit"
)

const chapters = "[StudyName \"Mirrors \t& more\"]\n[ChapterName \"One\"]\n[Variant \"mirrorsquare\"]\n\n1. e4 {[%cal Gf1b5]} (1. d4) *\n\n[ChapterName \"Two\"]\n[Variant \"trid\"]\n\n*\n"

// shelved sends a request about studies with a secret, and returns the status, the study and the body of the
// response.
func (s *site) shelved(method, path, secret string, body any) (int, wire.OneStudy, string) {
	s.t.Helper()
	text := ""
	if body != nil {
		text = string(wire.Encode(body))
	}
	r, err := http.NewRequest(method, s.URL+path, strings.NewReader(text))
	if err != nil {
		s.t.Fatalf("http.NewRequest: %v", err)
	}
	if body != nil {
		r.Header.Set("Content-Type", "application/json")
	}
	if secret != "" {
		r.Header.Set("Authorization", "Bearer "+secret)
	}
	answer, err := (&http.Client{Transport: transport}).Do(r)
	if err != nil {
		s.t.Fatalf("Do: %v", err)
	}
	defer answer.Body.Close()
	content, err := io.ReadAll(answer.Body)
	if err != nil {
		s.t.Fatalf("io.ReadAll: %v", err)
	}
	var one wire.OneStudy
	if answer.StatusCode < 300 && len(content) > 0 {
		if err := json.Unmarshal(content, &one); err != nil {
			s.t.Fatalf("json.Unmarshal: %v", err)
		}
	}
	return answer.StatusCode, one, string(content)
}

// TestStudies creates, reads, changes and deletes a study.
func TestStudies(t *testing.T) {
	s := open(t, nil)
	status, made, text := s.shelved("POST", "/api/v1/studies", "", wire.NewStudy{PGN: chapters})
	if status != 201 || made.Secret == "" || made.Study.Title != "Mirrors & more" || made.Study.Version != 1 {
		t.Fatalf("shelved: %d %s", status, text)
	}
	path := "/api/v1/studies/" + made.Study.ID
	status, read, text := s.shelved("GET", path, "", nil)
	if status != 200 || read.Study.PGN != chapters || read.Secret != "" || strings.Contains(text, made.Secret) {
		t.Errorf("reading: %d %s", status, text)
	}
	next := strings.Replace(chapters, "Mirrors", "Glasses", 1)
	for secret, want := range map[string]int{"": 403, "wrong": 403, made.Secret + "x": 403, strings.Repeat("x", 2000): 403} {
		if status, _, text := s.shelved("PUT", path, secret, wire.StudyChange{Version: 1, PGN: next}); status != want {
			t.Errorf("changing with the secret %.20q: %d %s", secret, status, text)
		}
		if status, _, text := s.shelved("DELETE", path, secret, nil); status != want {
			t.Errorf("deleting with the secret %.20q: %d %s", secret, status, text)
		}
	}
	status, changed, text := s.shelved("PUT", path, made.Secret, wire.StudyChange{Version: 1, PGN: next})
	if status != 200 || changed.Study.Version != 2 || changed.Study.Title != "Glasses & more" {
		t.Errorf("changing: %d %s", status, text)
	}
	if status, _, text := s.shelved("PUT", path, made.Secret, wire.StudyChange{Version: 1, PGN: chapters}); status != 409 {
		t.Errorf("changing an old version: %d %s", status, text)
	}
	if strings.Contains(s.log.String(), made.Secret) {
		t.Error("the log contains the secret")
	}
	if status, _, text := s.shelved("DELETE", path, made.Secret, nil); status != 204 {
		t.Errorf("deleting: %d %s", status, text)
	}
	if status, _, _ := s.shelved("GET", path, "", nil); status != 404 {
		t.Errorf("reading a deleted study: status %d", status)
	}
}

// TestStudyOfCostlyDefinitions checks that checking a study ends when its author cannot pay for the definitions in it.
func TestStudyOfCostlyDefinitions(t *testing.T) {
	s := open(t, nil, limited(func(l *limit.Limits) { l.Rate, l.Burst = 1e-9, 200 }))
	var pgn strings.Builder
	const chapters = 20
	for n := range chapters {
		rules := strings.ReplaceAll(costlyDefinition(fmt.Sprint("chapter", n)), `\"`, `"`)
		fmt.Fprintf(&pgn, "[Variant \"chapter%d\"]\n[Rules %q]\n\n1. Kd4 *\n\n", n, rules)
	}
	body, _ := json.Marshal(wire.NewStudy{PGN: pgn.String()})
	s.somebody().want(http.StatusTooManyRequests, "POST", "/api/v1/studies", string(body), nil)
}

// TestSubscriptionsPerAddress checks the limit of new push subscriptions per address, and that renewing a
// subscription is free.
func TestSubscriptionsPerAddress(t *testing.T) {
	s := open(t, nil, limited(func(l *limit.Limits) { l.Subscriptions, l.SubscriptionEvery = 3, time.Hour }))
	key, err := ecdh.P256().GenerateKey(rand.Reader)
	if err != nil {
		t.Fatalf("GenerateKey: %v", err)
	}
	ask := func(n int) int {
		me := s.somebody()
		me.cookie = base64.RawURLEncoding.EncodeToString(fmt.Appendf(nil, "%016d", n))
		q := wire.PushSubscription{
			Endpoint: fmt.Sprintf("https://push.example.org/%d", n), Key: base64.RawURLEncoding.EncodeToString(key.PublicKey().Bytes()),
			Auth: base64.RawURLEncoding.EncodeToString(make([]byte, 16)),
		}
		return me.ask("POST", "/api/v1/push", string(wire.Encode(q))).StatusCode
	}
	for _, one := range []struct{ who, want int }{{1, 204}, {2, 204}, {3, 204}, {4, 429}, {1, 204}, {3, 204}, {5, 429}} {
		if got := ask(one.who); got != one.want {
			t.Errorf("browser %d: status %d, want %d", one.who, got, one.want)
		}
	}
}

// TestBadStudies checks that invalid and oversized studies are rejected.
func TestBadStudies(t *testing.T) {
	s := open(t, nil, limited(func(l *limit.Limits) { l.Study = 100 << 10 }))
	many := strings.Repeat("[Event \"x\"]\n\n*\n\n", 65)
	for name, pgn := range map[string]string{
		"nothing": "", "prose": "Buy cheap watches", "prose in tags": "[Event \"x\"]\n\nBuy cheap watches *\n", "an illegal move": "[Variant \"chess\"]\n\n1. e5 *\n",
		"an unknown rule set": "[Variant \"none\"]\n\n*\n", "many chapters": many,
	} {
		if status, _, text := s.shelved("POST", "/api/v1/studies", "", wire.NewStudy{PGN: pgn}); status != 400 {
			t.Errorf("shelved: %s: %d %s", name, status, text)
		}
	}
	long := "[Event \"x\"]\n\n{" + strings.Repeat("word ", 30_000) + "} *\n"
	if status, _, text := s.shelved("POST", "/api/v1/studies", "", wire.NewStudy{PGN: long}); status != 413 {
		t.Errorf("long study: %d %s", status, text)
	}
	medium := "[Event \"x\"]\n\n{" + strings.Repeat("word ", 16_000) + "} *\n"
	if status, _, text := s.shelved("POST", "/api/v1/studies", "", wire.NewStudy{PGN: medium}); status != 201 {
		t.Errorf("study longer than the default limit of bodies: %d %.200s", status, text)
	}
}

// TestManyStudies checks the limits of studies per address and in total.
func TestManyStudies(t *testing.T) {
	for name, alter := range map[string]func(*limit.Limits){
		"an address": func(l *limit.Limits) { l.Studies, l.StudyEvery = 3, time.Hour },
		"a server":   func(l *limit.Limits) { l.AllStudies = 3 },
	} {
		s := open(t, nil, limited(alter))
		kept := 0
		for range 5 {
			status, _, text := s.shelved("POST", "/api/v1/studies", "", wire.NewStudy{PGN: chapters})
			switch status {
			case 201:
				kept++
			case 429:
			default:
				t.Errorf("limit for %s: creating a study: %d %s", name, status, text)
			}
		}
		if kept != 3 {
			t.Errorf("%s has %d studies, want 3", name, kept)
		}
		if name == "a server" {
			s.limitIs("studies", 3, 3, 2)
		}
	}
}
