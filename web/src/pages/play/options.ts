// The options of a new game, and their last values.
import { meantGame } from "../../game/galleryLink";
import { isDefinition, variantOf, variants } from "../../game/variants";
import { t } from "../../text/text";
import type { Colour, Control } from "../../wire.gen";
import { firstLevel, strongest } from "../../game/text";
import { crossersOf, allKinds, portalGame } from "./portal";

export type Opponent = "computer" | "friend" | "open" | "here";

export interface GameOptions {
  variant: string;
  /** The piece types that may cross the edge in portal chess. */
  crossers: string;
  /** The start position, in games with shuffled ones: the usual one, a random one or the one with `startNumber`. */
  start: "usual" | "random" | "numbered";
  startNumber: number;
  opponent: Opponent;
  level: number;
  colour: Colour | "random";
  /** A preset, or "own". */
  clock: string;
  minutes: number;
  seconds: number;
  /** Whether the clock has a delay on each move instead of an increment. */
  delayed: boolean;
  /** Whether a game against the computer runs on the server, where others can watch it. */
  watched: boolean;
  /** The number of days an open challenge waits while its creator is away; 0 if it does not. */
  keep: number;
  /** Whether a game against a person counts for the ratings, if possible. */
  rated: boolean;
}

export interface Preset {
  id: string;
  control: Control | null;
  /** Whether the clock is for correspondence games, in which both players may leave. */
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
  start: "usual",
  startNumber: 0,
  opponent: "computer",
  level: firstLevel,
  colour: "white",
  clock: "none",
  minutes: 20,
  seconds: 10,
  delayed: false,
  watched: false,
  keep: 0,
  rated: false,
};

/** Reports whether a game with these options can be rated if both players have accounts. */
export function rateable(options: GameOptions): boolean {
  return (options.opponent === "friend" || options.opponent === "open") && controlOf(options) !== null;
}

/** The available lifetimes of an open challenge, in days; 0 means while its page is open. */
export const lifetimeChoices = [0, 1, 3, 7];

/** Returns a lifetime in words. */
export function lifetimeName(days: number): string {
  return days === 0 ? t("page.play.while-i-am-here") : t("page.game.days", { n: days });
}

/** Returns the chosen time control; null for none. */
export function controlOf(options: GameOptions): Control | null {
  if (options.clock === "own") {
    const { minutes, seconds, delayed } = options;
    return delayed && seconds ? { initial: minutes * minute, delay: seconds * 1000 } : timed(minutes, seconds).control;
  }
  return presets.find((each) => each.id === options.clock)?.control ?? null;
}

/** Returns the clocks available against an opponent. */
export function presetsFor(opponent: Opponent): Preset[] {
  return presets.filter((each) => !each.slow || opponent === "friend" || opponent === "open");
}

/** The limits of a custom clock: whole minutes, and whole seconds per move. */
export const minutesAllowed = { min: 1, max: 180 };
export const secondsAllowed = { min: 0, max: 180 };

/** Returns the options with invalid values, and values not available together, replaced by valid ones. */
export function validated(options: GameOptions): GameOptions {
  const within = (value: number, least: number, most: number, otherwise: number) =>
    Number.isFinite(value) ? Math.min(most, Math.max(least, Math.round(value))) : otherwise;
  const opponent = opponents.includes(options.opponent) ? options.opponent : defaults.opponent;
  const clock =
    options.clock === "own" || presetsFor(opponent).some((each) => each.id === options.clock) ? options.clock : "none";
  const variant = variantOf(options.variant) ? options.variant : defaults.variant;
  const starts = variantOf(variant)?.starts ?? 0;
  return {
    variant,
    crossers: crossersOf(options.crossers),
    start: starts && ["usual", "random", "numbered"].includes(options.start) ? options.start : defaults.start,
    startNumber: within(options.startNumber, 0, Math.max(0, starts - 1), defaults.startNumber),
    opponent,
    level: within(options.level, 1, strongest, defaults.level),
    colour: ["white", "black", "random"].includes(options.colour) ? options.colour : defaults.colour,
    clock,
    minutes: within(options.minutes, minutesAllowed.min, minutesAllowed.max, defaults.minutes),
    seconds: within(options.seconds, secondsAllowed.min, secondsAllowed.max, defaults.seconds),
    delayed: options.delayed === true,
    watched: options.watched === true,
    keep: lifetimeChoices.some((each) => each === options.keep) ? options.keep : defaults.keep,
    rated: options.rated === true,
  };
}

/** Returns the rule set. Portal chess with fewer crossing piece types is a definition. */
export function gameOf(options: GameOptions): string {
  return options.variant === "portal" ? portalGame(options.crossers) : options.variant;
}

/** Returns the definition in the address, packed or plain; empty if there is none. */
export function rulesOf(query: URLSearchParams): string {
  const named = query.get("variant") ?? "";
  return query.get("rules") || (isDefinition(named) ? named : "");
}

/** Returns the rule set named in the address, if it is unknown. */
export function unknownRules(query: URLSearchParams): string {
  const named = query.get("variant") ?? "";
  return isDefinition(named) || variantOf(named.toLowerCase()) ? "" : named;
}

const storageKey = "tain.play";

/** Returns the last options, overridden by the address. */
export function initialOptions(query: URLSearchParams): GameOptions {
  let before: Partial<GameOptions> = {};
  try {
    before = (JSON.parse(localStorage.getItem(storageKey) ?? "{}") as Partial<GameOptions> | null) ?? {};
  } catch {
    // Without storage, the defaults are shown.
  }
  const options: GameOptions = { ...defaults, ...before };
  const variant = query.get("variant");
  const opponent = query.get("opponent");
  if (variant) options.variant = meantGame(unknownRules(query)) || variant.toLowerCase();
  if (opponent) options.opponent = opponent as Opponent;
  return validated(options);
}

export function saveOptions(options: GameOptions): void {
  try {
    localStorage.setItem(storageKey, JSON.stringify(options));
  } catch {
    // Without storage, the options are not remembered.
  }
}
