// The results of a review: accuracy, and exercises.
import { shownSan } from "../../../rules/san";
import { classes } from "../../../style/classes";
import * as styles from "./review.module.css";
import * as controls from "../../../style/controls.module.css";
import * as layouts from "../../../style/layout.module.css";
import * as formStyles from "../../../components/form.module.css";
import { Alert } from "../../../components/Alert";
import { Button } from "../../../components/Button";
import { reviewEffort } from "../../../settings/engine";
import { useSetting } from "../../../settings/settings";
import { sideName } from "../../../rules/text";
import { rich } from "../../../text/rich";
import { t } from "../../../text/text";
import type { Colour } from "../../../wire.gen";
import { mainLine, numbering, type Tree } from "../tree";
import type { ExerciseState } from "./useExercise";
import { blunder, type Review, type Slip } from "./review";
import type { ReviewState } from "./useReview";
import type { WorkersState } from "./useWorkers";
import { WorkersPanel } from "./WorkersPanel";

interface Props {
  tree: Tree;
  review: Review | undefined;
  state: ReviewState;
  workers: WorkersState;
  exercise: ExerciseState;
  /** Shows where to open a game. */
  onOpen: () => void;
  /** Goes to the position before a move and lets the user find a better one. */
  onExercise: (slip: Slip) => void;
  onEnd: () => void;
  /** Adds the better line to the moves. */
  onLine: (slip: Slip) => void;
}

export function ReviewPanel({ tree, review, state, workers, exercise, onOpen, onExercise, onEnd, onLine }: Props) {
  const plies = mainLine(tree).length;
  const { progress } = state;
  return (
    <section
      class={styles.review}
      aria-labelledby="review-title"
      data-review={progress ? "running" : review ? "done" : "none"}
    >
      <h2 id="review-title">{t("page.analysis.review")}</h2>
      {progress ? (
        <div class={styles.running}>
          <progress value={progress.done} max={progress.total} aria-label={t("page.analysis.review")} />
          <p class={controls.figures} role="status">
            {t("page.analysis.review-progress", { done: progress.done, total: progress.total })}
          </p>
          <Button onClick={state.stop}>{t("page.analysis.stop-the-review")}</Button>
        </div>
      ) : plies === 0 ? (
        <>
          <p class={classes(layouts.dim, layouts.flush)}>{t("page.analysis.open-a-game-or-play")}</p>
          <Button onClick={onOpen}>{t("page.analysis.open-a-game")}</Button>
        </>
      ) : (
        !review && (
          <>
            <p class={classes(layouts.dim, layouts.flush)}>{t("page.analysis.the-engine-goes-through-the")}</p>
            <Effort />
            <Button class={controls.primary} onClick={state.begin}>
              {t("page.analysis.review-this-game")}
            </Button>
            {tree.review && (
              <p class={classes(layouts.dim, layouts.flush)}>{t("page.analysis.the-moves-have-changed-since")}</p>
            )}
          </>
        )
      )}
      <Alert>{state.problem}</Alert>
      {review && !progress && (
        <>
          <dl class={styles.figures}>
            {(["white", "black"] as const).map((side) => (
              <div key={side} data-accuracy={side}>
                <dt>{t("page.analysis.accuracy", { side })}</dt>
                <dd class={controls.figures}>
                  {review.accuracy[side] === null
                    ? "–"
                    : t("page.analysis.percent", { n: Math.round(review.accuracy[side]) })}
                </dd>
              </div>
            ))}
          </dl>
          {Boolean(review.depth) && (
            <p class={classes(layouts.muted, layouts.flush)} data-by={review.workers ? "workers" : "browser"}>
              {t(review.workers ? "page.analysis.by-workers" : "page.analysis.by-browser", {
                depth: String(review.depth),
              })}
            </p>
          )}
          {review.opening && (
            <p class={styles.opening} data-opening>
              {rich("page.analysis.opening", { opening: review.opening, name: (text) => <strong>{text}</strong> })}
            </p>
          )}
          {exercise.slip ? (
            <Exercise
              tree={tree}
              slips={review.slips}
              slip={exercise.slip}
              state={exercise}
              onExercise={onExercise}
              onEnd={onEnd}
              onLine={onLine}
            />
          ) : (
            <>
              {(["white", "black"] as const).map((side) => (
                <Slips
                  key={side}
                  tree={tree}
                  side={side}
                  slips={review.slips.filter((slip) => slip.side === side)}
                  onExercise={onExercise}
                />
              ))}
              <Effort />
              <Button onClick={state.begin}>{t("page.analysis.review-again")}</Button>
            </>
          )}
        </>
      )}
      {plies > 0 && !exercise.slip && <WorkersPanel state={workers} again={review?.workers === true} />}
    </section>
  );
}

