// The settings button in the header, and the panel and shortcut list it opens.
import { classes } from "../../style/classes";
import * as styles from "./settings.module.css";
import * as controls from "../../style/controls.module.css";
import { Suspense, lazy } from "preact/compat";
import { useEffect, useRef, useState } from "preact/hooks";
import type { ComponentChildren } from "preact";
import { Button } from "../Button";
import { t } from "../../text/text";
import { useKeys } from "../useKeys";
import { zen } from "../../settings/look";
import { useSetting } from "../../settings/settings";

const Panel = lazy(() => import("./Panel"));
const Shortcuts = lazy(() => import("./Shortcuts"));

export function Settings() {
  const [open, setOpen] = useState<"panel" | "shortcuts" | null>(null);
  const [zenNow, setZen] = useSetting(zen);
  const gear = useRef<HTMLButtonElement>(null);
  // Zen mode applies to games; elsewhere its key would have no visible effect.
  const toggleZen = () => {
    if (document.querySelector("[data-zen-room]")) setZen(zenNow === "on" ? "off" : "on");
  };
  useKeys({ "?": () => setOpen(open === "shortcuts" ? null : "shortcuts"), z: toggleZen }, true);
  // Closes only its own dialog, because the other one may have opened in the meantime.
  const close = (kind: typeof open) => () => setOpen((now) => (now === kind ? null : now));
  return (
    <>
      <button
        ref={gear}
        type="button"
        class={classes(controls.bare, styles.gear)}
        aria-label={t("page.settings.settings")}
        title={t("page.settings.settings")}
        aria-haspopup="dialog"
        aria-expanded={open === "panel"}
        onClick={() => setOpen("panel")}
      >
        <svg viewBox="0 0 24 24" aria-hidden="true">
          <path d={gearPath()} />
          <circle cx="12" cy="12" r="3.2" />
        </svg>
      </button>
      {zenNow === "on" && (
        <Button class={styles.leaveZen} onClick={() => setZen("off")}>
          {t("page.settings.leave-zen-mode")}
        </Button>
      )}
      {open === "panel" && (
        <Sheet label={t("page.settings.settings")} side onClose={close("panel")}>
          <Panel onShortcuts={() => setOpen("shortcuts")} />
        </Sheet>
      )}
      {open === "shortcuts" && (
        <Sheet label={t("page.settings.keyboard-shortcuts")} onClose={close("shortcuts")}>
          <Shortcuts />
        </Sheet>
      )}
    </>
  );
}

/** Returns the gear icon as path data. */
function gearPath(): string {
  const teeth = 8;
  const points: string[] = [];
  for (let i = 0; i < teeth; i++) {
    const middle = (i / teeth) * 2 * Math.PI;
    for (const [turn, r] of [
      [-0.27, 7.2],
      [-0.17, 9.8],
      [0.17, 9.8],
      [0.27, 7.2],
    ] as const) {
      points.push(`${(12 + r * Math.sin(middle + turn)).toFixed(2)} ${(12 - r * Math.cos(middle + turn)).toFixed(2)}`);
    }
  }
  return `M${points.join("L")}Z`;
}

/** A modal dialog. With `side`, the page next to it stays visible. */
function Sheet({
  label,
  side = false,
  onClose,
  children,
}: {
  label: string;
  side?: boolean;
  onClose: () => void;
  children: ComponentChildren;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const shown = dialog.current;
    const before = document.activeElement;
    shown?.showModal();
    return () => {
      shown?.close();
      if (before instanceof HTMLElement || before instanceof SVGElement) before.focus();
    };
  }, []);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the browser closes dialogs on Escape.
    <dialog
      ref={dialog}
      class={classes(styles.sheet, side && styles.side)}
      aria-label={label}
      data-own-keys
      onClose={onClose}
      onClick={(event) => {
        // Only a click outside the content has the dialog as its target.
        if (event.target === event.currentTarget) onClose();
      }}
    >
      <div class={styles.content}>
        <button
          type="button"
          class={classes(controls.bare, styles.close)}
          aria-label={t("page.settings.close")}
          onClick={onClose}
        >
          <svg viewBox="0 0 24 24" aria-hidden="true">
            <path d="M6 6L18 18M18 6L6 18" />
          </svg>
        </button>
        <Suspense fallback={<p class={controls.visuallyHidden}>{t("page.settings.loading")}</p>}>{children}</Suspense>
      </div>
    </dialog>
  );
}
