// The study's copy on the server: publish, update automatically, and remove.
import { classes } from "../../style/classes";
import * as styles from "./study.module.css";
import * as formStyles from "../../components/form.module.css";
import * as controls from "../../style/controls.module.css";
import * as layouts from "../../style/layout.module.css";
import { useEffect, useRef, useState } from "preact/hooks";
import { Alert } from "../../components/Alert";
import { CopyField } from "../../components/fields";
import { Button } from "../../components/Button";
import type { Rules } from "../../rules/rules";
import { errorText } from "../../rules/text";
import { t } from "../../text/text";
import type { Plain } from "../../text/types";
import type { Published } from "./savedStudies";
import { writeStudy } from "./records";
import { changeRemote, deleteRemote, editLink, isGone, isStale, putRemote, readLink, readRemote } from "./remote";
import type { Study } from "./study";

interface Props {
  rules: Rules;
  study: Study;
  published: Published | undefined;
  onPublished: (published: Published | undefined) => Promise<void>;
  /** Replaces the local study with the server's version. */
  onTake: (pgn: string, published: Published) => Promise<void>;
  onCopy: (done: Plain, text: string) => void;
}

/** The delay between the last change and saving, in milliseconds. */
const saveDelay = 2500;

export function Publish({ rules, study, published, onPublished, onTake, onCopy }: Props) {
  const [problem, setProblem] = useState("");
  const [stale, setStale] = useState(false);
  const [busy, setBusy] = useState(false);
  const [confirming, setConfirming] = useState(false);
  const latest = useRef({ study, published });
  latest.current = { study, published };

  const attempt = async (act: () => Promise<void>) => {
    setBusy(true);
    try {
      setProblem("");
      await act();
    } catch (failed) {
      if (isStale(failed)) setStale(true);
      else setProblem(isGone(failed) ? t("page.study.server-lost-study") : errorText(failed));
      if (isGone(failed)) await onPublished(undefined);
    } finally {
      setBusy(false);
    }
  };

  // Another holder of the secret link may have changed the study.
  useEffect(() => {
    const known = latest.current.published;
    if (!known) return;
    void attempt(async () => {
      const there = await readRemote(known.id);
      const now = latest.current.published;
      if (!now || there.version <= now.version) return;
      if (now.changed) setStale(true);
      else await onTake(there.pgn ?? "", { ...now, version: there.version });
    });
  }, [published?.id]);

  // Uploads changes after a delay.
  const send = async () => {
    const now = latest.current;
    if (!now.published?.changed) return;
    const sent = now.study;
    const after = await changeRemote(now.published, writeStudy(rules, sent));
    await onPublished({
      ...after,
      changed: latest.current.study !== sent && latest.current.published?.changed === true,
    });
  };
  useEffect(() => {
    if (!published?.changed || stale) return undefined;
    const timer = setTimeout(() => void attempt(send), saveDelay);
    return () => clearTimeout(timer);
  }, [study, published?.changed, stale]);

  if (!published) {
    return (
      <div class={classes(layouts.stack, styles.publish)}>
        <Button
          disabled={busy}
          onClick={() => attempt(async () => onPublished(await putRemote(writeStudy(rules, study))))}
        >
          {t("page.study.put-it-on-the-server")}
        </Button>
        <p class={classes(layouts.muted, styles.hint)}>{t("page.study.you-get-a-link-to")}</p>
        <Alert>{problem}</Alert>
      </div>
    );
  }
  return (
    <div class={classes(layouts.stack, styles.publish)}>
      <CopyField label={t("page.study.link-to-read-it")} value={readLink(published)} />
      <div class={classes(layouts.cluster, formStyles.row)}>
        <Button onClick={() => onCopy("page.study.read-link-copied", readLink(published))}>
          {t("page.study.copy-the-link-to-read")}
        </Button>
        <Button onClick={() => onCopy("page.study.secret-link-copied", editLink(published))}>
          {t("page.study.copy-the-secret-link-to")}
        </Button>
        <Button
          class={classes(controls.danger, confirming && controls.sure)}
          disabled={busy}
          onClick={() => {
            if (!confirming) setConfirming(true);
            else
              void attempt(async () => {
                await deleteRemote(published);
                await onPublished(undefined);
              });
          }}
          onBlur={() => setConfirming(false)}
        >
          {confirming ? t("page.study.press-again-to-delete-there") : t("page.study.delete-from-the-server")}
        </Button>
      </div>
      <p class={classes(layouts.muted, styles.hint)} role="status" data-synced={!published.changed && !stale}>
        {stale ? "" : published.changed ? t("page.study.unsaved-changes") : t("page.study.the-server-has-all-of")}
      </p>
      {stale && (
        <div class={controls.notice} role="alert">
          <p>{t("page.study.the-study-was-changed-elsewhere")}</p>
          <div class={classes(layouts.cluster, formStyles.row)}>
            <Button
              onClick={() =>
                attempt(async () => {
                  const there = await readRemote(published.id);
                  await onTake(there.pgn ?? "", { ...published, version: there.version, changed: false });
                  setStale(false);
                })
              }
            >
              {t("page.study.take-the-servers")}
            </Button>
            <Button
              onClick={() =>
                attempt(async () => {
                  const there = await readRemote(published.id);
                  await onPublished(
                    await changeRemote({ ...published, version: there.version }, writeStudy(rules, study)),
                  );
                  setStale(false);
                })
              }
            >
              {t("page.study.put-mine-there")}
            </Button>
          </div>
        </div>
      )}
      <Alert>{problem}</Alert>
    </div>
  );
}
