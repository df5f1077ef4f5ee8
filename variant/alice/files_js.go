package alice

import "embed"

// The browser build embeds only the files that the engine needs. The page loads lessons and rulebooks
// separately.
//
//go:embed weights.txt book.txt *.toml
var files embed.FS
