// Reports about players: requests to the server.
import type {
  AppealRequest,
  ModerationAction,
  ModerationLog,
  ModerationNotice,
  ModerationRequest,
  Report,
  ReportDetails,
  ReportRequest,
  Reports,
} from "../wire.gen";
import type { Plain } from "../text/types";
import { confirmed } from "./passkey";
import { request } from "./rest";

export const sendReport = (report: ReportRequest) => request("reports", report);

export const sendAppeal = (appeal: AppealRequest) => request("account/appeals", appeal);

export const readReports = (all: boolean) => request<Reports>(`moderation/reports${all ? "?all=1" : ""}`);

export const readReport = (id: string) => request<ReportDetails>(`moderation/reports/${encodeURIComponent(id)}`);

export const readLog = () => request<ModerationLog>("moderation/actions");

/** Carries out a decision. Verifies a passkey first if the server requires it. */
export const decide = (decision: ModerationRequest) => confirmed(() => request("moderation/actions", decision));

/** The reasons that a player can give for a report. */
export const reasons: readonly ReportRequest["reason"][] = ["engine", "stalls", "farming", "name", "other"];

export const reasonText: Record<Report["reason"], Plain> = {
  engine: "page.report.engine",
  stalls: "page.report.stalls",
  farming: "page.report.farming",
  name: "page.report.name",
  other: "page.report.other",
  appeal: "page.report.appeal",
};

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

/** What an operator's action means for the person. */
export const noticeText: Record<ModerationNotice["kind"], Plain> = {
  muted: "page.notices.muted",
  banned: "page.notices.banned",
  renamed: "page.notices.renamed",
  refunded: "page.notices.refunded",
};

/** The maximum length of a text to the operators, in characters. */
export const maxText = 500;
