package room

// UsualOptions returns the options with what they mean where they are left out,
// for those who show them. What only programs give is not among them.
func UsualOptions() Options {
	o := Options{}.complete()
	o.Bus, o.NewPlayer, o.Log = nil, nil, nil
	return o
}
