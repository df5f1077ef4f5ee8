// Exporting a game.
import { t } from "../../text/text";
import type { Control, PGNGame, PGNNode, Snapshot } from "../../wire.gen";
import { seatName } from "../../game/text";

/** Returns the time control in the server's PGN format. */
export function controlTag(control: Control | null): string {
  const seconds = (ms: number) => String(Number((ms / 1000).toFixed(3)));
  if (!control) return "-";
  if (control.days) return `1/${control.days * 86_400}`;
  const initial = seconds(control.initial ?? 0);
  if (control.increment) return `${initial}+${seconds(control.increment)}`;
  return control.delay ? `${initial}d${seconds(control.delay)}` : initial;
}

/** Returns the record of a game for PGN export, made in the page so that it works offline. */
export function pgnOf(game: Snapshot): PGNGame {
  const root: PGNNode = { children: [] };
  let at = root;
  for (const { move, san, clock } of game.moves) {
    const next: PGNNode = { move, san, ...(clock === undefined || game.control?.days ? {} : { clock }), children: [] };
    at.children.push(next);
    at = next;
  }
  const { control, created } = game;
  const result = game.result?.result || "*";
  const tags = [
    { name: "Event", value: t(game.rated ? "page.game.rated-game" : "page.game.casual-game") },
    { name: "Site", value: "?" },
    { name: "Date", value: new Date(created).toISOString().slice(0, 10).replaceAll("-", ".") },
    { name: "Round", value: "-" },
    { name: "White", value: seatName(game, "white") },
    { name: "Black", value: seatName(game, "black") },
    { name: "Result", value: result },
  ];
  tags.push({ name: "TimeControl", value: controlTag(control) });
  return { variant: game.variant, start: game.start, tags, result, root };
}
