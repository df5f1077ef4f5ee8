package licence

import "testing"

// TestAll knows what a program is made of with the texts and without them.
func TestAll(t *testing.T) {
	list, complete := All()
	if len(list) == 0 || list[0].Name != "Go" {
		t.Fatalf("the list is %v", list)
	}
	for _, n := range list {
		if complete != (n.Text != "") {
			t.Errorf("%s has the text %.20q in a list that is complete: %v", n.Name, n.Text, complete)
		}
	}
	if bare := linked(); bare[0].Version == "" {
		t.Errorf("without the texts: %v", bare)
	}
}
