// Taking a game along.
import type { GameSnapshot } from "../../game/types";
import { playerName } from "../../game/words";
import type { PgnGame, PgnNode } from "../../rules/types";

/** Copies a text; tells whether that was possible. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // Without a secure connection there is only the old way.
    const field = document.createElement("textarea");
    field.value = text;
    field.className = "unseen";
    document.body.append(field);
    field.select();
    const done = document.execCommand("copy");
    field.remove();
    return done;
  }
}

/** The game as a record, made in the page so that it works offline too. */
export function recordOf(game: GameSnapshot): PgnGame {
  const root: PgnNode = { children: [] };
  let at = root;
  for (const { move, san } of game.moves) {
    const next: PgnNode = { move, san, children: [] };
    at.children.push(next);
    at = next;
  }
  const { control, created, players } = game;
  const result = game.result?.result || "*";
  const tags = [
    { name: "Event", value: "Casual game" },
    { name: "Site", value: "?" },
    { name: "Date", value: new Date(created).toISOString().slice(0, 10).replaceAll("-", ".") },
    { name: "Round", value: "-" },
    { name: "White", value: playerName(players.white) },
    { name: "Black", value: playerName(players.black) },
    { name: "Result", value: result },
  ];
  if (control?.initial) {
    const seconds = (ms: number) => String(Math.round(ms / 1000));
    const added = control.increment ? `+${seconds(control.increment)}` : "";
    tags.push({ name: "TimeControl", value: seconds(control.initial) + added });
  }
  return { variant: game.variant, start: game.start, tags, result, root };
}