function Effort() {
  const [effort, setEffort] = useSetting(reviewEffort);
  return (
    <label class={formStyles.inline}>
      <span>{t("page.settings.a-review-looks")}</span>
      <select
        class={controls.field}
        value={effort}
        onChange={(event) => setEffort(event.currentTarget.value as typeof effort)}
      >
        <option value="quick">{t("page.settings.quickly")}</option>
        <option value="usual">{t("page.settings.as-usual")}</option>
        <option value="thorough">{t("page.settings.thoroughly")}</option>
      </select>
    </label>
  );
}

/** Returns a move with its number: "12. Rd1". */
function moveName(tree: Tree, slip: Slip): string {
  const { first, black } = numbering(tree.start);
  const count = slip.ply + (black ? 1 : 0);
  return `${first + Math.floor(count / 2)}${count % 2 === 0 ? "." : "…"} ${shownSan(slip.san)}`;
}

function Slips({
  tree,
  side,
  slips,
  onExercise,
}: {
  tree: Tree;
  side: Colour;
  slips: Slip[];
  onExercise: Props["onExercise"];
}) {
  return (
    <div class={styles.side}>
      <h3>{sideName(side)}</h3>
      {slips.length === 0 && (
        <p class={classes(layouts.dim, layouts.flush)}>{t("page.analysis.no-move-gave-much-away")}</p>
      )}
      <ol>
        {slips.map((slip) => (
          <li key={slip.ply} class={styles.slip} data-exercise={slip.ply}>
            <p>
              <strong>
                {moveName(tree, slip)}
                {slip.lost >= blunder ? "??" : "?"}
              </strong>{" "}
              {slip.solved && <span class={layouts.dim}>{t("page.analysis.solved")}</span>}
            </p>
            <p>{slip.against.join(" ")}</p>
            <Button
              aria-label={t("page.analysis.find-instead", { move: moveName(tree, slip) })}
              onClick={() => onExercise(slip)}
            >
              {t("page.analysis.find-the-better-move")}
            </Button>
          </li>
        ))}
      </ol>
    </div>
  );
}

interface ExerciseProps extends Pick<Props, "tree" | "onExercise" | "onEnd" | "onLine"> {
  slips: Slip[];
  slip: Slip;
  state: ExerciseState;
}

function Exercise({ tree, slips, slip, state, onExercise, onEnd, onLine }: ExerciseProps) {
  const next = slips[(slips.findIndex((one) => one.ply === slip.ply) + 1) % slips.length];
  const known = state.tone === "right" || state.tone === "shown";
  return (
    <div class={styles.exercise} role="group" aria-label={t("page.analysis.exercise")}>
      <p>
        {rich("page.analysis.exercise-task", {
          strong: (text) => <strong>{text}</strong>,
          side: slip.side,
          move: moveName(tree, slip),
          against: slip.against.join(" "),
        })}
      </p>
      <p
        class={classes(styles.feedback, state.tone === "right" && styles.right, state.tone === "wrong" && styles.wrong)}
        role="status"
        data-tone={state.tone}
      >
        {state.feedback}
      </p>
      <div class={layouts.cluster}>
        {!known && <Button onClick={state.show}>{t("page.analysis.show-the-answer")}</Button>}
        {known && <Button onClick={() => onLine(slip)}>{t("page.analysis.add-the-line-to-the")}</Button>}
        {next && next.ply !== slip.ply && (
          <Button class={known && controls.primary} onClick={() => onExercise(next)}>
            {t("page.analysis.next-exercise")}
          </Button>
        )}
        <Button onClick={onEnd}>{t("page.analysis.back-to-the-review")}</Button>
      </div>
    </div>
  );
}
