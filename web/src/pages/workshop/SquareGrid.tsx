// A small board, or two, on which squares are switched on and off, with the pointer or the keyboard.
import { classes } from "../../style/classes";
import * as styles from "./board.module.css";
import { useState } from "preact/hooks";
import { squareName } from "./draft";

interface Props {
  files: number;
  ranks: number;
  planes: 1 | 2;
  /** The squares that do not exist. They are shown as gaps and cannot be chosen, except on the grid for holes. */
  holes: readonly string[];
  chosen: readonly string[];
  onToggle: (square: string) => void;
  label: string;
}

const steps: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
};

export function SquareGrid({ planes, label, ...rest }: Props) {
  if (planes === 1) return <PlaneGrid {...rest} label={label} plane="" />;
  return (
    <>
      {["A", "B"].map((plane) => (
        <div key={plane}>
          <span aria-hidden="true">{plane}</span>
          <PlaneGrid {...rest} label={`${label}, ${plane}`} plane={plane} />
        </div>
      ))}
    </>
  );
}

function PlaneGrid(props: Omit<Props, "planes"> & { plane: string }) {
  const { files, ranks, holes, chosen, onToggle, label, plane } = props;
  const nameAt = (file: number, rank: number) => squareName(file, rank) + plane;
  const [at, setAt] = useState(nameAt(0, 0));
  const ofHoles = holes === chosen;
  const exists = (square: string) => ofHoles || !holes.includes(square);
  const all = Array.from({ length: files * ranks }, (_, i) => nameAt(i % files, Math.floor(i / files)));
  const stop = all.includes(at) && exists(at) ? at : all.find(exists);

  const key = (event: KeyboardEvent, file: number, rank: number) => {
    const step = steps[event.key];
    if (!step) return;
    event.preventDefault();
    let [x, y] = [file, rank];
    do [x, y] = [x + step[0], y + step[1]];
    while (x >= 0 && x < files && y >= 0 && y < ranks && !exists(nameAt(x, y)));
    const grid = (event.currentTarget as HTMLElement).closest("[role=group]");
    grid?.querySelector<HTMLElement>(`[data-choice="${nameAt(x, y)}"]`)?.focus();
  };

  return (
    <div class={styles.scroll}>
      <div class={styles.grid} role="group" aria-label={label} style={{ "--files": files, "--ranks": ranks }}>
        {Array.from({ length: ranks }, (_, row) => ranks - 1 - row).flatMap((rank) =>
          Array.from({ length: files }, (_, file) => {
            const square = nameAt(file, rank);
            const on = chosen.includes(square);
            if (!exists(square)) return <span key={square} />;
            return (
              <button
                key={square}
                type="button"
                class={classes(
                  styles.square,
                  (file + rank) % 2 === 0 && styles.dark,
                  on && (ofHoles ? styles.hole : styles.on),
                )}
                data-choice={square}
                aria-label={square}
                aria-pressed={on}
                tabIndex={square === stop ? 0 : -1}
                onClick={() => onToggle(square)}
                onFocus={() => setAt(square)}
                onKeyDown={(event) => key(event, file, rank)}
              >
                {(rank === 0 || file === 0) && <span aria-hidden="true">{squareName(file, rank)}</span>}
              </button>
            );
          }),
        )}
      </div>
    </div>
  );
}
