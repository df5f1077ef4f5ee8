// The resize handle of a board: drag it or use the arrow keys. The size is saved.
import * as styles from "./sizecorner.module.css";
import { useRef } from "preact/hooks";
import { boardSize } from "../settings/board";
import { useSetting } from "../settings/settings";
import { t } from "../text/text";

const [least, most, step] = [40, 100, 5];

const clamp = (size: number) => Math.max(least, Math.min(most, Math.round(size)));

export function SizeCorner() {
  const [size, setSize] = useSetting(boardSize);
  const press = useRef<{ x: number; y: number; size: number; height: number } | null>(null);
  const steps: Record<string, number> = {
    ArrowRight: size + step,
    ArrowUp: size + step,
    ArrowLeft: size - step,
    ArrowDown: size - step,
    Home: least,
    End: most,
  };
  return (
    <div
      class={styles.corner}
      role="slider"
      tabIndex={0}
      aria-label={t("page.board.board-size")}
      aria-valuemin={least}
      aria-valuemax={most}
      aria-valuenow={size}
      aria-valuetext={t("page.board.percent-of-window", { size })}
      title={t("page.board.drag-to-change-the-size")}
      data-own-keys
      onPointerDown={(event) => {
        const picture = event.currentTarget.parentElement;
        if (event.button !== 0 || !picture) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        press.current = { x: event.clientX, y: event.clientY, size, height: picture.clientHeight };
      }}
      onPointerMove={(event) => {
        const from = press.current;
        if (!from) return;
        const [dx, dy] = [event.clientX - from.x, event.clientY - from.y];
        const far = Math.abs(dx) > Math.abs(dy) ? dx : dy;
        setSize(clamp(from.size * (1 + far / from.height)));
      }}
      onPointerUp={() => {
        press.current = null;
      }}
      onPointerCancel={() => {
        press.current = null;
      }}
      onDblClick={() => setSize(most)}
      onKeyDown={(event) => {
        const next = steps[event.key];
        if (next === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
        event.preventDefault();
        event.stopPropagation();
        setSize(clamp(next));
      }}
    />
  );
}
