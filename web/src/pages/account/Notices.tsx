// What operators have done to an account, with a form to appeal.
import { classes } from "../../style/classes";
import * as styles from "./account.module.css";
import * as controls from "../../style/controls.module.css";
import * as formStyles from "../../components/form.module.css";
import * as layouts from "../../style/layout.module.css";
import { useState } from "preact/hooks";
import { Alert } from "../../components/Alert";
import { Button } from "../../components/Button";
import { maxText } from "../../game/moderation";
import { request } from "../../game/rest";
import { agoText } from "../../game/text";
import { errorText } from "../../rules/text";
import { date, t } from "../../text/text";
import type { Plain } from "../../text/types";
import type { AppealRequest, ModerationNotice } from "../../wire.gen";

/** What an operator's action means for the person. */
const noticeText: Record<ModerationNotice["kind"], Plain> = {
  muted: "page.notices.muted",
  banned: "page.notices.banned",
  renamed: "page.notices.renamed",
  refunded: "page.notices.refunded",
};

export function Notices({ notices }: { notices: ModerationNotice[] }) {
  if (notices.length === 0) return null;
  return (
    <section aria-labelledby="notices" data-notices>
      <h2 id="notices">{t("page.notices.title")}</h2>
      <ul class={classes(layouts.list, styles.notices)}>
        {notices.map((each) => (
          <li key={each.id}>
            <p>
              <strong>{t(noticeText[each.kind])}</strong>{" "}
              {each.until ? t("page.notices.until", { when: date(each.until) }) : ""}{" "}
              {t("page.notices.reason", { reason: each.reason })}{" "}
              <span class={layouts.muted}>{agoText(each.at, Date.now())}</span>
            </p>
            <Appeal notice={each} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Appeal({ notice }: { notice: ModerationNotice }) {
  const [text, setText] = useState("");
  const [sent, setSent] = useState(notice.appealed);
  const [problem, setProblem] = useState("");
  if (sent) return <p role="status">{t("page.notices.appealed")}</p>;
  return (
    <details class={controls.disclosure}>
      <summary>{t("page.notices.appeal")}</summary>
      <form
        class={classes(layouts.column, layouts.gap3)}
        onSubmit={(event) => {
          event.preventDefault();
          const appeal: AppealRequest = { action: notice.id, text };
          request("account/appeals", appeal).then(
            () => setSent(true),
            (failed: unknown) => setProblem(errorText(failed)),
          );
        }}
      >
        <label class={formStyles.stack}>
          <span>{t("page.notices.why")}</span>
          <textarea
            class={controls.field}
            rows={3}
            maxLength={maxText}
            value={text}
            onInput={(event) => setText(event.currentTarget.value)}
          />
        </label>
        <Alert>{problem}</Alert>
        <div>
          <Button type="submit" disabled={!text.trim()}>
            {t("page.notices.send")}
          </Button>
        </div>
      </form>
    </details>
  );
}
