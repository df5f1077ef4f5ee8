// The icons: our own drawings on one 24 by 24 grid, with round lines.
import * as styles from "./icon.module.css";

/** A path with a light fill, and one with lines only. */
type Drawing = readonly [body: string, lines: string];

const drawings = {
  play: [
    "M12 3.5a3 3 0 1 1 0 6a3 3 0 1 1 0-6zM10.3 9.5c.2 4-.8 6.6-3.3 8.5v2.5h10V18c-2.5-1.9-3.5-4.5-3.3-8.5z",
    "M8.5 9.5h7",
  ],
  analyse: ["M10.5 4a6.5 6.5 0 1 1 0 13a6.5 6.5 0 1 1 0-13z", "M15.3 15.3L20.5 20.5M7.5 12l2.2-2.5 1.7 1.5 2.3-2.7"],
  learn: [
    "M12 6.5C9.7 5 7 4.6 3.5 5v13c3.5-.4 6.2 0 8.5 1.5 2.3-1.5 5-1.9 8.5-1.5V5C17 4.6 14.3 5 12 6.5z",
    "M12 6.5v13",
  ],
  puzzles: ["M4 8.5h4.3a2.4 2.4 0 1 1 4.4 0H17v4.1a2.4 2.4 0 1 1 0 4.4v3.5H4z", ""],
  studies: [
    "M6.5 3.5H17.5a1.5 1.5 0 0 1 1.5 1.5V19a1.5 1.5 0 0 1-1.5 1.5H6.5A1.5 1.5 0 0 1 5 19V5A1.5 1.5 0 0 1 6.5 3.5z",
    "M9 3.5v17M12 8.5h4M12 12h4",
  ],
  workshop: [
    "M20.2 7.3l-3 3-2.8-.7-.7-2.8 3-3a5 5 0 0 0-6.3 6.3L3.7 16.8a2.5 2.5 0 0 0 3.5 3.5l6.7-6.7a5 5 0 0 0 6.3-6.3z",
    "",
  ],
  games: ["M12 4a8 8 0 1 1 0 16a8 8 0 1 1 0-16z", "M12 7.5V12l3 2"],
  computer: [
    "M5.5 5H18.5A1.5 1.5 0 0 1 20 6.5V14.5A1.5 1.5 0 0 1 18.5 16H5.5A1.5 1.5 0 0 1 4 14.5V6.5A1.5 1.5 0 0 1 5.5 5z",
    "M12 16v4M8.5 20h7",
  ],
  friend: ["", "M10 14l4-4M8.5 10.5l-3 3a3.5 3.5 0 0 0 5 5l3-3M15.5 13.5l3-3a3.5 3.5 0 0 0-5-5l-3 3"],
  people: [
    "M9 5a3.3 3.3 0 1 1 0 6.6A3.3 3.3 0 1 1 9 5zM3 19c.4-3.6 2.7-5.4 6-5.4s5.6 1.8 6 5.4z",
    "M15.6 5.4a3.2 3.2 0 0 1 0 5.9M17 13.9c2.3.6 3.6 2.3 4 5.1",
  ],
  screen: ["", "M4 9h13.5L14 5.5M20 15H6.5L10 18.5"],
  flip: ["", "M8 4.5V19l-3.5-3.5M16 19.5V5l3.5 3.5"],
  hint: [
    "M12 3.5a5.8 5.8 0 0 0-3.5 10.4c.7.6 1 1.3 1 2.1v1.5h5V16c0-.8.3-1.5 1-2.1A5.8 5.8 0 0 0 12 3.5z",
    "M10 20.5h4",
  ],
  sound: ["M4 9.5v5h3.5L12 18.5v-13L7.5 9.5z", "M15.5 9a4.2 4.2 0 0 1 0 6M18 6.5a7.8 7.8 0 0 1 0 11"],
  mute: ["M4 9.5v5h3.5L12 18.5v-13L7.5 9.5z", "M16 9.5l5 5M21 9.5l-5 5"],
  resign: ["M6 4.5c3-1.3 4.5 1.2 7.5.7 1.7-.3 3-.9 4.5-.7v8.5c-3-.4-4 .9-6 1-2.5.1-3.5-1.2-6-.5z", "M6 21V4"],
  draw: ["", "M6 9.5h12M6 14.5h12"],
  undo: ["", "M9 5L4.5 9.5 9 14M5 9.5h9a5 5 0 0 1 0 10h-3"],
  share: ["", "M12 15V4M8 7.5L12 3.5l4 4M5 12.5v7h14v-7"],
  review: ["M4 4.5V20H20", "M7.5 15l3.5-4 3 2.5 5-6.5"],
  notes: ["M5 19l1-4L16.5 4.5l3 3L9 18z", "M14 7l3 3"],
  board: ["M4 4h8v8H4zM12 12h8v8h-8z", "M4 4h16v16H4z"],
  saved: ["M6.5 4h11v16.5L12 16.5l-5.5 4z", ""],
  streak: [
    "M12 3c.6 3.6 5.5 5.5 5.5 11a5.5 5.5 0 0 1-11 0c0-2.4 1.2-4 2.5-5.2.2 1.7.8 2.4 1.6 2.7C10.3 8.5 10.7 5.5 12 3z",
    "",
  ],
  rematch: ["", "M4.5 11a7.5 7.5 0 0 1 13.2-3.7L20 10M20 5v5h-5M19.5 13a7.5 7.5 0 0 1-13.2 3.7L4 14M4 19v-5h5"],
  spark: ["M12 3.5l2 6.5 6.5 2-6.5 2-2 6.5-2-6.5L3.5 12l6.5-2z", ""],
} as const satisfies Record<string, Drawing>;

export type IconName = keyof typeof drawings;

/** A decorative icon next to a label, hidden from screen readers. */
export function Icon({ name }: { name: IconName }) {
  const [body, lines]: Drawing = drawings[name];
  return (
    <svg class={styles.icon} viewBox="0 0 24 24" aria-hidden="true">
      {body && <path class={styles.body} d={body} />}
      {lines && <path d={lines} />}
    </svg>
  );
}
