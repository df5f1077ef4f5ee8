// The home page: a board and a button for new visitors, the current game for returning users, then all games.
import { classes } from "../../style/classes";
import * as styles from "./home.module.css";
import * as controls from "../../style/controls.module.css";
import * as layouts from "../../style/layout.module.css";
import { Suspense } from "preact/compat";
import { useEffect, useState } from "preact/hooks";
import { Button } from "../../components/Button";
import { Icon, type IconName } from "../../components/Icon";
import { useBeenHere } from "../../game/beenHere";
import { variants } from "../../game/variants";
import { lazy } from "../../lazy";
import { navigate } from "../../router";
import { turnOnSound } from "../../sound/sound";
import { t } from "../../text/text";
import type { Plain } from "../../text/types";
import { useTitle } from "../../title";
import { firstGamePath } from "../first/firstGame";
import { GameCards } from "./GameCards";
import { IdeaBoard } from "./IdeaBoard";

// Loaded on demand, because they are below the first screen.
const Challenges = lazy(async () => ({ default: (await import("./Challenges")).Challenges }));
const CopiesPicture = lazy(async () => ({ default: (await import("./CopiesPicture")).CopiesPicture }));
// Loaded only for returning users, because it shows the user's own games.
const WelcomeBack = lazy(async () => ({ default: (await import("./WelcomeBack")).WelcomeBack }));

const ways: { href: string; icon: IconName; name: Plain; what: Plain }[] = [
  {
    href: "/play?opponent=computer",
    icon: "computer",
    name: "page.home.play-the-computer",
    what: "page.home.twenty-levels-also-offline",
  },
  { href: "#people", icon: "people", name: "page.home.play-with-people", what: "page.home.be-paired-at-once-or" },
  {
    href: "/play?opponent=friend",
    icon: "friend",
    name: "page.home.play-a-friend",
    what: "page.home.by-a-link-you-send",
  },
  {
    href: "/play?opponent=here",
    icon: "screen",
    name: "page.home.two-at-one-screen",
    what: "page.home.take-turns-on-this-board",
  },
];

/**
 * Returns whether the boards are animated, and a setter. Under reduced motion they are not, unless the user
 * overrides it.
 */
function useMotion() {
  const still = matchMedia("(prefers-reduced-motion: reduce)");
  const [moving, setMoving] = useState(!still.matches);
  useEffect(() => {
    const follow = () => setMoving(!still.matches);
    still.addEventListener("change", follow);
    return () => still.removeEventListener("change", follow);
  }, []);
  return [moving, setMoving] as const;
}

export default function Home() {
  const [moving, setMoving] = useMotion();
  useTitle("");
  const back = useBeenHere();
  return (
    <div class={classes(layouts.column, styles.home)}>
      {back ? (
        <Suspense fallback={<div class={styles.waiting} aria-busy="true" />}>
          <WelcomeBack />
        </Suspense>
      ) : (
        <Hero moving={moving} />
      )}

      <nav class={styles.ways} aria-label={t("page.home.ways-to-play")}>
        {ways.map((way) => (
          <a key={way.name} href={way.href}>
            <Icon name={way.icon} />
            <strong>{t(way.name)}</strong>
            <span>{t(way.what)}</span>
          </a>
        ))}
      </nav>

      {back && <People />}
      <GameCards newcomer={!back} moving={moving} onMoving={setMoving} />
      {!back && (
        <Suspense fallback={null}>
          <CopiesPicture />
        </Suspense>
      )}
      {!back && <People />}
    </div>
  );
}

/** The section on playing other people. Its place is reserved until its code is loaded. */
function People() {
  return (
    <Suspense fallback={<div id="people" class={styles.waiting} />}>
      <Challenges />
    </Suspense>
  );
}

/** The first screen of a new visitor: one board, one sentence, one button. */
function Hero({ moving }: { moving: boolean }) {
  const [first] = variants;
  const play = () => {
    if (!first) return;
    turnOnSound();
    navigate(firstGamePath(first.name) ?? `/play?variant=${first.name}`);
  };
  return (
    <section class={styles.hero}>
      <div>
        <h1>{t("page.home.chess-and-its-reflection")}</h1>
        <p>{t("page.home.left-and-right-of-the")}</p>
        <Button class={classes(controls.primary, styles.play)} onClick={play}>
          <Icon name="play" />
          {t("page.home.play")}
        </Button>
        <p class={styles.heroNote}>{t("page.home.hero-note")}</p>
      </div>
      {first && (
        <div>
          <IdeaBoard class={styles.idea} info={first} moving={moving} />
        </div>
      )}
    </section>
  );
}
