// The form for an operator's decision about a report.
import { classes } from "../../style/classes";
import * as controls from "../../style/controls.module.css";
import * as formStyles from "../../components/form.module.css";
import * as layouts from "../../style/layout.module.css";
import { useState } from "preact/hooks";
import { Alert } from "../../components/Alert";
import { Button } from "../../components/Button";
import { maxText } from "../../game/moderation";
import { CancelledError } from "../../game/passkey";
import { errorText } from "../../rules/text";
import { t } from "../../text/text";
import type { Plain } from "../../text/types";
import type { ModerationRequest, ReportDetails } from "../../wire.gen";
import { decide } from "./requests";

const kindText: Record<ModerationRequest["kind"], Plain> = {
  dismissed: "page.operators.dismiss",
  muted: "page.operators.mute",
  unmuted: "page.operators.unmute",
  banned: "page.operators.ban",
  unbanned: "page.operators.unban",
  renamed: "page.operators.rename",
  refunded: "page.operators.refund",
};

/** Returns the decisions that are possible. */
function kindsFor({ report, banned, muted, role, games }: ReportDetails): ModerationRequest["kind"][] {
  if (!report.person) return ["dismissed"];
  const refund = games.some((each) => each.rated) ? (["refunded"] as const) : [];
  if (role === "operator") return ["dismissed", ...refund];
  return ["dismissed", muted ? "unmuted" : "muted", banned ? "unbanned" : "banned", "renamed", ...refund];
}

interface Props {
  details: ReportDetails;
  onDone: () => void;
}

export function Decision({ details, onDone }: Props) {
  const kinds = kindsFor(details);
  const rated = details.games.filter((each) => each.rated);
  const [kind, setKind] = useState<ModerationRequest["kind"]>("dismissed");
  const [reason, setReason] = useState("");
  const [days, setDays] = useState(7);
  const [name, setName] = useState("");
  const [game, setGame] = useState(details.report.game ?? rated[0]?.id ?? "");
  const [problem, setProblem] = useState("");
  const [busy, setBusy] = useState(false);
  const send = (event: Event) => {
    event.preventDefault();
    setBusy(true);
    setProblem("");
    decide({
      report: details.report.id,
      kind,
      reason,
      ...(kind === "banned" || kind === "muted" ? { days } : {}),
      ...(kind === "renamed" ? { name } : {}),
      ...(kind === "refunded" ? { game } : {}),
    })
      .then(onDone)
      .catch((failed: unknown) => {
        if (!(failed instanceof CancelledError)) setProblem(errorText(failed));
      })
      .finally(() => setBusy(false));
  };
  return (
    <form class={classes(layouts.column, layouts.gap3)} onSubmit={send} aria-busy={busy} data-decision>
      <label class={formStyles.stack}>
        <span>{t("page.operators.decision")}</span>
        <select
          class={controls.field}
          value={kind}
          onChange={(event) => setKind(kinds.find((each) => each === event.currentTarget.value) ?? "dismissed")}
        >
          {kinds.map((each) => (
            <option key={each} value={each}>
              {t(kindText[each])}
            </option>
          ))}
        </select>
      </label>
      {(kind === "banned" || kind === "muted") && (
        <label class={formStyles.stack}>
          <span>{t("page.operators.days")}</span>
          <input
            class={controls.field}
            type="number"
            min={0}
            max={3650}
            value={days}
            onInput={(event) => setDays(event.currentTarget.valueAsNumber || 0)}
          />
        </label>
      )}
      {kind === "renamed" && (
        <label class={formStyles.stack}>
          <span>{t("page.operators.new-name")}</span>
          <input class={controls.field} value={name} onInput={(event) => setName(event.currentTarget.value)} />
        </label>
      )}
      {kind === "refunded" && (
        <label class={formStyles.stack}>
          <span>{t("page.operators.game")}</span>
          <select class={controls.field} value={game} onChange={(event) => setGame(event.currentTarget.value)}>
            {rated.map((each) => (
              <option key={each.id} value={each.id}>
                {each.white} – {each.black}, {each.result} ({each.id})
              </option>
            ))}
          </select>
        </label>
      )}
      <label class={formStyles.stack}>
        <span>{kind === "dismissed" ? t("page.operators.reason-logged") : t("page.operators.reason-shown")}</span>
        <textarea
          class={controls.field}
          rows={2}
          maxLength={maxText}
          value={reason}
          onInput={(event) => setReason(event.currentTarget.value)}
        />
      </label>
      <Alert>{problem}</Alert>
      <div>
        <Button
          type="submit"
          class={kind === "banned" ? controls.danger : controls.primary}
          disabled={busy || !reason.trim() || (kind === "renamed" && !name.trim())}
        >
          {t(kindText[kind])}
        </Button>
      </div>
    </form>
  );
}
