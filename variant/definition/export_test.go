package definition

// ReadAny parses a definition, also if its board is larger than the rule sets that exist. It ignores faults.
func ReadAny(text string) *Definition { return parse(text).d }
