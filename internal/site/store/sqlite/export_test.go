package sqlite

// CheckFirst sets the size up to which a database is checked before it is opened, and returns a function that
// restores it.
func CheckFirst(bytes int64) (undo func()) {
	before := checkedFirst
	checkedFirst = bytes
	return func() { checkedFirst = before }
}

// HoldChecks blocks the checks of databases that are in use until release is called.
func HoldChecks() (release func()) {
	hold := make(chan struct{})
	beforeCheck = func() { <-hold }
	return func() {
		beforeCheck = func() {}
		close(hold)
	}
}

// BoundLog sets the bounds of the log, and returns a function that restores them.
func BoundLog(long, held, most int64) (undo func()) {
	a, b, c := longLog, heldLog, maxLog
	longLog, heldLog, maxLog = long, held, most
	return func() { longLog, heldLog, maxLog = a, b, c }
}

// ErrLogFull and ErrLogHeld are exported for tests.
var ErrLogFull, ErrLogHeld = errLogFull, errLogHeld
