package postgres

import (
	"context"
	"errors"
	"net/url"
	"strings"

	"github.com/jackc/pgx/v5/pgconn"
)

// hidden replaces a password.
const hidden = "xxxxx"

// Masked returns a URL without its password. For one that cannot be parsed it omits
// everything that could be a password.
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

// connectionError returns a short text for a connection error, without the URL's
// password.
func connectionError(err error, address string) string {
	var reported *pgconn.PgError
	var connect *pgconn.ConnectError
	text := err.Error()
	switch {
	case errors.As(err, &reported):
		text = reported.Message + " (" + reported.Code + ")"
	case address == "" && errors.As(err, &connect):
		text = "the database cannot be reached" // players may read it
	case address == "" && errors.Is(err, context.DeadlineExceeded):
		text = "the database does not answer in time"
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

// IsURL reports whether text is the URL of a PostgreSQL database, not a folder.
func IsURL(text string) bool {
	return strings.HasPrefix(text, "postgres://") || strings.HasPrefix(text, "postgresql://")
}
