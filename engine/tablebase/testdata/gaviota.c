/* Prints the result of every position with two kings and a white piece in
   Debian's Gaviota tablebases, as two bytes: the side that mates (0 none,
   1 White, 2 Black, 3 not a position) and the number of plies to mate. The
   positions are ordered by piece (queen, rook, bishop, knight, pawn), side to
   move, and the squares of the white king, the piece and the black king. */
#include <stdio.h>
#include <gtb-probe.h>

int main(void) {
	static const unsigned char kinds[] = {tb_QUEEN, tb_ROOK, tb_BISHOP, tb_KNIGHT, tb_PAWN};
	static const char *paths[] = {"/usr/share/gaviotatb/gtb4", NULL};
	unsigned kind, side, king, piece, other;
	tb_init(0, tb_CP4, paths);
	tbcache_init(1 << 25, 96);
	if (!(tb_availability() & 2)) {
		fprintf(stderr, "the Gaviota tables are missing\n");
		return 1;
	}
	for (kind = 0; kind < 5; kind++)
	for (side = 0; side < 2; side++)
	for (king = 0; king < 64; king++)
	for (piece = 0; piece < 64; piece++)
	for (other = 0; other < 64; other++) {
		unsigned white[] = {king, piece, tb_NOSQUARE}, black[] = {other, tb_NOSQUARE};
		unsigned char whites[] = {tb_KING, kinds[kind], tb_NOPIECE}, blacks[] = {tb_KING, tb_NOPIECE};
		unsigned info = tb_FORBID, plies = 0;
		int last = kinds[kind] == tb_PAWN && (piece < 8 || piece > 55);
		if (king != piece && king != other && piece != other && !last &&
			!tb_probe_hard(side, tb_NOSQUARE, tb_NOCASTLE, white, black, whites, blacks, &info, &plies)) {
			fprintf(stderr, "a table cannot be probed\n");
			return 1;
		}
		putchar((int)info);
		putchar((int)plies);
	}
	return 0;
}
