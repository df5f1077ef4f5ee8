//go:build !unix

package backup

// giveAway does nothing: files have no such owners here.
func giveAway(_, _ string) error { return nil }
