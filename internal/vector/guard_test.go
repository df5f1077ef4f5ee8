//go:build linux

package vector

import (
	"os"
	"runtime/debug"
	"syscall"
	"testing"
	"unsafe"
)

// guarded returns a page of memory between two inaccessible pages. The test unmaps all three when it ends.
func guarded(t *testing.T) []byte {
	t.Helper()
	page := os.Getpagesize()
	memory, err := syscall.Mmap(-1, 0, 3*page, syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_PRIVATE|syscall.MAP_ANON)
	if err != nil {
		t.Fatalf("syscall.Mmap: %v", err)
	}
	t.Cleanup(func() {
		if err := syscall.Munmap(memory); err != nil {
			t.Errorf("syscall.Munmap: %v", err)
		}
	})
	for _, guard := range [][]byte{memory[:page], memory[2*page:]} {
		if err := syscall.Mprotect(guard, syscall.PROT_NONE); err != nil {
			t.Fatalf("syscall.Mprotect: %v", err)
		}
	}
	return memory[page : 2*page]
}

// atEnds calls f with the first n numbers of a page and then with the last n.
func atEnds[N any](page []byte, n int, f func([]N)) {
	size := n * int(unsafe.Sizeof(*new(N)))
	f(unsafe.Slice((*N)(unsafe.Pointer(&page[0])), n))
	f(unsafe.Slice((*N)(unsafe.Pointer(&page[len(page)-size])), n))
}

// TestBounds checks that no function reads or writes outside its rows.
func TestBounds(t *testing.T) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	pages := [][]byte{guarded(t), guarded(t)}
	in := func(name string, n int, f func()) {
		t.Helper()
		defer func() {
			if err := recover(); err != nil {
				t.Fatalf("%s with %d values: %v", name, n, err)
			}
		}()
		f()
	}
	for n := Lanes; n <= 256; n += Lanes {
		for _, s := range sums {
			in(s.name, n, func() {
				atEnds(pages[0], n, func(to []int16) {
					atEnds(pages[1], n, func(row []int16) {
						s.wide(to, row, [][]int16{row, row, row})
					})
				})
			})
		}
		in("SCReLU16", n, func() {
			atEnds(pages[0], n, func(values []int16) {
				atEnds(pages[1], n, func(weights []int16) { SCReLU16(values, weights) })
			})
		})
		in("Add32", n, func() {
			atEnds(pages[0], n, func(to []float32) {
				atEnds(pages[1], n, func(row []float32) { Add32(to, row) })
			})
		})
	}
	for n := 1; n <= 70; n++ {
		in("ArgMax32", n, func() {
			atEnds(pages[0], n, func(values []int32) {
				clear(values)
				values[n-1] = 1
				if got := ArgMax32(values); got != n-1 {
					t.Errorf("ArgMax32 of %d values = %d; want the last", n, got)
				}
			})
		})
	}
}
