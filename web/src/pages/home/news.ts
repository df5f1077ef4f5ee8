// News, newest first, shown on the home page to users who have been here before.
import type { Plain } from "../../text/types";

export const news: readonly { text: Plain; href: string }[] = [
  { text: "page.home.news-workshop", href: "/workshop" },
  { text: "page.home.news-space", href: "/learn/trid" },
  { text: "page.home.news-puzzles", href: "/puzzles" },
];
