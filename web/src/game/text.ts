// Texts about games.
import { sideName } from "../rules/text";
import { ago, date, number, t } from "../text/text";
import type { Colour, Control, PlayerInfo, Snapshot } from "../wire.gen";

export const strongest = 20;

/** Returns the strength of the computer at a level, in words. */
export function levelName(level: number): string {
  if (level <= 2) return t("page.game.first-steps");
  if (level <= 5) return t("page.game.beginner");
  if (level <= 8) return t("page.game.casual");
  if (level <= 12) return t("page.game.club-player");
  if (level <= 16) return t("page.game.strong");
  if (level < strongest) return t("page.game.very-strong");
  return t("page.game.full-strength");
}

/** Returns the name of the computer at a level. */
export function computerName(level: number): string {
  return t("page.game.computer-level", { level });
}

/** Returns the number of full moves played, as text. */
export function movesText(plies: number): string {
  return plies === 0 ? t("page.game.no-move-yet") : t("page.game.move-count", { n: Math.ceil(plies / 2) });
}

/** The default level, which a beginner can beat. */
export const firstLevel = 3;

/** Returns a short time control: "5+3", "3 days per move", "Unlimited". */
export function controlName(control: Control | null | undefined): string {
  if (!control) return t("page.game.unlimited-label");
  if (control.days) return t("page.game.days-a-move", { n: control.days });
  const minutes = Number(((control.initial ?? 0) / 60_000).toFixed(2));
  const seconds = Math.round((control.increment ?? 0) / 1000);
  if (minutes < 1 && !control.delay)
    return (
      t("page.game.seconds-short", { n: Math.round((control.initial ?? 0) / 1000) }) + (seconds ? `+${seconds}` : "")
    );
  if (control.delay) return t("page.game.control-delay", { minutes, seconds: Math.round(control.delay / 1000) });
  return `${minutes}+${seconds}`;
}

/** Returns the time control in words. */
export function controlText(control: Control | null | undefined): string {
  if (!control) return t("page.game.unlimited");
  if (control.days || control.delay) return controlName(control);
  const initial = control.initial ?? 0;
  const seconds = Math.round((control.increment ?? 0) / 1000);
  const time =
    initial < 60_000
      ? t("page.game.seconds", { n: Math.round(initial / 1000) })
      : t("page.game.minutes", { n: Number((initial / 60_000).toFixed(2)) });
  return seconds ? t("page.game.control-increment", { time, n: seconds }) : time;
}

/** Returns how long ago a time was, in words; from 60 days on, its date. */
export function agoText(time: number, now: number): string {
  const minutes = Math.floor(Math.max(0, now - time) / 60_000);
  if (minutes < 1) return t("page.game.just-now");
  if (minutes < 60) return ago(minutes, "minute");
  const hours = Math.floor(minutes / 60);
  if (hours < 24) return ago(hours, "hour");
  const days = Math.floor(hours / 24);
  return days < 60 ? ago(days, "day") : date(time);
}

/** Returns a player's name, or a placeholder for an empty seat. */
export function playerName(player: PlayerInfo | null): string {
  if (player?.computer) return computerName(player.computer);
  return player ? player.name : t("page.game.nobody-yet");
}

/** Returns the name at a seat. Unnamed players in this browser are named relative to the user. */
export function seatName({ seat, players }: Pick<Snapshot, "seat" | "players">, colour: Colour): string {
  const player = players[colour];
  if (player?.name !== "" || player.computer) return playerName(player);
  return seat === "both" ? sideName(colour) : t("page.game.you");
}

/** Returns the opponent's name. */
export function opponentName({ seat, players }: Pick<Snapshot, "seat" | "players">): string {
  const opponent = players[seat === "black" ? "white" : "black"];
  return opponent?.computer ? t("page.game.the-computer") : (opponent?.name ?? t("page.game.your-opponent"));
}

const day = 86_400_000;
const tenths = { minimumFractionDigits: 1 };

/** Formats the time left on a clock: "3 days", "1:02:03", "4:05", and "7.3" below ten seconds. */
export function clockText(ms: number): string {
  const left = Math.max(0, ms);
  if (left >= 2 * day) return t("page.game.days", { n: Math.floor(left / day) });
  if (left < 10_000) return number(Math.floor(left / 100) / 10, tenths);
  const seconds = Math.floor(left / 1000);
  const two = (n: number) => String(n).padStart(2, "0");
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor(seconds / 60) % 60;
  return hours ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

/** Returns the number of milliseconds after which the text of a running clock must be updated. */
export function untilNextTick(ms: number): number {
  if (ms <= 0) return 1000;
  const unit = ms < 10_000 ? 100 : ms < 2 * day ? 1000 : 60_000;
  // During a delay the time left does not change; the minimum avoids polling without a pause.
  return Math.max(50, (ms % unit) + 1);
}

/** Returns the name of a shuffled start position. */
export function startName(number: number): string {
  return t("page.game.start-number", { number: String(number) });
}

/** Returns a change of rating with its sign. */
export const changeText = (change: number): string => (change < 0 ? `−${-change}` : change > 0 ? `+${change}` : "±0");
