package sqlite

// CheckFirst sets the size up to which a database is checked before it is opened, and returns a function that
// restores it.
func CheckFirst(bytes int64) (undo func()) {
	before := checkedFirst
	checkedFirst = bytes
	return func() { checkedFirst = before }
}

// HoldChecks blocks the checks of databases in use until release is called.
func HoldChecks() (release func()) {
	hold := make(chan struct{})
	beforeCheck = func() { <-hold }
	return func() {
		beforeCheck = func() {}
		close(hold)
	}
}
