// The seams as resize handles for the side boards: drag them or use the arrow keys. The width is saved.
import { classes } from "../../style/classes";
import * as styles from "./seamgrips.module.css";
import { useRef } from "preact/hooks";
import { wingFiles, wings } from "../../settings/board";
import { useSetting } from "../../settings/settings";
import { t } from "../../text/text";
import type { Layout } from "./layout";
import { unit } from "./layout";

interface Props {
  layout: Layout;
  /** Called with the width in files during a drag, and with null when it ends. */
  onDrag: (files: number | null) => void;
  /** Called for a press without a drag, which goes to the square underneath. */
  onPress: (event: PointerEvent) => void;
}

const slack = 4;

export function SeamGrips({ layout, onDrag, onPress }: Props) {
  const { centre, width, files: all, wing } = layout;
  const press = useRef<{ x: number; wing: number; square: number; moved: boolean } | null>(null);
  const [, chooseFiles] = useSetting(wingFiles);
  const [, chooseWings] = useSetting(wings);
  /** Saves the number of visible files of the side boards. */
  const keep = (files: number, all: number) => {
    if (files > 0 && files < all) chooseFiles(files);
    chooseWings(files <= 0 ? "none" : files >= all ? "full" : "narrow");
  };
  const held = (files: number) => Math.max(0, Math.min(all, files));

  const grip = (side: "left" | "right") => {
    const x = side === "left" ? centre.x : centre.x + centre.width;
    const filesAt = (event: PointerEvent) => {
      const from = press.current;
      if (!from) return wing;
      const far = (event.clientX - from.x) / from.square;
      return held(from.wing + (side === "left" ? far : -far));
    };
    const key = (event: KeyboardEvent) => {
      const wider = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1 }[event.key];
      if (wider === undefined && event.key !== "Home" && event.key !== "End") return;
      event.preventDefault();
      event.stopPropagation();
      if (wider !== undefined) keep(held((wider > 0 ? Math.floor(wing) : Math.ceil(wing)) + wider), all);
      else keep(event.key === "Home" ? 0 : all, all);
    };
    // One handle is enough for the keyboard: both side boards have the same width.
    const named = side === "left" && {
      role: "separator" as const,
      tabIndex: 0,
      "aria-label": t("page.board.width-of-the-side-boards"),
      "aria-orientation": "vertical" as const,
      "aria-valuemin": 0,
      "aria-valuemax": all,
      "aria-valuenow": wing,
      "aria-valuetext": t("page.board.files", { n: Math.round(wing) }),
      onKeyDown: key,
    };
    return (
      <div
        class={classes(styles.grip, side === "right" && styles.right)}
        data-seam={side}
        style={{ left: `${(x / width) * 100}%` }}
        title={t("page.board.drag-to-change-the-width")}
        onPointerDown={(event) => {
          const picture = event.currentTarget.parentElement;
          if (event.button !== 0 || !picture) return;
          event.currentTarget.setPointerCapture(event.pointerId);
          press.current = { x: event.clientX, wing, square: (picture.clientWidth * unit) / width, moved: false };
        }}
        onPointerMove={(event) => {
          const from = press.current;
          if (!from) return;
          from.moved ||= Math.abs(event.clientX - from.x) > slack;
          if (from.moved) onDrag(filesAt(event));
        }}
        onPointerUp={(event) => {
          const from = press.current;
          if (!from) return;
          if (from.moved) keep(Math.round(filesAt(event)), all);
          else onPress(event);
          press.current = null;
          onDrag(null);
        }}
        onPointerCancel={() => {
          press.current = null;
          onDrag(null);
        }}
        onDblClick={() => {
          chooseFiles(0);
          chooseWings("auto");
        }}
        {...named}
      />
    );
  };
  return (
    <>
      {grip("left")}
      {grip("right")}
    </>
  );
}
