// The head and foot of every page: the name and the ways to the other pages.
import * as styles from "./frame.module.css";
import * as controls from "./style/controls.module.css";
import type { ComponentChildren } from "preact";
import { useNotice } from "./offline/notice";
import { useOnline } from "./offline/online";
import { useLocation } from "./router";
import { Settings } from "./settings/Settings";

const places = [
  { href: "/play", name: "Play" },
  { href: "/analysis", name: "Analyse" },
  { href: "/learn", name: "Learn" },
  { href: "/study", name: "Studies" },
  { href: "/workshop", name: "Workshop" },
  { href: "/games", name: "My games" },
];

export function Frame({ children }: { children: ComponentChildren }) {
  const here = useLocation().pathname;
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
        <nav aria-label="Pages">
          {places.map((place) => (
            <a href={place.href} aria-current={here.startsWith(place.href) ? "page" : undefined}>
              {place.name}
            </a>
          ))}
        </nav>
        <Settings />
        <p class={styles.offline} role="status">
          {online ? "" : "Offline: the computer, analysis and learning work."}
        </p>
        <p class={styles.notice} role="status" data-announcement>
          {notice}
        </p>
      </header>
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
