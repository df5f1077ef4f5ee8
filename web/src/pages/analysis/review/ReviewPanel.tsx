// What the engine has found in a game: how well it was played, and exercises.
import { classes } from "../../../style/classes";
import * as styles from "./review.module.css";
import * as controls from "../../../style/controls.module.css";
import * as formStyles from "../form.module.css";
import { reviewEffort } from "../../../settings/engine";
import { useSetting } from "../../../settings/settings";
import { sideName } from "../../../rules/text";
import type { Colour } from "../../../wire.gen";
import { mainLine, numbering, type Tree } from "../tree";
import type { ExerciseState } from "./useExercise";
import { blunder, type Review, type Slip } from "./review";
import type { ReviewState } from "./useReview";

interface Props {
  tree: Tree;
  review: Review | undefined;
  state: ReviewState;
  exercise: ExerciseState;
  /** Goes to the position before a move and asks for a better one. */
  onExercise: (slip: Slip) => void;
  onEnd: () => void;
  /** Adds the better line to the moves. */
  onLine: (slip: Slip) => void;
}

export function ReviewPanel({ tree, review, state, exercise, onExercise, onEnd, onLine }: Props) {
  const plies = mainLine(tree).length;
  const { progress } = state;
  return (
    <section class={styles.review} aria-labelledby="review-title" data-review={progress ? "running" : review ? "done" : "none"}>
      <h2 id="review-title">Review</h2>
      {progress ? (
        <div class={styles.running}>
          <progress value={progress.done} max={progress.total} aria-label="Review" />
          <p class={controls.figures} role="status">
            {progress.done} of {progress.total} positions
          </p>
          <button type="button" class={controls.button} onClick={state.stop}>
            Stop the review
          </button>
        </div>
      ) : plies === 0 ? (
        <p class={styles.hint}>Open a game or play some moves; then the engine goes through them.</p>
      ) : (
        !review && (
          <>
            <p class={styles.hint}>The engine goes through the game here in the browser, and shows where it turned and what would have been better.</p>
            <Effort />
            <button type="button" class={classes(controls.button, controls.primary)} onClick={state.begin}>
              Review this game
            </button>
            {tree.review && <p class={styles.hint}>The moves have changed since the last review.</p>}
          </>
        )
      )}
      {state.problem && (
        <p class={controls.notice} role="alert">
          {state.problem}
        </p>
      )}
      {review && !progress && (
        <>
          <dl class={styles.figures}>
            {(["white", "black"] as const).map((side) => (
              <div key={side} data-accuracy={side}>
                <dt>{sideName(side)}'s accuracy</dt>
                <dd class={controls.figures}>{review.accuracy[side] === null ? "–" : `${Math.round(review.accuracy[side])} %`}</dd>
              </div>
            ))}
          </dl>
          {review.opening && (
            <p class={styles.opening} data-opening>
              Opening: <strong>{review.opening}</strong>
            </p>
          )}
          {exercise.slip ? (
            <Exercise tree={tree} slips={review.slips} slip={exercise.slip} state={exercise} onExercise={onExercise} onEnd={onEnd} onLine={onLine} />
          ) : (
            <>
              {(["white", "black"] as const).map((side) => (
                <Slips key={side} tree={tree} side={side} slips={review.slips.filter((slip) => slip.side === side)} onExercise={onExercise} />
              ))}
              <Effort />
              <button type="button" class={controls.button} onClick={state.begin}>
                Review again
              </button>
            </>
          )}
        </>
      )}
    </section>
  );
}

function Effort() {
  const [effort, setEffort] = useSetting(reviewEffort);
  return (
    <label class={formStyles.inline}>
      <span>How closely</span>
      <select class={controls.field} value={effort} onChange={(event) => setEffort(event.currentTarget.value as typeof effort)}>
        <option value="quick">Quick</option>
        <option value="usual">Usual</option>
        <option value="thorough">Thorough</option>
      </select>
    </label>
  );
}

/** A move with its number: "12. Rd1". */
export function moveName(tree: Tree, slip: Slip): string {
  const { first, black } = numbering(tree.start);
  const count = slip.ply + (black ? 1 : 0);
  return `${first + Math.floor(count / 2)}${count % 2 === 0 ? "." : "…"} ${slip.san}`;
}

function Slips({ tree, side, slips, onExercise }: { tree: Tree; side: Colour; slips: Slip[]; onExercise: Props["onExercise"] }) {
  return (
    <div class={styles.side}>
      <h3>{sideName(side)}</h3>
      {slips.length === 0 && <p class={styles.hint}>No move gave much away.</p>}
      <ol>
        {slips.map((slip) => (
          <li key={slip.ply} class={styles.slip} data-exercise={slip.ply}>
            <p>
              <strong>
                {moveName(tree, slip)}
                {slip.lost >= blunder ? "??" : "?"}
              </strong>{" "}
              {slip.solved && <span class={styles.solved}>Solved</span>}
            </p>
            <p>{slip.against.join(" ")}</p>
            <button type="button" class={controls.button} aria-label={`Find a better move than ${moveName(tree, slip)}`} onClick={() => onExercise(slip)}>
              Find the better move
            </button>
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
    <div class={styles.exercise} role="group" aria-label="Exercise">
      <p>
        <strong>{sideName(slip.side)} to move.</strong> {moveName(tree, slip)} was played. {slip.against.join(" ")} Find a better move on the board.
      </p>
      <p class={classes(styles.said, state.tone === "right" && styles.right, state.tone === "wrong" && styles.wrong)} role="status" data-tone={state.tone}>
        {state.said}
      </p>
      <div class={styles.buttons}>
        {!known && (
          <button type="button" class={controls.button} onClick={state.show}>
            Show the answer
          </button>
        )}
        {known && (
          <button type="button" class={controls.button} onClick={() => onLine(slip)}>
            Add the line to the moves
          </button>
        )}
        {next && next.ply !== slip.ply && (
          <button type="button" class={classes(controls.button, known && controls.primary)} onClick={() => onExercise(next)}>
            Next exercise
          </button>
        )}
        <button type="button" class={controls.button} onClick={onEnd}>
          Back to the review
        </button>
      </div>
    </div>
  );
}
