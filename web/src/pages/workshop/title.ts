// Titles that follow the switches until the author writes one.
import { titleOf, variants } from "../../game/variants";
import { t } from "../../text/text";
import { type Draft, emptyDraft, ownCopy, rulesOf } from "./draft";
import { entries } from "./gallery";

/** The length after which further differences are omitted. Definitions allow 80 characters. */
const roomy = 56;

const part = (part: string, count = 0) => t("page.workshop.title-part", { part, count });

/** Returns the differences from the base that a title names, the most conspicuous first. */
function differences(draft: Draft): string[] {
  const { policy, reflection } = draft;
  const space: [boolean, string][] = [
    [policy.passengers === "", "no-riders"],
    [policy.empty === "anyone", "free-boards"],
    [!policy.shadow, "no-shadow"],
    [!policy.turns, "no-turns"],
  ];
  const flat: [boolean, string, number?][] = [
    [draft.crossing !== "none", draft.crossing],
    [draft.ends !== "none", `ends-${draft.ends}`],
    [draft.reflects, reflection.goes_on ? "reflection-on" : "reflection"],
    [draft.pieces.length > 0, "pieces", draft.pieces.length],
    [draft.holes.length > 0, "holes", draft.holes.length],
    [draft.links.length > 0, "links", draft.links.length],
    [draft.checks > 0, "checks", draft.checks],
    [Object.values(draft.reach).some(({ length }) => length > 0), "goal"],
    [draft.rebirth !== "none", "rebirth"],
    [draft.royal !== emptyDraft.royal, "royal"],
    [draft.stalemate !== "draw", `stalemate-${draft.stalemate}`],
    [draft.castling && draft.chess960, "castling-960"],
    [!draft.castling, "no-castling"],
    [!draft.double_push, "no-double"],
  ];
  const size = draft.files === 8 && draft.ranks === 8 ? [] : [`${draft.files}×${draft.ranks}`];
  const named = (draft.base ? space : flat).filter(([on]) => on).map(([, name, count]) => part(name, count));
  return draft.base ? named : [...size, ...named];
}

/** Returns a title that names the differences of a draft from chess, or from its 3D base. */
export function derivedTitle(draft: Draft): string {
  const base = variants.find(({ name }) => name === (draft.base || "chess"));
  const title = base ? titleOf(base.name) : "";
  const parts = differences(draft);
  if (parts.length === 0) return t("page.workshop.my", { title });
  let last = 1;
  while (last < parts.length && parts.slice(0, last + 1).join(", ").length + title.length <= roomy) last++;
  const shown = parts.slice(0, last).join(", ");
  return t("page.workshop.title-of", { title, parts: last < parts.length ? `${shown} …` : shown });
}

/** Reports whether the author has not written the title: it is derived, or that of a game supplied with the program. */
export function unwritten(draft: Draft): boolean {
  const { title } = draft;
  return (
    title === derivedTitle(draft) ||
    title === t("page.workshop.my-game") ||
    variants.some((each) => title === ownCopy({ ...draft, title: each.title }).title) ||
    entries.some(({ definition }) => {
      const known = (JSON.parse(definition) as { title?: string }).title ?? "";
      return title === known || title === ownCopy({ ...draft, title: known }).title;
    })
  );
}

/** Returns a changed draft with a title that follows the change, unless the author has written one. */
export function retitled(old: Draft, next: Draft): Draft {
  if (next.title !== old.title || rulesOf(next) === rulesOf(old) || !unwritten(old)) return next;
  return { ...next, title: derivedTitle(next) };
}
