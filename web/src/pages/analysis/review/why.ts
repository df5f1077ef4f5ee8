// Explains why a move was worse than another, in terms of its effects: the pieces it spawned, the pieces that the reply
// captures, and the chances it missed.
import { list, number, t } from "../../../text/text";
import type { Change, Colour, Score, Step } from "../../../wire.gen";
import type { Hint, ScoredLine } from "../../../game/hint";
import { colourOf, kindOf as pieceKind } from "../../../board/pieces";
import { shownSan } from "../../../rules/san";
import { other, sentence } from "../../../rules/text";

/** Returns the English name of a piece's type, used to select texts. */
function kindOf(letter: string): string {
  const { picture } = pieceKind(letter);
  return picture.length > 1 ? picture : "piece";
}

export interface Evidence {
  side: Colour;
  /** The move that was played. */
  played: Step;
  /** The expected continuation, starting with the opponent's reply. */
  answer: Step[];
  /** The better move and its continuation. */
  better: Step[];
  /** The scores before and after the move, for the side that moved. */
  before: Score;
  after: Score;
  /** The target square of the reply, if the moved piece was its only defender. */
  unguarded?: string;
}

/** Returns the pieces of a side that a move spawned. */
function spawned(step: Step | undefined, side: Colour): Change[] {
  return (step?.changes ?? []).filter((change) => change.effect === "appears" && colourOf(change.piece ?? "") === side);
}

/** Returns the pieces of a side that a move captured. */
function captured(step: Step | undefined, side: Colour): Change[] {
  return (step?.changes ?? []).filter(
    (change) => change.effect === "captured" && colourOf(change.piece ?? "") === side,
  );
}

function promoted(step: Step | undefined): Change | undefined {
  return step?.changes.find((change) => change.effect === "promotes");
}

/** Reports whether the path of a move crosses a seam. */
function overSeam(step: Step | undefined): boolean {
  return step?.ways?.[0]?.some((touch) => touch.board !== "centre") ?? false;
}

/** Returns the kind of the moved piece, as a select argument for messages: a piece type, "board" or "other". */
function mover(step: Step): string {
  const change = step.changes.find(
    (one) =>
      one.effect === "moves" || one.effect === "promotes" || one.effect === "goes on" || one.effect === "castles",
  );
  if (change?.piece) return kindOf(change.piece);
  return step.changes.some((one) => one.effect === "board" || one.effect === "turns") ? "board" : "other";
}

const places = (changes: readonly Change[], at: "from" | "to") =>
  list(
    changes.map((change) =>
      t("page.why.piece-on", {
        role: kindOf(change.piece ?? ""),
        square: change[at] ?? change.to ?? change.from ?? "",
      }),
    ),
  );

/**
 * Describes what a move achieves for its side, as the end of a sentence: "takes a rook on d1 and spawns a
 * queen on e8".
 */
function describeMove(step: Step, side: Colour): string {
  const done: string[] = [];
  const seam = overSeam(step);
  const prey = captured(step, other(side));
  if (prey.length > 0) done.push(t("page.why.takes", { pieces: places(prey, "from"), seam }));
  const promotion = promoted(step);
  if (promotion) done.push(t("page.why.promotes", { role: kindOf(promotion.into ?? "") }));
  const own = spawned(step, side);
  if (own.length > 0) done.push(t("page.why.makes", { pieces: places(own, "to") }));
  if (step.san.includes("#")) done.push(t("page.why.is-mate"));
  else if (step.san.includes("+")) done.push(t("page.why.gives-check"));
  if (seam && prey.length === 0) done.push(t("page.why.crosses"));
  return list(done);
}

/** Returns the square that a move vacates; undefined for castling and board moves. */
function left(step: Step): string | undefined {
  return step.changes.find((one) => one.effect === "moves" || one.effect === "promotes" || one.effect === "goes on")
    ?.from;
}

/**
 * Describes the line that a move opened for the reply, through the vacated square; empty if there is none.
 */
function opened(played: Step, reply: Step, foe: Colour): string {
  const from = left(played);
  const way = reply.ways?.find((one) => one.slice(1, -1).some((touch) => touch.square === from));
  if (!from || !way) return "";
  const seam = way.some((touch) => touch.board !== "centre");
  return t("page.why.opened", {
    from: way[0]?.square ?? "",
    over: from,
    to: way.at(-1)?.square ?? "",
    seam,
    side: foe,
  });
}

/**
 * Describes the pieces that both sides capture and spawn over a line of moves, from one side's point of view; empty if
 * the opponent gains nothing.
 */
function balance(line: readonly Step[], side: Colour): string {
  const foe = other(side);
  const count = (who: Colour) =>
    line.flatMap((step) => [
      ...captured(step, other(who)).map((change) => t("page.why.a-piece", { role: kindOf(change.piece ?? "") })),
      ...spawned(step, who).map((change) => t("page.why.a-new-piece", { role: kindOf(change.piece ?? "") })),
    ]);
  const [theirs, ours] = [count(foe), count(side)];
  if (theirs.length === 0) return "";
  return ours.length > 0
    ? t("page.why.both-get", { side: foe, theirs: list(theirs), ours: list(ours) })
    : t("page.why.gets", { side: foe, theirs: list(theirs) });
}

