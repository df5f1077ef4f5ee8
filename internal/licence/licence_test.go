package licence

import "testing"

// TestAll checks that the list starts with Go, and that either all modules have a licence text or none has.
func TestAll(t *testing.T) {
	list, complete := All()
	if len(list) == 0 || list[0].Name != "Go" {
		t.Fatalf("All() = %v; want a list that starts with Go", list)
	}
	for _, n := range list {
		if complete != (n.Text != "") {
			t.Errorf("%s: text = %.20q, complete = %v", n.Name, n.Text, complete)
		}
	}
	if bare := linked(); bare[0].Version == "" {
		t.Errorf("linked() = %v; want the version of Go", bare)
	}
}
