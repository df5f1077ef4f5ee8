// News, newest first, shown on the home page to users who have been here before.
import type { Plain } from "../../text/types";

export const news: readonly { text: Plain; href: string; day: string }[] = [
  { text: "page.home.news-boards", href: "/workshop", day: "2026-11-19" },
  { text: "page.home.news-workshop", href: "/workshop", day: "2026-11-16" },
  { text: "page.home.news-puzzles", href: "/puzzles", day: "2026-11-15" },
];
