// The home page: the games, and the quickest way to start one.
import { classes } from "../../style/classes";
import * as styles from "./home.module.css";
import * as controls from "../../style/controls.module.css";
import * as layouts from "../../style/layout.module.css";
import { useEffect, useState } from "preact/hooks";
import { Alert } from "../../components/Alert";
import { Button } from "../../components/Button";
import { StorageError, rememberedName } from "../../game/savedGames";
import { beginLocal } from "../../game/begin";
import { levelName } from "../../game/text";
import { variants } from "../../game/variants";
import { navigate } from "../../router";
import { turnOnSound } from "../../sound/sound";
import { t } from "../../text/text";
import type { Plain } from "../../text/types";
import { useTitle } from "../../title";
import { initialOptions } from "../play/options";
import { Challenges } from "./Challenges";
import { CopiesPicture } from "./CopiesPicture";
import { IdeaBoard } from "./IdeaBoard";

const ways: { href: string; name: Plain; what: Plain }[] = [
  {
    href: "/play?opponent=computer",
    name: "page.home.play-the-computer",
    what: "page.home.twenty-levels-also-offline",
  },
  { href: "/play?opponent=friend", name: "page.home.play-a-friend", what: "page.home.by-a-link-you-send" },
  { href: "/play?opponent=here", name: "page.home.two-at-one-screen", what: "page.home.take-turns-on-this-board" },
  { href: "#people", name: "page.home.play-with-people", what: "page.home.be-paired-at-once-or" },
  { href: "/analysis", name: "page.home.analyse", what: "page.home.a-free-board-with-an" },
  { href: "/learn", name: "page.home.learn", what: "page.home.the-rules-with-boards-to" },
  { href: "/puzzles", name: "page.home.puzzles", what: "page.home.one-solution-each-and-one" },
  { href: "/study", name: "page.home.studies", what: "page.home.chapters-to-keep-and-to" },
  { href: "/workshop", name: "page.home.workshop", what: "page.home.rules-of-your-own" },
  { href: "/games", name: "page.home.my-games", what: "page.home.go-on-or-look-back" },
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
  const [problem, setProblem] = useState("");
  useTitle("");
  const [first] = variants;
  // The level last chosen for a new game, or the default.
  const { level } = initialOptions(new URLSearchParams());
  const play = async () => {
    if (!first) return;
    try {
      const options = { variant: first.name, seat: "white", level, control: null, name: rememberedName() } as const;
      turnOnSound();
      navigate(`/local/${await beginLocal(options)}`);
    } catch (why) {
      setProblem(why instanceof StorageError ? why.message : t("page.home.the-game-could-not-be"));
    }
  };
  return (
    <div class={classes(layouts.column, styles.home)}>
      <section class={styles.hero}>
        <div>
          <h1>{t("page.home.chess-and-its-reflection")}</h1>
          <p>{t("page.home.left-and-right-of-the")}</p>
          <div class={classes(layouts.cluster, styles.heroActions)}>
            <Button class={controls.primary} onClick={play}>
              {t("page.home.play")}
            </Button>
            <a class={controls.button} href="/play">
              {t("page.home.more-choices")}
            </a>
          </div>
          <p class={styles.heroNote}>{t("page.home.hero-note", { level, name: levelName(level) })}</p>
          <Alert>{problem}</Alert>
        </div>
        {first && (
          <div>
            <IdeaBoard class={styles.idea} info={first} moving={moving} />
          </div>
        )}
      </section>

      <CopiesPicture />

      <nav class={styles.links} aria-label={t("page.home.ways-to-play")}>
        {ways.map((way) => (
          <a key={way.name} href={way.href}>
            <strong>{t(way.name)}</strong>
            <span>{t(way.what)}</span>
          </a>
        ))}
      </nav>

      <section aria-labelledby="rule-sets">
        <div class={classes(layouts.cluster, layouts.middle, layouts.spread, styles.cardsHead)}>
          <h2 id="rule-sets">{t("page.home.eight-rule-sets")}</h2>
          <Button onClick={() => setMoving(!moving)}>
            {moving ? t("page.home.stop-the-boards") : t("page.home.start-the-boards")}
          </Button>
        </div>
        <ul class={classes(layouts.list, styles.cards)}>
          {variants.map((info) => (
            <li key={info.name} class={classes(layouts.column, styles.card)}>
              <IdeaBoard class={styles.idea} info={info} moving={moving} />
              <h3>{info.title}</h3>
              <p>{info.summary}</p>
              <div class={styles.cardActions}>
                <a
                  class={controls.button}
                  href={`/play?variant=${info.name}`}
                  aria-label={t("page.home.play-name", { name: info.title })}
                >
                  {t("page.home.play")}
                </a>
                <a
                  class={controls.button}
                  href={`/learn/${info.name}`}
                  aria-label={t("page.home.learn-name", { name: info.title })}
                >
                  {t("page.home.learn")}
                </a>
              </div>
            </li>
          ))}
        </ul>
      </section>

      <Challenges />
    </div>
  );
}
