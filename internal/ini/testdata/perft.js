// Counts moves with ffish, for fairy_test.go. Each line of the input is a JSON list: the text of a
// variants.ini, the name of a variant, a FEN or "", and a depth. Each line of the output is the number of
// positions after so many plies, or the legal moves if the depth is 0.
globalThis.fetch = undefined; // so that the module reads its code from the file
const ffish = require(process.argv[2]);
const perft = (board, depth) => {
    const moves = board.legalMoves().split(" ").filter(Boolean);
    if (depth === 1) {
        return moves.length;
    }
    let sum = 0;
    for (const move of moves) {
        board.push(move);
        sum += perft(board, depth - 1);
        board.pop();
    }
    return sum;
};
ffish.onRuntimeInitialized = () => {
    const lines = require("readline").createInterface({ input: process.stdin });
    lines.on("line", (line) => {
        const [text, name, fen, depth] = JSON.parse(line);
        if (text) {
            ffish.loadVariantConfig(text);
        }
        const board = fen ? new ffish.Board(name, fen) : new ffish.Board(name);
        console.log(depth > 0 ? perft(board, depth) : `moves ${board.legalMoves()}`);
        board.delete();
    });
};
