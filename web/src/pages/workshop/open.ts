// Opens the workshop's initial game, and others.
import { namedInQuery, unknownText } from "../../game/galleryLink";
import { define } from "../../game/variants";
import type { Rules } from "../../rules/rules";
import { sentence } from "../../rules/text";
import { t } from "../../text/text";
import type { DefineRequest, FieldFault } from "../../wire.gen";
import { type Draft, draftOf, emptyDraft, ownCopy } from "./draft";
import { gallery } from "./gallery";

/** Formats errors as one sentence each, with their fields and, in a text of several lines, their lines. */
function faultText(faults: readonly FieldFault[], text = ""): string {
  const places = text.trim().includes("\n");
  return faults
    .map(({ field, message, line, column }) => {
      const text = field ? t("page.workshop.in-field", { field, message: sentence(message) }) : sentence(message);
      return places && line ? t("page.workshop.in-line", { line, column: column ?? 1, message: text }) : text;
    })
    .join(" ");
}

/** Opens a definition. If it has the name of a built-in game, it gets a new name. */
export function openDraft(rules: Rules, request: DefineRequest): Draft {
  const found = define(rules, { ...request, kept: true });
  if (!found.info) throw new Error(faultText(found.faults, request.text));
  const draft = draftOf(found.definition);
  const taken = !found.info.definition || found.warnings.some((each) => each.field === "name");
  return taken ? ownCopy(draft) : draft;
}

const lastKey = "tain.workshop";

/** Saves the draft for this tab. */
export function rememberDraft(definition: string): void {
  try {
    sessionStorage.setItem(lastKey, definition);
  } catch {
    // Without storage, only the address contains the draft.
  }
}

function rememberedDraft(): string {
  try {
    return sessionStorage.getItem(lastKey) ?? "";
  } catch {
    return "";
  }
}

/**
 * Returns the game in the address, else the last draft, else the first game of the gallery. If the address cannot be
 * opened, it also returns why.
 */
export function firstDraft(rules: Rules, query: string): { draft: Draft; problem: string } {
  const params = new URLSearchParams(query);
  const packed = params.get("rules");
  const variant = params.get("variant");
  const named = namedInQuery(query);
  let problem = "";
  const requested = packed ? { packed } : variant ? { variant } : null;
  for (const request of [requested, { text: rememberedDraft() }, { text: gallery[0] ?? "" }]) {
    if (!request || ("text" in request && !request.text)) continue;
    try {
      return { draft: openDraft(rules, request), problem };
    } catch (why) {
      if (request !== requested) continue;
      problem = named
        ? unknownText(named)
        : t("page.workshop.link-unopened", { why: why instanceof Error ? sentence(why.message) : "" });
    }
  }
  return { draft: { ...emptyDraft, title: t("page.workshop.my-game") }, problem };
}
