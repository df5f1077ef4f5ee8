// Requests a deep analysis from the server's workers, and shows its progress.
import { classes } from "../../../style/classes";
import * as styles from "./review.module.css";
import * as controls from "../../../style/controls.module.css";
import * as layouts from "../../../style/layout.module.css";
import { Alert } from "../../../components/Alert";
import { Button } from "../../../components/Button";
import { usePolled } from "../../../components/usePolled";
import { t } from "../../../text/text";
import type { GameAnalysis } from "../../../wire.gen";
import type { WorkersState } from "./useWorkers";
import { analysts } from "./workers";

/** The interval, in milliseconds, for checking whether workers are available. */
const pollInterval = 15_000;

interface Props {
  state: WorkersState;
  /** Whether workers have already made the displayed review. */
  again: boolean;
}

export function WorkersPanel({ state, again }: Props) {
  const { value: can } = usePolled(analysts, pollInterval);
  // A single server has no workers, so the panel is hidden.
  if (!state.requested && !can?.queue && !state.problem) return null;
  return (
    <div
      class={styles.workers}
      role="group"
      aria-labelledby="workers-title"
      data-workers={state.requested ? (state.standing?.state ?? "requested") : can?.workers ? "free" : "none"}
    >
      <h3 id="workers-title">{t("page.analysis.workers-title")}</h3>
      {state.requested ? (
        <WorkersStatus state={state} />
      ) : (
        can?.queue && <Offer state={state} again={again} workers={can.workers} />
      )}
      <Alert>{state.problem}</Alert>
    </div>
  );
}

function Offer({ state, again, workers }: Props & { workers: number }) {
  if (workers === 0) return <p class={classes(layouts.dim, layouts.flush)}>{t("page.analysis.workers-none")}</p>;
  return (
    <>
      <p class={classes(layouts.dim, layouts.flush)}>{t("page.analysis.workers-about")}</p>
      <Button onClick={state.ask}>
        {again ? t("page.analysis.workers-ask-again") : t("page.analysis.workers-ask")}
      </Button>
    </>
  );
}

function WorkersStatus({ state }: { state: WorkersState }) {
  const { standing, lost } = state;
  return (
    <>
      <progress value={standing?.done ?? 0} max={standing?.total ?? 1} aria-label={t("page.analysis.workers-title")} />
      <p class={controls.figures} role="status">
        {lost ? t("page.analysis.workers-unreachable") : standing ? standingText(standing) : ""}
      </p>
      <Button onClick={state.withdraw} disabled={!standing && !lost}>
        {t("page.analysis.workers-withdraw")}
      </Button>
    </>
  );
}

function standingText({ state, place, done, total, workers }: GameAnalysis): string {
  if (state === "done") return t("page.analysis.workers-progress", { done: total, total });
  if (workers === 0) return t("page.analysis.workers-gone");
  if (state === "waiting") return t("page.analysis.workers-place", { place });
  return t("page.analysis.workers-progress", { done, total });
}
