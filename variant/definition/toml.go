//go:build !js

package definition

import (
	"errors"
	"fmt"
	"strings"

	"github.com/pelletier/go-toml/v2"
)

// readTOML parses TOML into tables of plain values.
func readTOML(text string) (top map[string]any, err error) {
	err = toml.Unmarshal([]byte(text), &top)
	var at *toml.DecodeError
	if errors.As(err, &at) {
		line, column := at.Position()
		return nil, fmt.Errorf("line %d, column %d: %s", line, column, strings.TrimPrefix(at.Error(), "toml: "))
	}
	return top, err
}
