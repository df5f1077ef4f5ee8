// The HTML that embeds a game or a position in another page.
import { refOf, titleOf } from "../game/variants";
import type { State, VariantInfo } from "../wire.gen";

// Frame sizes and caption heights in pixels, the same as the server's (page/oembed.go).
const [narrow, wide, highest] = [560, 800, 640];
const [foot, gameFoot] = [38, 156];

/** Returns the frame size for a picture, with `below` pixels for its caption. */
function sizeOf(svg: string, below: number): { width: number; height: number } {
  const [, across = "1", down = "1"] = /viewBox="0 0 ([\d.]+) ([\d.]+)"/.exec(svg) ?? [];
  const ratio = Number(across) / Number(down);
  const width = ratio > 1.5 ? wide : narrow;
  return { width, height: Math.min(highest, Math.ceil(width / ratio) + below) };
}

const escaped = (text: string) => text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");

function frame(path: string, title: string, { width, height }: { width: number; height: number }): string {
  const address = `src="${escaped(location.origin + path)}" title="${escaped(title)}"`;
  const look = `width="${width}" height="${height}" style="border:0;max-width:100%"`;
  return `<iframe ${address} ${look} loading="lazy"></iframe>`;
}

/** Returns an iframe for a game on this server, sized like its picture. */
export function gameFrame(id: string, variant: string, flip: boolean, svg: string): string {
  return frame(
    `/embed/game/${encodeURIComponent(id)}${flip ? "?flip=1" : ""}`,
    titleOf(variant),
    sizeOf(svg, gameFoot),
  );
}

/** Returns an iframe for a position, sized like its picture. */
export function positionFrame(
  info: VariantInfo,
  state: State,
  lastMove: string | undefined,
  flip: boolean,
  svg: string,
): string {
  const query = new URLSearchParams({ variant: refOf(info), position: state.position });
  if (lastMove) query.set("lastMove", lastMove);
  if (state.study) query.set("study", "1");
  if (flip) query.set("flip", "1");
  return frame(`/embed/position?${query}`, info.title, sizeOf(svg, foot));
}
