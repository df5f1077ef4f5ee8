// The people whom the user follows, with their games in progress, and challenges to the user.
import { classes } from "../../style/classes";
import * as styles from "./people.module.css";
import * as controls from "../../style/controls.module.css";
import * as layouts from "../../style/layout.module.css";
import { useState } from "preact/hooks";
import { Alert } from "../../components/Alert";
import { Button } from "../../components/Button";
import { usePolled } from "../../components/usePolled";
import { inviteAddress } from "../../game/invite";
import { declineChallenge, profileAddress, readFriends } from "../../game/people";
import { controlName } from "../../game/text";
import { titleOf } from "../../game/variants";
import { errorText } from "../../rules/text";
import { t } from "../../text/text";
import type { DirectChallenge, Friend } from "../../wire.gen";

export default function Friends() {
  const [declined, setDeclined] = useState<string[]>([]);
  const [problem, setProblem] = useState("");
  const { value } = usePolled(readFriends, 5000);
  const challenges = value?.challenges.filter((each) => !declined.includes(each.id)) ?? [];
  const decline = (id: string) =>
    declineChallenge(id).then(
      () => setDeclined([...declined, id]),
      (failed: unknown) => setProblem(errorText(failed)),
    );
  return (
    <>
      <Alert>{problem}</Alert>
      <div role="status">
        {challenges.length > 0 && (
          <section aria-labelledby="challenged">
            <h3 id="challenged">{t("page.people.challenges")}</h3>
            <ul class={classes(layouts.list, styles.friends)}>
              {challenges.map((each) => (
                <Challenge key={each.id} challenge={each} onDecline={() => void decline(each.id)} />
              ))}
            </ul>
          </section>
        )}
      </div>
      {value && value.following.length > 0 && (
        <section aria-labelledby="following">
          <h3 id="following">{t("page.people.following")}</h3>
          <ul class={classes(layouts.list, styles.friends)}>
            {value.following.map((each) => (
              <Followed key={each.name} friend={each} />
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

function Challenge({ challenge, onDecline }: { challenge: DirectChallenge; onDecline: () => void }) {
  const { name, title, variant, control, colour } = challenge;
  const what = t("page.home.challenge", {
    title: title ?? titleOf(variant),
    control: controlName(control),
    side: colour,
  });
  return (
    <li>
      <span>
        <a href={profileAddress(name)}>{name}</a> {what}
        {challenge.rated && <span class={layouts.muted}> {t("page.game.rated")}</span>}
      </span>
      <span class={layouts.cluster}>
        <a
          class={classes(controls.button, controls.primary)}
          href={inviteAddress(challenge.id, challenge.token)}
          aria-label={t("page.people.accept-name", { name })}
        >
          {t("page.game.accept")}
        </a>
        <Button aria-label={t("page.people.decline-name", { name })} onClick={onDecline}>
          {t("page.game.decline")}
        </Button>
      </span>
    </li>
  );
}

function Followed({ friend: { name, online, game, variant = "", title } }: { friend: Friend }) {
  const plays = t("page.people.plays", { title: title ?? titleOf(variant) });
  return (
    <li>
      <span>
        <a href={profileAddress(name)}>{name}</a>{" "}
        <span class={layouts.muted}>{t(online ? "page.game.here" : "page.game.away")}</span>
      </span>
      {game && (
        <a href={`/game/${game}`} aria-label={`${name} ${plays}`}>
          {plays}
        </a>
      )}
    </li>
  );
}
