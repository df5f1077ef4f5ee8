// Compresses text into a URL-safe string for a link.
import { t } from "../../text/text";

/** The maximum packed length: addresses of 64 KB work in all major browsers. */
export const maxPackedLength = 64 * 1000;

/** The maximum unpacked length, as a protection against decompression bombs. */
const maxTextLength = 1024 * 1024;

/** Thrown if a string unpacks to more than the maximum. */
class TooLargeError extends Error {}

async function pipe(
  bytes: Uint8Array<ArrayBuffer>,
  stream: CompressionStream | DecompressionStream,
  most: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const reader = new Blob([bytes]).stream().pipeThrough(stream).getReader();
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    size += read.value.length;
    if (size > most) {
      void reader.cancel();
      throw new TooLargeError(t("page.study.this-link-holds-more-than"));
    }
    parts.push(read.value as Uint8Array<ArrayBuffer>);
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

/** Packs the text. Throws if the result would be too long for a link. */
export async function pack(text: string): Promise<string> {
  const bytes = await pipe(new TextEncoder().encode(text), new CompressionStream("deflate-raw"), Infinity);
  let letters = "";
  for (let at = 0; at < bytes.length; at += 0x8000) letters += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
  const word = btoa(letters).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
  if (word.length > maxPackedLength) throw new Error(t("page.study.this-study-is-too-large"));
  return word;
}

/** Unpacks a string. Throws if it is not valid. */
export async function unpack(word: string): Promise<string> {
  if (word.length > maxPackedLength) throw new Error(t("page.study.this-link-is-too-long"));
  let bytes: Uint8Array<ArrayBuffer>;
  try {
    const letters = atob(word.replace(/-/g, "+").replace(/_/g, "/"));
    bytes = await pipe(
      Uint8Array.from(letters, (letter) => letter.charCodeAt(0)),
      new DecompressionStream("deflate-raw"),
      maxTextLength,
    );
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (cause) {
    if (cause instanceof TooLargeError) throw cause;
    throw new Error(t("page.study.this-link-is-cut-off"), { cause });
  }
}
