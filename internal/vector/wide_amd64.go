package vector

import "golang.org/x/sys/cpu"

// wide reports whether the processor has AVX2.
var wide = cpu.X86.HasAVX2
