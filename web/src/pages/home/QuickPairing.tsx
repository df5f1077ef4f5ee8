// Quick pairing: the player chooses a game and a clock, and is paired with the next player who chooses the same.
import { classes } from "../../style/classes";
import * as controls from "../../style/controls.module.css";
import * as layouts from "../../style/layout.module.css";
import * as styles from "./people.module.css";
import { useEffect, useState } from "preact/hooks";
import { Button } from "../../components/Button";
import { NameField, useName } from "../../components/NameField";
import { usePolled } from "../../components/usePolled";
import { PairingQueue, type PairingView, type PairingRequest } from "../../game/pairing";
import { refusalReason, readSeeks } from "../../game/rest";
import { boardAddress } from "../../game/ratings";
import { useStore } from "../../game/store";
import { controlName, controlText } from "../../game/text";
import { titleOf, variants } from "../../game/variants";
import { useOnline } from "../../offline/online";
import { navigate } from "../../router";
import { sentence } from "../../rules/text";
import { turnOnSound } from "../../sound/sound";
import { oneOf, useSetting } from "../../settings/settings";
import { t } from "../../text/text";
import type { Plain } from "../../text/types";
import type { Control, SeekCount } from "../../wire.gen";

/** The available clocks and their names. */
const clocks: { control: Control | null; kind: Plain }[] = [
  { control: { initial: 15_000 }, kind: "page.home.flash" },
  { control: { initial: 30_000 }, kind: "page.home.flash" },
  { control: { initial: 60_000 }, kind: "page.home.bullet" },
  { control: { initial: 180_000, increment: 2000 }, kind: "page.home.blitz" },
  { control: { initial: 300_000 }, kind: "page.home.blitz" },
  { control: { initial: 600_000, increment: 5000 }, kind: "page.home.rapid" },
  { control: { initial: 900_000, increment: 10_000 }, kind: "page.home.rapid" },
  { control: { days: 1 }, kind: "page.home.by-mail" },
  { control: null, kind: "page.home.no-clock" },
];

const names = variants.map((each) => each.name);
const lastGame = oneOf("pairing-game", names[0] ?? "", names);

const lastMode = oneOf("pairing-mode", "casual", ["casual", "rated"]);

const same = (a: Control | null, b: Control | null): boolean =>
  (a?.initial ?? 0) === (b?.initial ?? 0) &&
  (a?.increment ?? 0) === (b?.increment ?? 0) &&
  (a?.delay ?? 0) === (b?.delay ?? 0) &&
  (a?.days ?? 0) === (b?.days ?? 0);

function waitingFor(list: SeekCount[] | null, { variant, control, rated }: PairingRequest): number {
  const wanted = (each: SeekCount) => each.variant === variant && same(each.control, control) && !each.rated === !rated;
  return list?.find(wanted)?.count ?? 0;
}

/** Describes the state of the pairing. */
function stateText(view: PairingView, online: boolean): string {
  if (view.state === "waiting") {
    const { request, connected } = view;
    if (!connected) return t("page.home.connecting-to-the-server");
    return t("page.home.waiting-for", { title: titleOf(request.variant), control: controlText(request.control) });
  }
  if (view.state === "idle" && view.problem) return sentence(view.problem);
  return online ? t("page.home.press-a-clock-you-play") : t("page.home.pairing-needs-the-connection-to");
}

