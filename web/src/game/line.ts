// The moves of a game played through.
import type { Rules } from "../rules/rules";
import type { LineAnswer } from "../wire.gen";

let last: { key: string; rules: Rules; answer: LineAnswer } | undefined;

/** Plays a line. Whoever asks for the one asked for last gets the same answer again: a game and its page both do. */
export function playLine(rules: Rules, variant: string, start: string | undefined, moves: string[]): LineAnswer {
  const key = [variant, start ?? "", ...moves].join("\n");
  if (last?.key !== key || last.rules !== rules) last = { key, rules, answer: rules.line({ variant, start, moves }) };
  return last.answer;
}
