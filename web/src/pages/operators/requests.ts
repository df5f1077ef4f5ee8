// Operators' requests to the server.
import { confirmed } from "../../game/passkey";
import { request } from "../../game/rest";
import type { Plain } from "../../text/types";
import type { ModerationAction, ModerationLog, ModerationRequest, ReportDetails, Reports } from "../../wire.gen";

export const readReports = (all: boolean) => request<Reports>(`moderation/reports${all ? "?all=1" : ""}`);

export const readReport = (id: string) => request<ReportDetails>(`moderation/reports/${encodeURIComponent(id)}`);

export const readLog = () => request<ModerationLog>("moderation/actions");

/** Carries out a decision. Verifies a passkey first if the server requires it. */
export const decide = (decision: ModerationRequest) => confirmed(() => request("moderation/actions", decision));

/** What an operator has done. */
export const actionText: Record<ModerationAction["kind"], Plain> = {
  muted: "page.operators.muted",
  unmuted: "page.operators.unmuted",
  banned: "page.operators.banned",
  unbanned: "page.operators.unbanned",
  renamed: "page.operators.renamed",
  refunded: "page.operators.refunded",
  dismissed: "page.operators.dismissed",
  role: "page.operators.role",
  erased: "page.operators.erased",
};
