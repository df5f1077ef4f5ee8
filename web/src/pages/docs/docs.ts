// The documentation: loaded once and searched in the page, without a server.
import { t } from "../../text/text";
import { builtHTML } from "../../trusted";
import type { Chapter } from "./search";

/** The chapters' pictures, keyed by path in the documentation folder. */
const pictures = import.meta.glob<string>(
  ["../../../../docs/pictures/*", "../../../../docs/study/*.svg", "../../../../docs/*.svg", "../../../../docs/*.png"],
  {
    query: "?url",
    import: "default",
    eager: true,
  },
);

let reading: Promise<Chapter[]> | undefined;

/** Returns all chapters, which are loaded once. */
export function readDocs(): Promise<Chapter[]> {
  reading ??= read().catch((problem: unknown) => {
    reading = undefined;
    throw problem;
  });
  return reading;
}

async function read(): Promise<Chapter[]> {
  const { default: address } = await import("../../data/docs.json?url");
  const response = await fetch(address).catch(() => undefined);
  if (!response?.ok) throw new Error(t("page.docs.unreachable"));
  const chapters = (await response.json()) as Chapter[];
  for (const chapter of chapters) {
    for (const section of chapter.sections) {
      section.html = builtHTML(withPictures(section.html));
      section.text = words(section.html);
    }
  }
  return chapters;
}

/** Returns the text of HTML that has passed builtHTML, without displaying, fetching or running any of it. */
function words(html: string): string {
  const template = document.createElement("template");
  template.innerHTML = html;
  return (template.content.textContent ?? "").replace(/\s+/g, " ").trim();
}

/** Returns a section's HTML with the built addresses of its pictures. */
function withPictures(html: string): string {
  return html.replace(/src="([^":]+)"/g, (whole, path: string) => {
    const address = pictures[`../../../../docs/${path}`];
    return address ? `loading="lazy" src="${address}"` : whole;
  });
}
