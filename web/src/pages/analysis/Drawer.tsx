// The drawer below the engine and the moves, with at most one section open.
import { classes } from "../../style/classes";
import * as controls from "../../style/controls.module.css";
import * as layouts from "../../style/layout.module.css";
import * as styles from "./drawer.module.css";
import type { ComponentChildren } from "preact";
import { useEffect, useId, useRef } from "preact/hooks";
import { Icon } from "../../components/Icon";
import { t } from "../../text/text";

/** The ids of the drawer's sections, which are also the names of their icons. */
export type PartId = "review" | "notes" | "board" | "saved" | "share";

export interface Part {
  id: PartId;
  /** Its heading, in the page's language. */
  title: string;
  /** Rendered only while it is open. */
  content: () => ComponentChildren;
}

interface Props {
  parts: readonly Part[];
  /** The open section, or null. */
  open: PartId | null;
  onOpen: (id: PartId | null) => void;
  /** A result in the open section; it is scrolled into view. */
  news?: unknown;
}

export function Drawer({ parts, open, onOpen, news }: Props) {
  const id = useId();
  const shown = parts.find((part) => part.id === open);
  const box = useRef<HTMLDivElement>(null);
  // Scrolls an opened section into view.
  useEffect(() => {
    if (open) box.current?.scrollIntoView({ block: "nearest" });
  }, [open]);
  // Scrolls a new result into view, unless the user is looking elsewhere.
  useEffect(() => {
    const { top = Infinity } = box.current?.getBoundingClientRect() ?? {};
    if (open && news && top >= 0 && top < innerHeight) box.current?.scrollIntoView({ block: "nearest" });
  }, [Boolean(news)]);
  return (
    <div class={styles.drawer} ref={box}>
      <div class={classes(layouts.cluster, styles.handles)} role="group" aria-label={t("page.analysis.more")}>
        {parts.map((part) => (
          <button
            key={part.id}
            type="button"
            class={classes(controls.bare, styles.handle, part === shown && styles.open)}
            aria-expanded={part === shown}
            aria-controls={part === shown ? id : undefined}
            onClick={() => onOpen(part === shown ? null : part.id)}
          >
            <Icon name={part.id} />
            {part.title}
          </button>
        ))}
      </div>
      {shown && (
        <div class={classes(layouts.stack, layouts.gap8, styles.content)} id={id} key={shown.id}>
          {shown.content()}
        </div>
      )}
    </div>
  );
}