export function QuickPairing({ signedIn }: { signedIn: boolean }) {
  const [queue] = useState(() => new PairingQueue(refusalReason));
  const view = useStore(queue);
  const [variant, setVariant] = useSetting(lastGame);
  const [mode, setMode] = useSetting(lastMode);
  const ratedMode = signedIn && mode === "rated";
  const { name, setName, use } = useName();
  const { value: list } = usePolled(readSeeks, 4000);
  const online = useOnline();
  useEffect(() => queue.cancel, [queue]);
  useEffect(() => {
    if (view.state === "paired") navigate(`/game/${view.game}`);
  }, [view]);
  const request = view.state === "waiting" ? view.request : null;
  // A game without a clock cannot be rated.
  const wanted = (control: Control | null): PairingRequest => ({
    variant,
    control,
    rated: ratedMode && control !== null,
  });
  const waits = (wish: PairingRequest) =>
    request !== null &&
    request.variant === wish.variant &&
    same(request.control, wish.control) &&
    !request.rated === !wish.rated;
  const press = (wish: PairingRequest) => {
    if (waits(wish)) return queue.cancel();
    turnOnSound();
    queue.seek(wish, use());
  };
  // The other games for which players are waiting.
  const elsewhere = list?.filter((each) => each.variant !== variant && !each.rated === !ratedMode) ?? [];
  return (
    <section aria-labelledby="pairing">
      <div class={classes(layouts.cluster, layouts.spread, styles.headed)}>
        <h3 id="pairing">{t("page.home.quick-pairing")}</h3>
        <a href={boardAddress(variant, "blitz")}>{t("page.ratings.leaderboard")}</a>
      </div>
      <div class={classes(layouts.cluster, styles.request)}>
        <label>
          <span>{t("page.home.game")}</span>
          <select class={controls.field} value={variant} onChange={(event) => setVariant(event.currentTarget.value)}>
            {variants.map((each) => (
              <option key={each.name} value={each.name}>
                {each.title}
              </option>
            ))}
          </select>
        </label>
        {signedIn ? (
          <label>
            <span>{t("page.game.mode")}</span>
            <select
              class={controls.field}
              value={mode}
              onChange={(event) => setMode(event.currentTarget.value === "rated" ? "rated" : "casual")}
            >
              <option value="casual">{t("page.game.unrated")}</option>
              <option value="rated">{t("page.game.rated")}</option>
            </select>
          </label>
        ) : (
          <NameField name={name} onName={setName} />
        )}
      </div>
      <div class={styles.clocks} role="group" aria-label={t("page.home.clocks")}>
        {clocks.map(({ control, kind }) => {
          const wish = wanted(control);
          const chosen = waits(wish);
          const others = waitingFor(list, wish) - (chosen ? 1 : 0);
          return (
            <Button
              key={JSON.stringify(control)}
              class={classes(styles.clock, chosen && styles.chosen, others > 0 && styles.wanted)}
              aria-pressed={chosen}
              disabled={!online}
              onClick={() => press(wish)}
            >
              <strong class={controls.figures}>
                {control?.days ? t("page.game.days", { n: control.days }) : controlName(control)}
              </strong>
              <span class={controls.visuallyHidden}>, {controlText(control)}, </span>
              <span>
                {chosen ? t("page.home.waiting") : others > 0 ? t("page.home.n-waiting", { n: others }) : t(kind)}
              </span>
            </Button>
          );
        })}
      </div>
      <div class={classes(layouts.row, layouts.spread, styles.state)}>
        <p role="status">{stateText(view, online)}</p>
        {request && <Button onClick={queue.cancel}>{t("page.home.stop-waiting")}</Button>}
      </div>
      {elsewhere.length > 0 && !request && (
        <ul
          class={classes(layouts.cluster, layouts.list, styles.elsewhere)}
          aria-label={t("page.home.others-wait-for")}
        >
          {elsewhere.slice(0, 4).map((each) => (
            <li key={`${each.variant} ${JSON.stringify(each.control)}`}>
              <Button
                class={classes(styles.clock, styles.wanted)}
                onClick={() => {
                  turnOnSound();
                  setVariant(each.variant);
                  queue.seek({ variant: each.variant, control: each.control, rated: each.rated }, use());
                }}
              >
                <strong>{titleOf(each.variant)}</strong>
                <span>{t("page.home.control-waiting", { control: controlName(each.control), n: each.count })}</span>
              </Button>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
