// The form for reporting a player to the operators.
import * as controls from "../../style/controls.module.css";
import * as formStyles from "../../components/form.module.css";
import * as layouts from "../../style/layout.module.css";
import { classes } from "../../style/classes";
import { useState } from "preact/hooks";
import { maxText } from "../../game/moderation";
import { request } from "../../game/rest";
import { errorText } from "../../rules/text";
import { t } from "../../text/text";
import type { ReportRequest } from "../../wire.gen";
import { Alert } from "../../components/Alert";
import { Button } from "../../components/Button";
import { reasons, reasonText } from "./reasons";
import type { ReportedPlayer } from "./ReportPlayer";

export default function ReportForm({ name, game, side }: ReportedPlayer) {
  const [reason, setReason] = useState<ReportRequest["reason"]>("engine");
  const [text, setText] = useState("");
  const [problem, setProblem] = useState("");
  const [sent, setSent] = useState(false);
  if (sent) return <p role="status">{t("page.report.sent")}</p>;
  const send = (event: Event) => {
    event.preventDefault();
    setProblem("");
    const report: ReportRequest = { reason, text, ...(game && side ? { game, side } : { name }) };
    request("reports", report).then(
      () => setSent(true),
      (failed: unknown) => setProblem(errorText(failed)),
    );
  };
  return (
    <form class={classes(layouts.column, layouts.gap3)} onSubmit={send}>
      <label class={formStyles.stack}>
        <span>{t("page.report.reason")}</span>
        <select
          class={controls.field}
          value={reason}
          onChange={(event) => setReason(reasons.find((each) => each === event.currentTarget.value) ?? "other")}
        >
          {reasons.map((each) => (
            <option key={each} value={each}>
              {t(reasonText[each])}
            </option>
          ))}
        </select>
      </label>
      <label class={formStyles.stack}>
        <span>{t("page.report.text")}</span>
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
        <Button type="submit">{t("page.report.send")}</Button>
      </div>
    </form>
  );
}
