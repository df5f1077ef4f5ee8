package main

import (
	"os"
	"strings"
	"testing"
)

// TestLanguagePrecedence checks the precedence of the flag and the environment variables that set the
// language.
func TestLanguagePrecedence(t *testing.T) {
	for _, tt := range []struct {
		args []string
		env  map[string]string
		want string
	}{
		{nil, nil, "en"},
		{nil, map[string]string{"LANG": "fr_FR.UTF-8"}, "fr"},
		{nil, map[string]string{"LANG": "fr_FR.UTF-8", "LC_MESSAGES": "C"}, "en"},
		{nil, map[string]string{"LANG": "C", "LC_ALL": "fr_CA"}, "fr"},
		{nil, map[string]string{"LC_ALL": "", "LANG": "fr"}, "fr"},
		{nil, map[string]string{"LANG": "fr_FR", "TAIN_LANG": "en"}, "en"},
		{nil, map[string]string{"LANG": "xx_YY.UTF-8"}, "en"},
		{[]string{"--lang", "fr-CH", "variants"}, map[string]string{"LANG": "C"}, "fr"},
		{[]string{"variants", "--lang=en"}, map[string]string{"LANG": "fr_FR"}, "en"},
		{[]string{"line", "--", "--lang=fr"}, nil, "en"},
	} {
		c, err := chooseLanguage(tt.args, func(name string) string { return tt.env[name] })
		if err != nil {
			t.Errorf("chooseLanguage(%v, %v): %v", tt.args, tt.env, err)
		}
		if got := c.Language(); got != tt.want {
			t.Errorf("chooseLanguage(%v, %v) = %s, want %s", tt.args, tt.env, got, tt.want)
		}
	}
	if _, err := chooseLanguage([]string{"--lang", "xyz"}, os.Getenv); err == nil || !strings.Contains(err.Error(), "xyz") {
		t.Errorf("chooseLanguage(--lang xyz) returned error %v, want one that names xyz", err)
	}
}
