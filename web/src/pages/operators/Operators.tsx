// The operators' page: reports about players, what is known about them, decisions, and the audit log.
import { classes } from "../../style/classes";
import * as styles from "./operators.module.css";
import * as controls from "../../style/controls.module.css";
import * as layouts from "../../style/layout.module.css";
import { useEffect, useState } from "preact/hooks";
import { Alert } from "../../components/Alert";
import { useAnswer } from "../../components/useAnswer";
import { agoText } from "../../game/text";
import { titleOf } from "../../game/variants";
import { date, t } from "../../text/text";
import { useTitle } from "../../title";
import type { ModerationAction, Report, ReportDetails } from "../../wire.gen";
import { Decision } from "./Decision";
import { reasonText } from "../report/reasons";
import { Evidence } from "./Evidence";
import { actionText, readLog, readReport, readReports } from "./requests";

export default function Operators() {
  useTitle(t("page.operators.title"));
  const [all, setAll] = useState(false);
  const [decided, setDecided] = useState(0);
  const { value, problem } = useAnswer(() => readReports(all), `${String(all)} ${decided}`);
  const log = useAnswer(readLog, String(decided)).value;
  return (
    <div class={styles.page}>
      <h1>{t("page.operators.title")}</h1>
      <Alert>{problem}</Alert>
      <p class={controls.visuallyHidden} role="status">
        {decided > 0 ? t("page.operators.done") : ""}
      </p>
      <section aria-labelledby="reports" data-reports>
        <h2 id="reports">{t("page.operators.reports")}</h2>
        <label class={styles.check}>
          <input type="checkbox" checked={all} onChange={(event) => setAll(event.currentTarget.checked)} />
          {t("page.operators.all")}
        </label>
        {value?.reports.length === 0 && <p>{t("page.operators.none")}</p>}
        {value?.reports.map((each) => (
          <Item key={each.id} report={each} onDone={() => setDecided(decided + 1)} />
        ))}
      </section>
      {log && log.actions.length > 0 && (
        <section aria-labelledby="log" data-log>
          <h2 id="log">{t("page.operators.log")}</h2>
          <Actions actions={log.actions} />
        </section>
      )}
    </div>
  );
}

/** A report, whose details are loaded when it is opened. */
function Item({ report, onDone }: { report: Report; onDone: () => void }) {
  const [open, setOpen] = useState(false);
  return (
    <details class={classes(controls.disclosure, styles.item)} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <Line report={report} />
      </summary>
      {open && <Details id={report.id} onDone={onDone} />}
    </details>
  );
}

function Line({ report }: { report: Report }) {
  return (
    <span>
      <strong>{report.name || t("page.operators.erased-person")}</strong>: {t(reasonText[report.reason])},{" "}
      <span class={layouts.muted}>
        {agoText(report.created, Date.now())}
        {report.closed ? `, ${t("page.operators.closed")}` : ""}
      </span>
    </span>
  );
}

function Details({ id, onDone }: { id: string; onDone: () => void }) {
  const [details, setDetails] = useState<ReportDetails | null>(null);
  const { value, problem } = useAnswer(() => readReport(id), id);
  useEffect(() => setDetails(value), [value]);
  if (!details) return <Alert>{problem}</Alert>;
  const { report, appealed, addresses, games, reports, actions } = details;
  return (
    <div class={classes(layouts.column, layouts.gap3)}>
      {report.text && <blockquote class={styles.text}>{report.text}</blockquote>}
      <p>
        {report.reporter && report.reason !== "appeal" && `${t("page.operators.by", { name: report.reporter })} `}
        {report.game && <a href={`/game/${report.game}`}>{t("page.operators.to-the-game")}</a>}
      </p>
      {appealed && (
        <>
          <h3>{t("page.operators.against")}</h3>
          <Actions actions={[appealed]} />
        </>
      )}
      {reports.length > 0 && (
        <>
          <h3>{t("page.operators.other-reports")}</h3>
          <ul class={classes(layouts.list, styles.list)}>
            {reports.map((each) => (
              <li key={each.id}>
                <Line report={each} /> {each.text}
              </li>
            ))}
          </ul>
        </>
      )}
      {actions.length > 0 && (
        <>
          <h3>{t("page.operators.actions")}</h3>
          <Actions actions={actions} />
        </>
      )}
      {addresses.length > 0 && (
        <>
          <h3>{t("page.operators.addresses")}</h3>
          <ul class={classes(layouts.list, styles.list)}>
            {addresses.map(({ address, seen, others }) => (
              <li key={address}>
                {address}, <span class={layouts.muted}>{agoText(seen, Date.now())}</span>
                {others.length > 0 && ` ${t("page.operators.also", { names: others.join(", ") })}`}
              </li>
            ))}
          </ul>
        </>
      )}
      {games.length > 0 && (
        <>
          <h3>{t("page.operators.games")}</h3>
          <ul class={classes(layouts.list, styles.list)}>
            {games.map((each) => (
              <li key={each.id}>
                <a href={`/game/${each.id}`}>
                  {each.white || "?"} – {each.black || "?"}
                </a>
                , {titleOf(each.variant.split("#")[0] ?? "")}, {each.result || "*"},{" "}
                <span class={layouts.muted}>{agoText(each.ended, Date.now())}</span>
              </li>
            ))}
          </ul>
          <Evidence games={games} />
        </>
      )}
      {!report.closed && <Decision details={details} onDone={onDone} />}
    </div>
  );
}

function Actions({ actions }: { actions: ModerationAction[] }) {
  return (
    <ul class={classes(layouts.list, styles.list)}>
      {actions.map((each) => (
        <li key={each.id}>
          {each.name && <strong>{each.name}: </strong>}
          {t(actionText[each.kind])}
          {each.until ? ` (${t("page.notices.until", { when: date(each.until) })})` : ""}
          {each.reason && `: ${each.reason}`}{" "}
          <span class={layouts.muted}>
            {each.operator || "tain admin"}, {agoText(each.at, Date.now())}
          </span>
        </li>
      ))}
    </ul>
  );
}
