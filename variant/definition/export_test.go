package definition

// ReadAny parses a definition, even if its board is larger than any rule set supports. It ignores faults.
func ReadAny(text string) *Definition { return parse(text).d }
