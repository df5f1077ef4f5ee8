// The reasons for reports.
import type { Plain } from "../../text/types";
import type { Report, ReportRequest } from "../../wire.gen";

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
