// Copies and downloads texts and files.
import * as controls from "../style/controls.module.css";
import { t } from "../text/text";

/** Offers the user a file to download. */
export function download(content: Blob, name: string): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

export function svgBlob(svg: string): Blob {
  return new Blob([svg], { type: "image/svg+xml" });
}

/** Converts an SVG picture to PNG at twice its size. */
export async function pngBlob(svg: string): Promise<Blob> {
  const address = URL.createObjectURL(svgBlob(svg));
  try {
    const image = new Image();
    image.src = address;
    await image.decode();
    const canvas = document.createElement("canvas");
    canvas.width = image.width * 2;
    canvas.height = image.height * 2;
    const pen = canvas.getContext("2d");
    if (!pen) throw new Error(t("page.common.this-browser-cannot-draw-the"));
    pen.drawImage(image, 0, 0, canvas.width, canvas.height);
    return await new Promise((resolve, reject) =>
      canvas.toBlob(
        (made) => (made ? resolve(made) : reject(new Error(t("page.common.this-browser-cannot-make-a")))),
        "image/png",
      ),
    );
  } finally {
    URL.revokeObjectURL(address);
  }
}

/** Copies text to the clipboard and reports whether it succeeded. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // Fallback: the clipboard API requires a secure connection.
    const field = document.createElement("textarea");
    field.value = text;
    field.className = controls.visuallyHidden;
    document.body.append(field);
    field.select();
    const done = document.execCommand("copy");
    field.remove();
    return done;
  }
}
