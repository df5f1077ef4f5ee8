// The 3D view. Its renderer is loaded on first use.
import * as styles from "./space.module.css";
import { useEffect, useRef, useState } from "preact/hooks";
import { coordinates } from "../../settings/look";
import { useSetting } from "../../settings/settings";
import { onTheme } from "../../style/theme";
import { t } from "../../text/text";
import type { BoardProps } from "../types";
import type { Selection } from "./useSelection";
import { Note, Picker } from "./Picker";
import type { SpaceScene, HitTarget } from "./scene";

export interface SpaceViewProps {
  board: BoardProps;
  selection: Selection;
  focused: string | null;
  /** Whether quadrants are numbered. */
  quadrants: boolean;
  /** Whether pickers open in this view. */
  hasPickers: boolean;
  height: number;
  /** Incremented to reset the view. */
  resets: number;
  /** Called if 3D is unavailable. */
  onMissing: () => void;
}

/** Reports whether the browser supports WebGL 2. */
export function drawsSpace(): boolean {
  try {
    const context = document.createElement("canvas").getContext("webgl2");
    context?.getExtension("WEBGL_lose_context")?.loseContext();
    return context !== null;
  } catch {
    return false;
  }
}

export function SpaceView(props: SpaceViewProps) {
  const { board, selection, focused, quadrants, hasPickers, height, resets, onMissing } = props;
  const host = useRef<HTMLDivElement>(null);
  const [scene, setScene] = useState<SpaceScene | null>(null);
  const [seen, setSeen] = useState(false);
  const now = useRef(props);
  now.current = props;

  // Browsers limit the number of WebGL contexts, so only visible views have one.
  useEffect(() => {
    if (!host.current) return undefined;
    const observer = new IntersectionObserver((entries) => setSeen(entries.at(-1)?.isIntersecting ?? false));
    observer.observe(host.current);
    return () => observer.disconnect();
  }, []);

  useEffect(() => {
    if (!seen) return undefined;
    let made: SpaceScene | undefined;
    let gone = false;
    const press = (spot: HitTarget | null) => {
      const c = now.current.selection;
      if (!spot) c.cancel();
      else if ("square" in spot && matchMedia("(pointer: coarse)").matches) c.tap(spot.square);
      else if ("square" in spot) c.press(spot.square);
      else if ("handle" in spot) c.pressBoard(spot.handle);
      else if ("closed" in spot) c.explain(spot.closed);
      else c.pressPin(spot.pin, spot.turned);
    };
    const point = (spot: HitTarget | null) => {
      const c = now.current.selection;
      c.explain(spot && "closed" in spot ? spot.closed : null);
      c.point(spot && !("handle" in spot) && !("closed" in spot) ? spot : null);
    };
    const lift = (square: string) => now.current.selection.lift(square);
    // Dropping a piece plays the move without confirmation, even on touch screens.
    const drop = (square: string) => now.current.selection.press(square);
    import("./scene")
      .then(({ SpaceScene }) => {
        if (gone || !host.current) return;
        made = new SpaceScene(host.current, board.info, board.flip ?? false, {
          press,
          point,
          lift,
          drop,
          lost: () => now.current.onMissing(),
        });
        setScene(made);
      })
      .catch(() => {
        if (!gone) onMissing();
      });
    const repaint = () => made?.repaint();
    const unwatch = onTheme(repaint);
    return () => {
      gone = true;
      unwatch();
      made?.dispose();
      setScene(null);
    };
  }, [board.info, board.flip, seen]);

  useEffect(
    () => scene?.show({ board, selection, focused, quadrants }),
    [
      scene,
      board.state,
      board.step,
      board.premove,
      board.arrows,
      board.drawings,
      board.movable,
      selection.square,
      selection.board,
      selection.preview,
      selection.hints,
      selection.pins,
      selection.boards,
      selection.selectable,
      selection.closed,
      selection.explained,
      focused,
      quadrants,
    ],
  );

  useEffect(() => scene?.reset(), [resets]);
  const [named] = useSetting(coordinates);
  const painted = useRef(named);
  useEffect(() => {
    if (painted.current !== named) scene?.repaint();
    painted.current = named;
  }, [scene, named]);

  const question = hasPickers ? selection.question : null;
  const at = question && scene?.locate(question.at);
  const note = hasPickers ? selection.note : null;
  const noted = note && scene?.locate(note.pin);
  return (
    <div class={styles.view} style={{ height: `${height}px` }}>
      <div ref={host} class={styles.canvas} aria-busy={scene === null} />
      {quadrants && hasPickers && (
        <p class={styles.legend} aria-hidden="true" data-legend="space">
          {t("page.board.quadrants-legend")}
        </p>
      )}
      {note && noted && <Note text={note.why} style={{ "--x": `${noted.x * 100}%`, "--y": `${noted.y * 100}%` }} />}
      {question && at && (
        <Picker
          moves={question.moves}
          onPick={selection.play}
          onCancel={selection.cancel}
          style={{ "--x": `${at.x * 100}%`, "--y": `${at.y * 100}%` }}
        />
      )}
    </div>
  );
}
