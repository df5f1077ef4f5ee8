// What somebody wants to play, and what was wanted last time.
import { variantOf, variants } from "../../game/variants";
import type { Control } from "../../game/types";
import { strongest } from "../../game/words";
import type { Colour } from "../../rules/types";

export type Opponent = "computer" | "friend" | "open" | "here";

export interface Wish {
  variant: string;
  opponent: Opponent;
  level: number;
  colour: Colour | "random";
  /** One of the presets, or "own". */
  clock: string;
  minutes: number;
  seconds: number;
  /** The seconds of each move pass before the clock runs, instead of being added. */
  delayed: boolean;
  /** A computer game that others can watch is played on the server. */
  watched: boolean;
}

export interface Preset {
  id: string;
  name: string;
  control: Control | null;
  /** A move may take days only where both may leave. */
  slow?: boolean;
}

const minute = 60_000;

function timed(minutes: number, seconds: number): Preset {
  return {
    id: `${minutes}+${seconds}`,
    name: `${minutes}+${seconds}`,
    control: { initial: minutes * minute, ...(seconds ? { increment: seconds * 1000 } : {}) },
  };
}

export const presets: Preset[] = [
  { id: "none", name: "No clock", control: null },
  timed(3, 2),
  timed(5, 0),
  timed(10, 5),
  timed(15, 10),
  { id: "1d", name: "1 day a move", control: { days: 1 }, slow: true },
  { id: "3d", name: "3 days a move", control: { days: 3 }, slow: true },
  { id: "7d", name: "7 days a move", control: { days: 7 }, slow: true },
];

const opponents: Opponent[] = ["computer", "friend", "open", "here"];

const usual: Wish = {
  variant: variants[0]?.name ?? "",
  opponent: "computer",
  level: 4,
  colour: "white",
  clock: "none",
  minutes: 20,
  seconds: 10,
  delayed: false,
  watched: false,
};

/** The clock that is wished for; null is none. */
export function controlOf(wish: Wish): Control | null {
  if (wish.clock === "own") {
    const { minutes, seconds, delayed } = wish;
    return delayed && seconds ? { initial: minutes * minute, delay: seconds * 1000 } : timed(minutes, seconds).control;
  }
  return presets.find((each) => each.id === wish.clock)?.control ?? null;
}

/** The clocks there are against an opponent. */
export function presetsFor(opponent: Opponent): Preset[] {
  return presets.filter((each) => !each.slow || opponent === "friend" || opponent === "open");
}

/** What a clock of one's own may have: whole minutes, and whole seconds a move. */
export const minutesAllowed = { min: 1, max: 180 };
export const secondsAllowed = { min: 0, max: 180 };

/** The wish made sound: everything in it can be had. */
export function sound(wish: Wish): Wish {
  const within = (value: number, least: number, most: number, otherwise: number) =>
    Number.isFinite(value) ? Math.min(most, Math.max(least, Math.round(value))) : otherwise;
  const opponent = opponents.includes(wish.opponent) ? wish.opponent : usual.opponent;
  const clock = wish.clock === "own" || presetsFor(opponent).some((each) => each.id === wish.clock) ? wish.clock : "none";
  return {
    variant: variantOf(wish.variant) ? wish.variant : usual.variant,
    opponent,
    level: within(wish.level, 1, strongest, usual.level),
    colour: ["white", "black", "random"].includes(wish.colour) ? wish.colour : usual.colour,
    clock,
    minutes: within(wish.minutes, minutesAllowed.min, minutesAllowed.max, usual.minutes),
    seconds: within(wish.seconds, secondsAllowed.min, secondsAllowed.max, usual.seconds),
    delayed: wish.delayed === true,
    watched: wish.watched === true,
  };
}

/** The rule set that the address names, if there is no such. */
export function unknownRules(query: URLSearchParams): string {
  const named = query.get("variant") ?? "";
  return variantOf(named.toLowerCase()) ? "" : named;
}

const place = "tain.play";

/** What was wanted last time, with what the address asks for. */
export function firstWish(query: URLSearchParams): Wish {
  let before: Partial<Wish> = {};
  try {
    before = (JSON.parse(localStorage.getItem(place) ?? "{}") as Partial<Wish> | null) ?? {};
  } catch {
    // Then the usual choices are shown.
  }
  const wish: Wish = { ...usual, ...before };
  const variant = query.get("variant");
  const opponent = query.get("opponent");
  if (variant) wish.variant = variant.toLowerCase();
  if (opponent) wish.opponent = opponent as Opponent;
  return sound(wish);
}

export function rememberWish(wish: Wish): void {
  try {
    localStorage.setItem(place, JSON.stringify(wish));
  } catch {
    // Then it is chosen again next time.
  }
}