/** Reports whether a move only moves one piece, so that its text adds nothing to its notation. */
function isPlain(step: Step): boolean {
  return step.changes.length === 1 && step.changes[0]?.effect === "moves";
}

/** Describes a reply that takes, promotes and checks nothing, and spawns nothing for its own side. */
function plainReply(reply: Step, side: Colour): string {
  const san = shownSan(reply.san);
  const gift = spawned(reply, other(side));
  if (gift.length > 0)
    return t("page.why.answers-gives", { side, san, other: other(side), pieces: places(gift, "to") });
  if (isPlain(reply)) return t("page.why.answers-only", { side, san });
  return t("page.why.answers", { side, san, text: lower(sentence(reply.text)) });
}

export interface Reasons {
  /** Why the move is a mistake. */
  against: string[];
  /** What the better move achieves. */
  instead: string[];
}

/** Returns the reasons, most important first. At least one is against the move. */
export function whyOf({ side, played, answer, better, before, after, unguarded }: Evidence): Reasons {
  const against: string[] = [];
  const foe = other(side);
  const reply = answer[0];
  const gift = spawned(played, foe);
  if (gift.length > 0)
    against.push(t("page.why.gave", { mover: mover(played), side: foe, pieces: places(gift, "to") }));
  const line = reply ? opened(played, reply, foe) : "";
  if (line) against.push(line);
  if (unguarded) against.push(t("page.why.unguarded", { square: unguarded }));
  if (reply && after.mate !== undefined && after.mate < 0) {
    const moves = Math.abs(after.mate);
    against.push(
      moves <= 1
        ? t("page.why.answers-mate", { side: foe, san: shownSan(reply.san) })
        : t("page.why.then-mates", { side: foe, n: moves, san: shownSan(reply.san) }),
    );
  } else if (reply) {
    const shown = answer.slice(0, 5);
    const does = describeMove(reply, foe);
    if (does) against.push(t("page.why.answers-does", { side: foe, san: shownSan(reply.san), does }));
    const comes = balance(shown, side);
    if (comes && shown.slice(1).some((step) => captured(step, side).length + captured(step, foe).length > 0)) {
      against.push(t("page.why.line", { line: shown.map((step) => shownSan(step.san)).join(" "), comes }));
    } else if (!does) against.push(plainReply(reply, foe));
  }
  if (before.cp !== undefined && after.cp !== undefined && before.cp - after.cp >= 30) {
    against.push(
      t("page.why.cost", {
        pawns: number((before.cp - after.cp) / 100, { minimumFractionDigits: 1, maximumFractionDigits: 1 }),
      }),
    );
  }
  const instead: string[] = [];
  const first = better[0];
  if (first) {
    const does = describeMove(first, side);
    if (before.mate !== undefined && before.mate > 0) {
      instead.push(
        before.mate === 1
          ? t("page.why.instead-mate", { san: shownSan(first.san) })
          : t("page.why.instead-mates", { san: shownSan(first.san), n: before.mate }),
      );
    } else if (does) instead.push(t("page.why.instead-does", { san: shownSan(first.san), does }));
    else if (spawned(first, foe).length > 0)
      instead.push(
        t("page.why.instead-gives", { san: shownSan(first.san), side: foe, pieces: places(spawned(first, foe), "to") }),
      );
    else if (isPlain(first)) instead.push(t("page.why.instead-only", { san: shownSan(first.san) }));
    else instead.push(t("page.why.instead", { san: shownSan(first.san), text: lower(sentence(first.text)) }));
    const comes = balance(better.slice(0, 5), foe);
    if (!does && comes)
      instead.push(
        t("page.why.line", {
          line: better
            .slice(0, 5)
            .map((step) => shownSan(step.san))
            .join(" "),
          comes,
        }),
      );
  }
  return { against: against.length > 0 ? against : [t("page.analysis.the-engine-prefers-another-move")], instead };
}

/** Describes what the moves of a side achieve in a line, one sentence each. */
export function purposes(line: readonly Step[], side: Colour): string[] {
  return line.flatMap((step, ply) => {
    const does = ply % 2 === 0 ? describeMove(step, side) : "";
    const gift = ply % 2 === 0 && !does ? spawned(step, other(side)) : [];
    if (does) return t("page.why.does", { san: shownSan(step.san), does });
    return gift.length > 0
      ? t("page.why.gives-only", { san: shownSan(step.san), side: other(side), pieces: places(gift, "to") })
      : [];
  });
}

/** The usual values of pieces, in pawns; 3 for those of other games. */
const values: Record<string, number> = { pawn: 1, knight: 3, bishop: 3, rook: 5, queen: 9, king: 100 };
const worthOf = ({ piece = "" }: Change) => values[kindOf(piece)] ?? 3;

