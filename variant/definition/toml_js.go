package definition

// readTOML always adds a fault. A TOML parser is large, so the page parses TOML itself and passes JSON.
func (r *reader) readTOML() map[string]any {
	r.unreadable(0, "this build reads definitions only as JSON, starting with a brace")
	return nil
}
