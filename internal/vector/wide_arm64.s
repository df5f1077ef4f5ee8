#include "textflag.h"

// Unless stated otherwise, the number of values is a positive multiple of 16, which
// the callers check. Each loop iteration loads all of its inputs before it stores the
// result, so the destination may be one of the sources.
//
// Instructions that Go's assembler does not support are encoded as numbers. The comment
// after each is the instruction in GNU syntax, in which the destination comes first.
// TestWords checks that they agree.

// func add16(to, from, row *int16, n int)
TEXT ·add16(SB), NOSPLIT, $0-32
	MOVD to+0(FP), R0
	MOVD from+8(FP), R1
	MOVD row+16(FP), R2
	MOVD n+24(FP), R3
add16loop:
	VLD1.P 32(R1), [V0.H8, V1.H8]
	VLD1.P 32(R2), [V2.H8, V3.H8]
	VADD   V2.H8, V0.H8, V0.H8
	VADD   V3.H8, V1.H8, V1.H8
	VST1.P [V0.H8, V1.H8], 32(R0)
	SUBS   $16, R3, R3
	BGT    add16loop
	RET

// func sub16(to, from, row *int16, n int)
TEXT ·sub16(SB), NOSPLIT, $0-32
	MOVD to+0(FP), R0
	MOVD from+8(FP), R1
	MOVD row+16(FP), R2
	MOVD n+24(FP), R3
sub16loop:
	VLD1.P 32(R1), [V0.H8, V1.H8]
	VLD1.P 32(R2), [V2.H8, V3.H8]
	VSUB   V2.H8, V0.H8, V0.H8
	VSUB   V3.H8, V1.H8, V1.H8
	VST1.P [V0.H8, V1.H8], 32(R0)
	SUBS   $16, R3, R3
	BGT    sub16loop
	RET

// func exchange16(to, from, add, sub *int16, n int)
TEXT ·exchange16(SB), NOSPLIT, $0-40
	MOVD to+0(FP), R0
	MOVD from+8(FP), R1
	MOVD add+16(FP), R2
	MOVD sub+24(FP), R3
	MOVD n+32(FP), R4
exchange16loop:
	VLD1.P 32(R1), [V0.H8, V1.H8]
	VLD1.P 32(R2), [V2.H8, V3.H8]
	VLD1.P 32(R3), [V4.H8, V5.H8]
	VADD   V2.H8, V0.H8, V0.H8
	VADD   V3.H8, V1.H8, V1.H8
	VSUB   V4.H8, V0.H8, V0.H8
	VSUB   V5.H8, V1.H8, V1.H8
	VST1.P [V0.H8, V1.H8], 32(R0)
	SUBS   $16, R4, R4
	BGT    exchange16loop
	RET

// func capture16(to, from, add, sub, sub2 *int16, n int)
TEXT ·capture16(SB), NOSPLIT, $0-48
	MOVD to+0(FP), R0
	MOVD from+8(FP), R1
	MOVD add+16(FP), R2
	MOVD sub+24(FP), R3
	MOVD sub2+32(FP), R4
	MOVD n+40(FP), R5
capture16loop:
	VLD1.P 32(R1), [V0.H8, V1.H8]
	VLD1.P 32(R2), [V2.H8, V3.H8]
	VLD1.P 32(R3), [V4.H8, V5.H8]
	VLD1.P 32(R4), [V6.H8, V7.H8]
	VADD   V2.H8, V0.H8, V0.H8
	VADD   V3.H8, V1.H8, V1.H8
	VADD   V6.H8, V4.H8, V4.H8
	VADD   V7.H8, V5.H8, V5.H8
	VSUB   V4.H8, V0.H8, V0.H8
	VSUB   V5.H8, V1.H8, V1.H8
	VST1.P [V0.H8, V1.H8], 32(R0)
	SUBS   $16, R5, R5
	BGT    capture16loop
	RET

// func reflect16(to, from, add, add2, sub *int16, n int)
TEXT ·reflect16(SB), NOSPLIT, $0-48
	MOVD to+0(FP), R0
	MOVD from+8(FP), R1
	MOVD add+16(FP), R2
	MOVD add2+24(FP), R3
	MOVD sub+32(FP), R4
	MOVD n+40(FP), R5
reflect16loop:
	VLD1.P 32(R1), [V0.H8, V1.H8]
	VLD1.P 32(R2), [V2.H8, V3.H8]
	VLD1.P 32(R3), [V4.H8, V5.H8]
	VLD1.P 32(R4), [V6.H8, V7.H8]
	VADD   V2.H8, V0.H8, V0.H8
	VADD   V3.H8, V1.H8, V1.H8
	VSUB   V6.H8, V4.H8, V4.H8
	VSUB   V7.H8, V5.H8, V5.H8
	VADD   V4.H8, V0.H8, V0.H8
	VADD   V5.H8, V1.H8, V1.H8
	VST1.P [V0.H8, V1.H8], 32(R0)
	SUBS   $16, R5, R5
	BGT    reflect16loop
	RET

