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

const same = (a: Control | null, b: Control | null): boolean =>
  (a?.initial ?? 0) === (b?.initial ?? 0) &&
  (a?.increment ?? 0) === (b?.increment ?? 0) &&
  (a?.delay ?? 0) === (b?.delay ?? 0) &&
  (a?.days ?? 0) === (b?.days ?? 0);

function waitingFor(list: SeekCount[] | null, { variant, control }: PairingRequest): number {
  return list?.find((each) => each.variant === variant && same(each.control, control))?.count ?? 0;
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

export function QuickPairing() {
  const [queue] = useState(() => new PairingQueue(refusalReason));
  const view = useStore(queue);
  const [variant, setVariant] = useSetting(lastGame);
  const { name, setName, use } = useName();
  const { value: list } = usePolled(readSeeks, 4000);
  const online = useOnline();
  useEffect(() => queue.cancel, [queue]);
  useEffect(() => {
    if (view.state === "paired") navigate(`/game/${view.game}`);
  }, [view]);
  const request = view.state === "waiting" ? view.request : null;
  const press = (control: Control | null) => {
    if (request && request.variant === variant && same(request.control, control)) return queue.cancel();
    turnOnSound();
    queue.seek({ variant, control }, use());
  };
  // The other games for which players are waiting.
  const elsewhere = list?.filter((each) => each.variant !== variant) ?? [];
  return (
    <section aria-labelledby="pairing">
      <h3 id="pairing">{t("page.home.quick-pairing")}</h3>
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
        <NameField name={name} onName={setName} />
      </div>
      <div class={styles.clocks} role="group" aria-label={t("page.home.clocks")}>
        {clocks.map(({ control, kind }) => {
          const chosen = request !== null && request.variant === variant && same(request.control, control);
          const others = waitingFor(list, { variant, control }) - (chosen ? 1 : 0);
          return (
            <Button
              key={JSON.stringify(control)}
              class={classes(styles.clock, chosen && styles.chosen, others > 0 && styles.wanted)}
              aria-pressed={chosen}
              disabled={!online}
              onClick={() => press(control)}
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
                  queue.seek({ variant: each.variant, control: each.control }, use());
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
