package limit

import (
	"net"
	"net/http"
	"net/netip"
	"slices"
	"strings"
)

// Proxies are the networks of trusted proxies in front of the server. Forwarding headers from other peers are
// ignored.
type Proxies []netip.Prefix

// PrivateNetworks returns the loopback, private and link-local networks. The value "private" of the setting
// trusted-proxies means these networks.
func PrivateNetworks() []netip.Prefix {
	var all []netip.Prefix
	for _, text := range []string{
		"127.0.0.0/8", "10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "169.254.0.0/16", "::1/128", "fc00::/7", "fe80::/10",
	} {
		all = append(all, netip.MustParsePrefix(text))
	}
	return all
}

// Trusts reports whether an address belongs to a proxy.
func (p Proxies) Trusts(a netip.Addr) bool {
	return slices.ContainsFunc(p, func(network netip.Prefix) bool { return network.Contains(a.Unmap().WithZone("")) })
}

// Address returns the client's address in the form that limits use, with IPv6 addresses truncated to the /64
// prefix. Each proxy appends the address of its peer, so the client is the last address that does not belong
// to a proxy. Entries before it are unverified.
func (p Proxies) Address(r *http.Request) netip.Addr {
	peer := ParseAddr(r.RemoteAddr)
	if !p.Trusts(peer) {
		return prefix64(peer)
	}
	legacy, hasLegacy := p.last(peer, r.Header.Values("X-Forwarded-For"), strings.TrimSpace)
	standard, hasStandard := p.last(peer, r.Header.Values("Forwarded"), forwardedFor)
	switch {
	case hasLegacy && hasStandard && legacy != standard:
		// The proxy sets one of the two headers and forwards the client's copy of the other. The server
		// cannot determine which header is which, so all such clients share the quota of the zero address.
		return netip.Addr{}
	case hasLegacy:
		return prefix64(legacy)
	case hasStandard:
		return prefix64(standard)
	}
	return prefix64(peer)
}

// maxHops is the maximum length of a chain of proxies.
const maxHops = 16

// last returns the last address in a header that does not belong to a proxy, and reports whether the header
// has any entries. If an entry is not an address, last returns the hop that wrote the entry.
func (p Proxies) last(peer netip.Addr, lines []string, entry func(string) string) (client netip.Addr, found bool) {
	client = peer
	text := strings.Join(lines, ",")
	for range maxHops {
		if strings.TrimSpace(text) == "" {
			break
		}
		at := strings.LastIndexByte(text, ',')
		hop := ParseAddr(entry(text[at+1:]))
		found = true
		if !hop.IsValid() {
			break
		}
		if client = hop; at < 0 || !p.Trusts(hop) {
			break
		}
		text = text[:at]
	}
	return client, found
}

// forwardedFor returns the client in an element of a Forwarded header (RFC 7239), such as
// for="[2001:db8::1]:4711";proto=https.
func forwardedFor(element string) string { return parameter(element, "for") }

// parameter returns the value of an element's parameter, without quotes.
func parameter(element, name string) string {
	for part := range strings.SplitSeq(element, ";") {
		if key, value, ok := strings.Cut(part, "="); ok && strings.EqualFold(strings.TrimSpace(key), name) {
			return strings.Trim(strings.TrimSpace(value), `"`)
		}
	}
	return ""
}

// Secure reports whether the client connected over HTTPS, to this server or to the nearest proxy.
func (p Proxies) Secure(r *http.Request) bool {
	if r.TLS != nil {
		return true
	}
	if !p.Trusts(ParseAddr(r.RemoteAddr)) {
		return false
	}
	if all := strings.Join(r.Header.Values("X-Forwarded-Proto"), ","); all != "" {
		return strings.EqualFold(strings.TrimSpace(all[strings.LastIndexByte(all, ',')+1:]), "https")
	}
	all := strings.Join(r.Header.Values("Forwarded"), ",")
	return strings.EqualFold(parameter(all[strings.LastIndexByte(all, ',')+1:], "proto"), "https")
}

// ParseAddr parses an address with or without a port, and an IPv6 address with or without brackets. If the
// text is not an address, the result is invalid.
func ParseAddr(text string) netip.Addr {
	text = strings.Trim(text, `"`)
	if a, err := netip.ParseAddr(strings.TrimSuffix(strings.TrimPrefix(text, "["), "]")); err == nil {
		return a.Unmap().WithZone("")
	}
	host, _, err := net.SplitHostPort(text)
	if err != nil {
		return netip.Addr{} // a connection without addresses, as in tests
	}
	a, err := netip.ParseAddr(host)
	if err != nil {
		return netip.Addr{}
	}
	return a.Unmap().WithZone("")
}

// prefix64 returns an address in the form that limits use: IPv4 unchanged, IPv6 as its /64 prefix, because a
// client usually has a whole /64.
func prefix64(a netip.Addr) netip.Addr { return network(a, 64) }

func network(a netip.Addr, bits int) netip.Addr {
	a = a.Unmap().WithZone("")
	if a.Is6() {
		if network, err := a.Prefix(bits); err == nil {
			return network.Addr()
		}
	}
	return a
}