// func screlu16(values, weights *int16, n int) int32
TEXT ·screlu16(SB), NOSPLIT, $0-28
	MOVD values+0(FP), R0
	MOVD weights+8(FP), R1
	MOVD n+16(FP), R2
	MOVD $255, R3
	VEOR V20.B16, V20.B16, V20.B16      // zeros, the lower limit
	VDUP R3, V21.H8                     // the upper limit, 255
	VEOR V16.B16, V16.B16, V16.B16      // sixteen partial sums
	VEOR V17.B16, V17.B16, V17.B16
	VEOR V18.B16, V18.B16, V18.B16
	VEOR V19.B16, V19.B16, V19.B16
screlu16loop:
	VLD1.P 32(R0), [V0.H8, V1.H8]
	VLD1.P 32(R1), [V2.H8, V3.H8]
	WORD   $0x4e746400                  // smax v0.8h, v0.8h, v20.8h
	WORD   $0x4e746421                  // smax v1.8h, v1.8h, v20.8h
	VUMIN  V21.H8, V0.H8, V0.H8         // no value is negative now
	VUMIN  V21.H8, V1.H8, V1.H8
	WORD   $0x4e609c42                  // mul v2.8h, v2.8h, v0.8h
	WORD   $0x4e619c63                  // mul v3.8h, v3.8h, v1.8h
	WORD   $0x0e628010                  // smlal v16.4s, v0.4h, v2.4h
	WORD   $0x4e628011                  // smlal2 v17.4s, v0.8h, v2.8h
	WORD   $0x0e638032                  // smlal v18.4s, v1.4h, v3.4h
	WORD   $0x4e638033                  // smlal2 v19.4s, v1.8h, v3.8h
	SUBS   $16, R2, R2
	BGT    screlu16loop
	VADD   V17.S4, V16.S4, V16.S4
	VADD   V19.S4, V18.S4, V18.S4
	VADD   V18.S4, V16.S4, V16.S4
	VADDV  V16.S4, V16
	VMOV   V16.S[0], R0
	MOVW   R0, ret+24(FP)
	RET

// func argmax32(values *int32, n int) int
// There are at least eight values. If their number is not a multiple of eight, the
// last eight overlap those before; this changes neither the greatest value nor its
// first index.
TEXT ·argmax32(SB), NOSPLIT, $0-24
	MOVD values+0(FP), R0
	MOVD n+8(FP), R1
	SUB  $8, R1, R1
	ADD  R1<<2, R0, R1                  // address of the last eight values
	MOVD R0, R2
	VLD1 (R1), [V0.S4, V1.S4]
argmax32most:
	CMP    R1, R2
	BHS    argmax32spread
	VLD1.P 32(R2), [V2.S4, V3.S4]
	WORD   $0x4ea26400                  // smax v0.4s, v0.4s, v2.4s
	WORD   $0x4ea36421                  // smax v1.4s, v1.4s, v3.4s
	B      argmax32most
argmax32spread:
	WORD $0x4ea16400                    // smax v0.4s, v0.4s, v1.4s
	WORD $0x4eb0a800                    // smaxv s0, v0.4s
	VDUP V0.S[0], V0.S4
	MOVD R0, R2
argmax32first:
	CMP    R1, R2
	CSEL   LO, R2, R1, R2               // finally, the last eight values
	VLD1   (R2), [V2.S4, V3.S4]
	VCMEQ  V0.S4, V2.S4, V2.S4
	VCMEQ  V0.S4, V3.S4, V3.S4
	VUZP1  V3.H8, V2.H8, V2.H8          // one byte per value, 0xff if it is the greatest,
	VUZP1  V2.B16, V2.B16, V2.B16       // with the first value in the lowest byte
	VMOV   V2.D[0], R3
	CBNZ   R3, argmax32found
	ADD    $32, R2, R2
	BLO    argmax32first                // unless these were the last eight
argmax32found:
	RBIT R3, R3
	CLZ  R3, R3
	SUB  R0, R2, R2
	LSR  $2, R2, R2
	ADD  R3>>3, R2, R2
	MOVD R2, ret+16(FP)
	RET

// func add32(to, row *float32, n int)
TEXT ·add32(SB), NOSPLIT, $0-24
	MOVD to+0(FP), R0
	MOVD row+8(FP), R1
	MOVD n+16(FP), R2
add32loop:
	VLD1   (R0), [V0.S4, V1.S4, V2.S4, V3.S4]
	VLD1.P 64(R1), [V4.S4, V5.S4, V6.S4, V7.S4]
	WORD   $0x4e24d400                  // fadd v0.4s, v0.4s, v4.4s
	WORD   $0x4e25d421                  // fadd v1.4s, v1.4s, v5.4s
	WORD   $0x4e26d442                  // fadd v2.4s, v2.4s, v6.4s
	WORD   $0x4e27d463                  // fadd v3.4s, v3.4s, v7.4s
	VST1.P [V0.S4, V1.S4, V2.S4, V3.S4], 64(R0)
	SUBS   $16, R2, R2
	BGT    add32loop
	RET
