// Games that wait for somebody.
import * as styles from "./home.module.css";
import * as controls from "../../style/controls.module.css";
import { useEffect, useState } from "preact/hooks";
import { openGames } from "../../game/rest";
import type { Challenge } from "../../wire.gen";
import { titleOf } from "../../game/variants";
import { ago, controlName } from "../../game/text";

const refresh = 8000;

/** The open challenges, asked for again and again while the page is seen; null before the first answer. */
function useChallenges(): { games: Challenge[] | null; reachable: boolean } {
  const [found, setFound] = useState<{ games: Challenge[] | null; reachable: boolean }>({ games: null, reachable: true });
  useEffect(() => {
    let wanted = true;
    const ask = () => {
      if (document.visibilityState === "hidden") return;
      openGames().then(
        (games) => wanted && setFound({ games, reachable: true }),
        () => wanted && setFound((before) => ({ ...before, reachable: false })),
      );
    };
    ask();
    const timer = setInterval(ask, refresh);
    document.addEventListener("visibilitychange", ask);
    return () => {
      wanted = false;
      clearInterval(timer);
      document.removeEventListener("visibilitychange", ask);
    };
  }, []);
  return found;
}

export function Challenges() {
  const { games, reachable } = useChallenges();
  return (
    <section class={styles.challenges} aria-labelledby="challenges">
      <h2 id="challenges">Open challenges</h2>
      {!reachable && <p>The list needs the connection to the server. Against the computer you can play without.</p>}
      {reachable && games?.length === 0 && (
        <p>
          Nobody is waiting. <a href="/play?opponent=open">Make a challenge</a> and see who comes.
        </p>
      )}
      {reachable && games && games.length > 0 && (
        <ul>
          {games.map((each) => (
            <li key={each.id}>
              <div class={styles.challenge}>
                <strong>{each.name}</strong>
                <span>
                  {titleOf(each.variant)}, {controlName(each.control)}, you play {each.colour}
                </span>
                {each.differences && (
                  <ul class={styles.differences} aria-label="What is different from chess">
                    {each.differences.map((line) => (
                      <li key={line}>{line}</li>
                    ))}
                  </ul>
                )}
                <span class={styles.challengeAge}>{ago(each.created, Date.now())}</span>
              </div>
              <a class={controls.button} href={`/game/${each.id}`} aria-label={`Play ${each.name}`}>
                Play
              </a>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