const named = (changes: readonly Change[]) =>
  list(
    changes.map((change) =>
      t("page.why.the-piece-on", { role: kindOf(change.piece ?? ""), square: change.from ?? change.to ?? "" }),
    ),
  );

/** Reports whether a line begins with a capture that still gains material after the reply, and two plies later. */
function wins({ line }: ScoredLine, side: Colour): boolean {
  const gain = (plies: number) =>
    line.slice(0, plies).reduce((sum, step) => {
      const [ours, theirs] = [captured(step, other(side)), captured(step, side)];
      return (
        sum + ours.reduce((all, one) => all + worthOf(one), 0) - theirs.reduce((all, one) => all + worthOf(one), 0)
      );
    }, 0);
  return captured(line[0], other(side)).length > 0 && gain(2) >= 1 && gain(4) >= 1;
}

/**
 * Returns the pieces that the piece on a square forks: it captures one of them next, and the others are worth at
 * least as much as it is.
 */
function forked({ best, attacks }: Hint, square: string, piece: string | undefined, side: Colour): Change[] {
  const next = best.line[2];
  if (next?.from !== square) return [];
  const taken = captured(next, other(side)).map((one) => one.from);
  const worth = worthOf({ effect: "moves", ...(piece ? { piece } : {}) });
  const prey = (attacks[square] ?? []).filter((one) => taken.includes(one.from) || worthOf(one) >= worth);
  return prey.length > 1 && prey.some((one) => taken.includes(one.from)) ? prey : [];
}

/** Returns the idea of a hint in one sentence. */
export function ideaOf(hint: Hint, side: Colour): string {
  const { move, best, threat } = hint;
  const [step, reply] = best.line;
  const san = shownSan(move.san);
  if (!step) return `${san}: ${sentence(move.text)}`;
  const foe = other(side);
  const does: string[] = [];
  const mate = best.score.mate ?? 0;
  if (step.san.includes("#")) does.push(t("page.why.is-mate"));
  else if (mate > 1) does.push(t("page.why.mates-in", { n: mate }));
  const prey = captured(step, foe);
  const winning = wins(best, side);
  if (winning) does.push(t("page.why.wins", { pieces: named(prey), seam: overSeam(step) }));
  const changes = step.changes.filter(({ effect, piece }) => effect !== "captured" && colourOf(piece ?? "") === side);
  for (const { effect, piece, to } of changes) {
    const both = to ? forked(hint, to, piece, side) : [];
    if (both.length === 0) continue;
    const pieces = named(both);
    does.push(
      effect === "appears"
        ? t("page.why.spawned-forks", { role: kindOf(piece ?? ""), square: to ?? "", pieces })
        : t("page.why.forks", { pieces }),
    );
  }
  if (threat && mate >= 0) {
    const menace = threat.score.mate ?? 0;
    const target = threat.line[0]?.to;
    const saved = captured(threat.line[0], side);
    if (menace === 1 && target) does.push(t("page.why.stops-mate", { square: target }));
    else if (menace > 0) does.push(t("page.why.stops-mates", { n: menace }));
    else if (wins(threat, foe) && captured(reply, side).length === 0)
      does.push(t("page.why.saves", { pieces: named(saved) }));
  }
  // Without a tactical idea, say what the move does and prepares or, if that is nothing, how the game stands after it.
  if (does.length === 0) {
    const effects = describeMove(step, side);
    if (effects) does.push(effects);
    does.push(...prepared(hint, step, side));
    if (does.length === 0) does.push(standing(best.score));
  }
  return t("page.why.does", { san, does: list(does.slice(0, 2)) });
}

/** Describes what a quiet move prepares: threats, development, and lines opened for other pieces. */
function prepared({ attacks, freed, first }: Hint, step: Step, side: Colour): string[] {
  const does: string[] = [];
  const own = step.changes.filter(({ piece }) => colourOf(piece ?? "") === side);
  for (const change of own) {
    const prey = (attacks[change.to ?? ""] ?? []).filter((one) => worthOf(one) > worthOf(change));
    if (prey.length > 0) does.push(t("page.why.attacks", { pieces: named(prey) }));
  }
  const [moved] = own;
  const role = kindOf(moved?.piece ?? "");
  if (moved?.effect === "castles") does.push(t("page.why.castles"));
  else if (first && /^(knight|bishop)$/.test(role)) does.push(t("page.why.develops", { role }));
  const lines = freed.filter(({ piece }) => /^(bishop|rook|queen)$/.test(kindOf(piece ?? ""))).slice(0, 2);
  if (lines.length > 0) does.push(t("page.why.opens-lines", { pieces: named(lines) }));
  return does;
}

/** The advantage, in centipawns, from which a game is not level. */
const clear = 60;

/** Describes a score for the side that moves, as the end of a sentence. */
function standing({ cp = 0, mate }: Score): string {
  const state = mate !== undefined ? "lost" : cp >= clear ? "ahead" : cp <= -clear ? "behind" : "level";
  const pawns = number(Math.abs(cp) / 100, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
  return t("page.why.keeps", { state, pawns });
}

/** Formats a sentence to follow a colon. */
function lower(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
