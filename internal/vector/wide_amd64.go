package vector

import "golang.org/x/sys/cpu"

// wide tells whether the machine has AVX2.
var wide = cpu.X86.HasAVX2
