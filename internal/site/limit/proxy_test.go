package limit

import (
	"net/http"
	"net/http/httptest"
	"net/netip"
	"testing"
)

// TestProxies finds the client behind any number of proxies, in each header format.
func TestProxies(t *testing.T) {
	ours := Proxies{netip.MustParsePrefix("10.0.0.0/8"), netip.MustParsePrefix("2001:db8:ffff::/48")}
	for name, c := range map[string]struct {
		peer      string
		xff       []string
		forwarded []string
		want      string
	}{
		"no proxy":                     {"198.51.100.7:1000", nil, nil, "198.51.100.7"},
		"forged by a client":           {"198.51.100.7:1000", []string{"1.2.3.4"}, []string{"for=1.2.3.4"}, "198.51.100.7"},
		"one hop":                      {"10.0.0.1:1000", []string{"198.51.100.7"}, nil, "198.51.100.7"},
		"with a port":                  {"10.0.0.1:1000", []string{"198.51.100.7:4711"}, nil, "198.51.100.7"},
		"several hops":                 {"10.0.0.1:1000", []string{"198.51.100.7, 10.1.1.1, 10.2.2.2:80"}, nil, "198.51.100.7"},
		"several lines":                {"10.0.0.1:1000", []string{"198.51.100.7", "10.1.1.1"}, nil, "198.51.100.7"},
		"a claim before the client":    {"10.0.0.1:1000", []string{"9.9.9.9, 198.51.100.7, 10.1.1.1"}, nil, "198.51.100.7"},
		"a claim to be a proxy":        {"10.0.0.1:1000", []string{"10.9.9.9, 198.51.100.7"}, nil, "198.51.100.7"},
		"only proxies":                 {"10.0.0.1:1000", []string{"10.9.9.9, 10.1.1.1"}, nil, "10.9.9.9"},
		"no headers":                   {"10.0.0.1:1000", nil, nil, "10.0.0.1"},
		"nonsense":                     {"10.0.0.1:1000", []string{"198.51.100.7, unknown"}, nil, "10.0.0.1"},
		"nonsense behind a hop":        {"10.0.0.1:1000", []string{"_hidden, 10.1.1.1"}, nil, "10.1.1.1"},
		"IPv6":                         {"10.0.0.1:1000", []string{"2001:db8:1:2:3::4"}, nil, "2001:db8:1:2::"},
		"IPv6 in brackets":             {"10.0.0.1:1000", []string{"[2001:db8:1:2:3::4]"}, nil, "2001:db8:1:2::"},
		"IPv6 with a port":             {"10.0.0.1:1000", []string{"[2001:db8:1:2:3::4]:4711"}, nil, "2001:db8:1:2::"},
		"IPv6 with a zone":             {"10.0.0.1:1000", []string{"fe80::1%eth0"}, nil, "fe80::"},
		"IPv4 as IPv6":                 {"[::ffff:10.0.0.1]:1000", []string{"::ffff:198.51.100.7"}, nil, "198.51.100.7"},
		"an IPv6 proxy":                {"[2001:db8:ffff::1]:1000", []string{"198.51.100.7"}, nil, "198.51.100.7"},
		"Forwarded":                    {"10.0.0.1:1000", nil, []string{`for=198.51.100.7;proto=https;by=10.0.0.1`}, "198.51.100.7"},
		"Forwarded in several":         {"10.0.0.1:1000", nil, []string{`for=9.9.9.9, For="198.51.100.7:80"`, `proto=http;for=10.1.1.1`}, "198.51.100.7"},
		"Forwarded with IPv6":          {"10.0.0.1:1000", nil, []string{`for="[2001:db8:1:2:3::4]:4711"`}, "2001:db8:1:2::"},
		"Forwarded without a name":     {"10.0.0.1:1000", nil, []string{`proto=https`}, "10.0.0.1"},
		"both, agreeing":               {"10.0.0.1:1000", []string{"198.51.100.7"}, []string{"for=198.51.100.7"}, "198.51.100.7"},
		"both, one of them made up":    {"10.0.0.1:1000", []string{"198.51.100.7"}, []string{"for=9.9.9.9"}, "invalid IP"},
		"a connection without address": {"@", []string{"1.2.3.4"}, nil, "invalid IP"},
	} {
		r := httptest.NewRequest("GET", "/", nil)
		r.RemoteAddr = c.peer
		r.Header = http.Header{"X-Forwarded-For": c.xff, "Forwarded": c.forwarded}
		if got := ours.Address(r).String(); got != c.want {
			t.Errorf("%s: Address = %s, want %s", name, got, c.want)
		}
	}
}

// TestSecure checks that the server trusts only proxies to report that a client uses HTTPS.
func TestSecure(t *testing.T) {
	ours := Proxies(PrivateNetworks())
	for _, c := range []struct {
		peer, header, value string
		want                bool
	}{
		{"10.0.0.1:1", "X-Forwarded-Proto", "https", true},
		{"10.0.0.1:1", "X-Forwarded-Proto", "http, HTTPS", true},
		{"10.0.0.1:1", "X-Forwarded-Proto", "https, http", false},
		{"10.0.0.1:1", "Forwarded", "for=1.2.3.4;proto=https", true},
		{"198.51.100.7:1", "X-Forwarded-Proto", "https", false},
		{"198.51.100.7:1", "Forwarded", "proto=https", false},
	} {
		r := httptest.NewRequest("GET", "/", nil)
		r.RemoteAddr = c.peer
		r.Header.Set(c.header, c.value)
		if got := ours.Secure(r); got != c.want {
			t.Errorf("peer %s with %s: %s: secure = %v", c.peer, c.header, c.value, got)
		}
	}
}

// FuzzProxies checks that headers have no effect without a proxy, that IPv6 addresses are truncated to their
// /64 prefix, and that no header causes a panic.
func FuzzProxies(f *testing.F) {
	f.Add("198.51.100.7, 10.1.1.1", `for="[2001:db8::1]:80"`)
	f.Add("", "for=_x;;=,")
	ours := Proxies(PrivateNetworks())
	f.Fuzz(func(t *testing.T, xff, forwarded string) {
		r := httptest.NewRequest("GET", "/", nil)
		r.Header = http.Header{"X-Forwarded-For": {xff}, "Forwarded": {forwarded}}
		r.RemoteAddr = "198.51.100.7:80"
		if got := ours.Address(r).String(); got != "198.51.100.7" {
			t.Errorf("address of a client without a proxy = %s", got)
		}
		r.RemoteAddr = "10.0.0.1:80"
		if got := ours.Address(r); got.Is6() && prefix64(got) != got {
			t.Errorf("%s is not a /64 prefix", got)
		}
	})
}
