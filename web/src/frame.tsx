// The header and footer of every page: name and navigation.
import { classes } from "./style/classes";
import * as styles from "./frame.module.css";
import * as controls from "./style/controls.module.css";
import * as layouts from "./style/layout.module.css";
import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { useNotice } from "./offline/notice";
import { useOnline } from "./offline/online";
import { useLocation } from "./router";
import { Icon, type IconName } from "./components/Icon";
import { LanguageSwitch } from "./components/LanguageSwitch";
import { Settings } from "./components/settings/Settings";
import { rich } from "./text/rich";
import { t } from "./text/text";
import type { Plain } from "./text/types";

const places: { href: string; icon: IconName; name: Plain }[] = [
  { href: "/play", icon: "play", name: "page.frame.play" },
  { href: "/analysis", icon: "analyse", name: "page.frame.analyse" },
  { href: "/learn", icon: "learn", name: "page.frame.learn" },
  { href: "/puzzles", icon: "puzzles", name: "page.frame.puzzles" },
  { href: "/study", icon: "studies", name: "page.frame.studies" },
  { href: "/workshop", icon: "workshop", name: "page.frame.workshop" },
  { href: "/games", icon: "games", name: "page.frame.my-games" },
];

/** Navigation: a row of links, or a menu button on narrow screens. */
function Places() {
  const here = useLocation().pathname;
  const [open, setOpen] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => setOpen(false), [here]);
  useEffect(() => {
    if (!open) return;
    const closes = (event: Event) => {
      if (event instanceof KeyboardEvent ? event.key === "Escape" : !box.current?.contains(event.target as Node))
        setOpen(false);
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
      <button
        type="button"
        class={classes(controls.bare, styles.menu)}
        aria-label={t("page.frame.menu")}
        aria-expanded={open}
        aria-controls="pages"
        onClick={() => setOpen(!open)}
      >
        <svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">
          <path d={open ? "M6 6l12 12M18 6L6 18" : "M4 7h16M4 12h16M4 17h16"} />
        </svg>
      </button>
      <nav id="pages" class={open ? styles.open : undefined} aria-label={t("page.frame.pages")}>
        {places.map((place) => (
          <a href={place.href} aria-current={here.startsWith(place.href) ? "page" : undefined}>
            <Icon name={place.icon} />
            <span data-label={t(place.name)}>{t(place.name)}</span>
          </a>
        ))}
      </nav>
    </div>
  );
}

export function Frame({ children }: { children: ComponentChildren }) {
  const here = useLocation().pathname;
  const online = useOnline();
  const notice = useNotice();
  return (
    <>
      <a class={styles.skip} href="#main">
        {t("page.frame.skip-to-content")}
      </a>
      <header class={classes(layouts.row, styles.head)}>
        <a class={styles.name} href="/">
          {rich("page.frame.name", { more: (text) => <span class={controls.visuallyHidden}>{text}</span> })}
        </a>
        <Places />
        <a
          class={styles.account}
          href="/account"
          aria-label={t("page.account.account")}
          title={t("page.account.account")}
          aria-current={here === "/account" ? "page" : undefined}
        >
          <Icon name="people" />
        </a>
        <Settings />
        <p class={styles.offline} role="status">
          {online ? "" : t("page.frame.offline-the-computer-analysis-and")}
        </p>
      </header>
      <p class={styles.notice} role="status" data-announcement>
        {notice}
      </p>
      <main id="main" tabIndex={-1}>
        {children}
      </main>
      <footer class={classes(layouts.cluster, styles.foot)}>
        <a href="/docs">{t("page.frame.docs")}</a>
        <a href="/privacy">{t("page.frame.privacy")}</a>
        <a href="/licences">{t("page.frame.licences")}</a>
        <LanguageSwitch class={classes(layouts.row, styles.language)} />
      </footer>
    </>
  );
}
