// Reporting a player to the operators. The form is loaded when it is opened.
import * as controls from "../../style/controls.module.css";
import { Suspense } from "preact/compat";
import { useState } from "preact/hooks";
import { lazy } from "../../lazy";
import { t } from "../../text/text";
import type { Colour } from "../../wire.gen";

const Form = lazy(() => import("./ReportForm"));

export interface ReportedPlayer {
  name: string;
  /** The game in which the player has this side; without it, the name is that of an account. */
  game?: string;
  side?: Colour;
}

/** A disclosure with the form for reporting a player. */
export function ReportPlayer(player: ReportedPlayer) {
  const [open, setOpen] = useState(false);
  return (
    <details class={controls.disclosure} data-report onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{t("page.report.report-name", { name: player.name })}</summary>
      {open && (
        <Suspense fallback={null}>
          <Form {...player} />
        </Suspense>
      )}
    </details>
  );
}
