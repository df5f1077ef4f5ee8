// Searching the documentation.

/** The content under one heading. */
export interface Section {
  id: string;
  title?: string;
  html: string;
  /** The text without markup. */
  text: string;
}

export interface Chapter {
  name: string;
  group: string;
  title: string;
  lede: string;
  sections: Section[];
}

/** A search result. */
export interface Found {
  chapter: Chapter;
  section: Section;
  /** The text around the first match, and the position of the match in it. */
  around: string;
  at: number;
  length: number;
}

const maxResults = 40;

/** Finds the sections that contain all words. Those with more of the words in their headings come first. */
export function search(chapters: readonly Chapter[], query: string): Found[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  const found: (Found & { worth: number })[] = [];
  for (const chapter of chapters) {
    for (const section of chapter.sections) {
      const heading = `${chapter.title} ${section.title ?? ""}`.toLowerCase();
      const text = section.text.toLowerCase();
      if (!words.every((word) => heading.includes(word) || text.includes(word))) continue;
      const worth = words.filter((word) => heading.includes(word)).length;
      const first = words.map((word) => ({ word, at: text.indexOf(word) })).find(({ at }) => at >= 0);
      const from = Math.max(0, (first?.at ?? 0) - 60);
      const around = section.text.slice(from, from + 180);
      found.push({
        chapter,
        section,
        around,
        at: first ? first.at - from : -1,
        length: first?.word.length ?? 0,
        worth,
      });
    }
  }
  return found.sort((a, b) => b.worth - a.worth).slice(0, maxResults);
}
