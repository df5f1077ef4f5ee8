#include "textflag.h"

// func Prefetch(p, q unsafe.Pointer)
TEXT ·Prefetch(SB), NOSPLIT, $0-16
	MOVD p+0(FP), R0
	MOVD q+8(FP), R1
	PRFM (R0), PLDL1KEEP
	PRFM (R1), PLDL1KEEP
	RET
