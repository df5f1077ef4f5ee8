// What somebody wants to play, and what was wanted last time.
import { isDefinition, variantOf, variants } from "../../game/variants";
import { t } from "../../text/text";
import type { Colour, Control } from "../../wire.gen";
import { firstLevel, strongest } from "../../game/text";
import { crossersOf, allKinds, portalGame } from "./portal";

export type Opponent = "computer" | "friend" | "open" | "here";

export interface GameOptions {
  variant: string;
  /** The kinds that may cross the edge in portal chess. */
  crossers: string;
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
  /** For how many days an open challenge waits while its maker is away; 0 means that it does not. */
  keep: number;
}

export interface Preset {
  id: string;
  control: Control | null;
  /** A move may take days only where both may leave. */
  slow?: boolean;
}

const minute = 60_000;

function timed(minutes: number, seconds: number): Preset {
  const control = { initial: minutes * minute, ...(seconds ? { increment: seconds * 1000 } : {}) };
  return { id: `${minutes}+${seconds}`, control };
}

const presets: Preset[] = [
  { id: "none", control: null },
  timed(0.25, 0),
  timed(0.5, 0),
  timed(1, 0),
  timed(3, 2),
  timed(5, 0),
  timed(10, 5),
  timed(15, 10),
  { id: "1d", control: { days: 1 }, slow: true },
  { id: "3d", control: { days: 3 }, slow: true },
  { id: "7d", control: { days: 7 }, slow: true },
];

const opponents: Opponent[] = ["computer", "friend", "open", "here"];

const defaults: GameOptions = {
  variant: variants[0]?.name ?? "",
  crossers: allKinds,
  opponent: "computer",
  level: firstLevel,
  colour: "white",
  clock: "none",
  minutes: 20,
  seconds: 10,
  delayed: false,
  watched: false,
  keep: 0,
};

/** How many days an open challenge may stay; 0 is while its page is open. */
export const lifetimeChoices = [0, 1, 3, 7];

/** How long that is, in words. */
export function lifetimeName(days: number): string {
  return days === 0 ? t("page.play.while-i-am-here") : t("page.game.days", { n: days });
}

/** The chosen time control; null is none. */
export function controlOf(options: GameOptions): Control | null {
  if (options.clock === "own") {
    const { minutes, seconds, delayed } = options;
    return delayed && seconds ? { initial: minutes * minute, delay: seconds * 1000 } : timed(minutes, seconds).control;
  }
  return presets.find((each) => each.id === options.clock)?.control ?? null;
}

/** The clocks there are against an opponent. */
export function presetsFor(opponent: Opponent): Preset[] {
  return presets.filter((each) => !each.slow || opponent === "friend" || opponent === "open");
}

/** What a clock of one's own may have: whole minutes, and whole seconds a move. */
export const minutesAllowed = { min: 1, max: 180 };
export const secondsAllowed = { min: 0, max: 180 };

/** The options with everything in them that cannot be had put right. */
export function validated(options: GameOptions): GameOptions {
  const within = (value: number, least: number, most: number, otherwise: number) =>
    Number.isFinite(value) ? Math.min(most, Math.max(least, Math.round(value))) : otherwise;
  const opponent = opponents.includes(options.opponent) ? options.opponent : defaults.opponent;
  const clock =
    options.clock === "own" || presetsFor(opponent).some((each) => each.id === options.clock) ? options.clock : "none";
  return {
    variant: variantOf(options.variant) ? options.variant : defaults.variant,
    crossers: crossersOf(options.crossers),
    opponent,
    level: within(options.level, 1, strongest, defaults.level),
    colour: ["white", "black", "random"].includes(options.colour) ? options.colour : defaults.colour,
    clock,
    minutes: within(options.minutes, minutesAllowed.min, minutesAllowed.max, defaults.minutes),
    seconds: within(options.seconds, secondsAllowed.min, secondsAllowed.max, defaults.seconds),
    delayed: options.delayed === true,
    watched: options.watched === true,
    keep: lifetimeChoices.some((each) => each === options.keep) ? options.keep : defaults.keep,
  };
}

/** The game that is meant: with fewer kinds that cross, portal chess is another one. */
export function gameOf(options: GameOptions): string {
  return options.variant === "portal" ? portalGame(options.crossers) : options.variant;
}

/** The definition that the address brings along, packed or as it is. */
export function rulesOf(query: URLSearchParams): string {
  const named = query.get("variant") ?? "";
  return query.get("rules") || (isDefinition(named) ? named : "");
}

/** The rule set that the address names, if there is no such. */
export function unknownRules(query: URLSearchParams): string {
  const named = query.get("variant") ?? "";
  return isDefinition(named) || variantOf(named.toLowerCase()) ? "" : named;
}

const storageKey = "tain.play";

/** What was wanted last time, with what the address asks for. */
export function initialOptions(query: URLSearchParams): GameOptions {
  let before: Partial<GameOptions> = {};
  try {
    before = (JSON.parse(localStorage.getItem(storageKey) ?? "{}") as Partial<GameOptions> | null) ?? {};
  } catch {
    // Then the usual choices are shown.
  }
  const options: GameOptions = { ...defaults, ...before };
  const variant = query.get("variant");
  const opponent = query.get("opponent");
  if (variant) options.variant = variant.toLowerCase();
  if (opponent) options.opponent = opponent as Opponent;
  return validated(options);
}

export function saveOptions(options: GameOptions): void {
  try {
    localStorage.setItem(storageKey, JSON.stringify(options));
  } catch {
    // Then it is chosen again next time.
  }
}
