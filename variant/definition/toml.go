//go:build !js

package definition

import "github.com/BurntSushi/toml"

// readTOML reads TOML into tables of plain values.
func readTOML(text string) (top map[string]any, err error) {
	_, err = toml.Decode(text, &top)
	return top, err
}
