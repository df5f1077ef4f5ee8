// The start position given in the address, if any.
import { classes } from "../../style/classes";
import * as styles from "./startposition.module.css";
import * as controls from "../../style/controls.module.css";
import * as layouts from "../../style/layout.module.css";
import { useMemo } from "preact/hooks";
import { Board } from "../../board/Board";
import { lastStep } from "../../board/lastMove";
import { defaultVariant, linkProblem } from "../../game/linkText";
import { queryOf, readVariant, variantOf } from "../../game/variants";
import type { Rules } from "../../rules/rules";
import { startError } from "../../rules/startError";
import { firstFault, kingless, sentence } from "../../rules/text";
import { rich } from "../../text/rich";
import { t } from "../../text/text";
import { LinkField } from "../LinkField";
import type { LinkAnswer, State } from "../../wire.gen";

/** The position of a link, and the reason if no game can start from it. */
export interface Beginning {
  link: LinkAnswer | null;
  state: State | null;
  problem: string;
  /** Whether the text of the position is wrong. */
  faulty: boolean;
}

/** Parses a link once the rules are loaded. Null before that, and without a link. */
export function useBeginning(rules: Rules | null, text: string): Beginning | null {
  return useMemo(() => {
    if (!rules || !text) return null;
    try {
      const link = rules.readLink(text);
      const { variant, position, study } = link;
      readVariant(rules, variant);
      const state = rules.state({ variant, position, study });
      const problem = study
        ? t("page.play.kingless", { kingless: kingless(state.pieces) })
        : startError(rules, variant, position);
      return { link, state, problem, faulty: false };
    } catch (problem) {
      return {
        link: null,
        state: null,
        problem: linkProblem(problem, text, variantIn(text)),
        faulty: firstFault(problem) !== "",
      };
    }
  }, [rules, text]);
}

/** Returns the rule set that a link names. */
function variantIn(link: string): string {
  const params = new URLSearchParams(link);
  return params.get("rules") ?? params.get("variant")?.toLowerCase() ?? defaultVariant;
}

/** Shows the position and messages about it. */
export function StartPosition({ beginning, query, flip }: { beginning: Beginning; query: string; flip: boolean }) {
  const { link, state, problem } = beginning;
  const info = variantOf(link?.variant ?? "");
  const notices = link?.notices ?? [];
  return (
    <section class={classes(layouts.column, layouts.gap7, styles.start)} aria-label={t("page.play.the-position")}>
      {link && state && info && (
        <div class={classes(styles.board, info.boards > 1 && styles.wide)}>
          <Board
            info={info}
            state={state}
            step={lastStep(info, state, link.lastMove)}
            flip={flip}
            movable="none"
            fixed
            small={info.levels !== undefined}
            label={t("page.play.start-board", { title: info.title })}
          />
        </div>
      )}
      <div class={classes(layouts.column, styles.about)} role="status">
        {problem ? (
          <p class={controls.notice} data-notice>
            {problem}
          </p>
        ) : (
          state && <p>{t("page.play.begins-here", { side: state.turn })}</p>
        )}
        {beginning.faulty && <LinkField query={query} />}
        {notices.map((notice) => (
          <p class={controls.notice} data-notice>
            {sentence(notice)}
          </p>
        ))}
        <p>
          {link
            ? rich("page.play.look-or-begin", {
                look: (text) => <a href={`/analysis${query}`}>{text}</a>,
                begin: (text) => <a href={`/play?${queryOf(link.variant)}`}>{text}</a>,
              })
            : rich("page.play.begin-usual", { begin: (text) => <a href="/play">{text}</a> })}
        </p>
      </div>
    </section>
  );
}
