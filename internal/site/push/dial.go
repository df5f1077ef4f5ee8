package push

import (
	"cmp"
	"context"
	"errors"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"syscall"
	"time"
)

// errPrivate is returned when dialling a private address or a port other than 443.
var errPrivate = errors.New("push: the push service is at a private address")

// sendTime is the time limit for sending one message.
const sendTime = 10 * time.Second

// defaultPorts maps schemes to their default ports.
var defaultPorts = map[string]string{"https": "443", "http": "80"}

// newClient returns an HTTP client for push services. It checks IP addresses when dialling, so that no host
// name can lead to a private network. Trusted origins are exempt.
func newClient(trusted []string) *http.Client {
	var hosts []string
	for _, origin := range trusted {
		if u, err := url.Parse(origin); err == nil {
			hosts = append(hosts, net.JoinHostPort(u.Hostname(), cmp.Or(u.Port(), defaultPorts[u.Scheme])))
		}
	}
	plain := &net.Dialer{Timeout: sendTime}
	guarded := &net.Dialer{Timeout: sendTime, Control: func(_, address string, _ syscall.RawConn) error {
		to, err := netip.ParseAddrPort(address)
		if err != nil || !public(to.Addr()) || to.Port() != 443 {
			return errPrivate
		}
		return nil
	}}
	return &http.Client{
		Timeout: sendTime,
		Transport: &http.Transport{
			Proxy: nil, // a proxy from the environment could reach private networks
			DialContext: func(ctx context.Context, network, address string) (net.Conn, error) {
				if slices.Contains(hosts, address) {
					return plain.DialContext(ctx, network, address)
				}
				return guarded.DialContext(ctx, network, address)
			},
			ForceAttemptHTTP2: true, MaxIdleConns: 16, IdleConnTimeout: time.Minute, TLSHandshakeTimeout: sendTime,
			MaxResponseHeaderBytes: 16 << 10,
		},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
}

// unicast6 is the IPv6 range allocated to the public internet. Addresses outside it embed IPv4 addresses or
// are not routed.
var unicast6 = netip.MustParsePrefix("2000::/3")

// notPublic are networks that netip does not classify as private: carrier-grade NAT, networks that embed IPv4
// addresses, networks for documentation and benchmarks, and reserved networks.
var notPublic = []netip.Prefix{
	netip.MustParsePrefix("0.0.0.0/8"), netip.MustParsePrefix("100.64.0.0/10"), netip.MustParsePrefix("192.0.0.0/24"),
	netip.MustParsePrefix("192.0.2.0/24"), netip.MustParsePrefix("192.88.99.0/24"), netip.MustParsePrefix("198.18.0.0/15"),
	netip.MustParsePrefix("198.51.100.0/24"), netip.MustParsePrefix("203.0.113.0/24"), netip.MustParsePrefix("240.0.0.0/4"),
	netip.MustParsePrefix("2001::/23"), netip.MustParsePrefix("2001:db8::/32"), netip.MustParsePrefix("2002::/16"), netip.MustParsePrefix("3fff::/20"),
}

// public reports whether an address is on the public internet.
func public(a netip.Addr) bool {
	a = a.Unmap().WithZone("")
	if !a.IsGlobalUnicast() || a.IsPrivate() || a.Is6() && !unicast6.Contains(a) {
		return false
	}
	return !slices.ContainsFunc(notPublic, func(p netip.Prefix) bool { return p.Contains(a) })
}
