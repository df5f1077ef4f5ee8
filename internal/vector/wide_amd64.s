#include "textflag.h"

// Unless stated otherwise, the number of values is a positive multiple of 16, which
// the callers check.

// func add16(to, from, row *int16, n int)
TEXT ·add16(SB), NOSPLIT, $0-32
	MOVQ to+0(FP), DI
	MOVQ from+8(FP), SI
	MOVQ row+16(FP), DX
	MOVQ n+24(FP), CX
add16loop:
	VMOVDQU (SI), Y0
	VPADDW  (DX), Y0, Y0
	VMOVDQU Y0, (DI)
	ADDQ    $32, SI
	ADDQ    $32, DX
	ADDQ    $32, DI
	SUBQ    $16, CX
	JG      add16loop
	VZEROUPPER
	RET

// func sub16(to, from, row *int16, n int)
TEXT ·sub16(SB), NOSPLIT, $0-32
	MOVQ to+0(FP), DI
	MOVQ from+8(FP), SI
	MOVQ row+16(FP), DX
	MOVQ n+24(FP), CX
sub16loop:
	VMOVDQU (SI), Y0
	VPSUBW  (DX), Y0, Y0
	VMOVDQU Y0, (DI)
	ADDQ    $32, SI
	ADDQ    $32, DX
	ADDQ    $32, DI
	SUBQ    $16, CX
	JG      sub16loop
	VZEROUPPER
	RET

// func exchange16(to, from, add, sub *int16, n int)
TEXT ·exchange16(SB), NOSPLIT, $0-40
	MOVQ to+0(FP), DI
	MOVQ from+8(FP), SI
	MOVQ add+16(FP), DX
	MOVQ sub+24(FP), BX
	MOVQ n+32(FP), CX
exchange16loop:
	VMOVDQU (SI), Y0
	VPADDW  (DX), Y0, Y0
	VPSUBW  (BX), Y0, Y0
	VMOVDQU Y0, (DI)
	ADDQ    $32, SI
	ADDQ    $32, DX
	ADDQ    $32, BX
	ADDQ    $32, DI
	SUBQ    $16, CX
	JG      exchange16loop
	VZEROUPPER
	RET

// func capture16(to, from, add, sub, sub2 *int16, n int)
TEXT ·capture16(SB), NOSPLIT, $0-48
	MOVQ to+0(FP), DI
	MOVQ from+8(FP), SI
	MOVQ add+16(FP), DX
	MOVQ sub+24(FP), BX
	MOVQ sub2+32(FP), R8
	MOVQ n+40(FP), CX
capture16loop:
	VMOVDQU (SI), Y0
	VPADDW  (DX), Y0, Y0
	VPSUBW  (BX), Y0, Y0
	VPSUBW  (R8), Y0, Y0
	VMOVDQU Y0, (DI)
	ADDQ    $32, SI
	ADDQ    $32, DX
	ADDQ    $32, BX
	ADDQ    $32, R8
	ADDQ    $32, DI
	SUBQ    $16, CX
	JG      capture16loop
	VZEROUPPER
	RET

// func reflect16(to, from, add, add2, sub *int16, n int)
TEXT ·reflect16(SB), NOSPLIT, $0-48
	MOVQ to+0(FP), DI
	MOVQ from+8(FP), SI
	MOVQ add+16(FP), DX
	MOVQ add2+24(FP), BX
	MOVQ sub+32(FP), R8
	MOVQ n+40(FP), CX
reflect16loop:
	VMOVDQU (SI), Y0
	VPADDW  (DX), Y0, Y0
	VPADDW  (BX), Y0, Y0
	VPSUBW  (R8), Y0, Y0
	VMOVDQU Y0, (DI)
	ADDQ    $32, SI
	ADDQ    $32, DX
	ADDQ    $32, BX
	ADDQ    $32, R8
	ADDQ    $32, DI
	SUBQ    $16, CX
	JG      reflect16loop
	VZEROUPPER
	RET

