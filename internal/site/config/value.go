package config

import (
	"cmp"
	"fmt"
	"math"
	"net/netip"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"

	"golang.org/x/time/rate"

	"github.com/tainchess/tain/internal/site/limit"
	"github.com/tainchess/tain/notation"
)

// The types of settings.
var (
	durationType = reflect.TypeFor[time.Duration]()
	rateType     = reflect.TypeFor[rate.Limit]()
	stringsType  = reflect.TypeFor[[]string]()
	prefixesType = reflect.TypeFor[[]netip.Prefix]()
)

// settable reports whether values of a type can be set from text.
func settable(t reflect.Type) bool {
	return t == stringsType || t == prefixesType ||
		slices.Contains([]reflect.Kind{reflect.Bool, reflect.String, reflect.Int, reflect.Int64, reflect.Float64}, t.Kind())
}

// form is the kind of a value in a settings file.
type form int

const (
	anyForm form = iota // value from the environment or the command line, in any form
	textForm
	numberForm
	boolForm
	listForm
)

// rawValue is an unparsed value.
type rawValue struct {
	form form
	text string
	list []string
}

// rawText returns a value from the environment or the command line. Commas separate the elements of a list.
func rawText(text string) rawValue {
	in := rawValue{text: text}
	for part := range strings.SplitSeq(text, ",") {
		if part = strings.TrimSpace(part); part != "" {
			in.list = append(in.list, part)
		}
	}
	return in
}

// Maximum values for all settings.
const (
	maxNumber   = 1 << 40
	maxDuration = 10 * 365 * 24 * time.Hour
)

// into parses a value and stores it in its setting.
func (in rawValue) into(s *Setting) error {
	wrong := func(must string) error {
		shown := notation.Clip(in.text)
		if s.Secret {
			shown = masked
		} else if mask := masks[s.Key]; mask != nil {
			shown = mask(in.text)
		}
		if in.form == listForm {
			return fmt.Errorf("%s must be %s, not a list", s.Key, must)
		}
		return fmt.Errorf("%s is %q; it must be %s", s.Key, shown, must)
	}
	fits := func(f form) bool { return in.form == anyForm || in.form == f }
	v := s.value
	switch t := v.Type(); {
	case t == durationType:
		d, err := parseTime(in.text)
		if in.text == "0" && in.form == anyForm {
			d, err = 0, nil
		}
		if !fits(textForm) || err != nil || d < 0 || d > maxDuration || d == 0 && !s.zero {
			must := `a time such as "30s", "5m", "24h" or "7d"`
			if s.zero {
				must += `, or "0s" for none`
			}
			return wrong(must)
		}
		v.SetInt(int64(d))
	case t == stringsType || t == prefixesType:
		if !fits(listForm) {
			return wrong(`a list such as ["one", "two"]`)
		}
		if err := in.intoList(v); err != nil {
			return fmt.Errorf("%s: %w", s.Key, err)
		}
	case t == rateType || v.Kind() == reflect.Float64:
		f, err := strconv.ParseFloat(strings.ReplaceAll(in.text, "_", ""), 64)
		if !fits(numberForm) || err != nil || math.IsNaN(f) || f <= 0 || f > maxNumber && !math.IsInf(f, 1) {
			return wrong("a number above 0, or inf")
		}
		if math.IsInf(f, 1) {
			f = float64(rate.Inf)
		}
		v.SetFloat(f)
	case v.Kind() == reflect.Int || v.Kind() == reflect.Int64:
		least, largest := int64(1), cmp.Or(maxima[s.Key], maxNumber)
		if s.zero {
			least = 0
		}
		n, err := strconv.ParseInt(in.text, 0, 64)
		if !fits(numberForm) || err != nil || n < least || n > largest {
			return wrong(fmt.Sprintf("a whole number from %d to %d", least, largest))
		}
		v.SetInt(n)
	case v.Kind() == reflect.Bool:
		if !fits(boolForm) || in.text != "true" && in.text != "false" {
			return wrong("true or false")
		}
		v.SetBool(in.text == "true")
	default:
		if !fits(textForm) {
			return wrong("a quoted string")
		}
		v.SetString(in.text)
	}
	return nil
}

// intoList stores a list in its setting.
func (in rawValue) intoList(v reflect.Value) error {
	if v.Type() == stringsType {
		v.Set(reflect.ValueOf(in.list))
		return nil
	}
	var networks []netip.Prefix
	for _, text := range in.list {
		if text == "private" {
			networks = append(networks, limit.PrivateNetworks()...)
			continue
		}
		network, err := netip.ParsePrefix(text)
		if err != nil {
			address, err := netip.ParseAddr(text)
			if err != nil || address.Zone() != "" {
				return fmt.Errorf("%q is not an address, a network such as 10.0.0.0/8, or the word private", notation.Clip(text))
			}
			network = netip.PrefixFrom(address.Unmap(), address.Unmap().BitLen())
		}
		networks = append(networks, network.Masked())
	}
	v.Set(reflect.ValueOf(networks))
	return nil
}

// masked is shown instead of secrets.
const masked = "********"

// TOML returns the value as TOML.
func (s *Setting) TOML() string {
	v := s.value
	switch t := v.Type(); {
	case t == durationType:
		return strconv.Quote(shortDuration(time.Duration(v.Int())))
	case t == stringsType:
		return quoteList(v.Interface().([]string))
	case t == prefixesType:
		var texts []string
		for _, network := range v.Interface().([]netip.Prefix) {
			texts = append(texts, network.String())
		}
		return quoteList(texts)
	case v.Kind() == reflect.Float64:
		if v.Float() >= float64(rate.Inf) {
			return "inf"
		}
		return strconv.FormatFloat(v.Float(), 'f', -1, 64)
	case v.Kind() == reflect.Bool:
		return strconv.FormatBool(v.Bool())
	case v.Kind() == reflect.String:
		return quote(v.String())
	}
	return strconv.FormatInt(v.Int(), 10)
}

// parseTime parses a duration. It also accepts days, such as 7d.
func parseTime(text string) (time.Duration, error) {
	if days, ok := strings.CutSuffix(text, "d"); ok {
		if n, err := strconv.ParseUint(days, 10, 16); err == nil {
			return time.Duration(n) * 24 * time.Hour, nil
		}
	}
	return time.ParseDuration(text)
}

// shortDuration formats a duration without trailing zero units: 5m0s becomes 5m.
func shortDuration(d time.Duration) string {
	text := d.String()
	if strings.HasSuffix(text, "m0s") {
		text = strings.TrimSuffix(text, "0s")
	}
	if strings.HasSuffix(text, "h0m") {
		text = strings.TrimSuffix(text, "0m")
	}
	return text
}

func quoteList(texts []string) string {
	quoted := make([]string, len(texts))
	for i, text := range texts {
		quoted[i] = quote(text)
	}
	return "[" + strings.Join(quoted, ", ") + "]"
}

// quote returns a TOML basic string, which has fewer escapes than a Go string.
func quote(text string) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, c := range strings.ToValidUTF8(text, "\uFFFD") {
		switch {
		case c == '"' || c == '\\':
			b.WriteRune('\\')
			b.WriteRune(c)
		case c < ' ' || c == 0x7f:
			fmt.Fprintf(&b, `\u%04X`, c)
		default:
			b.WriteRune(c)
		}
	}
	b.WriteByte('"')
	return b.String()
}
