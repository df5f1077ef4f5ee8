// The first page: what there is, and the quickest way to play it.
import { classes } from "../../style/classes";
import * as styles from "./home.module.css";
import * as controls from "../../style/controls.module.css";
import { useEffect, useState } from "preact/hooks";
import { StorageError, rememberedName } from "../../game/savedGames";
import { beginLocal } from "../../game/begin";
import { levelName } from "../../game/text";
import { variants } from "../../game/variants";
import { navigate } from "../../router";
import { gameStarts } from "../../sound/sound";
import { useTitle } from "../../title";
import { initialOptions } from "../play/options";
import { Challenges } from "./Challenges";
import { CopiesPicture } from "./CopiesPicture";
import { IdeaBoard } from "./IdeaBoard";

const ways = [
  { href: "/play?opponent=computer", name: "Play the computer", what: "Twenty levels, also offline" },
  { href: "/play?opponent=friend", name: "Play a friend", what: "By a link you send" },
  { href: "/play?opponent=here", name: "Two at one screen", what: "Take turns on this board" },
  { href: "#people", name: "Play with people", what: "Be paired at once, or watch" },
  { href: "/analysis", name: "Analyse", what: "A free board with an engine" },
  { href: "/learn", name: "Learn", what: "The rules, with boards to try" },
  { href: "/puzzles", name: "Puzzles", what: "One solution each, and one a day" },
  { href: "/study", name: "Studies", what: "Chapters to keep and to share" },
  { href: "/workshop", name: "Workshop", what: "Rules of your own" },
  { href: "/games", name: "My games", what: "Go on, or look back" },
];

/** Whether the boards move: not for those who asked for less motion, until they say otherwise. */
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
  // The one that was chosen on the page for new games, or the one it begins with.
  const { level } = initialOptions(new URLSearchParams());
  const play = async () => {
    if (!first) return;
    try {
      const options = { variant: first.name, seat: "white", level, control: null, name: rememberedName() } as const;
      gameStarts();
      navigate(`/local/${await beginLocal(options)}`);
    } catch (why) {
      setProblem(why instanceof StorageError ? why.message : "The game could not be started. Reload the page.");
    }
  };
  return (
    <div class={styles.home}>
      <section class={styles.hero}>
        <div>
          <h1>Chess, and its reflection</h1>
          <p>
            Left and right of the board stands a mirror. A rook that leaves at one edge comes back at the other. Choose a piece, and
            the board shows where it may go and why.
          </p>
          <div class={styles.heroActions}>
            <button type="button" class={classes(controls.button, controls.primary)} onClick={play}>
              Play
            </button>
            <a class={controls.button} href="/play">
              More choices
            </a>
          </div>
          <p class={styles.heroNote}>
            Against the computer at level {level} ({levelName(level)}). You have White and no clock.
          </p>
          {problem && (
            <p class={controls.notice} role="alert">
              {problem}
            </p>
          )}
        </div>
        {first && (
          <div>
            <IdeaBoard class={styles.idea} info={first} moving={moving} />
          </div>
        )}
      </section>

      <CopiesPicture />

      <nav class={styles.links} aria-label="Ways to play">
        {ways.map((way) => (
          <a key={way.name} href={way.href}>
            <strong>{way.name}</strong>
            <span>{way.what}</span>
          </a>
        ))}
      </nav>

      <section aria-labelledby="rule-sets">
        <div class={styles.cardsHead}>
          <h2 id="rule-sets">Eight rule sets</h2>
          <button type="button" class={controls.button} onClick={() => setMoving(!moving)}>
            {moving ? "Stop the boards" : "Start the boards"}
          </button>
        </div>
        <ul class={styles.cards}>
          {variants.map((info) => (
            <li key={info.name} class={styles.card}>
              <IdeaBoard class={styles.idea} info={info} moving={moving} />
              <h3>{info.title}</h3>
              <p>{info.summary}</p>
              <div class={styles.cardActions}>
                <a class={controls.button} href={`/play?variant=${info.name}`} aria-label={`Play ${info.title}`}>
                  Play
                </a>
                <a class={controls.button} href={`/learn/${info.name}`} aria-label={`Learn ${info.title}`}>
                  Learn
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
