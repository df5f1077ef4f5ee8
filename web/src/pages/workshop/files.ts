import { t } from "../../text/text";

/** The maximum file size, in bytes. Definitions are far smaller. */
const maxFileSize = 1 << 16;

/** Reads a definition file, in TOML or JSON. Throws if it is too large or empty. */
export async function textOfFile(file: File): Promise<string> {
  if (file.size > maxFileSize) throw new Error(t("page.workshop.this-file-is-too-large"));
  const text = await file.text();
  if (!text.trim()) throw new Error(t("page.workshop.the-file-is-empty"));
  return text;
}
