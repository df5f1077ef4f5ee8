package clock

import "testing"

func TestSpeed(t *testing.T) {
	const second, minute = 1000, 60_000
	for _, test := range []struct {
		control Control
		want    Speed
	}{
		{Control{}, ""},
		{Control{Free: 2}, ""},
		{Control{Initial: minute}, Bullet},
		{Control{Initial: 2 * minute, Increment: second}, Bullet},
		{Control{Initial: 3*minute - 1}, Bullet},
		{Control{Initial: 3 * minute}, Blitz},
		{Control{Initial: 3 * minute, Increment: 2 * second}, Blitz},
		{Control{Initial: 5 * minute, Delay: 3 * second}, Blitz},
		{Control{Initial: 5 * minute, Increment: 5 * second}, Rapid},
		{Control{Initial: 10 * minute}, Rapid},
		{Control{Initial: 15 * minute, Increment: 10 * second}, Rapid},
		{Control{Initial: 25 * minute}, Classical},
		{Control{Days: 1}, Correspondence},
	} {
		if got := test.control.Speed(); got != test.want {
			t.Errorf("the speed of %+v is %q, want %q", test.control, got, test.want)
		}
	}
	var s Speed
	if err := s.UnmarshalText([]byte("rapid")); err != nil || s != Rapid {
		t.Errorf("rapid is %q, %v", s, err)
	}
	if err := s.UnmarshalText([]byte("quick")); err == nil {
		t.Error("quick is a speed")
	}
}