DATA most<>+0x00(SB)/8, $0x00ff00ff00ff00ff
DATA most<>+0x08(SB)/8, $0x00ff00ff00ff00ff
DATA most<>+0x10(SB)/8, $0x00ff00ff00ff00ff
DATA most<>+0x18(SB)/8, $0x00ff00ff00ff00ff
GLOBL most<>(SB), RODATA|NOPTR, $32

// func screlu16(values, weights *int16, n int) int32
TEXT ·screlu16(SB), NOSPLIT, $0-28
	MOVQ    values+0(FP), SI
	MOVQ    weights+8(FP), DX
	MOVQ    n+16(FP), CX
	VPXOR   Y5, Y5, Y5            // zeros, the lower limit
	VMOVDQU most<>(SB), Y6        // the upper limit, 255
	VPXOR   Y7, Y7, Y7            // eight partial sums
screlu16loop:
	VMOVDQU  (SI), Y0
	VPMAXSW  Y5, Y0, Y0
	VPMINSW  Y6, Y0, Y0
	VPMULLW  (DX), Y0, Y1         // the product fits in 16 bits
	VPMADDWD Y0, Y1, Y1           // multiply by the value again and add pairs
	VPADDD   Y1, Y7, Y7
	ADDQ     $32, SI
	ADDQ     $32, DX
	SUBQ     $16, CX
	JG       screlu16loop
	VEXTRACTI128 $1, Y7, X0
	VPADDD   X0, X7, X7
	VPSHUFD  $0x4e, X7, X0
	VPADDD   X0, X7, X7
	VPSHUFD  $0xb1, X7, X0
	VPADDD   X0, X7, X7
	VMOVD    X7, AX
	MOVL     AX, ret+24(FP)
	VZEROUPPER
	RET

// func argmax32(values *int32, n int) int
// There are at least eight values. If their number is not a multiple of eight, the
// last eight overlap those before; this changes neither the greatest value nor its
// first index.
TEXT ·argmax32(SB), NOSPLIT, $0-24
	MOVQ    values+0(FP), SI
	MOVQ    n+8(FP), R8
	SUBQ    $8, R8                // index of the last eight values
	VMOVDQU (SI)(R8*4), Y0
	XORQ    AX, AX
argmax32most:
	CMPQ    AX, R8
	JGE     argmax32spread
	VPMAXSD (SI)(AX*4), Y0, Y0
	ADDQ    $8, AX
	JMP     argmax32most
argmax32spread:
	VEXTRACTI128 $1, Y0, X1
	VPMAXSD X1, X0, X0
	VPSHUFD $0x4e, X0, X1
	VPMAXSD X1, X0, X0
	VPSHUFD $0xb1, X0, X1
	VPMAXSD X1, X0, X0
	VPBROADCASTD X0, Y0
	XORQ    AX, AX
argmax32first:
	CMPQ    AX, R8
	JGE     argmax32last
	VPCMPEQD  (SI)(AX*4), Y0, Y1
	VMOVMSKPS Y1, DX
	TESTL   DX, DX
	JNE     argmax32found
	ADDQ    $8, AX
	JMP     argmax32first
argmax32last:
	MOVQ    R8, AX
	VPCMPEQD  (SI)(AX*4), Y0, Y1
	VMOVMSKPS Y1, DX
argmax32found:
	BSFL    DX, DX
	ADDQ    DX, AX
	MOVQ    AX, ret+16(FP)
	VZEROUPPER
	RET

// func add32(to, row *float32, n int)
TEXT ·add32(SB), NOSPLIT, $0-24
	MOVQ to+0(FP), DI
	MOVQ row+8(FP), SI
	MOVQ n+16(FP), CX
add32loop:
	VMOVUPS (DI), Y0
	VMOVUPS 32(DI), Y1
	VADDPS  (SI), Y0, Y0
	VADDPS  32(SI), Y1, Y1
	VMOVUPS Y0, (DI)
	VMOVUPS Y1, 32(DI)
	ADDQ    $64, SI
	ADDQ    $64, DI
	SUBQ    $16, CX
	JG      add32loop
	VZEROUPPER
	RET
