// The header of the analysis page: title, rules and messages.
import { classes } from "../../style/classes";
import { refOf, variants } from "../../game/variants";
import * as controls from "../../style/controls.module.css";
import * as layouts from "../../style/layout.module.css";
import { t } from "../../text/text";
import type { VariantInfo } from "../../wire.gen";
import * as styles from "./analysis.module.css";
import * as formStyles from "../../components/form.module.css";
import * as noticesStyles from "./notices.module.css";
import type { BenchControl } from "./useBench";
import { useEffect, useRef } from "preact/hooks";
import { LinkField } from "../LinkField";
import type { Tree } from "./tree";

export function BenchHead({ bench, info }: { bench: BenchControl; info: VariantInfo }) {
  const { tree, problem, faulty, dispatch, openVariant } = bench;
  return (
    <>
      <header class={classes(layouts.row, styles.head)}>
        <h1>{t("page.analysis.analysis")}</h1>
        <label class={formStyles.inline}>
          <span class={controls.visuallyHidden}>{t("page.analysis.rules")}</span>
          <select
            class={controls.field}
            value={tree.variant}
            onChange={(event) => openVariant(event.currentTarget.value)}
          >
            {[...(info.definition ? [info] : []), ...variants].map((one) => (
              <option value={refOf(one)}>{one.title}</option>
            ))}
          </select>
        </label>
      </header>
      <Notices tree={tree} problem={problem} faulty={faulty} onClose={() => dispatch({ type: "read-notices" })} />
    </>
  );
}

interface NoticesProps {
  tree: Tree;
  problem: string;
  faulty: string;
  onClose: () => void;
}

/** Messages about how a position or a game was opened. They disappear with the next move or step, or when closed. */
function Notices({ tree, problem, faulty, onClose }: NoticesProps) {
  const { notices, nodes, here } = tree;
  /** The tree and node to which the messages apply. */
  const about = useRef({ notices, problem, nodes, here });
  useEffect(() => {
    const before = about.current;
    about.current = { notices, problem, nodes, here };
    const same = before.notices === notices && before.problem === problem;
    const moved = before.nodes !== nodes || before.here !== here;
    if (same && moved && (notices.length > 0 || problem)) onClose();
  }, [notices, problem, nodes, here]);
  const messages = [...(problem ? [problem] : []), ...notices];
  return (
    <div class={noticesStyles.notices} role="status">
      {messages.map((text) => (
        <p class={controls.notice} data-notice>
          {text}
        </p>
      ))}
      {faulty && <LinkField query={faulty} />}
      {messages.length > 0 && (
        <button
          type="button"
          class={classes(controls.bare, noticesStyles.close)}
          aria-label={t("page.analysis.close-the-notices")}
          onClick={onClose}
        >
          <svg viewBox="0 0 24 24" aria-hidden="true">
            <path d="M6 6L18 18M18 6L6 18" />
          </svg>
        </button>
      )}
    </div>
  );
}
