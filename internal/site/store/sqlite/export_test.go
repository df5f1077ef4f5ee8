package sqlite

// CheckFirst sets how large a database may be to be read as a whole before it is
// opened, and returns how to undo that.
func CheckFirst(bytes int64) (undo func()) {
	before := checkedFirst
	checkedFirst = bytes
	return func() { checkedFirst = before }
}

// HoldChecks has databases that are read beside their use wait before that, and
// returns how to go on.
func HoldChecks() (release func()) {
	hold := make(chan struct{})
	beforeCheck = func() { <-hold }
	return func() {
		beforeCheck = func() {}
		close(hold)
	}
}
