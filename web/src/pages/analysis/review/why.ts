// Why a move was worse than another, in the terms of its game: what it made,
// what the answer takes, what was there to be had.
import type { Change, Colour, Score, Step } from "../../../wire.gen";
import { colourOf, roleOf } from "../../../board/pieces";
import { list, other, sentence, sideName } from "../../../rules/text";

export interface Evidence {
  side: Colour;
  /** The move that was played. */
  played: Step;
  /** How the game would go on from it, the opponent's answer first. */
  answer: Step[];
  /** What should have been played, and how that goes on. */
  better: Step[];
  /** For who moved, before the move and after it. */
  before: Score;
  after: Score;
  /** The square the answer goes to, if what moved was all that guarded it. */
  unguarded?: string;
}

/** A piece by its letter, in a sentence. */
function a(thing: string): string {
  return `a ${thing}`;
}

/** What a move brought onto the board for a side. */
function made(step: Step | undefined, side: Colour): Change[] {
  return (step?.changes ?? []).filter((change) => change.effect === "appears" && colourOf(change.piece ?? "") === side);
}

/** What a move took from a side. */
function taken(step: Step | undefined, side: Colour): Change[] {
  return (step?.changes ?? []).filter((change) => change.effect === "captured" && colourOf(change.piece ?? "") === side);
}

function promoted(step: Step | undefined): Change | undefined {
  return step?.changes.find((change) => change.effect === "promotes");
}

/** Whether the way of a move leads over a seam. */
function overSeam(step: Step | undefined): boolean {
  return step?.ways?.[0]?.some((touch) => touch.board !== "centre") ?? false;
}

function mover(step: Step): string {
  const change = step.changes.find((one) => one.effect === "moves" || one.effect === "promotes" || one.effect === "goes on" || one.effect === "castles");
  if (change?.piece) return `${roleOf(change.piece ?? "")} move`;
  return step.changes.some((one) => one.effect === "board" || one.effect === "turns") ? "board's move" : "move";
}

const places = (changes: readonly Change[], at: "from" | "to") => list(changes.map((change) => `${a(roleOf(change.piece ?? ""))} on ${change[at] ?? change.to ?? change.from ?? "the board"}`));

/** What a move does for who plays it, as the rest of a sentence: "takes a rook on d1 and makes a queen on e8". */
function doing(step: Step, side: Colour): string {
  const done: string[] = [];
  const seam = overSeam(step) ? " over the seam" : "";
  const prey = taken(step, other(side));
  if (prey.length > 0) done.push(`takes ${places(prey, "from")}${seam}`);
  const promotion = promoted(step);
  if (promotion) done.push(`promotes to ${a(roleOf(promotion.into ?? ""))}`);
  const own = made(step, side);
  if (own.length > 0) done.push(`makes ${places(own, "to")}`);
  if (step.san.includes("#")) done.push("is mate");
  else if (step.san.includes("+")) done.push("gives check");
  if (seam && prey.length === 0) done.push("goes over the seam");
  return list(done);
}

/** The square that a piece left with a move. */
function left(step: Step): string | undefined {
  return step.changes.find((one) => one.effect === "moves" || one.effect === "promotes" || one.effect === "goes on")?.from;
}

/** The line that a move opened for the answer: it runs over the square that was left, or into it and further. */
function opened(played: Step, reply: Step, foe: Colour): string {
  const from = left(played);
  const way = reply.ways?.find((one) => one.slice(1, -1).some((touch) => touch.square === from));
  if (!from || !way) return "";
  const seam = way.some((touch) => touch.board !== "centre") ? " over the seam" : "";
  return `It opened the line from ${way[0]?.square} over ${from} to ${way.at(-1)?.square}${seam} for ${sideName(foe)}.`;
}

/** What each side takes and makes over a line of moves, beyond its first. */
function balance(line: readonly Step[], side: Colour): string {
  const foe = other(side);
  const count = (who: Colour) =>
    line.flatMap((step) => [...taken(step, other(who)).map((change) => roleOf(change.piece ?? "")), ...made(step, who).map((change) => `new ${roleOf(change.piece ?? "")}`)]);
  const [theirs, ours] = [count(foe), count(side)];
  if (theirs.length === 0) return "";
  const gets = `${sideName(foe)} gets ${list(theirs.map(a))}`;
  return ours.length > 0 ? `${gets}, and ${sideName(side)} ${list(ours.map(a))}` : gets;
}

export interface Reasons {
  /** What is wrong with the move. */
  against: string[];
  /** What the better one does. */
  instead: string[];
}

/** The reasons, the weightiest first. There is always one against the move. */
export function whyOf({ side, played, answer, better, before, after, unguarded }: Evidence): Reasons {
  const against: string[] = [];
  const foe = other(side);
  const reply = answer[0];
  const gift = made(played, foe);
  if (gift.length > 0) against.push(`The ${mover(played)} gave ${sideName(foe)} ${places(gift, "to")}.`);
  const line = reply ? opened(played, reply, foe) : "";
  if (line) against.push(line);
  if (unguarded) against.push(`It left ${unguarded} unguarded.`);
  if (reply && after.mate !== undefined && after.mate < 0) {
    const moves = Math.abs(after.mate);
    against.push(moves <= 1 ? `${sideName(foe)} answers ${reply.san}, which is mate.` : `${sideName(foe)} then mates in ${moves}, with ${reply.san} first.`);
  } else if (reply) {
    const shown = answer.slice(0, 5);
    const does = doing(reply, foe);
    if (does) against.push(`${sideName(foe)} answers ${reply.san}: it ${does}.`);
    const comes = balance(shown, side);
    if (comes && shown.slice(1).some((step) => taken(step, side).length + taken(step, foe).length > 0)) {
      against.push(`In the line ${shown.map((step) => step.san).join(" ")} ${comes}.`);
    } else if (!does) against.push(`${sideName(foe)} answers ${reply.san}: ${lower(sentence(reply.text))}`);
  }
  if (before.cp !== undefined && after.cp !== undefined && before.cp - after.cp >= 30) {
    against.push(`It cost about ${((before.cp - after.cp) / 100).toFixed(1)} pawns.`);
  }
  const instead: string[] = [];
  const first = better[0];
  if (first) {
    const does = doing(first, side);
    if (before.mate !== undefined && before.mate > 0) {
      instead.push(before.mate === 1 ? `${first.san} is mate.` : `${first.san} begins a mate in ${before.mate}.`);
    } else if (does) instead.push(`${first.san} is better: it ${does}.`);
    else if (made(first, foe).length > 0) instead.push(`${first.san} is better: all it gives ${sideName(foe)} is ${places(made(first, foe), "to")}.`);
    else instead.push(`${first.san} is better: ${lower(sentence(first.text))}`);
    const comes = balance(better.slice(0, 5), foe);
    if (!does && comes) instead.push(`In the line ${better.slice(0, 5).map((step) => step.san).join(" ")} ${comes}.`);
  }
  return { against: against.length > 0 ? against : ["The engine prefers another move."], instead };
}

/** What the moves of a side do in a line that it plays on purpose, each in a sentence. */
export function purposes(line: readonly Step[], side: Colour): string[] {
  return line.flatMap((step, ply) => {
    const does = ply % 2 === 0 ? doing(step, side) : "";
    const gift = ply % 2 === 0 && !does ? made(step, other(side)) : [];
    if (does) return `${step.san} ${does}.`;
    return gift.length > 0 ? `${step.san} gives ${sideName(other(side))} only ${places(gift, "to")}.` : [];
  });
}

/** A sentence that goes on after a colon. */
function lower(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
