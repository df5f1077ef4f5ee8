// A list that renders only the visible rows. Rows may have any height; it is estimated until they are
// rendered.
import type { ComponentChildren, VNode } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";

interface Props<Row extends { key: string }> {
  rows: readonly Row[];
  /** The row to scroll into view; -1 for none. */
  current: number;
  guess: (row: Row, width: number) => number;
  draw: (row: Row) => VNode;
  class?: string;
  label: string;
  /** Content before and after the rows. */
  before?: ComponentChildren;
  after?: ComponentChildren;
}

/** The number of rows up to which a list is rendered completely. */
const windowThreshold = 120;
/** The height, in pixels, that is rendered beyond each edge. */
const overscan = 500;

export function Windowed<Row extends { key: string }>({
  rows,
  current,
  guess,
  draw,
  label,
  before,
  after,
  ...rest
}: Props<Row>) {
  const box = useRef<HTMLDivElement>(null);
  const body = useRef<HTMLDivElement>(null);
  const heights = useRef(new Map<string, number>());
  const [view, setView] = useState({ top: 0, height: 600, width: 320 });
  const all = rows.length <= windowThreshold;

  const tops: number[] = [0];
  if (!all) {
    for (const [at, row] of rows.entries()) {
      tops.push((tops[at] as number) + (heights.current.get(row.key) ?? guess(row, view.width)));
    }
  }
  let [first, last] = [0, rows.length];
  if (!all) {
    first = Math.max(0, tops.findIndex((top) => top > view.top - overscan) - 1);
    const end = tops.findIndex((top) => top > view.top + view.height + overscan);
    last = end < 0 ? rows.length : end;
  }
  const total = tops.at(-1) as number;

  const look = () => {
    const frame = box.current;
    // A list that is rendered completely does not depend on its view, and measuring it forces a layout.
    if (!frame || all) return;
    const next = {
      top: frame.scrollTop - (body.current?.offsetTop ?? 0),
      height: frame.clientHeight,
      width: frame.clientWidth,
    };
    // Short scrolls need no redraw, because rows beyond the edges are rendered too.
    setView((now) =>
      Math.abs(now.top - next.top) < 120 && now.height === next.height && now.width === next.width ? now : next,
    );
  };

  // Measure rendered rows.
  useLayoutEffect(() => {
    if (all || !body.current) return;
    let changed = false;
    for (const element of body.current.children) {
      const { key } = (element as HTMLElement).dataset;
      if (key === undefined) continue;
      const height = element.getBoundingClientRect().height;
      if (Math.abs((heights.current.get(key) ?? 0) - height) < 0.5) continue;
      heights.current.set(key, height);
      changed = true;
    }
    if (changed) setView((now) => ({ ...now }));
  });

  useLayoutEffect(() => {
    const frame = box.current;
    if (!frame || all) return;
    look();
    const observer = new ResizeObserver(look);
    observer.observe(frame);
    return () => observer.disconnect();
  }, [all]);

  // Scroll only the list, never the page.
  useLayoutEffect(() => {
    const frame = box.current;
    // A list without rows starts with the content before them.
    if (!frame || current < 0 || rows.length === 0) return;
    const here = frame.querySelector<HTMLElement>(`[data-key="${rows[current]?.key}"]`);
    const origin = body.current?.offsetTop ?? 0;
    const top = here ? here.offsetTop : origin + (tops[current] ?? 0);
    const height = here?.offsetHeight ?? 40;
    if (top < frame.scrollTop || top + height > frame.scrollTop + frame.clientHeight)
      frame.scrollTop = top - frame.clientHeight / 2;
    look();
  }, [current, rows]);

  return (
    <div class={rest.class} ref={box} role="group" aria-label={label} onScroll={look} style={{ position: "relative" }}>
      {before}
      <div
        ref={body}
        style={
          all
            ? undefined
            : { paddingTop: `${tops[first]}px`, paddingBottom: `${Math.max(0, total - (tops[last] as number))}px` }
        }
      >
        {rows.slice(first, last).map(draw)}
      </div>
      {after}
    </div>
  );
}
