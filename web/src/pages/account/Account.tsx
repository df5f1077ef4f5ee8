// The account page: creating an account, signing in, and the account's name, passkeys, devices and recovery codes.
import { classes } from "../../style/classes";
import * as styles from "./account.module.css";
import * as controls from "../../style/controls.module.css";
import * as formStyles from "../../components/form.module.css";
import * as layouts from "../../style/layout.module.css";
import { useEffect, useState } from "preact/hooks";
import { Alert } from "../../components/Alert";
import { Button } from "../../components/Button";
import { NameField, useName } from "../../components/NameField";
import { finishVisit, registerThere, visitProvider } from "../../game/openid";
import {
  addPasskey,
  CancelledError,
  closeAccount,
  hasPasskeys,
  newCodes,
  readAccount,
  recover,
  register,
  removePasskey,
  rename,
  signIn,
  signOut,
} from "../../game/passkey";
import { profileAddress } from "../../game/people";
import { agoText } from "../../game/text";
import { errorText } from "../../rules/text";
import { t } from "../../text/text";
import { useTitle } from "../../title";
import { Notices } from "./Notices";
import { OwnRatings } from "./OwnRatings";
import { BotAccount, Tokens } from "./Tokens";
import type { Account as Own, AccountState } from "../../wire.gen";

/** Runs an action; `reload` then shows the account's new state. */
type Act = (action: () => Promise<unknown>, reload?: boolean) => void;

export default function Account() {
  useTitle(t("page.account.account"));
  const [state, setState] = useState<AccountState | null>(null);
  const [codes, setCodes] = useState<string[]>([]);
  const [problem, setProblem] = useState("");
  const [busy, setBusy] = useState(false);
  const [visit, setVisit] = useState<Awaited<ReturnType<typeof finishVisit>>>();
  const fail = (failed: unknown) => setProblem(errorText(failed));
  const load = () => readAccount().then(setState, fail);
  useEffect(() => void finishVisit().then(setVisit, fail).then(load), []);
  const act: Act = (action) => {
    setBusy(true);
    setProblem("");
    action()
      .then(() => setVisit(undefined))
      .then(load)
      .catch((failed: unknown) => {
        if (!(failed instanceof CancelledError)) fail(failed);
      })
      .finally(() => setBusy(false));
  };
  return (
    <div class={styles.account} aria-busy={busy}>
      <h1>{state?.account?.name ?? t("page.account.account")}</h1>
      <Alert>
        {problem || (visit === "cancelled" && t("page.account.not-signed-in", { name: state?.provider ?? "" }))}
      </Alert>
      {visit === "confirmed" && <p role="status">{t("page.account.confirmed")}</p>}
      {codes.length > 0 ? (
        <Codes codes={codes} onDone={() => setCodes([])} />
      ) : (
        state &&
        (state.account ? (
          <Mine own={state.account} provider={state.provider} act={act} onCodes={setCodes} />
        ) : visit === "unnamed" ? (
          <Unnamed act={act} />
        ) : (
          <Stranger state={state} act={act} onCodes={setCodes} />
        ))
      )}
    </div>
  );
}

/** Returns why passkeys cannot be used here, or "". */
function obstacle({ passkeys, why, site }: AccountState): string {
  if (why === "address") return t("page.account.at-address", { site: site ?? "" });
  return passkeys && hasPasskeys() ? "" : t("page.account.not-here");
}

/** Asks a person whom the provider has identified for the name of the new account. */
function Unnamed({ act }: { act: Act }) {
  const { name, setName, use } = useName();
  return (
    <>
      <p role="status">{t("page.account.choose-name")}</p>
      <form
        class={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          act(() => registerThere(use()));
        }}
      >
        <NameField name={name} onName={setName} class={classes(formStyles.stack, formStyles.grow)} />
        <Button type="submit" class={controls.primary} disabled={!name.trim()}>
          {t("page.account.create")}
        </Button>
      </form>
    </>
  );
}

interface Props {
  act: Act;
  onCodes: (codes: string[]) => void;
}

function Stranger({ state, act, onCodes }: Props & { state: AccountState }) {
  const { name, setName, use } = useName();
  const [move, setMove] = useState(true);
  const [code, setCode] = useState("");
  const why = obstacle(state);
  const provider = state.passkeys && state.provider;
  if (why && !provider) return <p class={controls.notice}>{why}</p>;
  return (
    <>
      <p>{t("page.account.free")}</p>
      {state.open && !why && (
        <form
          class={styles.form}
          onSubmit={(event) => {
            event.preventDefault();
            act(async () => onCodes(await register(use())));
          }}
        >
          <NameField name={name} onName={setName} class={classes(formStyles.stack, formStyles.grow)} />
          <Button type="submit" class={controls.primary} disabled={!name.trim()}>
            {t("page.account.create")}
          </Button>
        </form>
      )}
      <div class={styles.form}>
        {provider && (
          <Button onClick={() => act(() => visitProvider(move && state.guest))}>
            {t("page.account.sign-in-at", { name: provider })}
          </Button>
        )}
        {!why && <Button onClick={() => act(() => signIn(move && state.guest))}>{t("page.account.sign-in")}</Button>}
        {state.guest && (
          <label class={styles.check}>
            <input type="checkbox" checked={move} onChange={(event) => setMove(event.currentTarget.checked)} />
            {t("page.account.move")}
          </label>
        )}
      </div>
      <details class={controls.disclosure}>
        <summary>{t("page.account.lost")}</summary>
        <form
          class={styles.form}
          onSubmit={(event) => {
            event.preventDefault();
            act(() => recover(code));
          }}
        >
          <label class={classes(formStyles.stack, formStyles.grow)}>
            <span>{t("page.account.recovery-code")}</span>
            <input
              class={controls.field}
              value={code}
              autocomplete="off"
              spellcheck={false}
              onInput={(event) => setCode(event.currentTarget.value)}
            />
          </label>
          <Button type="submit" disabled={!code.trim()}>
            {t("page.account.sign-in-with-code")}
          </Button>
        </form>
      </details>
    </>
  );
}

