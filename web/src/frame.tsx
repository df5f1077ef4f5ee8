// The head and foot of every page: the name and the ways to the other pages.
import * as styles from "./frame.module.css";
import * as controls from "./style/controls.module.css";
import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { useNotice } from "./offline/notice";
import { useOnline } from "./offline/online";
import { useLocation } from "./router";
import { Settings } from "./components/settings/Settings";

const places = [
  { href: "/play", name: "Play" },
  { href: "/analysis", name: "Analyse" },
  { href: "/learn", name: "Learn" },
  { href: "/puzzles", name: "Puzzles" },
  { href: "/study", name: "Studies" },
  { href: "/workshop", name: "Workshop" },
  { href: "/games", name: "My games" },
];

/** The other pages: in a row, or behind a button where there is no room for one. */
function Places() {
  const here = useLocation().pathname;
  const [open, setOpen] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => setOpen(false), [here]);
  useEffect(() => {
    if (!open) return;
    const closes = (event: Event) => {
      if (event instanceof KeyboardEvent ? event.key === "Escape" : !box.current?.contains(event.target as Node)) setOpen(false);
    };
    document.addEventListener("pointerdown", closes);
    document.addEventListener("keydown", closes);
    return () => {
      document.removeEventListener("pointerdown", closes);
      document.removeEventListener("keydown", closes);
    };
  }, [open]);
  return (
    <div ref={box} class={styles.places}>
      <button type="button" class={styles.menu} aria-label="Menu" aria-expanded={open} aria-controls="pages" onClick={() => setOpen(!open)}>
        <svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">
          <path d={open ? "M6 6l12 12M18 6L6 18" : "M4 7h16M4 12h16M4 17h16"} />
        </svg>
      </button>
      <nav id="pages" class={open ? styles.open : undefined} aria-label="Pages">
        {places.map((place) => (
          <a href={place.href} data-name={place.name} aria-current={here.startsWith(place.href) ? "page" : undefined}>
            {place.name}
          </a>
        ))}
      </nav>
    </div>
  );
}

export function Frame({ children }: { children: ComponentChildren }) {
  const online = useOnline();
  const notice = useNotice();
  return (
    <>
      <a class={styles.skip} href="#main">
        Skip to content
      </a>
      <header class={styles.head}>
        <a class={styles.name} href="/">
          Tain<span class={controls.visuallyHidden}>, first page</span>
        </a>
        <Places />
        <Settings />
        <p class={styles.offline} role="status">
          {online ? "" : "Offline: the computer, analysis and learning work."}
        </p>
      </header>
      <p class={styles.notice} role="status" data-announcement>
        {notice}
      </p>
      <main id="main" tabIndex={-1}>
        {children}
      </main>
      <footer class={styles.foot}>
        <a href="/privacy">Privacy</a>
        <a href="/licences">Licences</a>
      </footer>
    </>
  );
}
