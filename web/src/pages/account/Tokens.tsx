// The tokens of an account, and turning it into a bot.
import { classes } from "../../style/classes";
import * as styles from "./account.module.css";
import * as controls from "../../style/controls.module.css";
import * as formStyles from "../../components/form.module.css";
import * as layouts from "../../style/layout.module.css";
import { useEffect, useState } from "preact/hooks";
import { Button } from "../../components/Button";
import { CopyField } from "../../components/fields";
import { copyText } from "../../components/download";
import { confirmed } from "../../game/passkey";
import { request } from "../../game/rest";
import { agoText } from "../../game/text";
import { date, t } from "../../text/text";
import type { Account, NewToken, Token, TokenRequest, Tokens as List } from "../../wire.gen";

type Scope = TokenRequest["scopes"][number];

const scopeName = (scope: Scope) => t(scope === "play" ? "page.tokens.play" : "page.tokens.read");

/** Lifetimes in days. */
const lifetimes = [30, 90, 365];

interface Props {
  own: Account;
  act: (action: () => Promise<unknown>) => void;
}

export function Tokens({ own, act }: Props) {
  const [label, setLabel] = useState("");
  const [scope, setScope] = useState<Scope>("play");
  const [days, setDays] = useState(90);
  const [fresh, setFresh] = useState("");
  const [status, setStatus] = useState("");
  const [list, setList] = useState<Token[]>([]);
  useEffect(() => {
    request<List>("account/tokens").then(
      ({ tokens }) => setList(tokens),
      () => setList([]),
    );
  }, [own]);
  const create = () =>
    act(async () => {
      const body: TokenRequest = { label, scopes: [scope], days };
      setFresh((await confirmed(() => request<NewToken>("account/tokens", body))).token);
      setStatus(t("page.tokens.save"));
      setLabel("");
    });
  const copy = async () => setStatus(t((await copyText(fresh)) ? "page.tokens.copied" : "page.game.not-copied"));
  return (
    <section aria-labelledby="tokens">
      <h2 id="tokens">{t("page.tokens.title")}</h2>
      <p>{t("page.tokens.about")}</p>
      <ul class={classes(layouts.list, styles.rows)} data-tokens>
        {list.map((each) => {
          const name = each.label || t("page.tokens.unnamed");
          const used = each.used
            ? t("page.account.last-used", { when: agoText(each.used, Date.now()) })
            : t("page.tokens.never");
          return (
            <li key={each.id}>
              <span>
                {name}: {each.scopes.map(scopeName).join(", ")},{" "}
                <span class={layouts.muted}>
                  {used}, {t("page.tokens.expires", { when: date(each.expires) })}
                </span>
              </span>
              <Button
                class={controls.quiet}
                onClick={() => act(() => request(`account/tokens/${each.id}`, {}, "DELETE"))}
              >
                {t("page.tokens.revoke", { name })}
              </Button>
            </li>
          );
        })}
      </ul>
      {fresh ? (
        <>
          <p role="status">{status}</p>
          <CopyField label={t("page.tokens.token")} value={fresh} />
          <div class={styles.form}>
            <Button class={controls.primary} onClick={() => void copy()}>
              {t("page.tokens.copy")}
            </Button>
            <Button onClick={() => setFresh("")}>{t("page.tokens.done")}</Button>
          </div>
        </>
      ) : (
        <form
          class={styles.form}
          onSubmit={(event) => {
            event.preventDefault();
            create();
          }}
        >
          <label class={classes(formStyles.stack, formStyles.grow)}>
            <span>{t("page.tokens.label")}</span>
            <input
              class={controls.field}
              value={label}
              maxLength={40}
              autocomplete="off"
              onInput={(event) => setLabel(event.currentTarget.value)}
            />
          </label>
          <label class={formStyles.stack}>
            <span>{t("page.tokens.scope")}</span>
            <select
              class={controls.field}
              value={scope}
              onChange={(event) => setScope(event.currentTarget.value === "play" ? "play" : "read")}
            >
              {(["play", "read"] as const).map((each) => (
                <option key={each} value={each}>
                  {scopeName(each)}
                </option>
              ))}
            </select>
          </label>
          <label class={formStyles.stack}>
            <span>{t("page.tokens.lifetime")}</span>
            <select
              class={controls.field}
              value={String(days)}
              onChange={(event) => setDays(Number(event.currentTarget.value))}
            >
              {lifetimes.map((n) => (
                <option key={n} value={String(n)}>
                  {t("page.game.days", { n })}
                </option>
              ))}
            </select>
          </label>
          <Button type="submit">{t("page.tokens.create")}</Button>
        </form>
      )}
    </section>
  );
}

/** Explains bot accounts, and makes one of an account without games. */
export function BotAccount({ own, act }: Props) {
  const [sure, setSure] = useState(false);
  if (own.role) return null;
  return (
    <section aria-labelledby="bot">
      <h2 id="bot">{t("page.bots.title")}</h2>
      <p>{t("page.bots.about")}</p>
      <div class={styles.form}>
        {sure ? (
          <>
            <Button
              class={classes(controls.danger, controls.sure)}
              onClick={() => act(() => confirmed(() => request("account/bot", {})))}
            >
              {t("page.bots.for-good")}
            </Button>
            <Button onClick={() => setSure(false)}>{t("page.account.keep")}</Button>
          </>
        ) : (
          <Button onClick={() => setSure(true)}>{t("page.bots.become")}</Button>
        )}
      </div>
    </section>
  );
}
