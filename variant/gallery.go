//go:build !js

package variant

import "github.com/tainchess/tain/variant/gallery"

var reading = gallery.Reading
