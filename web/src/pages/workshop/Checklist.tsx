// A checklist to go through before sharing a game.
import { classes } from "../../style/classes";
import * as styles from "./workshop.module.css";
import * as controls from "../../style/controls.module.css";
import * as layouts from "../../style/layout.module.css";
import { useMemo } from "preact/hooks";
import { define, refOf, variants } from "../../game/variants";
import type { Rules } from "../../rules/rules";
import { t } from "../../text/text";
import type { VariantInfo } from "../../wire.gen";
import { type Draft, draftOf, rulesOf } from "./draft";
import { gallery } from "./gallery";
import { unwritten } from "./title";

/** Reports whether each side has a legal move if it is to move in the starting position. */
export function movable(rules: Pick<Rules, "line">, info: VariantInfo): boolean {
  const [placement, , ...rest] = info.start.split(" ");
  return ["w", "b"].every((side) => {
    try {
      const position = [placement, side, ...rest].join(" ");
      return rules.line({ variant: refOf(info), position, study: true }).state.moves.length > 0;
    } catch {
      // For example, because the other side is in check.
      return false;
    }
  });
}

let known: Set<string> | undefined;

/** Reports whether no game that comes with the program has the rules of a draft. */
export function isNew(rules: Pick<Rules, "define">, draft: Draft): boolean {
  known ??= new Set(
    [...variants.map(({ name }) => define(rules, { variant: name }).definition), ...gallery]
      .filter(Boolean)
      .map((text) => rulesOf(draftOf(text))),
  );
  return !known.has(rulesOf(draft));
}

interface Props {
  rules: Rules;
  info: VariantInfo;
  draft: Draft;
  faulty: boolean;
  /** Whether the engine has tested the balance of these rules. */
  balanced: boolean;
  /** Whether the rulebook of these rules has been shown. */
  read: boolean;
}

export function Checklist({ rules, info, draft, faulty, balanced, read }: Props) {
  const start = useMemo(() => !faulty && movable(rules, info), [rules, info, faulty]);
  const another = useMemo(() => isNew(rules, draft), [rules, draft]);
  const points: [string, boolean][] = [
    ["legal", !faulty],
    ["moves", start],
    ["new", another],
    ["title", !unwritten(draft)],
    ["balance", balanced],
    ["rulebook", read],
  ];
  return (
    <div class={classes(layouts.stack, layouts.gap3)}>
      <h3 class={layouts.flush}>{t("page.workshop.check-before-sharing")}</h3>
      <ul class={classes(layouts.list, styles.checks)}>
        {points.map(([point, done]) => (
          <li key={point} data-check={point} data-done={done}>
            <span aria-hidden="true">{done ? "✓" : "○"}</span>
            <span class={controls.visuallyHidden}>{t("page.workshop.check-state", { done })}</span>
            <span>{t("page.workshop.check-point", { point, done })}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
