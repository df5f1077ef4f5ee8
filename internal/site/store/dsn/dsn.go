// Package dsn parses PostgreSQL URLs and hides their passwords.
package dsn

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"strings"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
)

// hidden is shown instead of a password.
const hidden = "xxxxx"

// Masked replaces the password in a URL. If the URL cannot be parsed, Masked omits every part that could be a
// password.
func Masked(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		scheme, rest, ok := strings.Cut(address, "://")
		if !ok {
			return hidden
		}
		// The last @ ends the part that may contain a password.
		if i := strings.LastIndexByte(rest, '@'); i >= 0 {
			rest = rest[i+1:]
		}
		rest, _, _ = strings.Cut(rest, "?")
		return scheme + "://" + hidden + "@" + rest
	}
	if _, has := u.User.Password(); has {
		u.User = url.UserPassword(u.User.Username(), hidden)
	}
	if u.RawQuery != "" {
		q := u.Query()
		for _, key := range []string{"password", "sslpassword"} {
			if q.Has(key) {
				q.Set(key, hidden)
			}
		}
		u.RawQuery = q.Encode()
	}
	return u.String()
}

// ErrorText returns a short message for a connection error, without the password in address. If address is
// empty, the message does not reveal the location of the database.
func ErrorText(err error, address string) string {
	var reported *pgconn.PgError
	var connect *pgconn.ConnectError
	text := err.Error()
	switch {
	case errors.As(err, &reported):
		text = reported.Message + " (" + reported.Code + ")"
	case address == "" && errors.As(err, &connect):
		text = "the database cannot be reached" // players may see this message
	case address == "" && errors.Is(err, context.DeadlineExceeded):
		text = "the database does not respond in time"
	default:
		var parse *pgconn.ParseConfigError
		if errors.As(err, &parse) && parse.Unwrap() != nil {
			text = parse.Unwrap().Error()
		}
	}
	for _, secret := range secrets(address) {
		text = strings.ReplaceAll(text, secret, hidden)
	}
	return strings.ReplaceAll(strings.TrimSpace(text), "\n", " ")
}

// secrets returns the passwords in a URL, encoded and decoded.
func secrets(address string) (list []string) {
	if _, rest, ok := strings.Cut(address, "://"); ok {
		if i := strings.LastIndexByte(rest, '@'); i >= 0 {
			if _, password, ok := strings.Cut(rest[:i], ":"); ok && password != "" {
				list = append(list, password)
				if plain, err := url.PathUnescape(password); err == nil {
					list = append(list, plain)
				}
			}
		}
	}
	if u, err := url.Parse(address); err == nil {
		for _, key := range []string{"password", "sslpassword"} {
			if v := u.Query().Get(key); v != "" {
				list = append(list, v, url.QueryEscape(v))
			}
		}
	}
	return list
}

// IsURL reports whether text is a PostgreSQL URL rather than a folder.
func IsURL(text string) bool {
	return strings.HasPrefix(text, "postgres://") || strings.HasPrefix(text, "postgresql://")
}

// MinConns is the minimum size of the connection pool. A migration holds a lock on one connection and uses
// another, and a running server needs connections for two writers and for reading.
const MinConns = 4

// Parse parses a URL. Its errors do not contain the password.
func Parse(address string) (*pgxpool.Config, error) {
	if !IsURL(address) {
		return nil, errors.New("the URL must begin with postgres://, such as postgres://tain@localhost/tain")
	}
	config, err := pgxpool.ParseConfig(address)
	if err != nil {
		return nil, fmt.Errorf("%s cannot be read: %s", Masked(address), ErrorText(err, address))
	}
	if config.MaxConns < MinConns && SetsPool(address) {
		return nil, fmt.Errorf("%s allows too few connections (pool_max_conns=%d): set it to at least %d, or omit it", Masked(address), config.MaxConns, MinConns)
	}
	return config, nil
}

// SetsPool reports whether a URL sets the size of the connection pool.
func SetsPool(address string) bool { return strings.Contains(address, "pool_max_conns=") }