function Codes({ codes, onDone }: { codes: string[]; onDone: () => void }) {
  return (
    <section aria-labelledby="codes">
      <h2 id="codes">{t("page.account.recovery-codes")}</h2>
      <p role="status">{t("page.account.save-codes")}</p>
      <ul class={classes(layouts.list, styles.codes)} data-codes>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <Button class={controls.primary} onClick={onDone}>
        {t("page.account.done")}
      </Button>
    </section>
  );
}

function Mine({ own, provider, act, onCodes }: Props & { own: Own; provider?: string }) {
  const { name, setName, use } = useName();
  const [closing, setClosing] = useState(false);
  const used = (time: number) => t("page.account.last-used", { when: agoText(time, Date.now()) });
  const here = own.devices.find((each) => each.here);
  const recovered = own.confirmed && !own.provider && !!here && !own.passkeys.some((each) => each.used >= here.created);
  return (
    <>
      {recovered && <p class={controls.notice}>{t("page.account.recovered")}</p>}
      {own.role === "operator" && (
        <p>
          <a href="/operators">{t("page.operators.title")}</a>
        </p>
      )}
      <Notices notices={own.notices ?? []} />
      <form
        class={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          act(() => rename(use()));
        }}
      >
        <NameField name={name} onName={setName} class={classes(formStyles.stack, formStyles.grow)} />
        <Button type="submit" disabled={!name.trim() || name.trim() === own.name}>
          {t("page.account.rename")}
        </Button>
        <Button onClick={() => act(signOut)}>{t("page.account.sign-out")}</Button>
      </form>
      {own.role === "bot" && <p class={controls.notice}>{t("page.bots.own")}</p>}
      <p>
        <a href={profileAddress(own.name)}>{t("page.people.your-profile")}</a>
      </p>
      <OwnRatings name={own.name} none={t("page.ratings.none")} />
      <section aria-labelledby="passkeys">
        <h2 id="passkeys">{t("page.account.passkeys")}</h2>
        {own.provider && provider && <p>{t("page.account.signs-in-at", { name: provider })}</p>}
        <ul class={classes(layouts.list, styles.rows)}>
          {own.passkeys.map((each) => (
            <li key={each.id}>
              <span>
                {each.label || t("page.account.unnamed")}, <span class={layouts.muted}>{used(each.used)}</span>
              </span>
              {(own.passkeys.length > 1 || own.provider) && (
                <Button class={controls.quiet} onClick={() => act(() => removePasskey(each.id))}>
                  {t("page.games.delete-name", { name: each.label || t("page.account.unnamed") })}
                </Button>
              )}
            </li>
          ))}
        </ul>
        <p>
          <Button class={recovered && controls.primary} onClick={() => act(() => addPasskey(own.confirmed))}>
            {t("page.account.add-a-passkey")}
          </Button>
        </p>
      </section>
      <section aria-labelledby="recovery">
        <h2 id="recovery">{t("page.account.recovery-codes")}</h2>
        <p>{t("page.account.codes-left", { count: own.codes })}</p>
        <Button onClick={() => act(async () => onCodes(await newCodes()))}>{t("page.account.new-codes")}</Button>
      </section>
      <section aria-labelledby="devices">
        <h2 id="devices">{t("page.account.devices")}</h2>
        <ul class={classes(layouts.list, styles.rows)}>
          {own.devices.map((each) => {
            const agent = each.agent || "?";
            return (
              <li key={each.id}>
                <span>
                  {agent}, <span class={layouts.muted}>{each.here ? t("page.account.here") : used(each.used)}</span>
                </span>
                {!each.here && (
                  <Button class={controls.quiet} onClick={() => act(() => signOut({ device: each.id }))}>
                    {t("page.account.sign-out-name", { name: agent })}
                  </Button>
                )}
              </li>
            );
          })}
        </ul>
        {own.devices.length > 1 && (
          <p>
            <Button onClick={() => act(() => signOut({ others: true }))}>{t("page.account.sign-out-others")}</Button>
          </p>
        )}
      </section>
      <Tokens own={own} act={act} />
      <BotAccount own={own} act={act} />
      <section aria-labelledby="close">
        <h2 id="close">{t("page.account.close")}</h2>
        <p>{t("page.account.closing-erases")}</p>
        <div class={styles.form}>
          <a class={controls.button} href="/api/v1/account/export" download>
            {t("page.account.export")}
          </a>
          {closing ? (
            <>
              <Button class={classes(controls.danger, controls.sure)} onClick={() => act(closeAccount)}>
                {t("page.account.close-for-good")}
              </Button>
              <Button onClick={() => setClosing(false)}>{t("page.account.keep")}</Button>
            </>
          ) : (
            <Button class={controls.danger} onClick={() => setClosing(true)}>
              {t("page.account.close")}
            </Button>
          )}
        </div>
      </section>
    </>
  );
}
