package app

import (
	"cmp"
	"context"
	"fmt"
	"net"
	"net/url"
	"os"
	"strconv"
	"strings"

	"github.com/tainchess/tain/internal/people"
	"github.com/tainchess/tain/internal/site/openid"
	"github.com/tainchess/tain/internal/site/store"
)

// rpSetting is the setting that records the domain to which the store's passkeys are bound.
const rpSetting = "accounts-rp-id"

// people returns the accounts of a server, or nil if it has none: they are off, or their domain is unknown. It fails
// if the domain differs from the one for which accounts were registered.
func (s *Server) people(ctx context.Context, games store.Store, local bool, addr net.Addr) (*people.Service, error) {
	c := &s.Config.Accounts
	if c.Off {
		return nil, nil
	}
	id, origins := c.RPID, c.Origins
	if id == "" && len(s.Config.TLS.Domains) > 0 {
		id = s.Config.TLS.Domains[0]
	}
	known := id != ""
	if !known && local {
		id = "localhost"
		if tcp, ok := addr.(*net.TCPAddr); ok && len(origins) == 0 {
			scheme := "http"
			if s.Config.TLS.Own() {
				scheme = "https"
			}
			origins = []string{scheme + "://localhost:" + strconv.Itoa(tcp.Port)}
		}
	}
	if id == "" {
		s.Log.Info("accounts are off, because accounts.rp-id is not set")
		return nil, nil
	}
	if len(origins) == 0 {
		origins = []string{"https://" + id}
	}
	o := people.Options{Store: games, RPID: id, Origins: origins, Open: c.Registration == "open"}
	if c.OpenID.Issuer != "" {
		provider, err := s.provider()
		if err != nil {
			return nil, err
		}
		o.Provider = provider
	}
	if full, ok := games.(store.Full); ok {
		var saved string
		if err := full.Setting(ctx, rpSetting, &saved); err != nil {
			return nil, err
		}
		switch {
		case saved == "" || saved == id:
		case known:
			return nil, fmt.Errorf("the passkeys of the accounts in this store belong to %s, and accounts.rp-id is %s: nobody could sign in. "+
				"Set accounts.rp-id = %q, or accounts.off = true to run without accounts", saved, id, saved)
		default:
			s.Log.Warn("accounts are off, because their passkeys belong to another domain; set accounts.rp-id", "domain", saved)
			return nil, nil
		}
		o.Fix = func(ctx context.Context, id string) (string, error) { return fixSetting(ctx, full, rpSetting, id) }
	}
	return people.New(o)
}

// provider returns the OpenID Connect provider at which people can sign in.
func (s *Server) provider() (*openid.Provider, error) {
	c := &s.Config.Accounts.OpenID
	at, err := url.Parse(c.Issuer)
	if err != nil {
		return nil, fmt.Errorf("accounts.openid.issuer: %w", err)
	}
	o := openid.Options{Title: cmp.Or(c.Name, at.Host), Issuer: c.Issuer, ClientID: c.ClientID}
	if c.SecretFile != "" {
		text, err := os.ReadFile(c.SecretFile)
		if err != nil {
			return nil, fmt.Errorf("accounts.openid.secret-file: %w", err)
		}
		if o.Secret = strings.TrimSpace(string(text)); o.Secret == "" {
			return nil, fmt.Errorf("accounts.openid.secret-file: %s is empty", c.SecretFile)
		}
	}
	return openid.New(o), nil
}

// fixSetting saves a setting unless it is saved already, and returns the saved value.
func fixSetting(ctx context.Context, games store.Full, name, value string) (string, error) {
	if shared, ok := games.(store.Shared); ok {
		err := shared.SetOnce(ctx, name, &value)
		return value, err
	}
	var saved string
	if err := games.Setting(ctx, name, &saved); err != nil || saved != "" {
		return saved, err
	}
	return value, games.Set(ctx, name, value)
}
