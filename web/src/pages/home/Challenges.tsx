// Other people: quick pairing, the challenges that wait for somebody, and the games that are being played.
import * as styles from "./home.module.css";
import * as people from "./people.module.css";
import * as controls from "../../style/controls.module.css";
import { Suspense } from "preact/compat";
import { useEffect, useRef } from "preact/hooks";
import { usePolled } from "../../components/usePolled";
import { openGames, playingGames } from "../../game/rest";
import { lazy } from "../../lazy";
import { titleOf } from "../../game/variants";
import { ago, controlName } from "../../game/text";
import { QuickPairing } from "./QuickPairing";

// The first page comes without boards: there may be no game to show.
const PlayingBoards = lazy(async () => ({ default: (await import("../watch/PlayingBoards")).PlayingBoards }));

/** How many of the games that are being played the first page shows. */
const shown = 4;

export function Challenges() {
  const box = useRef<HTMLElement>(null);
  // A link from another page leads here.
  useEffect(() => {
    if (location.hash === "#people") box.current?.scrollIntoView();
  }, []);
  return (
    <section ref={box} class={people.people} id="people" aria-labelledby="people-title">
      <h2 id="people-title">Play with people</h2>
      <QuickPairing />
      <OpenChallenges />
      <NowPlaying />
    </section>
  );
}

function NowPlaying() {
  const { value } = usePolled(playingGames, 3000);
  return (
    <section aria-labelledby="playing">
      <div class={people.headed}>
        <h3 id="playing">Now playing</h3>
        {value && value.games.length > shown && <a href="/watch">All {value.games.length} games</a>}
      </div>
      {value && value.games.length > 0 ? (
        <Suspense fallback={null}>
          <PlayingBoards playing={value} most={shown} />
        </Suspense>
      ) : (
        <p>Nobody plays in public at the moment.</p>
      )}
    </section>
  );
}

function OpenChallenges() {
  const { value: games, reachable } = usePolled(openGames, 4000);
  return (
    <section class={styles.challenges} aria-labelledby="challenges">
      <h3 id="challenges">Open challenges</h3>
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
