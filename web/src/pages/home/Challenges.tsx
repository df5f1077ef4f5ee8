// Playing other people: quick pairing, open challenges, and games in progress.
import { classes } from "../../style/classes";
import * as styles from "./home.module.css";
import * as people from "./people.module.css";
import * as controls from "../../style/controls.module.css";
import * as layouts from "../../style/layout.module.css";
import { Suspense } from "preact/compat";
import { useEffect, useRef } from "preact/hooks";
import { BotTag } from "../../components/BotTag";
import { Rating } from "../../components/Rating";
import { usePolled } from "../../components/usePolled";
import { useSignedIn } from "../../components/useSignedIn";
import { profileAddress } from "../../game/people";
import { openGames, playingGames } from "../../game/rest";
import { lazy } from "../../lazy";
import { titleOf } from "../../game/variants";
import { agoText, controlName, startName } from "../../game/text";
import { rich } from "../../text/rich";
import { t } from "../../text/text";
import { QuickPairing } from "./QuickPairing";

// Loaded on demand, since there may be no game to show.
const PlayingBoards = lazy(async () => ({ default: (await import("../watch/PlayingBoards")).PlayingBoards }));

const Friends = lazy(() => import("../people/Friends"));

/** The maximum number of games in progress shown on the home page. */
const shown = 4;

export function Challenges() {
  const box = useRef<HTMLElement>(null);
  const signedIn = useSignedIn();
  // Links from other pages may point to this section.
  useEffect(() => {
    if (location.hash === "#people") box.current?.scrollIntoView();
  }, []);
  return (
    <section ref={box} class={classes(layouts.column, people.people)} id="people" aria-labelledby="people-title">
      <h2 id="people-title">{t("page.home.play-with-people")}</h2>
      {signedIn && (
        <Suspense fallback={null}>
          <Friends />
        </Suspense>
      )}
      <QuickPairing signedIn={signedIn} />
      <OpenChallenges />
      <NowPlaying />
    </section>
  );
}

function NowPlaying() {
  const { value } = usePolled(playingGames, 3000);
  return (
    <section aria-labelledby="playing">
      <div class={classes(layouts.cluster, layouts.spread, people.headed)}>
        <h3 id="playing">{t("page.home.now-playing")}</h3>
        {value && value.games.length > shown && (
          <a href="/watch">{t("page.home.all-games", { n: value.games.length })}</a>
        )}
      </div>
      {value && value.games.length > 0 ? (
        <Suspense fallback={null}>
          <PlayingBoards playing={value} most={shown} />
        </Suspense>
      ) : (
        <p>{t("page.home.nobody-plays-in-public-at")}</p>
      )}
    </section>
  );
}

function OpenChallenges() {
  const { value: games, reachable } = usePolled(openGames, 4000);
  return (
    <section class={styles.challenges} aria-labelledby="challenges">
      <h3 id="challenges">{t("page.home.open-challenges")}</h3>
      {!reachable && <p>{t("page.home.the-list-needs-the-connection")}</p>}
      {reachable && games?.length === 0 && (
        <p>{rich("page.home.nobody-waits", { link: (text) => <a href="/play?opponent=open">{text}</a> })}</p>
      )}
      {reachable && games && games.length > 0 && (
        <ul>
          {games.map((each) => (
            <li key={each.id}>
              <div class={classes(layouts.cluster, styles.challenge)}>
                <strong>{each.rated ? <a href={profileAddress(each.name)}>{each.name}</a> : each.name}</strong>
                <BotTag bot={each.bot} />
                {each.rating && <Rating rating={each.rating} />}
                <span>
                  {t("page.home.challenge", {
                    title: titleOf(each.variant),
                    control: controlName(each.control),
                    side: each.colour,
                  })}
                </span>
                {each.rated && <span>{t("page.game.rated")}</span>}
                {each.startNumber !== undefined && <span>{startName(each.startNumber)}</span>}
                {each.differences && (
                  <ul class={styles.differences} aria-label={t("page.home.what-is-different-from-chess")}>
                    {each.differences.map((line) => (
                      <li key={line}>{line}</li>
                    ))}
                  </ul>
                )}
                <span class={layouts.dim}>{agoText(each.created, Date.now())}</span>
              </div>
              <a
                class={controls.button}
                href={`/game/${each.id}`}
                aria-label={t("page.home.play-name", { name: each.name })}
              >
                {t("page.home.play")}
              </a>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
