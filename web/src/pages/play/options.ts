// The options of a new game, and those used last time.
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
  /** A preset, or "own". */
  clock: string;
  minutes: number;
  seconds: number;
  /** A delay before the clock runs on each move, instead of an increment. */
  delayed: boolean;
  /** A computer game that others can watch runs on the server. */
  watched: boolean;
  /** For how many days an open challenge waits while its creator is away; 0 for not at all. */
  keep: number;
}

export interface Preset {
  id: string;
  control: Control | null;
  /** Correspondence clocks are possible only if both players may leave. */
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

/** How many days an open challenge may last; 0 is while its page is open. */
export const lifetimeChoices = [0, 1, 3, 7];

/** That duration in words. */
export function lifetimeName(days: number): string {
  return days === 0 ? t("page.play.while-i-am-here") : t("page.game.days", { n: days });
}

/** The chosen time control; null for none. */
export function controlOf(options: GameOptions): Control | null {
  if (options.clock === "own") {
    const { minutes, seconds, delayed } = options;
    return delayed && seconds ? { initial: minutes * minute, delay: seconds * 1000 } : timed(minutes, seconds).control;
  }
  return presets.find((each) => each.id === options.clock)?.control ?? null;
}

/** The clocks available against an opponent. */
export function presetsFor(opponent: Opponent): Preset[] {
  return presets.filter((each) => !each.slow || opponent === "friend" || opponent === "open");
}

/** The limits of a custom clock: whole minutes, and whole seconds per move. */
export const minutesAllowed = { min: 1, max: 180 };
export const secondsAllowed = { min: 0, max: 180 };

/** Corrects options that are not available together. */
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

/** The rule set: portal chess with fewer crossing kinds is a definition of its own. */
export function gameOf(options: GameOptions): string {
  return options.variant === "portal" ? portalGame(options.crossers) : options.variant;
}

/** The definition in the address, packed or plain. */
export function rulesOf(query: URLSearchParams): string {
  const named = query.get("variant") ?? "";
  return query.get("rules") || (isDefinition(named) ? named : "");
}

/** The rule set named in the address, if it is unknown. */
export function unknownRules(query: URLSearchParams): string {
  const named = query.get("variant") ?? "";
  return isDefinition(named) || variantOf(named.toLowerCase()) ? "" : named;
}

const storageKey = "tain.play";

/** The options used last time, overridden by the address. */
export function initialOptions(query: URLSearchParams): GameOptions {
  let before: Partial<GameOptions> = {};
  try {
    before = (JSON.parse(localStorage.getItem(storageKey) ?? "{}") as Partial<GameOptions> | null) ?? {};
  } catch {
    // Then the defaults are shown.
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
    // Then they are chosen again next time.
  }
}
