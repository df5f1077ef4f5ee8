// The letters and numbers of the squares beside the board instead of on it.
import * as styles from "./outside.module.css";
import type { Layout } from "./layout";
import { middleOf } from "./layout";

export function Outside({ layout }: { layout: Layout }) {
  const files = layout.rows[layout.ranks - 1] ?? [];
  const share = (part: number, whole: number) => `${(part / whole) * 100}%`;
  /** Where a file is seen now; nowhere, when the boards have slid it away. */
  const across = (name: string) => (middleOf(layout, name)?.x ?? 0) - layout.left;
  return (
    <div class={styles.outside} aria-hidden="true" data-coordinates="outside">
      {files
        .filter(({ name }) => across(name) > 0 && across(name) < layout.width)
        .map(({ name }) => (
          <span key={name} class={styles.file} style={{ left: share(across(name), layout.width) }}>
            {name.slice(0, 1)}
          </span>
        ))}
      {layout.rows.map(([cell]) =>
        cell ? (
          <span
            key={cell.name}
            class={styles.rank}
            style={{ top: share(middleOf(layout, cell.name)?.y ?? 0, layout.height) }}
          >
            {cell.name.slice(1)}
          </span>
        ) : null,
      )}
    </div>
  );
}
