// What is to be said about how a position or a game was opened. It goes when somebody has read it: with the next
// move or step, or when it is closed.
import { classes } from "../../style/classes";
import * as styles from "./notices.module.css";
import * as controls from "../../style/controls.module.css";
import { useEffect, useRef } from "preact/hooks";
import { t } from "../../text/text";
import type { Tree } from "./tree";

export function Notices({ tree, problem, onClose }: { tree: Tree; problem: string; onClose: () => void }) {
  const { notices, nodes, here } = tree;
  /** The moves, and the place in them, that they were said about. */
  const about = useRef({ notices, problem, nodes, here });
  useEffect(() => {
    const before = about.current;
    about.current = { notices, problem, nodes, here };
    const same = before.notices === notices && before.problem === problem;
    const moved = before.nodes !== nodes || before.here !== here;
    if (same && moved && (notices.length > 0 || problem)) onClose();
  }, [notices, problem, nodes, here]);
  const said = [...(problem ? [problem] : []), ...notices];
  return (
    <div class={styles.notices} role="status">
      {said.map((text) => (
        <p class={controls.notice} data-notice>
          {text}
        </p>
      ))}
      {said.length > 0 && (
        <button
          type="button"
          class={classes(controls.bare, styles.close)}
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
